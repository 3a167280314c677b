import type { Json } from '../protocol/events.ts';
import { VOLATILE_KEYS, VOLATILE_PATTERNS, type VolatilePattern } from './volatile-values.ts';

/** Maximum number of characters of a result's texts that are normalized; the rest is compared unchanged. */
const MAX_NORMALIZED = 200_000;
/** Number of characters around a match that decide whether it is significant after all. */
const CONTEXT_LENGTH = 48;

/**
 * Converts a result to a normalized text: two results are considered the same if their texts are equal. Durations, ids of
 * processes and sessions, and timestamps at the start of lines are replaced by marks (`volatile-values.ts`).
 */
export function normalizeResult(value: Json): string {
  if (latest?.value !== value) latest = { value, text: normalize(value) };
  return latest.text;
}

/** The latest result, because several guards normalize the same one in turn. */
let latest: { readonly value: Json; readonly text: string } | undefined;

function normalize(value: Json): string {
  let remaining = MAX_NORMALIZED;
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (typeof inner !== 'string' && typeof inner !== 'number') return inner;
    const mark = markOf(key, inner);
    if (mark !== undefined) return mark;
    if (typeof inner === 'number' || remaining === 0) return inner;
    const head = inner.slice(0, remaining);
    remaining -= head.length;
    return normalizeText(head) + inner.slice(head.length);
  });
  return text ?? '';
}

function markOf(key: string, value: string | number): string | undefined {
  const text = String(value);
  return VOLATILE_KEYS.find((one) => one.key.test(key) && one.value.test(text))?.mark;
}

function normalizeText(text: string): string {
  let normalized = text;
  for (const row of VOLATILE_PATTERNS) normalized = replaceVolatile(normalized, row);
  return normalized;
}

function replaceVolatile(text: string, { mark, pattern, unless }: VolatilePattern): string {
  return text.replace(pattern, (match: string, ...more: (string | number | undefined)[]) => {
    const at = more.findIndex((one) => typeof one === 'number');
    const prefix = more.slice(0, at).find((one) => one !== undefined) ?? '';
    if (unless !== undefined) {
      const offset = Number(more[at]);
      const numberStart = offset + String(prefix).length;
      const before = text.slice(Math.max(0, numberStart - CONTEXT_LENGTH), numberStart);
      const after = text.slice(offset + match.length, offset + match.length + CONTEXT_LENGTH);
      if (unless.before.test(before.slice(before.lastIndexOf('\n') + 1)) || unless.after.test(after)) return match;
    }
    return `${prefix}${mark}`;
  });
}
