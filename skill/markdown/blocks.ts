/** One block of Markdown through `remark`: its code spans, link targets, bold words and headings, and what is left as prose. */
import type { Nodes } from 'mdast';
import { remark } from 'remark';
import type { Range } from '../model/model.ts';
import { Cache } from '../text/cache.ts';
import { type BlockHeading, blank, type CodeSpan, joined, type LinkTarget, type ParsedBlock } from './parsed-block.ts';
import { isParsable, MOST_PIECES, piecesOf } from './pieces.ts';
import { parsePlainly } from './plain-block.ts';

/** Made when the first block needs it: a server starts without. */
let parser: ReturnType<typeof remark> | undefined;
const cache = new Cache<ParsedBlock>(4 * 1024 * 1024);

/**
 * Nested too deep for a parser; read as plain text. In each pattern a part can begin in one way only, or the time to say no
 * would double with each.
 */
const TOO_DEEP =
  /(?:(?:>|!?\[)[ \t]*){40}|(?:\]\((?:(?!\]\()[^)\n])*){40}|(?:^|\n)[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+){40}|(?:[*_][^*_\n]?){400}|`{400}|(?:\n[ \t]{200})/;

/** Parses a block; results are kept by its text. Never throws, and is bounded in time for any input. */
export function parseBlock(text: string): ParsedBlock {
  return cache.get(text) ?? cache.put(text, parsePlainly(text) ?? parseInPieces(text));
}

/** Forgets all kept results, so that a benchmark or a test can begin afresh. */
export function forgetBlocks(): void {
  cache.clear();
}

/** A long or dense block by its pieces: code, links and emphasis that go on from one to the next end there. */
function parseInPieces(text: string): ParsedBlock {
  const pieces = piecesOf(text);
  if (pieces.length <= 1) return parseWithRemark(text);
  return joined(
    pieces.map(({ start, end }, index) => {
      const piece = text.slice(start, end);
      return { start, block: parsePlainly(piece) ?? (index < MOST_PIECES ? parseWithRemark(piece) : asPlain(piece)) };
    }),
  );
}

/** A text of which only the words count. */
const asPlain = (text: string): ParsedBlock => ({ codes: [], targets: [], headings: [], prose: text, plain: text });

/** The full parser, for every block that is not plain; what is too much for it is plain text. */
export function parseWithRemark(text: string): ParsedBlock {
  const codes: CodeSpan[] = [];
  const targets: LinkTarget[] = [];
  const headings: BlockHeading[] = [];
  const blanks: Range[] = [];
  const codeBlanks: Range[] = [];
  if (!isParsable(text) || TOO_DEEP.test(text)) {
    return asPlain(text);
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
          targets.push({ form: node.type, whole: { start, end }, ...target });
          blanks.push({ start: target.start, end: end - 1 });
          // A path as a link's text is not one more reference.
          codeBlanks.push({ start, end });
        }
        if (node.type === 'link') for (const child of node.children) visit(child, true);
        return;
      }
      case 'definition': {
        const target = destination(text, text.indexOf(']:', start) + 2, end);
        if (target) targets.push({ form: 'definition', whole: { start, end }, ...target });
        blanks.push({ start, end });
        return;
      }
      case 'html':
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

/** The text of a node without its markup, as GitHub takes it for an anchor. */
function plainText(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  if (node.type === 'image') return node.alt ?? '';
  return 'children' in node ? node.children.map(plainText).join('') : '';
}

/** The link target that begins at or after `from`, without angle brackets; undefined where there is none. */
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
