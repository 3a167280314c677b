/** Finds text in the names of rows. Arguments and results are searched by the host. */
import { INT } from '../columns.ts';
import type { Table } from './table.ts';

const COLUMNS = [INT.verb, INT.name, INT.detail, INT.code, INT.label] as const;

/** Searches rows. Each string of the run is converted to lower case once. */
export class Finder {
  private readonly table: Table;
  private readonly lower: string[] = [];

  constructor(table: Table) {
    this.table = table;
  }

  clear(): void {
    this.lower.length = 0;
  }

  /** Returns the ids of the rows that contain the query, ignoring case; none for an empty query. */
  find(query: string): readonly number[] {
    const needle = query.trim().toLowerCase();
    if (needle === '') return [];
    const { table, lower } = this;
    for (let index = lower.length; index < table.strings.length; index++)
      lower.push(table.strings[index]!.toLowerCase());
    const matches = new Uint8Array(lower.length);
    for (let index = 0; index < lower.length; index++) if (lower[index]!.includes(needle)) matches[index] = 1;
    // A query can match across columns, as in "load_skill writer".
    const spansColumns = needle.includes(' ');
    const found: number[] = [];
    for (let id = 0; id < table.count; id++) {
      if (COLUMNS.some((column) => matches[table.stringAt(id, column)] === 1) || this.matchesCause(id, needle))
        found.push(id);
      else if (
        spansColumns &&
        COLUMNS.map((column) => lower[table.stringAt(id, column)])
          .join(' ')
          .includes(needle)
      )
        found.push(id);
    }
    return found;
  }

  private matchesCause(id: number, needle: string): boolean {
    if (this.table.rest.size === 0 || this.table.kind(id) !== 'cause') return false;
    const cause = this.table.rest.get(id)?.cause;
    return cause !== undefined && `${cause.place} ${cause.text}`.toLowerCase().includes(needle);
  }
}

/** Merges two sorted lists without duplicates. */
export function mergeSorted(one: readonly number[], other: ArrayLike<number>): readonly number[] {
  if (other.length === 0) return one;
  const both: number[] = [];
  let at = 0;
  for (const value of one) {
    while (at < other.length && other[at]! < value) both.push(other[at++]!);
    if (other[at] === value) at++;
    both.push(value);
  }
  while (at < other.length) both.push(other[at++]!);
  return both;
}

/** Splits a text at every hit; parts at odd indexes are hits. */
export function splitAtHits(text: string, query: string): readonly string[] {
  const needle = query.trim().toLowerCase();
  const lower = text.toLowerCase();
  // Lower case can be longer than the original (İ), which would shift the offsets.
  if (needle === '' || lower.length !== text.length) return [text];
  const parts: string[] = [];
  let from = 0;
  for (let at = lower.indexOf(needle); at !== -1; at = lower.indexOf(needle, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + needle.length));
    from = at + needle.length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** Returns the hit after (or before) a row, wrapping around. `hits` are sorted. */
export function nextHit(hits: readonly number[], active: number, step: 1 | -1): number | undefined {
  if (hits.length === 0) return undefined;
  const found = step === 1 ? hits.find((id) => id > active) : hits.findLast((id) => id < active);
  return found ?? (step === 1 ? hits[0] : hits.at(-1));
}
