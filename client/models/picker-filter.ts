/** Filtering of the model picker by the typed text. Independent of `vscode`. */
import type { ModelChoice } from '../dialogs/memory.ts';
import type { Action } from './entries.ts';

/** The result of choosing an item. */
export type PickerChoice = { readonly model: ModelChoice } | { readonly action: Action };

/** The key of the item for a model whose name was typed. */
export const TYPED_KEY = 'typed';

interface FilterableItem {
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly chosen?: PickerChoice;
}

/**
 * Returns true if the typed text matches the item; an empty text matches all. "Other model…" is always listed and never
 * matches.
 */
export function matchesFilter({ key, label, description = '', chosen }: FilterableItem, text: string): boolean {
  const typed = text.trim().toLowerCase();
  if (typed === '' || key === TYPED_KEY) return true;
  if (chosen === undefined || isOther(chosen)) return false;
  return label.toLowerCase().includes(typed) || description.toLowerCase().includes(typed);
}

/**
 * Returns the item accepted by Enter. VS Code identifies items by their index, so if the list changes at that moment, it may
 * report another item. The reported item is therefore used only if the typed text matches it, and otherwise the only match.
 */
export function acceptedItem<T extends FilterableItem>(
  reported: T | undefined,
  items: readonly T[],
  text: string,
): T | undefined {
  if (reported?.chosen !== undefined && (matchesFilter(reported, text) || isOther(reported.chosen))) return reported;
  if (text.trim() === '') return undefined;
  const found = items.filter((item) => item.chosen !== undefined && matchesFilter(item, text));
  return found.length === 1 ? found[0] : undefined;
}

const isOther = (chosen: PickerChoice): boolean => 'action' in chosen && chosen.action.do === 'other';
