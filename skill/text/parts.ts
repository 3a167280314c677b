/** What follows from one section of a document alone, worked out once for as long as the section stays as it is. */
import type { Range, SkillDocument } from '../model/model.ts';

/** A section of a document's body. `key` is the same for as long as its text is. */
export interface TextPart extends Range {
  readonly key: object;
}

const parts = new WeakMap<SkillDocument, readonly TextPart[]>();

/** Notes the sections of a document: all of its body, in order and without gaps. */
export function keepParts(document: SkillDocument, all: readonly TextPart[]): void {
  parts.set(document, all);
}

/**
 * What `of` says of each section of a document's body, in order; of the whole body where it was not read by sections.
 * `kept` holds the answers from one version of a document to the next.
 */
export function ofParts<T>(document: SkillDocument, kept: WeakMap<object, T>, of: (text: string) => T): readonly T[] {
  const { text, bodyStart } = document;
  const all = parts.get(document);
  if (all === undefined) return [of(text.slice(bodyStart))];
  return all.map(({ key, start, end }) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const answer = of(text.slice(start, end));
    kept.set(key, answer);
    return answer;
  });
}

/**
 * The same for the body up to the offset `end` alone, so that what reads at most so much of a text reads each section once.
 * `of` must say of two halves of a text that is cut at a line break what it says of the whole.
 */
export function ofPartsUntil<T>(
  document: SkillDocument,
  end: number,
  kept: WeakMap<object, T>,
  of: (text: string) => T,
): readonly T[] {
  const { text, bodyStart } = document;
  const all = parts.get(document);
  if (all === undefined) return [of(text.slice(bodyStart, end))];
  const answers: T[] = [];
  for (const part of all) {
    if (part.start >= end) break;
    const isCut = part.end > end;
    const answer = (isCut ? undefined : kept.get(part.key)) ?? of(text.slice(part.start, Math.min(part.end, end)));
    if (!isCut) kept.set(part.key, answer);
    answers.push(answer);
  }
  return answers;
}

/** The sections of a document's body, in order and without gaps; undefined where it was not read by sections. */
export const sectionsOf = (document: SkillDocument): readonly TextPart[] | undefined => parts.get(document);

/** Whether something that no line break is part of stands anywhere in a document, its frontmatter included. */
export function someParts(
  document: SkillDocument,
  kept: WeakMap<object, boolean>,
  has: (text: string) => boolean,
): boolean {
  return ofParts(document, kept, has).includes(true) || has(document.text.slice(0, document.bodyStart));
}
