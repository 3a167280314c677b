/** What was typed between two versions of a document, and what of the answers about the one before holds for the next. */
import type { Range, SkillDocument } from '../model/model.ts';

/** One replacement: `start` to `end` of the text before became `start` to `newEnd` of the text now. */
export interface Edit extends Range {
  readonly newEnd: number;
  /** By how much what stands behind it has moved. */
  readonly shift: number;
}

/** The smallest replacement that makes one text of another. */
export function editBetween(before: string, now: string): Edit {
  const most = Math.min(before.length, now.length);
  const start = alike(most, (count) => before.slice(0, count) === now.slice(0, count));
  const tail = alike(most - start, (count) => before.slice(before.length - count) === now.slice(now.length - count));
  return { start, end: before.length - tail, newEnd: now.length - tail, shift: now.length - before.length };
}

/** The greatest count up to `most` for which `same` holds; it holds for all smaller ones. */
function alike(most: number, same: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (same(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How many things of each sort some sections have. */
export interface Counts {
  readonly headings: number;
  readonly references: number;
  readonly mentions: number;
  readonly anchors: number;
}

export interface Earlier {
  readonly document: SkillDocument;
  readonly edit: Edit;
  /** What stands in the sections before the first that was read anew, and in those behind the last: the same in both. */
  readonly head: Counts;
  readonly tail: Counts;
}

const earlier = new WeakMap<SkillDocument, Earlier>();

/** Notes that `document` is `before` after an edit: what is known of that may be carried over. */
export function follows(document: SkillDocument, before: Earlier): void {
  // One step back is enough, and a chain would keep every version that there ever was.
  earlier.delete(before.document);
  earlier.set(document, before);
}

/** The version of a document that it was made of, and how; undefined where it was read as a whole. */
export const earlierOf = (document: SkillDocument): Earlier | undefined => earlier.get(document);

/** The text around an edit, before and now: `reach` units to either side, to the ends of the lines there. */
export function touched(document: SkillDocument, reach: number): readonly [string, string] | undefined {
  const known = earlier.get(document);
  if (known === undefined) return undefined;
  const { start, end, newEnd } = known.edit;
  const from = Math.max(0, start - reach);
  return [known.document.text.slice(from, end + reach), document.text.slice(from, newEnd + reach)];
}
