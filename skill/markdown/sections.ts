/**
 * A document cut by lines alone: into sections at its headings, and those into blocks and fences. Cheap and without a
 * parser, so that a keystroke costs one section, and so that text that holds nothing to decide is never parsed.
 *
 * Fences are told as a reader tells them: also inside lists, whatever their indentation. A heading begins a section only
 * at the start of a line, outside fences and comments.
 */
import type { Range } from '../model/model.ts';
import { closes, fenceMark, type OpenFence, openedBy } from './fence-lines.ts';

/** A fenced block; `content` is what stands between its fence lines. */
export interface Fence extends Range {
  readonly language: string;
  readonly content: Range;
}

/** A piece between blank lines that Markdown can parse by itself; an item of a list stays whole. */
export interface Block extends Range {
  /** One fence and nothing else. */
  readonly onlyFence: boolean;
}

export interface Section extends Range {
  readonly fences: readonly Fence[];
  readonly blocks: readonly Block[];
}

const HEADING = /^#{1,6}(?:[ \t]|\r?$)/;
/** An item of a list at the start of a line: its siblings need not be parsed with it. */
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
/** HTML whose end is a mark, not a blank line. */
const RAW = /^ {0,3}(?:<!--|<(?:pre|script|style|textarea)(?=[\s>]|$))/i;
const RAW_END = /-->|<\/(?:pre|script|style|textarea)>/i;

const isRaw = (line: string): boolean => RAW.test(line) && !RAW_END.test(line);

/** Blocks of one document that are read. A generated reference of 1 MB, the longest of thousands of real documents, has 9,500. */
const MOST_BLOCKS = 30_000;

const TAB = 9;
const SPACE = 32;
const HASH = 35;
const LESS = 60;
/** `*`, `+`, `-`, a digit. */
const mayBeItem = (code: number): boolean => code === 42 || code === 43 || code === 45 || (code >= 48 && code <= 57);

/** Answers where a sign stands next from a place on, that of the question before or one behind it; the text's end where it does not. */
function finder(text: string, sign: string): (from: number) => number {
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
 * The sections of `text` from `start` on, in order, without gaps. Ranges are offsets into `text`. What follows the first
 * 30,000 blocks is one last section without any, in which nothing is found.
 */
export function splitSections(text: string, start: number): readonly Section[] {
  const splitter = new Splitter(text, start);
  let at = start;
  while (at < text.length && !splitter.isFull) at = splitter.readLine(at);
  return splitter.finish(at);
}

/**
 * The sections of `text` from `start`, where one begins, up to the first that begins where `isKnown` says that one did
 * before, after `from`: what follows is cut as it was. Up to the end where there is none. The limit of blocks is the
 * caller's to keep.
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
    const begun = splitter.sectionStart;
    if (begun > from && isKnown(begun)) return splitter.done;
  }
  return splitter.finish(at);
}

/** Whether so many blocks of one document are all read. */
export const areAllRead = (blocks: number): boolean => blocks < MOST_BLOCKS;

/** Reads line by line, and keeps what is open. */
class Splitter {
  readonly #text: string;
  // Most lines have no mark of a fence, and need not be cut out to tell.
  readonly #ticks: (from: number) => number;
  readonly #tildes: (from: number) => number;
  readonly #sections: Section[] = [];
  /** Those of the section that is being read. */
  #fences: Fence[] = [];
  #blocks: Block[] = [];
  #sectionStart: number;
  /** Blocks of all sections. */
  #total = 0;
  /** Where the block that is being read begins; -1 between two. */
  #blockStart = -1;
  #afterBlank = true;
  /** Whether the block that is being read begins with an item of a list. */
  #inList = false;
  #inRaw = false;
  #fence: OpenFence | undefined;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#sectionStart = start;
    this.#ticks = finder(text, '```');
    this.#tildes = finder(text, '~~~');
  }

  /** Where the section begins that is being read. */
  get sectionStart(): number {
    return this.#sectionStart;
  }

  /** The sections that are read to their ends. */
  get done(): readonly Section[] {
    return this.#sections;
  }

  get isFull(): boolean {
    return this.#total >= MOST_BLOCKS && !this.#fence && !this.#inRaw;
  }

  /** Reads the line at `from`; in a fence, the next one that may end it. Answers where the line to read next begins. */
  readLine(from: number): number {
    const text = this.#text;
    const marked = Math.min(this.#ticks(from), this.#tildes(from));
    let at = from;
    if (this.#fence && !this.#fence.quoted) {
      // Nothing before the line of the next mark can end it.
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

  /** Ends whatever is open. `at` is where reading stopped: what follows is a section in which nothing is found. */
  finish(at: number): readonly Section[] {
    const end = this.#text.length;
    if (at < end) this.#endSection(at);
    if (this.#fence) this.#endFence(this.#fence, end, end);
    this.#endSection(end);
    return this.#sections;
  }

  /** Reads a line within a fence, which may end it; a line that leaves its quotation is read again. */
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
      const fence = mark ? openedBy(mark, at, next) : undefined;
      this.#continueBlock(at, first, fence?.alone === true, mayBeItem(first) && ITEM.test(text.slice(at, next)));
      if (fence) this.#fence = fence;
      else if ((first === LESS || first === SPACE) && isRaw(text.slice(at, next))) this.#inRaw = true;
    }
  }

  /** A heading begins a section, and is a block of its own. */
  #addHeading(at: number, next: number): void {
    this.#endSection(at);
    this.#blockStart = at;
    this.#endBlock(next);
    this.#afterBlank = true;
  }

  /** Adds a line, which begins with `first`, to the open block, or begins a block with it. */
  #continueBlock(at: number, first: number, isFence: boolean, isItem: boolean): void {
    const indented = first === SPACE || first === TAB;
    if (!indented && (this.#afterBlank || isFence || (isItem && this.#inList))) this.#endBlock(at);
    if (this.#blockStart < 0) {
      this.#blockStart = at;
      this.#inList = isItem;
    }
    this.#afterBlank = false;
  }

  /** Ends a fence whose content ends at `contentEnd`, and the block that it is. */
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
