/** Determines the place in Markdown for completion: in a path, after its `#`, in a name in code, on an empty line. */
import {
  type Base,
  isTree,
  own,
  prefixOf,
  type Range,
  type ReferenceForm,
  splitSections,
  treePaths,
} from '../../../skill/index.ts';

export type Place =
  | PathPlace
  | HeadingPlace
  /** An empty line of the body, or one with only heading markers. */
  | { readonly kind: 'line'; readonly range: Range };

/** A path; `range` covers its existing text, without a prefix for the skill's folder. */
export interface PathPlace {
  readonly kind: 'path';
  readonly form: ReferenceForm;
  readonly range: Range;
  /** The text before the cursor. */
  readonly typed: string;
  readonly base: Base;
  /** The parent folder of a tree entry, with a trailing `/`; empty elsewhere. */
  readonly under: string;
  /** In a link: between `<` and `>`, where spaces are allowed. */
  readonly angled: boolean;
  /** In code that is not a command, and may be the name of a skill. */
  readonly mayBeSkill: boolean;
}

/** The text after a `#`; `target` is the path before it, empty for the document itself. */
export interface HeadingPlace {
  readonly kind: 'heading';
  readonly form: ReferenceForm;
  readonly range: Range;
  readonly typed: string;
  readonly target: string;
  readonly base: Base;
}

/** Forms in which an `@` is part of the path. */
const LINKS: ReadonlySet<ReferenceForm> = new Set(['link', 'image', 'definition']);
/** Characters that end a word of a command, a fence or prose. */
const DELIMITER = /[\s"'`|;&()<>=,[\]]/;
/** Maximum length of a line; longer ones are data. A paragraph may be on one line. */
const MAX_LINE = 20_000;
/** Maximum distance from the cursor to the start of a code span. */
const MAX_BLOCK = 20_000;

/** Returns the place at an offset of the body, which starts at `bodyStart`; undefined if there are no completions. */
export function placeAt(text: string, offset: number, bodyStart: number): Place | undefined {
  const start = Math.max(bodyStart, text.lastIndexOf('\n', offset - 1) + 1);
  const end = lineEnd(text, offset);
  if (offset < bodyStart || end - start > MAX_LINE) return undefined;
  const fence = fenceAt(text, offset, bodyStart);
  if (fence === 'mark') return undefined;
  if (fence) return inFence(text, offset, start, end, fence);
  const code = codeAt(text, offset, start, end, bodyStart);
  const link = linkAt(text, offset, start, end);
  // A link that starts inside code is code; one that starts after it is a link.
  if (link && (code === undefined || link.marker >= code.start)) {
    return targetPlaceIn(text, offset, { start: link.start, end: link.end }, link.form, { angled: link.angled });
  }
  if (code) return inCode(text, offset, code);
  if (/^#{0,6}$/.test(text.slice(start, end).trim())) return { kind: 'line', range: { start, end } };
  const word = wordAt(text, offset, start, end, /\*/);
  // In prose, complete only text with a folder: everything else is a word.
  return text.slice(word.start, offset).includes('/') ? targetPlaceIn(text, offset, word, 'bare') : undefined;
}

/** Returns the end of the line, without its line break. */
function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  const end = newline < 0 ? text.length : newline;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

/** Returns the content of the fence around an offset; `mark` on its delimiter lines; undefined outside of fences. */
function fenceAt(text: string, offset: number, bodyStart: number): Range | 'mark' | undefined {
  // Up to the cursor's line: later text is irrelevant.
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const last = splitSections(text.slice(0, lineEnd(text, offset)), bodyStart)
    .at(-1)
    ?.fences.at(-1);
  if (last === undefined || last.end <= start) return undefined;
  if (last.start >= start || (last.content.end <= start && last.end > last.content.end)) return 'mark';
  return { start: last.content.start, end: closingFence(text, last.content.start, offset) };
}

/** Returns the end of the fence's content that starts at `from`, at the next line with backticks or tildes. */
function closingFence(text: string, from: number, offset: number): number {
  const mark = /\n[ \t>]*(?:`{3,}|~{3,})/g;
  mark.lastIndex = Math.max(from - 1, offset);
  const found = mark.exec(text.slice(0, offset + 64_000));
  return found ? found.index + 1 : Math.min(text.length, offset + 64_000);
}

function inFence(text: string, offset: number, start: number, end: number, fence: Range): Place | undefined {
  const content = text.slice(fence.start, fence.end);
  if (content.length < 32_000 && isTree(content)) {
    const at = offset - fence.start;
    const entry = treePaths(content).find((one) => one.start <= at && at <= one.start + one.text.length);
    if (entry) {
      const under = entry.path.slice(0, entry.path.length - entry.text.length);
      const range = { start: fence.start + entry.start, end: fence.start + entry.start + entry.text.length };
      const typed = text.slice(range.start, offset);
      const base = entry.base ?? { kind: 'document' as const };
      return { kind: 'path', form: 'tree', range, typed, base, under, angled: false, mayBeSkill: false };
    }
  }
  const word = wordAt(text, offset, start, end);
  return targetPlaceIn(text, offset, word, 'fence-command');
}

interface Code extends Range {
  /** True if the closing backtick exists. */
  readonly closed: boolean;
}

function inCode(text: string, offset: number, code: Code): Place | undefined {
  const content = text.slice(code.start, code.end);
  const whole = code.closed && !/\s/.test(content.trim());
  const word = whole ? trimRange(text, code) : wordAt(text, offset, code.start, code.end);
  if (offset < word.start || offset > word.end) return undefined;
  const first = text.slice(code.start, word.start).trim() === '';
  return targetPlaceIn(text, offset, word, first ? 'code' : 'code-command', { mayBeSkill: first });
}

function trimRange(text: string, { start, end }: Range): Range {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text[from] ?? '')) from++;
  while (to > from && /\s/.test(text[to - 1] ?? '')) to--;
  return { start: from, end: to };
}

/** Returns the word around an offset within a part of a line, as in commands and prose. `furtherDelimiter` ends it as well. */
function wordAt(text: string, offset: number, from: number, to: number, furtherDelimiter?: RegExp): Range {
  const ends = (char: string): boolean => DELIMITER.test(char) || furtherDelimiter?.test(char) === true;
  let start = offset;
  while (start > from) {
    const char = text[start - 1] ?? '';
    // `<skill dir>/`, `[skill-dir]/`: a prefix with characters that end words elsewhere.
    const opening = own({ '>': '<', ']': '[' }, char);
    if (opening !== undefined && text[start] === '/') {
      const open = text.lastIndexOf(opening, start - 2);
      if (open < from || prefixOf(text.slice(open, start + 1)).length === 0) break;
      start = open;
      continue;
    }
    if (ends(char)) break;
    start--;
  }
  let end = offset;
  while (end < to && !ends(text[end] ?? '')) end++;
  return { start, end };
}

/** Returns the place of a word that may be a path, without its prefix and anchor. */
function targetPlaceIn(
  text: string,
  offset: number,
  whole: Range,
  form: ReferenceForm,
  { angled = false, mayBeSkill = false }: { readonly angled?: boolean; readonly mayBeSkill?: boolean } = {},
): Place | undefined {
  const { base, length } = prefixOf(text.slice(whole.start, whole.end));
  // `@references/x.md` imports the file.
  const isImport = text[whole.start] === '@' && !LINKS.has(form);
  const start = whole.start + (isImport ? 1 : length);
  if (offset < start) return undefined;
  const typed = text.slice(start, offset);
  // A URL, an absolute path, an option.
  if (/^(?:[a-z][\w+.-]+:|[/~@\\]|-)/i.test(typed)) return undefined;
  const written = text.slice(start, whole.end);
  const hash = written.indexOf('#');
  if (hash >= 0 && start + hash < offset) {
    const range = { start: start + hash + 1, end: whole.end };
    return {
      kind: 'heading',
      form,
      range,
      typed: text.slice(range.start, offset),
      target: written.slice(0, hash),
      base,
    };
  }
  // Exclude sentence punctuation after the path.
  let end = hash >= 0 ? start + hash : whole.end;
  if (hash < 0 && (form === 'bare' || form === 'fence-command'))
    while (end > offset && /[.,;:!?*_)]/.test(text[end - 1] ?? '')) end--;
  return { kind: 'path', form, range: { start, end }, typed, base, under: '', angled, mayBeSkill };
}

/**
 * Returns the code span around an offset, even if it is not closed yet. Backticks on earlier lines of the block may be
 * stray, so an opening one on the cursor's line takes precedence.
 */
function codeAt(text: string, offset: number, start: number, end: number, bodyStart: number): Code | undefined {
  const open = openRun(text, start, offset) ?? openRun(text, blockStart(text, start, bodyStart), offset);
  if (open === undefined) return undefined;
  const close = closingRun(text, offset, open);
  // Without an end, it is code only up to the end of its line.
  if (close === undefined && open.at < start) return undefined;
  return { start: open.at + open.ticks, end: Math.min(close ?? end, end), closed: close !== undefined && close <= end };
}

interface Run {
  readonly at: number;
  readonly ticks: number;
}

/** Returns the run of backticks between two offsets that opens a span which is still open at the second. */
function openRun(text: string, from: number, to: number): Run | undefined {
  let open: Run | undefined;
  for (let at = from; at < to; at++) {
    if (text[at] !== '`') continue;
    let ticks = 1;
    while (at + ticks < to && text[at + ticks] === '`') ticks++;
    // The cursor is after a longer run, which may become a fence.
    if (at + ticks === to && ticks > 1) return undefined;
    if (open === undefined) open = text[at - 1] === '\\' ? undefined : { at, ticks };
    else if (open.ticks === ticks) open = undefined;
    at += ticks - 1;
  }
  return open;
}

/** Returns the offset of the run with the same number of backticks that closes a span within the block; undefined if there is none. */
function closingRun(text: string, from: number, { ticks }: Run): number | undefined {
  const limit = Math.min(text.length, from + MAX_BLOCK);
  for (let at = from; at < limit; at++) {
    if (text[at] === '\n' && /^[ \t]*\r?\n/.test(text.slice(at + 1, at + 80))) return undefined;
    if (text[at] !== '`') continue;
    let run = 1;
    while (text[at + run] === '`') run++;
    if (run === ticks) return at;
    at += run - 1;
  }
  return undefined;
}

/** Returns the start of the block that contains a line: after a blank line, or at a list item. */
function blockStart(text: string, line: number, bodyStart: number): number {
  let start = line;
  while (start > bodyStart && line - start < MAX_BLOCK) {
    if (/^[ \t]*(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]/.test(text.slice(start, start + 40))) break;
    const before = text.lastIndexOf('\n', start - 2) + 1;
    if (text.slice(before, start).trim() === '') break;
    start = Math.max(before, bodyStart);
  }
  return start;
}

interface Link extends Range {
  readonly form: 'link' | 'image' | 'definition';
  readonly angled: boolean;
  /** Offset of the character that makes it a link. */
  readonly marker: number;
}

/** Returns the destination of a link around an offset, even if it is not closed yet. */
function linkAt(text: string, offset: number, start: number, end: number): Link | undefined {
  const before = text.slice(start, offset);
  const definition = /^ {0,3}\[[^\]]+\]:[ \t]*/.exec(before);
  const open = before.lastIndexOf('](');
  if (open < 0 && !definition) return undefined;
  const from = start + (open >= 0 ? open + 2 : (definition?.[0].length ?? 0));
  const angled = text[from] === '<' && offset > from;
  const at = angled ? from + 1 : from;
  const written = text.slice(at, offset);
  if (angled ? /[<>]/.test(written) : /[\s<>]/.test(written) || isUnbalanced(written)) return undefined;
  let stop = offset;
  let depth = depthOf(written);
  for (; stop < end; stop++) {
    const char = text[stop] ?? '';
    if (angled ? char === '>' : /\s/.test(char)) break;
    if (angled) continue;
    if (char === '(') depth++;
    else if (char === ')' && depth-- === 0) break;
  }
  const form = open >= 0 ? (isImage(before, open) ? 'image' : 'link') : 'definition';
  return { start: at, end: stop, form, angled, marker: start + Math.max(open, 0) };
}

const depthOf = (written: string): number => {
  let depth = 0;
  for (const char of written) depth += char === '(' ? 1 : char === ')' ? -1 : 0;
  return depth;
};
const isUnbalanced = (written: string): boolean => depthOf(written) < 0;

/** Returns true if the text of the link that ends at `close` starts with `![`. */
function isImage(line: string, close: number): boolean {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (line[at] === ']') depth++;
    else if (line[at] === '[' && --depth === 0) return line[at - 1] === '!';
  }
  return false;
}
