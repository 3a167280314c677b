/** Find in the names of rows. */
import type { SpanRow } from '../protocol.ts';

/** The words of a row that are searched. */
export function wordsOf(row: SpanRow): string {
  return [row.verb, row.name, row.detail, row.code, row.cause?.text, row.cause?.place].filter(Boolean).join(' ');
}

/** Ids of the rows that hold the words, letter case aside; none for an empty query. */
export function find(rows: readonly SpanRow[], query: string): readonly number[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  return rows.filter((row) => wordsOf(row).toLowerCase().includes(wanted)).map((row) => row.id);
}

/** Splits a text at every hit; odd places are hits. */
export function splitAtHits(text: string, query: string): readonly string[] {
  const wanted = query.trim().toLowerCase();
  const lower = text.toLowerCase();
  // Lower case can be longer than the text (İ): places would not fit.
  if (wanted === '' || lower.length !== text.length) return [text];
  const parts: string[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** The hit after (or before) a row in drawing order, around the end. `order` gives a row's place. */
export function stepHit(hits: readonly number[], active: number, step: 1 | -1): number | undefined {
  if (hits.length === 0) return undefined;
  const found = step === 1 ? hits.find((id) => id > active) : hits.findLast((id) => id < active);
  return found ?? (step === 1 ? hits[0] : hits.at(-1));
}
