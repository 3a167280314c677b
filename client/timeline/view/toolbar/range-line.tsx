/** The sum of the visible range of the waterfall: its time, calls, tokens, cost and misses. */
import { useEffect, useState } from 'preact/hooks';
import { count, dollars, duration, plural } from '../../model/format.ts';
import { type RangeSum, sumRange } from '../../model/range-sum.ts';
import { toTime } from '../../model/time-scale.ts';
import * as store from '../../state/store.ts';

/** Milliseconds after which a range that does not change anymore is summed up: that visits all rows. */
const REST_MS = 120;

interface Range extends RangeSum {
  readonly from: number;
  readonly to: number;
}

/** Returns the sum of the visible range, once the range rests; undefined while the entire run is visible. */
export function useRange(): Range | undefined {
  const [range, setRange] = useState<Range>();
  const { from, to } = store.zoom.value;
  const isWhole = from <= 0 && to >= 1;
  const isComplete = store.complete.value;
  const isLive = store.live.value;
  useEffect(() => {
    if (isWhole) return setRange(undefined);
    const timer = setTimeout(() => {
      const scale = store.scale.peek();
      const [start, end] = [toTime(scale, from), toTime(scale, to)];
      setRange({ from: start, to: end, ...sumRange(store.table, start, end) });
    }, REST_MS);
    return () => clearTimeout(timer);
    // While a run is live, only a new range is summed up: the cost would grow with the run.
  }, [from, to, isWhole, isComplete, isLive, store.squeeze.value]);
  return isWhole ? undefined : range;
}

/** Describes a range as short parts. */
export function describeRange({ from, to, modelCalls, toolCalls, ...more }: Range): readonly string[] {
  const { tokensIn, tokensOut, costUsd, misses, failures } = more;
  const parts = [
    `${duration(to - from)} from ${duration(from)}`,
    plural(modelCalls, 'model call'),
    plural(toolCalls, 'tool call'),
  ];
  if (tokensIn !== undefined) parts.push(`${plural(tokensIn, 'token')} in`);
  if (tokensOut !== undefined) parts.push(`${count(tokensOut)} out`);
  if (costUsd !== undefined) parts.push(dollars(costUsd));
  parts.push(plural(misses, 'miss', 'misses'));
  if (failures > 0) parts.push(`${count(failures)} failed`);
  return parts;
}
