/** The place of an offset in Markdown, which determines how a path is written there. */
export type PathPlace =
  /** Prose: a path needs delimiters. */
  | 'prose'
  /** Inside a code span, a fence, the frontmatter, or the text of a link. */
  | 'code'
  | 'fence'
  | 'frontmatter'
  | 'link-text'
  /** Inside the destination of a link, an image or a definition. */
  | 'destination';

/** Maximum distance to the start or end of a code span's block, in UTF-16 units. */
const MAX_BLOCK_LENGTH = 8_000;

/** Returns the place of an offset. `bodyStart`: the end of the frontmatter; 0 without one. */
export function pathPlaceAt(text: string, offset: number, bodyStart: number): PathPlace {
  if (offset < bodyStart) return 'frontmatter';
  const start = Math.max(bodyStart, text.lastIndexOf('\n', offset - 1) + 1);
  const newline = text.indexOf('\n', offset);
  const line = text.slice(start, newline < 0 ? text.length : newline);
  if (isFenced(text.slice(bodyStart, start), line)) return 'fence';
  if (isInCode(text, offset, start, bodyStart)) return 'code';
  const [before, after] = [line.slice(0, offset - start), line.slice(offset - start)];
  if (isDestination(before)) return 'destination';
  return isLinkText(before, after) ? 'link-text' : 'prose';
}

const FENCE = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]))*[ \t]*(`{3,}|~{3,})([^\r\n]*)/;

/** Returns true if a fence is open after `above`, or `line` opens or closes one. */
function isFenced(above: string, line: string): boolean {
  let open: string | undefined;
  for (const one of above.split('\n')) open = afterLine(open, one);
  return open !== undefined || afterLine(undefined, line) !== undefined;
}

/** Returns the marker of the fence that is open after a line. */
function afterLine(open: string | undefined, line: string): string | undefined {
  const [, marker, info = ''] = FENCE.exec(line) ?? [];
  if (marker === undefined) return open;
  // Backticks after the opening backticks make it a code span.
  if (open === undefined) return marker.startsWith('`') && info.includes('`') ? undefined : marker;
  return marker[0] === open[0] && marker.length >= open.length && info.trim() === '' ? undefined : open;
}

/** Returns true if a code span is open at an offset and closed after it, in the same block. */
function isInCode(text: string, offset: number, lineStart: number, bodyStart: number): boolean {
  const start = blockStart(text, lineStart, bodyStart);
  let open: number | undefined;
  for (const { 0: run } of text.slice(start, offset).matchAll(/`+/g)) {
    if (open === undefined) open = run.length;
    else if (open === run.length) open = undefined;
  }
  if (open === undefined) return false;
  const blank = /\n[ \t]*\r?\n/.exec(text.slice(offset, offset + MAX_BLOCK_LENGTH));
  const rest = text.slice(offset, offset + (blank?.index ?? MAX_BLOCK_LENGTH));
  for (const { 0: run } of rest.matchAll(/`+/g)) if (run.length === open) return true;
  return false;
}

/** Returns the start of the paragraph, list item or heading that contains a line. */
function blockStart(text: string, lineStart: number, bodyStart: number): number {
  let start = lineStart;
  while (start > bodyStart && lineStart - start < MAX_BLOCK_LENGTH) {
    if (/^[ \t]*(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]/.test(text.slice(start, start + 40))) break;
    const before = Math.max(bodyStart, text.lastIndexOf('\n', start - 2) + 1);
    if (text.slice(before, start).trim() === '') break;
    start = before;
  }
  return start;
}

/** Returns true if the text before an offset opens a link destination that is not closed yet. */
function isDestination(before: string): boolean {
  const open = before.lastIndexOf('](');
  if (open >= 0) {
    const destination = before.slice(open + 2);
    const isAngled = destination.startsWith('<');
    return isAngled ? !destination.includes('>') : !/[\s)]/.test(destination.replaceAll(/\([^()\s]*\)/g, ''));
  }
  return /^ {0,3}\[[^\]]+\]:[ \t]*\S*$/.test(before);
}

/** Returns true if an offset is inside the text of a link. */
function isLinkText(before: string, after: string): boolean {
  const open = before.lastIndexOf('[');
  if (open < 0 || before.indexOf(']', open) >= 0) return false;
  const close = after.indexOf(']');
  return close >= 0 && !after.slice(0, close).includes('[') && /^[([]/.test(after.slice(close + 1));
}
