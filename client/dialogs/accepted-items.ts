/** Resolves the items accepted by Enter in a quick pick that loads late or is multi-select. Independent of `vscode`. */

export interface Selection<T> {
  /** The focused item. */
  readonly active: T | undefined;
  readonly checked: readonly T[];
  /** The items that were checked when the list opened. */
  readonly preset: readonly T[];
  /** The text in the input box. */
  readonly typed: string;
}

interface ItemText {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

/**
 * Returns the best match for the typed text: the item whose label contains it earliest, or else the first that contains
 * it in its description or detail. Needed because VS Code focuses no item when the text of a multi-select pick changes.
 */
export function bestMatch<T extends ItemText>(items: readonly T[], typed: string): T | undefined {
  const text = typed.trim().toLowerCase();
  if (text === '') return undefined;
  const matches = items
    .map((item) => ({ item, position: matchPosition(item, text) }))
    .filter(({ position }) => position >= 0);
  return matches.toSorted((a, b) => a.position - b.position)[0]?.item;
}

/** Returns the offset of `text` in the label, 10,000 if it is in the description or detail, or -1 if there is no match. */
function matchPosition({ label, description = '', detail = '' }: ItemText, text: string): number {
  const inLabel = label.toLowerCase().indexOf(text);
  if (inLabel >= 0) return inLabel;
  return `${description}\n${detail}`.toLowerCase().includes(text) ? 10_000 : -1;
}

/**
 * Returns the focused item of a multi-select pick.
 * @param reported the active item according to VS Code, which is stale if Enter follows the last key immediately; an item
 *   that does not match the typed text cannot be focused
 */
export function focusedItem<T extends ItemText>(
  items: readonly T[],
  reported: T | undefined,
  typed: string,
): T | undefined {
  const text = typed.trim().toLowerCase();
  if (reported !== undefined && matchPosition(reported, text) >= 0) return reported;
  return bestMatch(items, typed) ?? reported;
}

interface PendingAccept<T> {
  readonly items: readonly T[];
  /** The item selected initially. */
  readonly first: T | undefined;
  /** The text in the input box. */
  readonly typed: string;
  /** The item created from that text. */
  readonly inputItem: T | undefined;
  /** True if that item is listed below the others. */
  readonly inputItemLast?: boolean | undefined;
}

/** Returns the item accepted by Enter if it is pressed before VS Code has focused any. */
export function acceptedItem<T extends ItemText>({
  items,
  first,
  typed,
  inputItem,
  inputItemLast,
}: PendingAccept<T>): T | undefined {
  if (inputItem !== undefined && !inputItemLast) return inputItem;
  return typed.trim() === '' ? first : (bestMatch(items, typed) ?? inputItem);
}

/**
 * Returns the items accepted by Enter. If the user has changed the checkmarks, these are the checked items. Otherwise it
 * is the focused item, as in a single-select pick, or all preset items if the focus is on one of them.
 */
export function acceptedItems<T>({ active, checked, preset, typed }: Selection<T>): readonly T[] {
  const touched = checked.length !== preset.length || checked.some((one) => !preset.includes(one));
  if (touched && checked.length > 0) return checked;
  if (active === undefined) return checked;
  return !touched && typed.trim() === '' && preset.includes(active) ? preset : [active];
}
