/** What typing into the picker finds. Knows no `vscode`. */
import type { ModelChoice } from '../runs/memory.ts';
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
  if (chosen === undefined || ('action' in chosen && chosen.action.do === 'other')) return false;
  return label.toLowerCase().includes(typed) || description.toLowerCase().includes(typed);
}
