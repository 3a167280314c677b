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

/** Returns a client's result without the paragraph that `withText` has added to it. */
export function withoutText(value: Json): Json {
  if (typeof value === 'string') return withoutLastParagraph(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const last = Object.entries(value).findLast(([, inner]) => typeof inner === 'string');
  return last === undefined ? value : { ...value, [last[0]]: withoutLastParagraph(String(last[1])) };
}

function withoutLastParagraph(text: string): string {
  return text.slice(0, Math.max(0, text.lastIndexOf('\n\n')));
}
