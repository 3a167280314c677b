import type { ScriptApproval } from '../protocol/events.ts';
import { formatCount, formatNumber } from './count.ts';

/** Maximum number of characters of a source that are shown, in UTF-16 units. */
const MAX_CHARACTERS = 20_000;

/** Returns the start of a source to approve, and says what is missing. */
export function firstLines(text: string, max: number): Pick<ScriptApproval, 'source' | 'notShown'> {
  const lines = text.trimEnd().split('\n');
  const source = lines.length > max ? lines.slice(0, max).join('\n') : text;
  if (source.length > MAX_CHARACTERS)
    return {
      source: source.slice(0, MAX_CHARACTERS),
      notShown: `the first ${formatNumber(MAX_CHARACTERS)} of ${formatCount(text.length, 'character')}`,
    };
  return lines.length > max
    ? { source, notShown: `the first ${formatNumber(max)} of ${formatCount(lines.length, 'line')}` }
    : { source };
}
