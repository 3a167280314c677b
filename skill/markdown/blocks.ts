/** Parses one block of Markdown with `remark`: code spans, link targets, headings, and the remaining prose. */
import type { Nodes } from 'mdast';
import { remark } from 'remark';
import type { Range } from '../model/model.ts';
import { Cache } from '../text/cache.ts';
import {
  type BlockHeading,
  blank,
  type CodeSpan,
  combineBlocks,
  type LinkTarget,
  type ParsedBlock,
} from './parsed-block.ts';
import { isParsable, MAX_PIECES, piecesOf } from './pieces.ts';
import { parseSimpleBlock } from './simple-block.ts';

/** Created for the first block that needs it, so it does not delay the start of a server. */
let parser: ReturnType<typeof remark> | undefined;
const cache = new Cache<ParsedBlock>(4 * 1024 * 1024);

/**
 * Matches text that is nested too deeply for the parser and is read as plain text instead. In each alternative, a
 * repeated part can match in one way only; otherwise the time for a mismatch would double with each repetition.
 */
const TOO_DEEP =
  /(?:(?:>|!?\[)[ \t]*){40}|(?:\]\((?:(?!\]\()[^)\n])*){40}|(?:^|\n)[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+){40}|(?:[*_][^*_\n]?){400}|`{400}|(?:\n[ \t]{200})/;

/** Parses a block; results are cached by text. Never throws, and takes bounded time for any input. */
export function parseBlock(text: string): ParsedBlock {
  return cache.get(text) ?? cache.put(text, parseSimpleBlock(text) ?? parseInPieces(text));
}

/** Clears the cache, for benchmarks and tests. */
export function clearBlockCache(): void {
  cache.clear();
}

/** Parses a long or dense block in pieces. Code, links and emphasis end at the boundary of a piece. */
function parseInPieces(text: string): ParsedBlock {
  const pieces = piecesOf(text);
  if (pieces.length <= 1) return parseWithRemark(text);
  return combineBlocks(
    pieces.map(({ start, end }, index) => {
      const piece = text.slice(start, end);
      return {
        start,
        block: parseSimpleBlock(piece) ?? (index < MAX_PIECES ? parseWithRemark(piece) : plainBlock(piece)),
      };
    }),
  );
}

/** The result for text without any syntax. */
const plainBlock = (text: string): ParsedBlock => ({ codes: [], targets: [], headings: [], prose: text, plain: text });

/** Parses any block with the full parser; treats text that exceeds the parser's limits as plain text. */
export function parseWithRemark(text: string): ParsedBlock {
  const codes: CodeSpan[] = [];
  const targets: LinkTarget[] = [];
  const headings: BlockHeading[] = [];
  const blanks: Range[] = [];
  const codeBlanks: Range[] = [];
  if (!isParsable(text) || TOO_DEEP.test(text)) {
    return plainBlock(text);
  }

  const visit = (node: Nodes, linked: boolean): void => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    switch (node.type) {
      case 'inlineCode': {
        const ticks = /^`+/.exec(text.slice(start, end))?.[0].length ?? 1;
        codes.push({ start: start + ticks, end: Math.max(start + ticks, end - ticks), linked });
        codeBlanks.push({ start, end });
        return;
      }
      case 'link':
      case 'image': {
        if (text[start] === '<') {
          blanks.push({ start, end });
          return;
        }
        const after = node.type === 'link' ? (node.children.at(-1)?.position?.end.offset ?? start + 1) : start + 2;
        const target = destination(text, text.indexOf('](', after) + 2, end);
        if (target) {
          targets.push({ form: node.type, linkRange: { start, end }, ...target });
          blanks.push({ start: target.start, end: end - 1 });
          // A path in a link's text is not a second reference.
          codeBlanks.push({ start, end });
        }
        if (node.type === 'link') for (const child of node.children) visit(child, true);
        return;
      }
      case 'definition': {
        const target = destination(text, text.indexOf(']:', start) + 2, end);
        if (target) targets.push({ form: 'definition', linkRange: { start, end }, ...target });
        blanks.push({ start, end });
        return;
      }
      case 'html':
        targets.push(...htmlTargets(text.slice(start, end), start));
        blanks.push({ start, end });
        return;
      case 'code':
        codeBlanks.push({ start, end });
        return;
      case 'heading':
        headings.push({ start, end, depth: node.depth, text: plainText(node).trim() });
        break;
    }
    if ('children' in node) for (const child of node.children) visit(child, linked);
  };
  parser ??= remark();
  visit(parser.parse(text), false);
  const prose = blank(text, blanks);
  return { codes, targets, headings, prose, plain: blank(prose, codeBlanks) };
}

/** An image or a link in HTML up to its target. */
const TAG = /<(img|a)\s(?:[^<>"']|"[^"]{0,400}"|'[^']{0,400}'){0,200}?\b(?:src|href)=(["'])/gi;

/** Returns the targets of images and links in HTML that begins at an offset. Those of comments are not shown. */
function htmlTargets(html: string, at: number): readonly LinkTarget[] {
  if (!/\b(?:src|href)=/i.test(html)) return [];
  const shown = html.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => ' '.repeat(comment.length));
  return [...shown.matchAll(TAG)].flatMap((match): readonly LinkTarget[] => {
    const start = match.index + match[0].length;
    const length = shown.slice(start, start + 400).indexOf(match[2] ?? '');
    if (length <= 0 || shown[start] === '#') return [];
    const form = match[1]?.toLowerCase() === 'img' ? 'image' : 'link';
    const linkRange = { start: at + match.index, end: at + start + length + 1 };
    return [{ form, linkRange, start: at + start, end: at + start + length }];
  });
}

/** Returns the text of a node without its markup, from which GitHub derives the anchor. */
function plainText(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  if (node.type === 'image') return node.alt ?? '';
  return 'children' in node ? node.children.map(plainText).join('') : '';
}

/** Returns the link target at or after `from`, without angle brackets; undefined if there is none. */
function destination(text: string, from: number, end: number): Range | undefined {
  let at = from;
  while (at < end && /\s/.test(text[at] ?? '')) at++;
  if (text[at] === '<') {
    const close = text.indexOf('>', at);
    return close > 0 && close < end ? { start: at + 1, end: close } : undefined;
  }
  let depth = 0;
  let stop = at;
  for (; stop < end; stop++) {
    const char = text[stop] ?? '';
    if (/\s/.test(char)) break;
    if (char === '\\') stop++;
    else if (char === '(') depth++;
    else if (char === ')' && depth-- === 0) break;
  }
  return stop > at ? { start: at, end: Math.min(stop, end) } : undefined;
}
