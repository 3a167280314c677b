/** The result of parsing one block of Markdown. */
import type { Range } from '../model/model.ts';

export interface CodeSpan extends Range {
  /** True if it is inside a link's text; the link's target is the better reference. */
  readonly linked: boolean;
}

export interface LinkTarget extends Range {
  readonly form: 'link' | 'image' | 'definition';
  /** The range of the entire link. */
  readonly linkRange: Range;
}

export interface BlockHeading extends Range {
  readonly depth: number;
  readonly text: string;
}

/** A parsed block. All ranges are offsets into the block. */
export interface ParsedBlock {
  readonly codes: readonly CodeSpan[];
  readonly targets: readonly LinkTarget[];
  readonly headings: readonly BlockHeading[];
  /** The block's text with link targets and HTML blanked out; same length. */
  readonly prose: string;
  /** `prose` with link texts, code spans and indented code blanked out too. */
  readonly plain: string;
}

/** Replaces the ranges in `text` by spaces (or `filler`, one unit), keeping line breaks. */
export function blank(text: string, ranges: readonly Range[], filler = ' '): string {
  if (ranges.length === 0) return text;
  let out = '';
  let at = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    out += text.slice(at, from) + text.slice(from, end).replace(/[^\r\n]/g, filler);
    at = end;
  }
  return out + text.slice(at);
}

/** Combines consecutive parts of a block, each starting at `start`, into one result. */
export function combineBlocks(parts: readonly { readonly start: number; readonly block: ParsedBlock }[]): ParsedBlock {
  const shift = <T extends Range>(one: T, by: number): T => ({ ...one, start: one.start + by, end: one.end + by });
  return {
    codes: parts.flatMap(({ start, block }) => block.codes.map((code) => shift(code, start))),
    targets: parts.flatMap(({ start, block }) =>
      block.targets.map((target) => ({ ...shift(target, start), linkRange: shift(target.linkRange, start) })),
    ),
    headings: parts.flatMap(({ start, block }) => block.headings.map((heading) => shift(heading, start))),
    prose: parts.map(({ block }) => block.prose).join(''),
    plain: parts.map(({ block }) => block.plain).join(''),
  };
}
