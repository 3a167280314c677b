import type { Json } from '../protocol/events.ts';

/** Returns a client's result, which is a text or an object with one, with a paragraph added to it. */
export function withText(value: Json, paragraph: string): Json {
  if (typeof value === 'string') return value === '' ? paragraph : `${value}\n\n${paragraph}`;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return paragraph;
  const entries = Object.entries(value);
  const last = entries.findLast(([, inner]) => typeof inner === 'string');
  return last === undefined
    ? { ...value, error: paragraph }
    : { ...value, [last[0]]: `${String(last[1])}\n\n${paragraph}` };
}
