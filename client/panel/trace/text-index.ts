/**
 * A text index over arguments, results and replies, in lower case: long texts joined in blocks, with the row of each
 * segment. Kept in memory, because searching the journal again would take seconds instead of milliseconds.
 */

import { blobOf } from './read.ts';

/** Characters per block: large enough for few searches, small enough to be joined quickly. */
const BLOCK = 1 << 19;
/** Maximum number of characters. Later text is not searched, and the page is notified. */
const MAX_LENGTH = 1 << 27;
/** Maximum depth of indexed values; valid ones are not deeper. */
const MAX_DEPTH = 40;

interface Block {
  readonly text: string;
  /** Start of each segment in order, and its row. */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

export class TextIndex {
  private readonly blocks: Block[] = [];
  private parts: string[] = [];
  private starts: number[] = [];
  private rows: number[] = [];
  private length = 0;
  private total = 0;
  private readonly maxLength: number;
  /** Payloads stored in files next to the journal, by row. Their text is not indexed. */
  readonly blobs: { readonly row: number; readonly blob: string }[] = [];

  /** @param maxLength maximum number of characters; the row that exceeds it is the last one */
  constructor(maxLength = MAX_LENGTH) {
    this.maxLength = maxLength;
  }

  /** True if no more rows are indexed. */
  get isFull(): boolean {
    return this.total > this.maxLength;
  }

  /** Indexes the texts and numbers of a value for a row. */
  add(row: number, value: unknown): void {
    const blob = blobOf(value);
    if (blob !== undefined) this.blobs.push({ row, blob });
    if (blob !== undefined || value === undefined || value === null || value === '' || this.isFull) return;
    this.starts.push(this.length);
    this.rows.push(row);
    this.collect(value, 0);
    if (this.length >= BLOCK) this.seal();
  }

  private collect(value: unknown, depth: number): void {
    if (typeof value === 'string') this.push(value);
    else if (typeof value === 'number' || typeof value === 'boolean') this.push(String(value));
    else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
      for (const item of Object.values(value)) this.collect(item, depth + 1);
    }
  }

  private push(text: string): void {
    this.parts.push(text);
    // One more for the line feed between texts.
    this.length += text.length + 1;
    this.total += text.length + 1;
  }

  private seal(): void {
    const joined = `${this.parts.join('\n')}\n`;
    const lower = joined.toLowerCase();
    // Lower case can be longer than the original (İ), which would shift offsets: then the case is kept.
    const text = lower.length === joined.length ? lower : joined;
    this.blocks.push({ text, starts: Int32Array.from(this.starts), rows: Int32Array.from(this.rows) });
    this.parts = [];
    this.starts = [];
    this.rows = [];
    this.length = 0;
  }

  /** Returns the number of blocks, from which a later search can continue. */
  blockCount(): number {
    if (this.parts.length > 0) this.seal();
    return this.blocks.length;
  }

  /**
   * Returns the rows that contain the query, ignoring case, sorted.
   * @param from the result of `blockCount` at the last search
   */
  find(query: string, from = 0): Int32Array {
    const needle = query.trim().toLowerCase();
    this.blockCount();
    const found = new Set<number>();
    if (needle !== '') for (const block of this.blocks.slice(from)) search(block, needle, found);
    return Int32Array.from(found).sort();
  }
}

function search({ text, starts, rows }: Block, needle: string, found: Set<number>): void {
  let segment = 0;
  for (let at = text.indexOf(needle); at !== -1; ) {
    segment = findSegment(starts, at, segment);
    found.add(rows[segment]!);
    // One hit per row is enough.
    const next = starts[segment + 1];
    if (next === undefined) return;
    at = text.indexOf(needle, next);
  }
}

function findSegment(starts: Int32Array, at: number, from: number): number {
  let low = from;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
