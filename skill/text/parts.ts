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

/** Whether something that no line break is part of stands anywhere in a document, its frontmatter included. */
export function someParts(
  document: SkillDocument,
  kept: WeakMap<object, boolean>,
  has: (text: string) => boolean,
): boolean {
  return ofParts(document, kept, has).includes(true) || has(document.text.slice(0, document.bodyStart));
}
