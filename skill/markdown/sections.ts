/**
 * Splits a document into sections at its headings, and sections into blocks and fences, by lines only. It needs no
 * parser, so a keystroke costs one section, and text that cannot contain a finding is never parsed.
 *
 * Fences are recognized as a human reader sees them, also inside lists at any indentation. A heading starts a section
 * only at the start of a line, outside fences and comments.
 */
import type { Range } from '../model/model.ts';
import { closes, fenceMark, type OpenFence, openFence } from './fence-lines.ts';

/** A fenced block; `content` is the range between its fence lines. */
export interface Fence extends Range {
  readonly language: string;
  readonly content: Range;
}

/** A part between blank lines that can be parsed on its own; a list item is never split. */
export interface Block extends Range {
  /** True if the block is one fence and nothing else. */
  readonly onlyFence: boolean;
}

export interface Section extends Range {
  readonly fences: readonly Fence[];
  readonly blocks: readonly Block[];
}

const HEADING = /^#{1,6}(?:[ \t]|\r?$)/;
/** A list item at the start of a line, which can be parsed without its siblings. */
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
/** HTML that ends at a marker rather than at a blank line. */
const RAW = /^ {0,3}(?:<!--|<(?:pre|script|style|textarea)(?=[\s>]|$))/i;
const RAW_END = /-->|<\/(?:pre|script|style|textarea)>/i;

const isRaw = (line: string): boolean => RAW.test(line) && !RAW_END.test(line);

/** Maximum number of blocks read per document. The longest of thousands of real documents, 1 MB, has 9,500. */
const MAX_BLOCKS = 30_000;

const TAB = 9;
const SPACE = 32;
const HASH = 35;
const LESS_THAN = 60;
/** True for `*`, `+`, `-` and digits. */
const mayBeItem = (code: number): boolean => code === 42 || code === 43 || code === 45 || (code >= 48 && code <= 57);

/**
 * Returns a function that finds the next occurrence of `sign` at or after an offset that never decreases, or the end.
 */
function nextOccurrence(text: string, sign: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = text.indexOf(sign, from);
      found = at < 0 ? text.length : at;
    }
    return found;
  };
}

/**
 * Splits `text` from `start` on into sections, in order and without gaps. Ranges are offsets into `text`. Everything
 * after the first 30,000 blocks is one last section without blocks, in which nothing is found.
 */
export function splitSections(text: string, start: number): readonly Section[] {
  const splitter = new Splitter(text, start);
  let at = start;
  while (at < text.length && !splitter.isFull) at = splitter.readLine(at);
  return splitter.finish(at);
}

/**
 * Splits `text` from `start`, the start of a section, up to the first section after `from` whose start is known from an
 * earlier version (`isKnown`), since the following sections are unchanged, or up to the end of the text. The caller
 * must enforce the limit of blocks.
 */
export function splitUntil(
  text: string,
  start: number,
  from: number,
  isKnown: (at: number) => boolean,
): readonly Section[] {
  const splitter = new Splitter(text, start);
  let at = start;
  while (at < text.length && !splitter.isFull) {
    at = splitter.readLine(at);
    const sectionStart = splitter.sectionStart;
    if (sectionStart > from && isKnown(sectionStart)) return splitter.done;
  }
  return splitter.finish(at);
}

/** Returns true if a document with this many blocks is below the limit, so all of them are read. */
export const isBelowBlockLimit = (blocks: number): boolean => blocks < MAX_BLOCKS;

/** Reads line by line and keeps track of open fences, blocks and sections. */
class Splitter {
  readonly #text: string;
  // Most lines contain no fence marker and need not be sliced to find out.
  readonly #ticks: (from: number) => number;
  readonly #tildes: (from: number) => number;
  readonly #sections: Section[] = [];
  /** The fences and blocks of the current section. */
  #fences: Fence[] = [];
  #blocks: Block[] = [];
  #sectionStart: number;
  /** Number of blocks in all sections. */
  #total = 0;
  /** The start of the current block; -1 if there is none. */
  #blockStart = -1;
  #afterBlank = true;
  /** True if the current block begins with a list item. */
  #inList = false;
  #inRaw = false;
  #fence: OpenFence | undefined;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#sectionStart = start;
    this.#ticks = nextOccurrence(text, '```');
    this.#tildes = nextOccurrence(text, '~~~');
  }

  /** The start of the current section. */
  get sectionStart(): number {
    return this.#sectionStart;
  }

  /** The completed sections. */
  get done(): readonly Section[] {
    return this.#sections;
  }

  get isFull(): boolean {
    return this.#total >= MAX_BLOCKS && !this.#fence && !this.#inRaw;
  }

  /**
   * Reads the line at `from`, or in a fence the next line that may end it. Returns the offset of the next line to read.
   */
  readLine(from: number): number {
    const text = this.#text;
    const marked = Math.min(this.#ticks(from), this.#tildes(from));
    let at = from;
    if (this.#fence && !this.#fence.quoted) {
      // No line before the next marker can end the fence.
      if (marked >= text.length) return text.length;
      at = Math.max(at, text.lastIndexOf('\n', marked) + 1);
    }
    const newline = text.indexOf('\n', at);
    const next = newline < 0 ? text.length : newline + 1;
    const mark = marked < next ? fenceMark(text.slice(at, next)) : null;
    if (this.#fence) return this.#readFenced(this.#fence, at, next, mark);
    if (this.#inRaw) this.#inRaw = !RAW_END.test(text.slice(at, next));
    else this.#readText(at, next, mark);
    return next;
  }

  /** Completes everything that is open. `at` is where reading stopped; the rest is a section without blocks. */
  finish(at: number): readonly Section[] {
    const end = this.#text.length;
    if (at < end) this.#endSection(at);
    if (this.#fence) this.#endFence(this.#fence, end, end);
    this.#endSection(end);
    return this.#sections;
  }

  /** Reads a line inside a fence. A line that leaves the fence's quote ends it and is read again as text. */
  #readFenced(fence: OpenFence, at: number, next: number, mark: RegExpExecArray | null): number {
    const leftQuote = fence.quoted && !/^[ \t]*>/.test(this.#text.slice(at, next));
    if (!leftQuote && !closes(fence, mark)) return next;
    const end = leftQuote ? at : next;
    this.#endFence(fence, at, end);
    this.#afterBlank = false;
    return end;
  }

  /** Reads a line outside fences and raw HTML. */
  #readText(at: number, next: number, mark: RegExpExecArray | null): void {
    const text = this.#text;
    const first = text.charCodeAt(at);
    if ((first <= 32 || first >= 128) && text.slice(at, next).trim() === '') this.#afterBlank = true;
    else if (first === HASH && HEADING.test(text.slice(at, next))) this.#addHeading(at, next);
    else {
      const fence = mark ? openFence(mark, at, next) : undefined;
      this.#continueBlock(at, first, fence?.alone === true, mayBeItem(first) && ITEM.test(text.slice(at, next)));
      if (fence) this.#fence = fence;
      else if ((first === LESS_THAN || first === SPACE) && isRaw(text.slice(at, next))) this.#inRaw = true;
    }
  }

  /** A heading starts a section and is a block of its own. */
  #addHeading(at: number, next: number): void {
    this.#endSection(at);
    this.#blockStart = at;
    this.#endBlock(next);
    this.#afterBlank = true;
  }

  /** Adds a line, with the first character `first`, to the current block, or starts a new one. */
  #continueBlock(at: number, first: number, isFence: boolean, isItem: boolean): void {
    const indented = first === SPACE || first === TAB;
    if (!indented && (this.#afterBlank || isFence || (isItem && this.#inList))) this.#endBlock(at);
    if (this.#blockStart < 0) {
      this.#blockStart = at;
      this.#inList = isItem;
    }
    this.#afterBlank = false;
  }

  /** Completes a fence, and its block if it is one of its own. */
  #endFence({ start, content, language, alone }: OpenFence, contentEnd: number, end: number): void {
    this.#fences.push({ start, end, language, content: { start: content, end: contentEnd } });
    if (alone) this.#endBlock(end, true);
    this.#fence = undefined;
  }

  #endBlock(end: number, onlyFence = false): void {
    if (this.#blockStart >= 0 && end > this.#blockStart) {
      this.#blocks.push({ start: this.#blockStart, end, onlyFence });
      this.#total++;
    }
    this.#blockStart = -1;
  }

  #endSection(end: number): void {
    this.#endBlock(end);
    if (end > this.#sectionStart)
      this.#sections.push({ start: this.#sectionStart, end, fences: this.#fences, blocks: this.#blocks });
    this.#fences = [];
    this.#blocks = [];
    this.#sectionStart = end;
  }
}
