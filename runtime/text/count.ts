/** Formats numbers and counts in texts. Re-exported from `skill/` for the runtime and the extension. */
export { formatCount, formatNumber } from '../../skill/index.ts';
