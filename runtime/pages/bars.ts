/** Bars of pages: SVG without style attributes, hidden from screen readers, because the text next to each says the same. */
import { type Html, html } from './html.ts';

/** A rate from 0 to 1 with its interval. */
export interface BarRate {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

/**
 * The meaning of a rate: `good` if the whole is what is wanted, `mixed` if the rest failed, `bad` if the rate itself is what is
 * not wanted, and `plain` for something to compare with.
 */
export type RateTone = 'good' | 'mixed' | 'bad' | 'plain';

/** Renders a rate as a bar, with its interval as a line with ends. */
export function rateBar({ value, low, high }: BarRate, tone: RateTone): Html {
  const interval =
    low === undefined || high === undefined
      ? undefined
      : html`<line class="range" x1="${share(low)}" x2="${share(high)}" y1="50%" y2="50%"/>${[low, high].map(
          (end) => html`<line class="range" x1="${share(end)}" x2="${share(end)}" y1="15%" y2="85%"/>`,
        )}`;
  return html`<svg class="bar ${tone}" aria-hidden="true"><rect class="all" y="25%" width="100%" height="50%"/><rect class="part" y="25%" width="${share(value)}" height="50%"/>${interval}</svg>`;
}

/** The meaning of a number: `warn` for a loss, `info` for one that does not count, `good` for what remains of one. */
export type AmountTone = 'warn' | 'info';

/**
 * Renders a number as a bar, relative to the largest one.
 * @param rest the part that remains, for example with a fix
 */
export function amountBar(amount: number, largest: number, tone: AmountTone, rest?: number): Html {
  const part = (value: number): string => share(value / Math.max(1, largest));
  const remaining =
    rest === undefined ? undefined : html`<rect class="rest" y="25%" width="${part(rest)}" height="50%"/>`;
  return html`<svg class="bar ${tone}${rest === undefined ? '' : ' with-rest'}" aria-hidden="true"><rect class="all" y="25%" width="100%" height="50%"/><rect class="part" y="25%" width="${part(amount)}" height="50%"/>${remaining}</svg>`;
}

/** Formats a share as a percentage of the width. */
function share(value: number): string {
  const percent = 100 * Math.min(1, Math.max(0, value));
  // A value that is not 0 must be seen.
  return percent === 0 ? '0' : `${Math.max(1, Math.round(percent * 10) / 10)}%`;
}
