/**
 * A document cut by lines alone: into sections at its headings, and those into blocks and fences. Cheap and without a
 * parser, so that a keystroke costs one section, and so that text that holds nothing to decide is never parsed.
 *
 * Fences are told as a reader tells them: also inside lists, whatever their indentation. A heading begins a section only
 * at the start of a line, outside fences and comments.
 */
import type { Range } from '../model/model.ts';

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
const FENCE = /^((?:[ \t]*>)*)[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\r\n]*)/;
/** An item of a list at the start of a line: its siblings need not be parsed with it. */
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
/** HTML whose end is a mark, not a blank line. */
const RAW = /^ {0,3}(?:<!--|<(?:pre|script|style|textarea)(?=[\s>]|$))/i;
const RAW_END = /-->|<\/(?:pre|script|style|textarea)>/i;

const isRaw = (line: string): boolean => RAW.test(line) && !RAW_END.test(line);

/** Blocks of one document that are read. A generated reference of 1 MB, the longest of thousands of real documents, has 9,500. */
const MOST_BLOCKS = 30_000;

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
  const sections: Section[] = [];
  let fences: Fence[] = [];
  let blocks: Block[] = [];
  let sectionStart = start;
  let total = 0;
  let blockStart = -1;
  let blank = true;
  let list = false;
  let raw = false;
  let fence:
    | { start: number; content: number; mark: string; language: string; quoted: boolean; alone: boolean }
    | undefined;

  const endBlock = (end: number, onlyFence = false): void => {
    if (blockStart >= 0 && end > blockStart) {
      blocks.push({ start: blockStart, end, onlyFence });
      total++;
    }
    blockStart = -1;
  };
  const endSection = (end: number): void => {
    endBlock(end);
    if (end > sectionStart) sections.push({ start: sectionStart, end, fences, blocks });
    fences = [];
    blocks = [];
    sectionStart = end;
  };

  // Most lines have no mark of a fence, and need not be cut out to tell.
  const ticks = finder(text, '```');
  const tildes = finder(text, '~~~');

  for (let at = start; at < text.length; ) {
    if (total >= MOST_BLOCKS && !fence && !raw) {
      endSection(at);
      break;
    }
    const marked = Math.min(ticks(at), tildes(at));
    if (fence && !fence.quoted) {
      // Nothing before the line of the next mark can end it.
      if (marked >= text.length) break;
      at = Math.max(at, text.lastIndexOf('\n', marked) + 1);
    }
    const newline = text.indexOf('\n', at);
    const next = newline < 0 ? text.length : newline + 1;
    const mark = marked < next ? FENCE.exec(text.slice(at, next)) : null;
    if (fence) {
      const run = mark?.[2] ?? '';
      const closes = run[0] === fence.mark[0] && run.length >= fence.mark.length && (mark?.[3] ?? '').trim() === '';
      const leftQuote = fence.quoted && !/^[ \t]*>/.test(text.slice(at, next));
      if (closes || leftQuote) {
        const end = leftQuote ? at : next;
        fences.push({ start: fence.start, end, language: fence.language, content: { start: fence.content, end: at } });
        if (fence.alone) endBlock(end, true);
        fence = undefined;
        blank = false;
        if (leftQuote) continue;
      }
      at = next;
      continue;
    }
    if (raw) {
      if (RAW_END.test(text.slice(at, next))) raw = false;
      at = next;
      continue;
    }
    const first = text.charCodeAt(at);
    if ((first <= 32 || first >= 128) && text.slice(at, next).trim() === '') {
      blank = true;
      at = next;
      continue;
    }
    const flush = first !== 32 && first !== 9;
    if (first === HASH && HEADING.test(text.slice(at, next))) {
      endSection(at);
      blockStart = at;
      endBlock(next);
      blank = true;
      at = next;
      continue;
    }
    const opens = mark !== null && !(mark[2]?.startsWith('`') && mark[3]?.includes('`'));
    const alone = opens && flush && text.startsWith(mark[2] ?? '', at);
    const item = mayBeItem(first) && ITEM.test(text.slice(at, next));
    if (flush && (blank || alone || (item && list))) endBlock(at);
    if (blockStart < 0) {
      blockStart = at;
      list = item;
    }
    blank = false;
    if (opens) {
      const language = (mark[3] ?? '').trim().split(/[\s,{]/)[0] ?? '';
      const quoted = (mark[1] ?? '') !== '';
      fence = { start: at, content: next, mark: mark[2] ?? '', language: language.toLowerCase(), quoted, alone };
    } else if ((first === LESS || first === 32) && isRaw(text.slice(at, next))) raw = true;
    at = next;
  }
  if (fence) {
    const content = { start: Math.min(fence.content, text.length), end: text.length };
    fences.push({ start: fence.start, end: text.length, language: fence.language, content });
    if (fence.alone) endBlock(text.length, true);
  }
  endSection(text.length);
  return sections;
}
