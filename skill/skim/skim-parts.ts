/** Helpers for a text split into sections and blocks, and for moving results from a section to the document. */

import type { Block, Section } from '../markdown/sections.ts';
import type { Range, Reference } from '../model/model.ts';
import { defined } from '../text/defined.ts';
import { rangeAt } from '../text/lines.ts';

/** Returns the elements of an ordered list that are inside a range. */
export function elementsInside<T extends Range>(all: readonly T[], { start, end }: Range): readonly T[] {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while ((all[last]?.end ?? Number.POSITIVE_INFINITY) <= end) last++;
  return all.slice(low, last);
}

export const blockAt = (section: Section, at: number): Block | undefined => rangeAt(section.blocks, at);

export const shiftItem = <T extends { readonly range: { readonly start: number; readonly end: number } }>(
  one: T,
  by: number,
): T => ({
  ...one,
  range: { start: one.range.start + by, end: one.range.end + by },
});

export function shiftReference(reference: Reference, by: number): Reference {
  const { anchor } = reference;
  return {
    ...shiftItem(reference, by),
    ...defined<Partial<Reference>>({ anchor: anchor ? shiftItem(anchor, by) : undefined }),
  };
}

/** Groups references by the blocks that contain them; both are in order. */
export function byBlock(blocks: readonly Block[], references: readonly Reference[]): Map<Block, readonly Reference[]> {
  let next = 0;
  return new Map(
    blocks.map((block) => {
      const from = next;
      while (next < references.length && (references[next]?.range.start ?? 0) < block.end) next++;
      return [block, references.slice(from, next)];
    }),
  );
}
