import { formatCount } from '../../runtime/text/count.ts';
import { oneLine } from '../panel/trace/read.ts';

/** Maximum number of characters of a prompt that are shown. */
const MAX_SHOWN = 400;

/**
 * Describes the prompt of a session for a quick pick: its beginning on one line, and its length if that is not all of
 * it, because the run gets all of it.
 */
export function describePresetPrompt(prompt: string): { readonly label: string; readonly description: string } {
  const length = prompt.length > MAX_SHOWN ? `, ${formatCount(prompt.length, 'character')}` : '';
  return { label: oneLine(prompt, MAX_SHOWN), description: `of the session${length}` };
}
