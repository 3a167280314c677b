/** The figures of two runs and their differences, as text. */
import type { RunTotals } from '../../../runtime/protocol/compare.ts';
import { count, dollars, duration } from '../model/format.ts';

/** A figure of both runs. */
export interface Figure {
  readonly name: string;
  /** `unknown` for a run that does not have it. */
  readonly a: string;
  readonly b: string;
  /** The difference with its sign; absent if it is zero, or a figure is unknown. */
  readonly change?: string;
  /** True if the second run used less, false if more; absent without a difference. */
  readonly better?: boolean;
}

const FIGURES: readonly (readonly [
  name: string,
  of: (totals: RunTotals) => number | undefined,
  format: (value: number) => string,
])[] = [
  ['Model calls', ({ llmCalls }) => llmCalls, count],
  ['Tool calls', ({ toolCalls }) => toolCalls, count],
  ['Misses', ({ misses }) => misses, count],
  ['Tokens in', ({ inputTokens }) => inputTokens, count],
  ['From the cache', ({ cacheReadTokens }) => cacheReadTokens, count],
  ['Tokens out', ({ outputTokens }) => outputTokens, count],
  ['Cost', ({ costUsd }) => costUsd, dollars],
  ['Time', ({ durationMs }) => durationMs, duration],
];

/** Returns the figures that at least one of the runs has. */
export function figuresOf(a: RunTotals, b: RunTotals): readonly Figure[] {
  return FIGURES.flatMap(([name, of, format]) => {
    const [before, after] = [of(a), of(b)];
    if (before === undefined && after === undefined) return [];
    const isEstimate =
      (name.startsWith('Tokens') && (a.estimated === true || b.estimated === true)) ||
      (name === 'Cost' && (a.costEstimated === true || b.costEstimated === true));
    const shown = { name: isEstimate ? `${name} (est.)` : name, a: shownAs(before, format), b: shownAs(after, format) };
    if (before === undefined || after === undefined || shown.a === shown.b) return [shown];
    const change = after - before;
    // From the cache costs less than it saves, so more is better.
    const better = name === 'From the cache' ? change > 0 : change < 0;
    return [{ ...shown, change: `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`, better }];
  });
}

function shownAs(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? 'unknown' : format(value);
}

/** Compares the final texts of two runs, ignoring blanks around them. */
export function compareAnswers(a: string, b: string): 'the same' | 'different' | 'none' {
  const [before, after] = [a.trim(), b.trim()];
  if (before === '' && after === '') return 'none';
  return before === after ? 'the same' : 'different';
}
