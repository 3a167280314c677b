/** What Enter means in a list, also one that comes late or where several can be checked. Knows no `vscode`. */

export interface Picked<T> {
  /** The one that the focus is on. */
  readonly active: T | undefined;
  readonly checked: readonly T[];
  /** Those that were checked when the list opened. */
  readonly preset: readonly T[];
  /** What stands in the box. */
  readonly typed: string;
}

interface Words {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

/**
 * The item that what is typed means: one whose label has it, as early as can be, else the first that has it elsewhere. Where
 * several can be checked, VS Code puts the focus on none.
 */
export function firstFound<T extends Words>(items: readonly T[], typed: string): T | undefined {
  const text = typed.trim().toLowerCase();
  if (text === '') return undefined;
  const found = items.map((item) => ({ item, place: placeOf(item, text) })).filter(({ place }) => place >= 0);
  return found.toSorted((a, b) => a.place - b.place)[0]?.item;
}

/** Where `text` stands in the label; 10,000 where it stands elsewhere, -1 where it does not. */
function placeOf({ label, description = '', detail = '' }: Words, text: string): number {
  const inLabel = label.toLowerCase().indexOf(text);
  if (inLabel >= 0) return inLabel;
  return `${description}\n${detail}`.toLowerCase().includes(text) ? 10_000 : -1;
}

/**
 * The item that the focus is on where several can be checked. `told` is the one that VS Code names, which is an earlier one
 * where Enter comes right behind the last key: one that what is typed does not find cannot have the focus.
 */
export function focusOf<T extends Words>(items: readonly T[], told: T | undefined, typed: string): T | undefined {
  const text = typed.trim().toLowerCase();
  if (told !== undefined && placeOf(told, text) >= 0) return told;
  return firstFound(items, typed) ?? told;
}

interface Late<T> {
  readonly items: readonly T[];
  /** The one that stands selected at first. */
  readonly first: T | undefined;
  /** What stands in the box. */
  readonly typed: string;
  /** The item that is made of it. */
  readonly own: T | undefined;
  /** That one stands below the others. */
  readonly typedLast?: boolean | undefined;
}

/** The one item that Enter means where it came before VS Code had put the focus on any. */
export function meant<T extends Words>({ items, first, typed, own, typedLast }: Late<T>): T | undefined {
  if (own !== undefined && !typedLast) return own;
  return typed.trim() === '' ? first : (firstFound(items, typed) ?? own);
}

/**
 * Who checks nothing takes one, as in a list of single ones: Enter means the one that the focus is on, or the preset ones
 * where it is on one of them. Who has checked or unchecked something means what is checked.
 */
export function chosenOf<T>({ active, checked, preset, typed }: Picked<T>): readonly T[] {
  const touched = checked.length !== preset.length || checked.some((one) => !preset.includes(one));
  if (touched && checked.length > 0) return checked;
  if (active === undefined) return checked;
  return !touched && typed.trim() === '' && preset.includes(active) ? preset : [active];
}
