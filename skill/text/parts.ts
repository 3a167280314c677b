/** Results that depend on one section of a document only, cached for as long as the section is unchanged. */
import type { Range, SkillDocument } from '../model/model.ts';

/** Identifies the text of a section and holds the results that are cached for it, indexed by `PartAnswers`. */
export interface PartKey {
  readonly answers: unknown[];
}

/** A section of a document's body. `key` stays the same object for as long as the section's text is unchanged. */
export interface TextPart extends Range {
  readonly key: PartKey;
}

let nextIndex = 0;

/**
 * A cache of one kind of result by section. After each keystroke every section of a document is looked up in each cache, and
 * an array access is much faster than a lookup in a `WeakMap`. Create instances only when a module is loaded, because each
 * one occupies an index in every section.
 */
export class PartAnswers<T> {
  readonly #index = nextIndex++;

  get(key: PartKey): T | undefined {
    return key.answers[this.#index] as T | undefined;
  }

  set(key: PartKey, answer: T): void {
    key.answers[this.#index] = answer;
  }
}

/** A `PartAnswers`, or a wrapper that validates its entries. */
export type AnswerCache<T> = Pick<PartAnswers<T>, 'get' | 'set'>;

const parts = new WeakMap<SkillDocument, readonly TextPart[] | (() => readonly TextPart[])>();

/** Registers the sections of a document: its entire body, in order and without gaps. A function is called on first use. */
export function registerParts(document: SkillDocument, all: readonly TextPart[] | (() => readonly TextPart[])): void {
  parts.set(document, all);
}

function partsOf(document: SkillDocument): readonly TextPart[] | undefined {
  const all = parts.get(document);
  return typeof all === 'function' ? all() : all;
}

/**
 * Returns the result of `compute` for each section of a document's body, in order, or for the entire body if it was not
 * parsed by sections. `cache` keeps the results from one version of a document to the next.
 */
export function mapParts<T>(
  document: SkillDocument,
  cache: AnswerCache<T>,
  compute: (text: string) => T,
): readonly T[] {
  const { text, bodyStart } = document;
  const all = partsOf(document);
  if (all === undefined) return [compute(text.slice(bodyStart))];
  return all.map((part) => answerOf(part, text, cache, compute));
}

function answerOf<T>(
  { key, start, end }: TextPart,
  text: string,
  cache: AnswerCache<T>,
  compute: (text: string) => T,
): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const answer = compute(text.slice(start, end));
  cache.set(key, answer);
  return answer;
}

/**
 * Like `mapParts`, for the body up to the offset `end` only, so a reader with a limit still computes each section once.
 * `compute` must give equivalent results for a text and for its two halves when cut at a line break.
 */
export function mapPartsUntil<T>(
  document: SkillDocument,
  end: number,
  cache: AnswerCache<T>,
  compute: (text: string) => T,
): readonly T[] {
  const { text, bodyStart } = document;
  const all = partsOf(document);
  if (all === undefined) return [compute(text.slice(bodyStart, end))];
  const answers: T[] = [];
  for (const part of all) {
    if (part.start >= end) break;
    if (part.end > end) answers.push(compute(text.slice(part.start, end)));
    else answers.push(answerOf(part, text, cache, compute));
  }
  return answers;
}

/** Returns the sections of a document's body, in order and without gaps; undefined if it was not parsed by sections. */
export const sectionsOf = (document: SkillDocument): readonly TextPart[] | undefined => partsOf(document);

/**
 * Returns true if `has` holds for any section or for the frontmatter. `has` must not look for anything with a line
 * break.
 */
export function someParts(
  document: SkillDocument,
  cache: AnswerCache<boolean>,
  has: (text: string) => boolean,
): boolean {
  const { text, bodyStart } = document;
  const all = partsOf(document);
  if (all === undefined) return has(text);
  return all.some((part) => answerOf(part, text, cache, has)) || has(text.slice(0, bodyStart));
}
