import type { Json } from '../protocol/events.ts';
import { LEFT_OUT, LEFT_OUT_KEYS, type LeftOut } from './left-out.ts';

/** Characters of a result's texts in which something is left out; what comes after them is compared as it is. */
const MOST = 200_000;
/** Characters around a match that say whether it counts after all. */
const AROUND = 48;

/**
 * A text that stands for a result in comparisons: two results are the same where theirs are. Left out are durations, ids of
 * processes and sessions, and timestamps at the start of lines (`left-out.ts`).
 */
export function comparable(value: Json): string {
  let left = MOST;
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (typeof inner !== 'string' && typeof inner !== 'number') return inner;
    const mark = markOf(key, inner);
    if (mark !== undefined) return mark;
    if (typeof inner === 'number' || left === 0) return inner;
    const head = inner.slice(0, left);
    left -= head.length;
    return withoutNoise(head) + inner.slice(head.length);
  });
  return text ?? '';
}

function markOf(key: string, value: string | number): string | undefined {
  const text = String(value);
  return LEFT_OUT_KEYS.find((one) => one.key.test(key) && one.value.test(text))?.mark;
}

function withoutNoise(text: string): string {
  let rest = text;
  for (const row of LEFT_OUT) rest = leaveOut(rest, row);
  return rest;
}

function leaveOut(text: string, { mark, pattern, unless }: LeftOut): string {
  return text.replace(pattern, (match: string, ...more: (string | number | undefined)[]) => {
    const at = more.findIndex((one) => typeof one === 'number');
    const kept = more.slice(0, at).find((one) => one !== undefined) ?? '';
    if (unless !== undefined) {
      const place = Number(more[at]);
      const number = place + String(kept).length;
      const before = text.slice(Math.max(0, number - AROUND), number);
      const after = text.slice(place + match.length, place + match.length + AROUND);
      if (unless.before.test(before.slice(before.lastIndexOf('\n') + 1)) || unless.after.test(after)) return match;
    }
    return `${kept}${mark}`;
  });
}
