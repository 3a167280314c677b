/**
 * The words of arguments, results and replies, in lower case, for searching all of them at once: long texts joined in
 * blocks, with the row that each stretch belongs to. Kept in memory, because a search that read the journal again would
 * take seconds where this takes milliseconds.
 */

import { blobOf } from './read.ts';

/** Characters in one block: long enough that few are searched, short enough to be put together quickly. */
const BLOCK = 1 << 19;
/** Characters in all; what comes after is not searched, and the page is told. */
const MOST = 1 << 27;
/** No value of a journal nests deeper by right. */
const DEEPEST = 40;

interface Block {
  readonly text: string;
  /** Where each stretch begins, in order, and its row. */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

export class Words {
  private readonly blocks: Block[] = [];
  private parts: string[] = [];
  private starts: number[] = [];
  private rows: number[] = [];
  private length = 0;
  private total = 0;
  private readonly most: number;
  /** Payloads that stand in files beside the journal, each with its row: nothing of them is in here. */
  readonly apart: { readonly row: number; readonly blob: string }[] = [];

  /** @param most characters that are kept; the row that goes above them is the last one */
  constructor(most = MOST) {
    this.most = most;
  }

  /** Whether there is no room for more rows. */
  get full(): boolean {
    return this.total > this.most;
  }

  /** Notes the texts and numbers of a value as words of a row. */
  add(row: number, value: unknown): void {
    const blob = blobOf(value);
    if (blob !== undefined) this.apart.push({ row, blob });
    if (blob !== undefined || value === undefined || value === null || value === '' || this.full) return;
    this.starts.push(this.length);
    this.rows.push(row);
    this.collect(value, 0);
    if (this.length >= BLOCK) this.seal();
  }

  private collect(value: unknown, depth: number): void {
    if (typeof value === 'string') this.push(value);
    else if (typeof value === 'number' || typeof value === 'boolean') this.push(String(value));
    else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
      for (const item of Object.values(value)) this.collect(item, depth + 1);
    }
  }

  private push(text: string): void {
    this.parts.push(text);
    // One more for the line end between them.
    this.length += text.length + 1;
    this.total += text.length + 1;
  }

  private seal(): void {
    const joined = `${this.parts.join('\n')}\n`;
    const lower = joined.toLowerCase();
    // Lower case can be longer than the text (İ): then letters stay as they are, or places would not fit.
    const text = lower.length === joined.length ? lower : joined;
    this.blocks.push({ text, starts: Int32Array.from(this.starts), rows: Int32Array.from(this.rows) });
    this.parts = [];
    this.starts = [];
    this.rows = [];
    this.length = 0;
  }

  /** How many blocks there are: where a search goes on later. */
  mark(): number {
    if (this.parts.length > 0) this.seal();
    return this.blocks.length;
  }

  /**
   * Rows that hold the query, letter case aside, in order.
   * @param from what `mark` gave when it was searched last
   */
  find(query: string, from = 0): Int32Array {
    const wanted = query.trim().toLowerCase();
    this.mark();
    const found = new Set<number>();
    if (wanted !== '') for (const block of this.blocks.slice(from)) search(block, wanted, found);
    return Int32Array.from(found).sort();
  }
}

function search({ text, starts, rows }: Block, wanted: string, found: Set<number>): void {
  let stretch = 0;
  for (let at = text.indexOf(wanted); at !== -1; ) {
    stretch = lastAtOrBefore(starts, at, stretch);
    found.add(rows[stretch]!);
    // One hit in a row is enough.
    const next = starts[stretch + 1];
    if (next === undefined) return;
    at = text.indexOf(wanted, next);
  }
}

function lastAtOrBefore(starts: Int32Array, at: number, from: number): number {
  let low = from;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
