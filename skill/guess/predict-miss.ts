/** Decides from the bundle and the names in the text whether a model that reads a mention would guess a wrong path. */

import { isForOthers } from '../files/audience.ts';
import { isGivenIn, isNamedIn } from '../files/named-files.ts';
import { basename, dirname, stem, within } from '../files/paths.ts';
import type { Mention, Skill, SkillDocument } from '../model/model.ts';
import { hasWords } from '../text/occurrences.ts';
import { contentWords, overlap, specificWords } from '../text/words.ts';
import { candidatesFor, lowerNames } from './candidates.ts';
import { filesWithName } from './file-names.ts';
import { fitsKind } from './fits.ts';
import { isFaint, NOUN, TEXT_NOUN } from './nouns.ts';

export type MissPrediction =
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'provokes';
      /** The paths that a model would request. */
      readonly guesses: readonly string[];
      /** Bundled files that were probably meant, likeliest first; empty if the skill has no such files. */
      readonly meant: readonly string[];
      /** True if the words are the name of a file, and nothing else suggests that the model opens it. */
      readonly byName?: true;
    };

export const SILENT: MissPrediction = { kind: 'silent' };
const MAX_MEANT = 8;
const TEXT_FILE = /\.(?:mdx?|markdown|txt|pdf|html?)$/i;
const LAST_NOUN = new RegExp(`\\b${NOUN}$`, 'i');

/**
 * Decides whether a mention in `document` makes a model guess. It rarely does: the text must instruct a model to open something,
 * its first guesses must miss, and nothing in SKILL.md may clearly name the file. The forms are those that make real
 * models guess; `docs/rules/reference.guessable.md` lists them.
 */
export function predictMiss(mention: Mention, skill: Skill, document: SkillDocument = skill.manifest): MissPrediction {
  const verdict = predictInManifest(mention, skill);
  return verdict.kind === 'silent' ||
    document.path === skill.manifest.path ||
    lacksPath(mention, verdict, skill, document)
    ? verdict
    : SILENT;
}

/**
 * Returns true if words in a document other than SKILL.md leave a model without a path. The model has read other
 * documents before: "the script" is one that it knows, and a file that this document names, or is itself, need not be
 * guessed.
 */
function lacksPath(
  mention: Mention,
  { meant }: { readonly meant: readonly string[] },
  { root }: Skill,
  document: SkillDocument,
): boolean {
  const { path } = document;
  // Notes for the skill's maintainers do not refer a model to files.
  if (isForOthers(within(root, path) ?? '')) return false;
  if (meant.some((file) => path.endsWith(`/${file}`) || hasWords(basename(file), document))) return false;
  if (mention.what === 'folder' || mention.what === 'name' || mention.what === 'promise') return mention.weak !== true;
  // "The access policy" and "the signal catalog" are more often part of the subject than a text.
  if (mention.passing || !TEXT_NOUN.test(mention.text)) return false;
  if (mention.what === 'document' && !meant.every((file) => TEXT_FILE.test(file))) return false;
  const [words, name] = [specificWords(mention.text), specificWords(stem(meant[0] ?? ''))];
  // Exactly one file, whose name has these words and no others, and not just the kind: "the pattern" is any pattern.
  const isNamedExactly = overlap(words, name) === 1 && overlap(name, words) === 1;
  if (meant.length !== 1 || !isNamedExactly || specificWords(mention.text.replace(LAST_NOUN, '')).length === 0)
    return false;
  // One word is enough if the file is also called a guide or is directly in `references/`; "the user guide" is not a
  // table.
  const [file = ''] = meant;
  return name.length > 1 || contentWords(stem(file)).length > 1 || dirname(file) === 'references';
}

function predictInManifest(mention: Mention, skill: Skill): MissPrediction {
  if (skill.bundle.truncated || mention.guesses.length === 0) return SILENT;
  const { files } = skill.bundle;
  // A correct first guess costs nothing.
  if (files.has(mention.guesses[0] ?? '')) return SILENT;
  if (isOwnName(mention, skill)) return SILENT;
  switch (mention.what) {
    case 'folder':
      return predictForFolder(mention, skill);
    case 'name':
      return predictForName(mention, skill);
    case 'promise':
      return predictForPromise(mention, skill);
    default:
      return predictForPhrase(mention, skill);
  }
}

/** Returns true if a mention is the skill's own name: "the user guide" in a skill called `user-guide`. */
function isOwnName({ text, what }: Mention, { name }: Skill): boolean {
  const [words, own] = [contentWords(text), contentWords(name)];
  return (
    what !== 'folder' && what !== 'name' && own.length > 1 && overlap(words, own) === 1 && overlap(own, words) === 1
  );
}

/** Judges a folder that the text refers the model to without naming any of its files. */
function predictForFolder(mention: Mention, skill: Skill): MissPrediction {
  const inside = [...skill.bundle.files].filter((path) => path.startsWith(`${mention.folder}/`)).sort();
  if (inside.length === 0 || inside.every(isForOthers) || inside.some((path) => isNamedIn(path, skill.manifest)))
    return SILENT;
  // A pattern such as `themes/<name>.md` says how the files are named.
  if (skill.manifest.references.some((one) => one.path.startsWith(`${mention.folder}/`) && !one.path.endsWith('/')))
    return SILENT;
  return { kind: 'provokes', guesses: mention.guesses, meant: byOverlap(mention, inside).slice(0, MAX_MEANT) };
}

/** Judges a file name listed under a folder that has no such file. */
function predictForName(mention: Mention, skill: Skill): MissPrediction {
  const name = mention.text.toLowerCase();
  const { files, folders } = skill.bundle;
  if (lowerNames(skill.bundle).has(name)) return SILENT;
  const folder = mention.folder ?? '';
  const words = contentWords(stem(name));
  const inside = `${folder}/`;
  const meant: string[] = [];
  for (const path of files)
    if (path.startsWith(inside) && overlap(words, contentWords(stem(path))) >= 0.5) meant.push(path);
  return folders.has(folder) || ['references', 'scripts', 'assets'].includes(folder)
    ? { kind: 'provokes', guesses: mention.guesses, meant }
    : SILENT;
}

/** Judges a promise of scripts, references or templates that are neither bundled nor named. */
function predictForPromise(mention: Mention, skill: Skill): MissPrediction {
  const { bundle, manifest } = skill;
  for (const path of bundle.files) if (path.includes('/') || fitsKind(promisedKind(mention), path)) return SILENT;
  const named =
    manifest.references.some((one) => one.path.startsWith(`${mention.folder}/`)) ||
    // The promised templates may be in the text itself.
    (mention.folder === 'assets' && manifest.headings.some(({ text }) => /\btemplates?\b/i.test(text)));
  return named ? SILENT : { kind: 'provokes', guesses: mention.guesses, meant: [] };
}

const promisedKind = (mention: Mention): Mention['what'] =>
  mention.folder === 'scripts' ? 'script' : mention.folder === 'assets' ? 'template' : 'document';

/**
 * Returns the bundled files whose names have all the words of a mention, whether or not the text names them; none if its
 * words name only a kind of file.
 */
export function similarFiles(mention: Mention, skill: Skill): readonly string[] {
  const specific = specificWords(mention.text);
  return candidatesFor(mention, skill).filter((path) => overlap(specific, contentWords(path)) === 1);
}

/** Judges a phrase such as "the billing rules guide": a bundled file that it may mean and that nothing names. */
function predictForPhrase(mention: Mention, skill: Skill): MissPrediction {
  const isWeak = mention.name !== undefined || isFaint(mention.text);
  const verdict = isWeak ? SILENT : predictByWords(mention, skill);
  if (verdict.kind === 'provokes') return verdict;
  const named = namedFile(mention, skill);
  return named === undefined ? SILENT : { kind: 'provokes', guesses: mention.guesses, meant: [named], byName: true };
}

function predictByWords(mention: Mention, skill: Skill): MissPrediction {
  const specific = specificWords(mention.text);
  const candidates = candidatesFor(mention, skill);
  // A single common word is not enough without an instruction to open the file.
  if (specific.length === 1 && mention.passing) return SILENT;
  if (specific.length > 0) {
    const similar = candidates.filter((path) => overlap(specific, contentWords(path)) === 1);
    // The single word also matches other files, which are named.
    if (specific.length === 1 && similar.length > 1 && similar.some((path) => isNamedIn(path, skill.manifest)))
      return SILENT;
    const exact = similar.filter((path) => {
      const name = specificWords(stem(path));
      return name.length === specific.length && overlap(specific, name) === 1;
    });
    const meant = exact.length > 0 || (specific.length === 1 && /files?$/i.test(mention.text)) ? exact : similar;
    const sameNamed = meant.length === 0 ? namesake(mention, skill, candidates) : undefined;
    if (sameNamed !== undefined) return { kind: 'provokes', guesses: mention.guesses, meant: [sameNamed] };
    if (
      meant.length === 0 ||
      meant.length > MAX_MEANT ||
      meant.some((path) => hasWords(basename(path), skill.manifest))
    )
      return SILENT;
    return { kind: 'provokes', guesses: mention.guesses, meant };
  }
  const sameNamed = namesake(mention, skill, candidates);
  if (sameNamed !== undefined) return { kind: 'provokes', guesses: mention.guesses, meant: [sameNamed] };
  // "The provided template" may mean any file of its kind that is not named.
  if (
    mention.passing ||
    mention.what === 'document' ||
    candidates.length === 0 ||
    candidates.some((path) => isNamedIn(path, skill.manifest))
  )
    return SILENT;
  return { kind: 'provokes', guesses: mention.guesses, meant: candidates.slice(0, MAX_MEANT) };
}

/**
 * Returns the only file of which these words are exactly the name, if SKILL.md does not give its path. One word is enough
 * before a noun that always means a text, and for a file directly in `references/`.
 */
export function namedFile(mention: Mention, skill: Skill): string | undefined {
  const { text, what, name } = mention;
  const candidates = candidatesFor(mention, skill);
  if (!lacksPathOf(candidates, skill.manifest)) return undefined;
  const isText = name !== undefined || !mention.passing || TEXT_NOUN.test(text);
  const [file, ...others] = filesWithName(name ?? text, candidates).filter(({ path, count }) =>
    isText || (what === 'document' && isWholeReference(path, count)) ? count > 0 : count > 1,
  );
  if (file === undefined || others.length > 0 || isGivenIn(file.path, skill.manifest)) return undefined;
  // Modules of a program are not run by their names.
  return what === 'script' && !/^scripts\/[^/]+$/.test(file.path) ? undefined : file.path;
}

const lacking = new WeakMap<SkillDocument, Map<readonly string[], boolean>>();

/** Returns true if a document lacks the path of one of the files. Cached, since most skills give all. */
function lacksPathOf(paths: readonly string[], document: SkillDocument): boolean {
  const answers = lacking.get(document) ?? new Map<readonly string[], boolean>();
  lacking.set(document, answers);
  const answer = answers.get(paths) ?? paths.some((path) => !isGivenIn(path, document));
  answers.set(paths, answer);
  return answer;
}

/** Returns true for a file directly in `references/` of whose name `count` words were said, and no others remain. */
const isWholeReference = (path: string, count: number): boolean =>
  dirname(path) === 'references' && contentWords(stem(path)).length === count;

/**
 * Returns the only file whose name consists of these words or of some of them: `details.md` for "the details guide",
 * `guide.md` for "the user guide". Undefined if SKILL.md names the file.
 */
function namesake(mention: Mention, skill: Skill, candidates: readonly string[]): string | undefined {
  if (mention.passing) return undefined;
  const words = contentWords(mention.text);
  const names = [words.slice(0, -1), ...words.map((_, from) => words.slice(from))].map((some) => some.join(' '));
  const found = candidates.filter((path) => names.includes(contentWords(stem(path)).join(' ')));
  return found.length === 1 && found[0] !== undefined && !isNamedIn(found[0], skill.manifest) ? found[0] : undefined;
}

function byOverlap(mention: Mention, paths: readonly string[]): readonly string[] {
  const words = contentWords(mention.guesses[0] ?? '');
  return [...paths].sort((a, b) => overlap(words, contentWords(b)) - overlap(words, contentWords(a)));
}
