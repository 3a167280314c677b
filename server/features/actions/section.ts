/** A section of a document that can be moved. */
import type { Heading } from '../../../skill/index.ts';

export interface Section {
  readonly heading: Heading;
  /** Start of the heading. */
  readonly start: number;
  /** End of the heading's line, without the line break. */
  readonly lineEnd: number;
  /** End of the section's text. */
  readonly end: number;
}

/** Matches the start of a link's or footnote's definition, with its label. */
const DEFINITION = /^ {0,3}\[([^[\]\r\n]{1,200})\]:/gm;

/** Returns a label that is defined on one side of the section's boundary and used on the other, so that moving would break it. */
export function sharedLabel(text: string, { start, end }: Section): string | undefined {
  const inside = text.slice(start, end);
  const outside = `${text.slice(0, start)}\n${text.slice(end)}`;
  return findCrossingLabel(inside, outside) ?? findCrossingLabel(outside, inside);
}

function findCrossingLabel(defining: string, using: string): string | undefined {
  if (!/^ {0,3}\[/m.test(defining)) return undefined;
  const labels = [...defining.matchAll(DEFINITION)].map((match) => match[1] ?? '');
  if (labels.length === 0) return undefined;
  const used = new Set([...using.matchAll(/\[([^[\]\r\n]{1,200})\](?!\()/g)].map((match) => plain(match[1] ?? '')));
  return labels.find((label) => used.has(plain(label)));
}

/** Normalizes a label: case and spaces do not matter. */
const plain = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();
