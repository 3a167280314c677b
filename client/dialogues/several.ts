/** What Enter means in a list where several can be checked. Knows no `vscode`. */

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
  const at = ({ label, description = '', detail = '' }: T): number => {
    const inLabel = label.toLowerCase().indexOf(text);
    if (inLabel >= 0) return inLabel;
    return `${description}\n${detail}`.toLowerCase().includes(text) ? 10_000 : -1;
  };
  const found = items.map((item) => ({ item, place: at(item) })).filter(({ place }) => place >= 0);
  return found.toSorted((a, b) => a.place - b.place)[0]?.item;
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
