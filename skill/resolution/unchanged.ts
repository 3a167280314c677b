/**
 * Determines which results for a document are still valid for its next version. An edit changes one section. Paths and
 * mentions far away depend on it only through facts about the entire text, each of which is compared with the edited
 * text. A clue that reads more than 4,000 units around a path, other than through `occurrencesOf`, must be registered here.
 */
import { mentionsManifestOften } from '../clues/evidence.ts';
import { isNamedIn } from '../files/named-files.ts';
import { basename, dirname, stem } from '../files/paths.ts';
import type { Bundle, Range, Reference, Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { editedTexts, type PreviousVersion, previousVersionOf } from '../text/edit.ts';
import { hasWords } from '../text/occurrences.ts';
import { contentWords, overlap, specificWords } from '../text/words.ts';

/** Maximum distance of text that a result depends on, in UTF-16 units. */
const FAR = 5_000;
/** Maximum distance that a clue reads around another occurrence of its words. */
const WORDS = 3_000;
/** Upper limit for the length of words that are searched for. */
const LONGEST = 500;
/** With more missing paths, the limit of `occurrencesOf` may be reached, and results depend on the order of lookups. */
const MAX_MISSING = 250;

/** With more files whose names may be near the edit, comparing them takes longer than judging the mentions again. */
const MAX_NAMED = 50;

/** Maps the index of a reference or mention to that in the previous version, if the previous result is still valid. */
export interface Unchanged {
  readonly reference: (index: number) => number | undefined;
  readonly mention: (index: number) => number | undefined;
}

const NOTHING: Unchanged = { reference: () => undefined, mention: () => undefined };

/** @param missingCount Number of missing references in the previous version. */
export function unchangedResults(document: SkillDocument, skill: Skill, missingCount: number): Unchanged {
  const before = previousVersionOf(document);
  const typed = editedTexts(document, LONGEST);
  if (
    before === undefined ||
    typed === undefined ||
    missingCount > MAX_MISSING ||
    !isLocalEdit(document, before, skill)
  )
    return NOTHING;
  const firstHeading = document.headings[document.headings.length - before.tail.headings]?.range.start;
  /** Returns the previous index of an element that is far from the edit and below the same heading. */
  const previousIndex = (index: number, { start, end }: Range, of: 'references' | 'mentions'): number | undefined => {
    const { [of]: head } = before.head;
    const back = before.document[of].length - document[of].length;
    if (index < head) return end + FAR < before.edit.start ? index : undefined;
    if (index < document[of].length - before.tail[of]) return undefined;
    const isBelow = firstHeading !== undefined && start > firstHeading;
    return isBelow && start > before.edit.newEnd + FAR ? index + back : undefined;
  };
  const changed = changedReferences(document, before);
  // A bundled path affects all of its folder; a missing one affects the same path only.
  const folders = new Set(changed.flatMap(({ path }) => (skill.bundle.files.has(path) ? dirname(path) : [])));
  const paths = new Set(changed.map(({ path }) => path));
  const headings = changedHeadings(document, before);
  // A heading "Templates" would fulfil a promise of templates.
  const mentionsHold =
    !changesNamedFiles(document, before, skill.bundle) && !headings.some((text) => /template/i.test(text));
  const headingWords = headings.map((text) => contentWords(text));
  // Text near the edit that no longer exists was in the replaced text.
  const { start, newEnd } = before.edit;
  const containsWords = createWordTest([typed[0], document.text.slice(Math.max(0, start - WORDS), newEnd + WORDS)]);
  const isNearEdit = createWordTest(typed);
  /** Returns true if the edit may put the path's folder into another one, which a clue considers unless the skill has it. */
  const isInOtherFolder = (path: string): boolean => {
    const first = path.slice(0, Math.max(0, path.indexOf('/')));
    return first !== '' && !SPEC_FOLDERS.has(first) && !skill.bundle.folders.has(first) && isNearEdit(`/${first}/`);
  };
  return {
    reference(index) {
      const reference = document.references[index];
      const old = reference && previousIndex(index, reference.range, 'references');
      if (reference === undefined || old === undefined) return undefined;
      const { path, excuse } = reference;
      if (excuse === 'glob' || folders.has(dirname(path)) || paths.has(path) || endsFile(path, skill.bundle))
        return undefined;
      return containsWords(path) || isInOtherFolder(path) ? undefined : old;
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
  };
}

/**
 * Returns true if the edit does not change what every path may depend on: fences, sections, and the document's topic.
 */
function isLocalEdit(document: SkillDocument, { document: old, edit }: PreviousVersion, skill: Skill): boolean {
  const lines = [linesAround(old.text, edit.start, edit.end), linesAround(document.text, edit.start, edit.newEnd)];
  if (lines.some((text) => /```|~~~/.test(text))) return false;
  const isManifest = document.path === skill.manifest.path;
  if (!isManifest && (edit.start < document.bodyStart + FAR || lines.some((text) => /^##/m.test(text)))) return false;
  return (
    mentionsManifestOften(old) === mentionsManifestOften(document) &&
    old.headings[0]?.text === document.headings[0]?.text &&
    hasScripts(old) === hasScripts(document)
  );
}

const hasScripts = ({ headings }: SkillDocument): boolean => headings.some(({ text }) => /scripts\//i.test(text));

const linesAround = (text: string, start: number, end: number): string => {
  const newline = text.indexOf('\n', end);
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, newline < 0 ? text.length : newline);
};

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
  const between = ({ headings }: SkillDocument) =>
    headings.slice(head.headings, headings.length - tail.headings).map(({ text }) => text);
  const [was, is] = [between(old), between(document)];
  return was.length === is.length && was.every((text, index) => text === is[index]) ? [] : [...was, ...is];
}

const summaryOf = (one: Reference | undefined): string =>
  one === undefined ? '' : `${one.form} ${one.excuse ?? ''} ${one.base.kind} ${one.path}`;

/**
 * Returns a cached function that checks whether one of the texts contains the given words. Hundreds of paths are looked up
 * in a few thousand characters, and a table of the trigrams of the texts rules out nearly all of them.
 */
function createWordTest(texts: readonly string[]): (words: string) => boolean {
  const answers = new Map<string, boolean>();
  const trigrams = new Uint8Array(1 << 16);
  for (const text of texts) for (let at = 0; at + 2 < text.length; at++) trigrams[trigramAt(text, at)] = 1;
  const mayHave = (words: string): boolean => {
    for (let at = 0; at + 2 < words.length; at++) if (trigrams[trigramAt(words, at)] === 0) return false;
    return true;
  };
  return (words) => {
    const known = answers.get(words) ?? (mayHave(words) && texts.some((text) => text.includes(words)));
    answers.set(words, known);
    return known;
  };
}

/** Hashes three characters of a text to 16 bits. */
const trigramAt = (text: string, at: number): number =>
  (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 5) ^ (text.charCodeAt(at + 2) << 10)) & 0xffff;

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
