/** What is read from one block of Markdown. */
import type { Range } from '../model/model.ts';

export interface CodeSpan extends Range {
  /** Inside a link's text: the link's target says more. */
  readonly linked: boolean;
}

export interface LinkTarget extends Range {
  readonly form: 'link' | 'image' | 'definition';
  /** Of the whole link. */
  readonly whole: Range;
}

export interface BlockHeading extends Range {
  readonly depth: number;
  readonly text: string;
}

/** All ranges are offsets into the block. */
export interface ParsedBlock {
  readonly codes: readonly CodeSpan[];
  readonly targets: readonly LinkTarget[];
  readonly headings: readonly BlockHeading[];
  /** The block's text with link targets and HTML blanked out, of the same length. */
  readonly prose: string;
  /** `prose` with links' texts, code spans and indented code blanked out too. */
  readonly plain: string;
}

/** `text` with the ranges turned into spaces (or `filler`, one unit); line breaks stay. */
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

/** One block of several that stand in it one behind the other, each from `start` on. */
export function joined(parts: readonly { readonly start: number; readonly block: ParsedBlock }[]): ParsedBlock {
  const moved = <T extends Range>(one: T, by: number): T => ({ ...one, start: one.start + by, end: one.end + by });
  return {
    codes: parts.flatMap(({ start, block }) => block.codes.map((code) => moved(code, start))),
    targets: parts.flatMap(({ start, block }) =>
      block.targets.map((target) => ({ ...moved(target, start), whole: moved(target.whole, start) })),
    ),
    headings: parts.flatMap(({ start, block }) => block.headings.map((heading) => moved(heading, start))),
    prose: parts.map(({ block }) => block.prose).join(''),
    plain: parts.map(({ block }) => block.plain).join(''),
  };
}
