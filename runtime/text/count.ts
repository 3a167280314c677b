/** Formats numbers and counts in texts. Re-exported from `skill/` for the runtime and the extension. */
import { formatNumber } from '../../skill/index.ts';

export { formatCount, formatNumber } from '../../skill/index.ts';

/** Returns a number as text; `unknown` for one that is not stated. */
export function numberOrUnknown(count: number | undefined): string {
  return count === undefined ? 'unknown' : formatNumber(count);
}
