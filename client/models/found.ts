/** What typing into the picker finds. Knows no `vscode`. */
import type { ModelChoice } from '../dialogues/memory.ts';
import type { Action } from './entries.ts';

/** What choosing an item comes to. */
export type Chosen = { readonly model: ModelChoice } | { readonly action: Action };

/** The key of the item of a model that was typed by its name. */
export const TYPED = 'typed';

interface Words {
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly chosen?: Chosen;
}

/**
 * Whether what is typed finds this item by its words; nothing typed finds each. "Other model…" stands below whatever is
 * typed, and is not found by it.
 */
export function isFound({ key, label, description = '', chosen }: Words, text: string): boolean {
  const typed = text.trim().toLowerCase();
  if (typed === '' || key === TYPED) return true;
  if (chosen === undefined || isOther(chosen)) return false;
  return label.toLowerCase().includes(typed) || description.toLowerCase().includes(typed);
}

/**
 * The item that Enter means. VS Code tells items by their places in the list, so that one that was chosen while the list
 * changed may come as another: `told` counts only where what is typed finds it, else the only one that it finds.
 */
export function meant<T extends Words>(told: T | undefined, items: readonly T[], text: string): T | undefined {
  if (told?.chosen !== undefined && (isFound(told, text) || isOther(told.chosen))) return told;
  if (text.trim() === '') return undefined;
  const found = items.filter((item) => item.chosen !== undefined && isFound(item, text));
  return found.length === 1 ? found[0] : undefined;
}

const isOther = (chosen: Chosen): boolean => 'action' in chosen && chosen.action.do === 'other';
