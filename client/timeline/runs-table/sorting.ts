/** Sorts the rows of the table. */
import type { RunTable } from './table.ts';

export type SortKey =
  | 'prompt'
  | 'skill'
  | 'client'
  | 'outcome'
  | 'misses'
  | 'calls'
  | 'tokens'
  | 'cost'
  | 'time'
  | 'date';

export interface Sorting<Key extends string = SortKey> {
  readonly key: Key;
  readonly descending: boolean;
}

/** The latest first. */
export const DEFAULT_SORTING: Sorting = { key: 'date', descending: true };

/** The columns of texts, and of outcomes, which are first sorted ascending. */
const ASCENDING: ReadonlySet<string> = new Set(['prompt', 'skill', 'client', 'outcome']);

/**
 * Returns the sorting after a click on the header of a column: first the direction that is asked for most, then the other one,
 * then the initial sorting.
 */
export function nextSorting<Key extends string>(current: Sorting<Key>, key: Key, initial: Sorting<Key>): Sorting<Key> {
  const first = !ASCENDING.has(key);
  if (current.key !== key) return { key, descending: first };
  if (current.descending === first || key === initial.key) return { key, descending: !current.descending };
  return initial;
}

/** Compares two texts as a reader does, numbers in them by value. */
export const compareTexts = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

/**
 * Returns the ids in order. Rows whose value is not known are last in both directions; equal ones keep the order of their ids,
 * the latest first.
 */
export function sortRows(table: RunTable, ids: readonly number[], { key, descending }: Sorting): Int32Array {
  const latest = ids.toSorted(
    (a, b) => compareFigures(table.figure(a, 'start'), table.figure(b, 'start'), true) || b - a,
  );
  if (key === 'prompt' || key === 'skill' || key === 'client') {
    const texts = latest.map((id) => [id, textOf(table, id, key)] as const);
    return Int32Array.from(
      texts.sort(([, a], [, b]) => compareKnownTexts(a, b, descending)),
      ([id]) => id,
    );
  }
  const figures = latest.map((id) => [id, figureOf(table, id, key)] as const);
  return Int32Array.from(
    figures.sort(([, a], [, b]) => compareFigures(a, b, descending)),
    ([id]) => id,
  );
}

/** Compares two figures; NaN, which is not known, is after all others in both directions. */
export function compareFigures(a: number, b: number, descending: boolean): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return descending ? b - a : a - b;
}

function compareKnownTexts(a: string, b: string, descending: boolean): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  return descending ? compareTexts(b, a) : compareTexts(a, b);
}

function textOf(table: RunTable, id: number, key: 'prompt' | 'skill' | 'client'): string {
  if (key === 'skill') return table.skillsOf(id).join(', ');
  return table.text(id, key === 'prompt' ? 'title' : 'client');
}

function figureOf(table: RunTable, id: number, key: Exclude<SortKey, 'prompt' | 'skill' | 'client'>): number {
  switch (key) {
    case 'outcome':
      return table.outcomeRank(id);
    case 'misses':
    case 'calls':
      return table.figure(id, key);
    case 'tokens':
      return table.tokens(id);
    case 'cost':
      return table.figure(id, 'costUsd');
    case 'time':
      return table.duration(id);
    case 'date':
      return table.figure(id, 'start');
  }
}
