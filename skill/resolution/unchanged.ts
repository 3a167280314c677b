/**
 * Determines which results for a document are still valid for its next version. An edit changes one section. Paths and
 * mentions far away depend on it only through facts about the entire text, each of which is compared with the edited
 * text. A clue that reads more than 4,000 units around a path, other than through `occurrencesOf`, must be registered here.
 */

import { isCreatedByCommand } from '../clues/created-files.ts';
import { hasExistingSiblings } from '../clues/evidence.ts';
import { isNamedIn } from '../files/named-files.ts';
import { basename, dirname, stem } from '../files/paths.ts';
import type { Bundle, Mention, Range, Reference, Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { editedTexts, type PreviousVersion, previousVersionOf } from '../text/edit.ts';
import { adoptLookups, forgetLookups, hasWords, reachesLookupLimit } from '../text/occurrences.ts';
import { cachedByWords, createWordTest } from '../text/word-test.ts';
import { contentWords, overlap, specificWords } from '../text/words.ts';
import { effectOf, FAR, hasSameFacts } from './edit-effect.ts';

/** Maximum distance that a clue reads around another occurrence of its words. */
const WORDS = 3_000;
/** Upper limit for the length of words that are searched for. */
const LONGEST = 500;

/** With more files whose names may be near the edit, comparing them takes longer than judging the mentions again. */
const MAX_NAMED = 50;

/** Maps the index of a reference or mention to that in the previous version, if the previous result is still valid. */
export interface Unchanged {
  readonly reference: (index: number) => number | undefined;
  /** The same for references whose resolution may have changed, but only because of other occurrences of their paths. */
  readonly distant: (index: number) => number | undefined;
  readonly mention: (index: number) => number | undefined;
  /**
   * Returns false if, after all other results are computed, those that were reused may differ from new ones, because the
   * limit of `occurrencesOf` was reached. Then none may be reused.
   */
  readonly isReliable: () => boolean;
}

const NOTHING: Unchanged = {
  reference: () => undefined,
  distant: () => undefined,
  mention: () => undefined,
  isReliable: () => true,
};

/** @param skillBefore the skill, as it was for the previous version */
export function unchangedResults(document: SkillDocument, skill: Skill, skillBefore: Skill): Unchanged {
  const known = previousVersionOf(document);
  const effect = known && effectOf(document, known, skill);
  if (known === undefined || effect === 'all' || !hasSameFacts(skillBefore, skill) || !adoptLookups(document))
    return NOTHING;
  const before = withoutSame(document, known);
  const { start, newEnd } = before.edit;
  const hasSameHeadings = changedHeadings(document, before).length === 0;
  const firstHeading = document.headings[document.headings.length - before.tail.headings]?.range.start;
  /** Returns the previous index of an element that is far from the edit and below the same heading. */
  const previousIndex = (index: number, range: Range, of: 'references' | 'mentions'): number | undefined => {
    const { [of]: head } = before.head;
    const back = before.document[of].length - document[of].length;
    if (index < head) return range.end + FAR < start ? index : undefined;
    if (index < document[of].length - before.tail[of]) return undefined;
    const isBelow = hasSameHeadings || (firstHeading !== undefined && range.start > firstHeading);
    return effect === 'near' && isBelow && range.start > newEnd + FAR ? index + back : undefined;
  };
  const changed = changedReferences(document, before);
  // A bundled path may affect all of its folder; a missing one affects the same path only, and only if it is the user's.
  const folders = new Set(changed.flatMap(({ path }) => (skill.bundle.files.has(path) ? dirname(path) : [])));
  const paths = new Set(changed.flatMap(({ path, excuse }) => (excuse === 'user-file' ? [path] : [])));
  const headings = changedHeadings(document, before);
  // A heading "Templates" would fulfil a promise of templates.
  const mentionsHold =
    !changesNamedFiles(document, before, skill.bundle) && !headings.some((text) => /template/i.test(text));
  const headingWords = headings.map((text) => contentWords(text));
  // Text near the edit that no longer exists was in the replaced text.
  const around = ({ text }: SkillDocument, to: number, reach: number): string =>
    text.slice(Math.max(0, start - reach), to + reach);
  const replaced = around(before.document, before.edit.end, LONGEST);
  const containsWords = createWordTest([replaced, around(document, newEnd, WORDS)]);
  const isNearEdit = createWordTest([replaced, around(document, newEnd, LONGEST)]);
  /** Returns true if the edit may put the path's folder into another one, which a clue considers unless the skill has it. */
  const isInOtherFolder = (path: string): boolean => {
    const first = path.slice(0, Math.max(0, path.indexOf('/')));
    return first !== '' && !SPEC_FOLDERS.has(first) && !skill.bundle.folders.has(first) && isNearEdit(`/${first}/`);
  };
  const hasSameSiblings = (reference: Reference): boolean =>
    hasExistingSiblings(reference, document, skill) === hasExistingSiblings(reference, before.document, skillBefore);
  // Of the words below, only those of commands depend on fences.
  const isSameInFences = cachedByWords(
    (path) => isCreatedByCommand(path, document) === isCreatedByCommand(path, before.document),
  );
  return {
    reference(index) {
      const reference = document.references[index];
      const old = reference && previousIndex(index, reference.range, 'references');
      if (reference === undefined || old === undefined) return undefined;
      const { path, excuse } = reference;
      if (excuse === 'glob' || paths.has(path) || endsFile(path, skill.bundle)) return undefined;
      if (folders.has(dirname(path)) && !hasSameSiblings(reference)) return undefined;
      if (containsWords(path) || isInOtherFolder(path)) return undefined;
      return effect === 'near' || isSameInFences(path) ? old : undefined;
    },
    distant(index) {
      const reference = document.references[index];
      return reference && previousIndex(index, reference.range, 'references');
    },
    mention(index) {
      const mention = document.mentions[index];
      if (mention === undefined || !mentionsHold) return undefined;
      // Any path into a folder makes the folder known.
      const into = `${mention.folder ?? ''}/`;
      if (mention.folder !== undefined && changed.some(({ path }) => path.startsWith(into))) return undefined;
      // The mention may refer to a section of the text.
      const words = headingWords.length > 0 ? specificWords(mention.text) : [];
      if (headingWords.some((heading) => overlap(words, heading) === 1)) return undefined;
      return previousIndex(index, mention.range, 'mentions');
    },
    isReliable() {
      if (!reachesLookupLimit(document)) return true;
      forgetLookups(document);
      return false;
    },
  };
}

/**
 * Returns the previous version without the references and mentions at either end of the sections that were parsed again
 * that are the same as before: the section may be long, or end elsewhere than before.
 */
function withoutSame(document: SkillDocument, before: PreviousVersion): PreviousVersion {
  const { document: old, edit } = before;
  const head = { ...before.head };
  const tail = { ...before.tail };
  for (const kind of ['references', 'mentions'] as const) {
    const [was, is] = [old[kind], document[kind]];
    const limit = (): number => Math.min(was.length, is.length) - tail[kind];
    while (head[kind] < limit() && isSame(was[head[kind]], is[head[kind]], 0)) head[kind]++;
    const end = (all: readonly Element[]): Element | undefined => all[all.length - 1 - tail[kind]];
    while (head[kind] < limit() && isSame(end(was), end(is), edit.shift)) tail[kind]++;
  }
  return { ...before, head, tail };
}

type Element = Reference | Mention;

/** Returns true if two elements are the same, the latter `shift` units further on. */
function isSame(one: Element | undefined, other: Element | undefined, shift: number): boolean {
  if (one === undefined || other === undefined || one.range.start + shift !== other.range.start) return false;
  return one.range.end + shift === other.range.end && contentOf(one) === contentOf(other);
}

/** Returns the content of an element without its position. */
const contentOf = (one: Element): string =>
  JSON.stringify(one, (key, value: unknown) => (key === 'range' ? undefined : value));

/** Returns the old and new references of the sections that were parsed again, if they differ. */
function changedReferences(document: SkillDocument, before: PreviousVersion): readonly Reference[] {
  const between = ({ references }: SkillDocument) =>
    references.slice(before.head.references, references.length - before.tail.references);
  const [was, is] = [between(before.document), between(document)];
  const same = was.length === is.length && was.every((one, index) => summaryOf(one) === summaryOf(is[index]));
  return same ? [] : [...was, ...is];
}

/** Returns true if a document has the same paths, in the same forms and order, as its previous version. */
export function hasSameReferences(document: SkillDocument): boolean {
  const before = previousVersionOf(document);
  return before !== undefined && changedReferences(document, before).length === 0;
}

/** Returns the old and new headings of the sections that were parsed again, if they differ. */
function changedHeadings(document: SkillDocument, { document: old, head, tail }: PreviousVersion): readonly string[] {
  const between = ({ headings }: SkillDocument) => headings.slice(head.headings, headings.length - tail.headings);
  const [was, is] = [between(old), between(document)];
  const same =
    was.length === is.length &&
    was.every(({ text, depth }, index) => text === is[index]?.text && depth === is[index]?.depth);
  return same ? [] : [...was, ...is].map(({ text }) => text);
}

const summaryOf = (one: Reference | undefined): string =>
  one === undefined ? '' : `${one.form} ${one.excuse ?? ''} ${one.base.kind} ${one.path}`;

/** Returns true if the edit names a bundled file that the text did not name before, or removes the last name of one. */
function changesNamedFiles(document: SkillDocument, { document: old }: PreviousVersion, bundle: Bundle): boolean {
  const { filesByPrefix, longest } = prefixesOf(bundle);
  // A pattern may begin some distance before the name.
  const texts = editedTexts(document, longest + 130) ?? [];
  const files = [...filesByPrefix].flatMap(([prefix, all]) => (texts.some((one) => one.includes(prefix)) ? all : []));
  return files.length > MAX_NAMED || files.some((file) => differsInNaming(file, old, document));
}

/** Returns true if two documents differ in naming a file. */
const differsInNaming = (file: string, old: SkillDocument, document: SkillDocument): boolean =>
  isNamedIn(file, old) !== isNamedIn(file, document) ||
  hasWords(basename(file), old) !== hasWords(basename(file), document);

interface Prefixes {
  /** The files by the first characters of their stems. */
  readonly filesByPrefix: ReadonlyMap<string, readonly string[]>;
  /** Length of the longest path. */
  readonly longest: number;
}

const cachedPrefixes = new WeakMap<Bundle, Prefixes>();

function prefixesOf(bundle: Bundle): Prefixes {
  const known = cachedPrefixes.get(bundle);
  if (known !== undefined) return known;
  const filesByPrefix = new Map<string, string[]>();
  let longest = 0;
  for (const file of bundle.files) {
    const prefix = stem(basename(file)).slice(0, 6);
    const files = filesByPrefix.get(prefix);
    if (files) files.push(file);
    else filesByPrefix.set(prefix, [file]);
    longest = Math.max(longest, file.length);
  }
  const prefixes = { filesByPrefix, longest };
  cachedPrefixes.set(bundle, prefixes);
  return prefixes;
}

const endingCache = new WeakMap<Bundle, Map<string, boolean>>();

/** Returns true if a bundled file in some other folder ends with the path. */
function endsFile(path: string, bundle: Bundle): boolean {
  const answers = endingCache.get(bundle) ?? new Map<string, boolean>();
  endingCache.set(bundle, answers);
  const known = answers.get(path) ?? [...bundle.files].some((file) => file.endsWith(`/${path}`));
  answers.set(path, known);
  return known;
}
