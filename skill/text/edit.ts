/** The edit between two versions of a document, and access to the earlier version for incremental work. */
import type { Range, SkillDocument } from '../model/model.ts';

/** One replacement: `start`–`end` of the old text became `start`–`newEnd` of the new text. */
export interface Edit extends Range {
  readonly newEnd: number;
  /** The distance by which the text after the edit has moved. */
  readonly shift: number;
}

/** Computes the smallest single replacement that turns one text into the other. */
export function editBetween(before: string, now: string): Edit {
  const max = Math.min(before.length, now.length);
  const start = largestCount(max, (count) => before.slice(0, count) === now.slice(0, count));
  const tail = largestCount(
    max - start,
    (count) => before.slice(before.length - count) === now.slice(now.length - count),
  );
  return { start, end: before.length - tail, newEnd: now.length - tail, shift: now.length - before.length };
}

/** Returns the largest count up to `max` for which `same` holds. `same` must hold for all smaller counts as well. */
function largestCount(max: number, same: (count: number) => boolean): number {
  let low = 0;
  let high = max;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (same(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Numbers of elements in a run of sections, by kind. */
export interface Counts {
  readonly headings: number;
  readonly references: number;
  readonly mentions: number;
  readonly anchors: number;
}

export interface PreviousVersion {
  readonly document: SkillDocument;
  readonly edit: Edit;
  /** The elements in the unchanged sections before the first that was parsed again, and after the last. */
  readonly head: Counts;
  readonly tail: Counts;
}

const previousVersions = new WeakMap<SkillDocument, PreviousVersion>();

/** Records that `document` is the result of an edit, so results for the earlier version can be carried over. */
export function recordPreviousVersion(document: SkillDocument, before: PreviousVersion): void {
  // One step back is enough; a chain would retain every earlier version.
  previousVersions.delete(before.document);
  previousVersions.set(document, before);
}

/** Returns the previous version of a document and the edit; undefined if the document was parsed from scratch. */
export const previousVersionOf = (document: SkillDocument): PreviousVersion | undefined =>
  previousVersions.get(document);

/** Returns the text around an edit in the old and in the new version, with up to `reach` units on either side. */
export function editedTexts(document: SkillDocument, reach: number): readonly [string, string] | undefined {
  const known = previousVersions.get(document);
  if (known === undefined) return undefined;
  const { start, end, newEnd } = known.edit;
  const from = Math.max(0, start - reach);
  return [known.document.text.slice(from, end + reach), document.text.slice(from, newEnd + reach)];
}
