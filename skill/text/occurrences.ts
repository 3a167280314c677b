/** Occurrences of words in a document, cached and carried over from one version to the next. */
import type { SkillDocument } from '../model/model.ts';
import { allOccurrences } from './all-occurrences.ts';
import { type Edit, previousVersionOf } from './edit.ts';

/** A cache of the occurrences of words in documents. */
interface Occurrences {
  /** The maximum number of occurrences that are searched for. */
  readonly limit: number;
  /** The maximum number of lookups in one document. */
  readonly maxLookups: number;
  /** After this number of lookups, the text is searched once for the paths of all references. Absent if it never is. */
  readonly maxSearches?: number;
  readonly cache: WeakMap<SkillDocument, Map<string, readonly number[]>>;
}

/** A document that needs more lookups is a list of paths rather than prose. */
const FEW: Occurrences = { limit: 20, maxLookups: 1_500, cache: new WeakMap() };
const UP_TO_FIVE: Occurrences = {
  limit: 5,
  maxLookups: Number.POSITIVE_INFINITY,
  maxSearches: 200,
  cache: new WeakMap(),
};
const MANY: Occurrences = { limit: 50, maxLookups: Number.POSITIVE_INFINITY, cache: new WeakMap() };

/**
 * Carries all lookups in the previous version of a document over to this one, since a new server would repeat them.
 * Returns false if they reached the limit, so that results depend on the order of lookups.
 */
export function adoptLookups(document: SkillDocument): boolean {
  const before = previousVersionOf(document);
  const words = (before && FEW.cache.get(before.document)) ?? new Map<string, readonly number[]>();
  if (words.size >= FEW.maxLookups) return false;
  for (const one of words.keys()) lookUp(FEW, one, document);
  return true;
}

/** Returns true if the lookups in a document, with those it adopted, reached the limit. */
export const reachesLookupLimit = (document: SkillDocument): boolean =>
  (FEW.cache.get(document)?.size ?? 0) >= FEW.maxLookups;

/** Forgets the lookups in a document, and the results that depend on them, so that they are counted again. */
export const forgetLookups = (document: SkillDocument): boolean => FEW.cache.delete(document);

/** Returns the first 20 occurrences of the words; none for new words after 1,500 different lookups in one document. */
export const occurrencesOf = (words: string, document: SkillDocument): readonly number[] =>
  lookUp(FEW, words, document);

/** Returns the first 5 occurrences of the words. */
export const fiveOccurrencesOf = (words: string, document: SkillDocument): readonly number[] =>
  lookUp(UP_TO_FIVE, words, document);

/** Returns the first 50 occurrences of the words. */
export const manyOccurrencesOf = (words: string, document: SkillDocument): readonly number[] =>
  lookUp(MANY, words, document);

/**
 * Returns the words that were looked up in a document with `occurrencesOf`. Results that depend on them are cached with
 * this object, since its words may be forgotten.
 */
export function lookupsIn(document: SkillDocument, { cache } = FEW): Map<string, readonly number[]> {
  const known = cache.get(document) ?? new Map<string, readonly number[]>();
  cache.set(document, known);
  return known;
}

function lookUp(occurrences: Occurrences, words: string, document: SkillDocument): readonly number[] {
  const { limit, maxLookups } = occurrences;
  const known = lookupsIn(document, occurrences);
  const cached = known.get(words);
  if (cached !== undefined) return cached;
  if (known.size === maxLookups) return [];
  let all = occurrencesAfterEdit(occurrences, words, document);
  if (all === undefined) {
    searchAllPaths(occurrences, document, known);
    all = known.get(words) ?? findOccurrences(words, document.text, limit, 0);
  }
  known.set(words, all);
  return all;
}

/** The documents that were searched for all of their paths. */
const searched = new WeakSet<SkillDocument>();

/** Looks up the paths of all references, if so many were looked up that the others will be, too. */
function searchAllPaths(
  occurrences: Occurrences,
  document: SkillDocument,
  known: Map<string, readonly number[]>,
): void {
  const { limit, maxSearches = Number.POSITIVE_INFINITY } = occurrences;
  if (known.size < maxSearches || searched.has(document)) return;
  searched.add(document);
  const paths = document.references.flatMap(({ path }) => (path === '' || known.has(path) ? [] : [path]));
  const fresh = paths.filter((path) => occurrencesAfterEdit(occurrences, path, document) === undefined);
  for (const [path, positions] of allOccurrences(fresh, document.text, limit)) known.set(path, positions);
}

/** Returns all occurrences of the words if they have been looked up; undefined if not, or if there may be more. */
export function knownOccurrences(words: string, document: SkillDocument): readonly number[] | undefined {
  const known = FEW.cache.get(document)?.get(words);
  return known !== undefined && known.length < FEW.limit ? known : undefined;
}

function findOccurrences(
  words: string,
  text: string,
  limit: number,
  from: number,
  to = text.length,
): readonly number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(words, from); at >= 0 && positions.length < limit; at = text.indexOf(words, at + 1)) {
    if (at > to) break;
    positions.push(at);
  }
  return positions;
}

/** Derives the occurrences from those of the previous version, if cached, so only the edited text is searched. */
function occurrencesAfterEdit(
  { cache, limit }: Occurrences,
  words: string,
  document: SkillDocument,
): readonly number[] | undefined {
  const before = previousVersionOf(document);
  const known = before && cache.get(before.document)?.get(words);
  // A full list may be incomplete.
  if (before === undefined || known === undefined || known.length === limit || words === '') return undefined;
  return withEdit(known, words, document.text, limit, before.edit);
}

function withEdit(
  known: readonly number[],
  words: string,
  text: string,
  limit: number,
  { start, end, newEnd, shift }: Edit,
): readonly number[] {
  const { length } = words;
  const typed = text.slice(Math.max(0, start - length + 1), newEnd + length - 1);
  const isTyped = typed.includes(words);
  if (known.length === 0 && !isTyped) return known;
  const head = known.filter((at) => at + length <= start);
  const tail = known.filter((at) => at >= end).map((at) => at + shift);
  const from = Math.max(0, start - length + 1);
  const middle = isTyped ? findOccurrences(words, text.slice(0, newEnd + length - 1), limit, from, newEnd - 1) : [];
  return [...head, ...middle, ...tail].slice(0, limit);
}

const firstPositions = new WeakMap<SkillDocument, Map<string, number>>();

/** Returns true if the document contains the words anywhere. After an edit, only the edited text is searched. */
export function hasWords(words: string, document: SkillDocument): boolean {
  const known = firstPositions.get(document) ?? new Map<string, number>();
  firstPositions.set(document, known);
  let at = known.get(words);
  if (at === undefined) {
    at = positionAfterEdit(words, document) ?? document.text.indexOf(words);
    known.set(words, at);
  }
  return at >= 0;
}

/** Derives an occurrence from the previous version: -1 for none, undefined if the document must be searched. */
function positionAfterEdit(words: string, document: SkillDocument): number | undefined {
  const before = previousVersionOf(document);
  const at = before && firstPositions.get(before.document)?.get(words);
  if (before === undefined || at === undefined) return undefined;
  const { start, end, newEnd, shift } = before.edit;
  if (at >= 0 && at + words.length <= start) return at;
  if (at >= end) return at + shift;
  if (at >= 0) return undefined;
  const from = Math.max(0, start - words.length + 1);
  const typed = document.text.slice(from, newEnd + words.length - 1).indexOf(words);
  return typed < 0 ? -1 : from + typed;
}
