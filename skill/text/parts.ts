/** Results that depend on one section of a document only, cached for as long as the section is unchanged. */
import type { Range, SkillDocument } from '../model/model.ts';

/** A section of a document's body. `key` stays the same object for as long as the section's text is unchanged. */
export interface TextPart extends Range {
  readonly key: object;
}

const parts = new WeakMap<SkillDocument, readonly TextPart[]>();

/** Registers the sections of a document: its entire body, in order and without gaps. */
export function keepParts(document: SkillDocument, all: readonly TextPart[]): void {
  parts.set(document, all);
}

/**
 * Returns the result of `of` for each section of a document's body, in order, or for the entire body if it was not
 * parsed by sections. `kept` caches the results from one version of a document to the next.
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
 * Like `ofParts`, for the body up to the offset `end` only, so a reader with a limit still computes each section once.
 * `of` must give equivalent results for a text and for its two halves when cut at a line break.
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

/** Returns the sections of a document's body, in order and without gaps; undefined if it was not parsed by sections. */
export const sectionsOf = (document: SkillDocument): readonly TextPart[] | undefined => parts.get(document);

/**
 * Returns true if `has` holds for any section or for the frontmatter. `has` must not look for anything with a line
 * break.
 */
export function someParts(
  document: SkillDocument,
  kept: WeakMap<object, boolean>,
  has: (text: string) => boolean,
): boolean {
  return ofParts(document, kept, has).includes(true) || has(document.text.slice(0, document.bodyStart));
}
