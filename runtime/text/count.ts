/** Numbers and counts in texts. The extension imports them from here. */
export { formatCount, formatNumber } from '../../skill/index.ts';
