/** Where a document has some words. */
import type { SkillDocument } from '../model/model.ts';

const MOST_PLACES = 20;
/** A document that asks for more is a list of paths, not a text that says where each of them is at home. */
const MOST_ASKED = 1_500;

const asked = new WeakMap<SkillDocument, Map<string, readonly number[]>>();

/** The first places that a text has the words at, 20 at most; none for the words after 1,500 others of one document. */
export function placesOf(words: string, document: SkillDocument): readonly number[] {
  const known = asked.get(document) ?? new Map<string, readonly number[]>();
  asked.set(document, known);
  const kept = known.get(words);
  if (kept !== undefined) return kept;
  if (known.size === MOST_ASKED) return [];
  const { text } = document;
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0 && places.length < MOST_PLACES; at = text.indexOf(words, at + 1)) {
    places.push(at);
  }
  known.set(words, places);
  return places;
}
