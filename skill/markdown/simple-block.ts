/**
 * A fast path for blocks with nothing but simple code spans and links, as most are. A few regular expressions read them
 * ten times faster than the parser. Anything ambiguous is left to the parser; a test compares both on real skills.
 */
import type { Range } from '../model/model.ts';
import { type BlockHeading, blank, type CodeSpan, type LinkTarget, type ParsedBlock } from './parsed-block.ts';

/**
 * Syntax outside of code that needs the parser: escapes, HTML and autolinks, images, reference links and definitions.
 */
const AMBIGUOUS = /<[A-Za-z/!?]|\\(?:[!-/:-@[-`{-~]|\r?\n|$)|!\[|\]:|\]\[/;
/**
 * Line syntax that needs the parser: fences, setext underlines and thematic breaks, headings inside containers, empty
 * list items, and indented code (after a blank line, a list marker or a quote marker).
 */
const STRUCTURE =
  /^[ \t>]*~~~|^[ \t>]*(?:=+|-+)[ \t]*\r?$|^[ \t>]*(?:[-*_][ \t]*){3,}\r?$|^(?:[ \t]|>|[-*+][ \t]|\d+[.)][ \t])+#{1,6}(?:[ \t]|\r?$)|^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(?:[-*+]|\d+[.)])[ \t]*\r?$|^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(?:[-*+]|\d+[.)])(?:[ \t]*\t| {5})|>[ \t]*(?: {4}|\t)|^[ \t>]*\r?\n(?: {4}| *\t)/m;
const LINK = /\[([^[\]\r\n]*)\]\(([^()<>\s`]+)(?:[ \t]+"[^"\r\n`]*")?[ \t]*\)/g;
const HEADING = /^(#{1,6}) ([^\s*_&[#][^*_&[#\r\n]*)(?<![ \t])(?:\r?\n)?$/;

/** Parses an unambiguous block; returns undefined for any other. */
export function parseSimpleBlock(text: string): ParsedBlock | undefined {
  // A longer run of backticks may contain any of the above.
  if (/^[ \t]/.test(text) || text.includes('``') || STRUCTURE.test(text)) return undefined;
  const heading = text.startsWith('#') ? HEADING.exec(text) : null;
  // A heading is a block of its own. One with markup needs the parser for its anchor.
  if (text.startsWith('#') && heading?.[0].length !== text.length) return undefined;

  const spans = codeSpans(text);
  if (spans === undefined) return undefined;
  if (heading && spans.some((span) => text[span.start + 1] === ' ')) return undefined;
  // Replace code by backticks, which no link target contains.
  const withoutCode = blank(text, spans, '`');
  if (AMBIGUOUS.test(withoutCode)) return undefined;
  const targets = inlineLinks(withoutCode);
  if (targets.length !== withoutCode.split('](').length - 1) return undefined;

  const linkRanges = targets.map((target) => target.linkRange);
  // Blank up to the closing bracket: a link's title is not prose.
  const targetBlanks = targets.map(({ start, linkRange }) => ({ start, end: linkRange.end - 1 }));
  const prose = blank(text, targetBlanks);
  return {
    codes: codesAmong(spans, linkRanges),
    targets,
    headings: heading ? [blockHeading(text, heading)] : [],
    prose,
    plain: blank(prose, [...linkRanges, ...spans]),
  };
}

/** Returns the code spans of each line, with their backticks; undefined if a line has an unpaired backtick. */
function codeSpans(text: string): readonly Range[] | undefined {
  const spans: Range[] = [];
  let lineStart = 0;
  // Searched once rather than again from each line: the next one may be far away.
  let at = text.indexOf('`');
  while (at >= 0 && lineStart < text.length) {
    const newline = text.indexOf('\n', lineStart);
    const lineEnd = newline < 0 ? text.length : newline;
    let open = -1;
    for (; at >= 0 && at < lineEnd; at = text.indexOf('`', at + 1)) {
      if (open < 0) open = at;
      else {
        spans.push({ start: open, end: at + 1 });
        open = -1;
      }
    }
    // A span may continue on the next line, which is ambiguous.
    if (open >= 0) return undefined;
    lineStart = lineEnd + 1;
  }
  return spans;
}

function inlineLinks(text: string): readonly LinkTarget[] {
  const links: LinkTarget[] = [];
  for (const match of text.matchAll(LINK)) {
    const linkRange = { start: match.index, end: match.index + match[0].length };
    const start = match.index + (match[1]?.length ?? 0) + 3;
    links.push({ form: 'link', linkRange, start, end: start + (match[2]?.length ?? 0) });
  }
  return links;
}

/** Converts the spans. Both lists are ordered and links do not nest, so a single pass is enough even for thousands. */
function codesAmong(spans: readonly Range[], links: readonly Range[]): readonly CodeSpan[] {
  let next = 0;
  return spans.map((span): CodeSpan => {
    while ((links[next]?.end ?? Number.POSITIVE_INFINITY) <= span.start) next++;
    const link = links[next];
    const linked = link !== undefined && link.start < span.start && link.end > span.end;
    return { start: span.start + 1, end: span.end - 1, linked };
  });
}

/** Converts a match of `HEADING` for a block that consists of one heading. */
function blockHeading(block: string, [, marks = '', title = '']: RegExpExecArray): BlockHeading {
  const text = title.replaceAll('`', '').trim();
  return { start: 0, end: block.trimEnd().length, depth: marks.length, text };
}
