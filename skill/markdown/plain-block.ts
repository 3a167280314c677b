/**
 * Most blocks hold nothing but single back-ticks and simple links, which a few expressions read ten times faster than a
 * parser does. Whatever could be read in two ways is left to the parser; a test compares both on real skills.
 */
import type { Range } from '../model/model.ts';
import { blank, type CodeSpan, type LinkTarget, type ParsedBlock } from './parsed-block.ts';

/** Outside code: escapes, HTML and autolinks, images, reference links and definitions. */
const AMBIGUOUS = /<[A-Za-z/!?]|\\(?:[!-/:-@[-`{-~]|\r?\n|$)|!\[|\]:|\]\[/;
/**
 * By line: fences, setext underlines and rules, headings inside containers, empty list items, code by indentation (after
 * a blank line, a list marker or a quote's).
 */
const STRUCTURE =
  /^[ \t>]*~~~|^[ \t>]*(?:=+|-+)[ \t]*\r?$|^[ \t>]*(?:[-*_][ \t]*){3,}\r?$|^(?:[ \t]|>|[-*+][ \t]|\d+[.)][ \t])+#{1,6}(?:[ \t]|\r?$)|^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(?:[-*+]|\d+[.)])[ \t]*\r?$|^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(?:[-*+]|\d+[.)])(?:[ \t]*\t| {5})|>[ \t]*(?: {4}|\t)|^[ \t>]*\r?\n(?: {4}| *\t)/m;
const LINK = /\[([^[\]\r\n]*)\]\(([^()<>\s`]+)(?:[ \t]+"[^"\r\n`]*")?[ \t]*\)/g;
const HEADING = /^(#{1,6}) ([^\s*_&[#][^*_&[#\r\n]*)(?<![ \t])(?:\r?\n)?$/;

/** Reads a block that can be read in one way only; undefined for any other. */
export function parsePlainly(text: string): ParsedBlock | undefined {
  // A longer run of back-ticks may hold any of the above.
  if (/^[ \t]/.test(text) || text.includes('``') || STRUCTURE.test(text)) return undefined;
  const heading = text.startsWith('#') ? HEADING.exec(text) : null;
  // A heading is a block of its own; one with mark-up needs the parser for its anchor.
  if (text.startsWith('#') && heading?.[0].length !== text.length) return undefined;

  const spans: Range[] = [];
  let lineStart = 0;
  // Looked for once, and not from each line anew: the next may be far away.
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
    // A span may go on in the next line: not plain.
    if (open >= 0) return undefined;
    lineStart = lineEnd + 1;
  }

  if (heading && spans.some((span) => text[span.start + 1] === ' ')) return undefined;

  // Back-ticks in place of code: no link's target has them.
  const withoutCode = blank(text, spans, '`');
  if (AMBIGUOUS.test(withoutCode)) return undefined;
  const targets: LinkTarget[] = [];
  const targetBlanks: Range[] = [];
  let links = 0;
  for (const match of withoutCode.matchAll(LINK)) {
    links++;
    const whole = { start: match.index, end: match.index + match[0].length };
    const start = match.index + (match[1]?.length ?? 0) + 3;
    const end = start + (match[2]?.length ?? 0);
    targets.push({ form: 'link', whole, start, end });
    targetBlanks.push({ start, end: whole.end - 1 });
  }
  if (links !== withoutCode.split('](').length - 1) return undefined;

  const wholes = targets.map((target) => target.whole);
  // Both are in order, and no link lies in another one: thousands in one block are walked through once.
  let next = 0;
  const codes = spans.map((span): CodeSpan => {
    while ((wholes[next]?.end ?? Number.POSITIVE_INFINITY) <= span.start) next++;
    const whole = wholes[next];
    const linked = whole !== undefined && whole.start < span.start && whole.end > span.end;
    return { start: span.start + 1, end: span.end - 1, linked };
  });
  const title = heading?.[2]?.replaceAll('`', '').trim() ?? '';
  const end = text.trimEnd().length;
  const headings = heading ? [{ start: 0, end, depth: heading[1]?.length ?? 1, text: title }] : [];
  const prose = blank(text, targetBlanks);
  return { codes, targets, headings, prose, plain: blank(prose, [...wholes, ...spans]) };
}
