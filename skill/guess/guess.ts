/**
 * Simulates the requests of a weak model after reading a document, and finds the words of a skill that caused a miss.
 */

import { basename, extension, normalize, stem } from '../files/paths.ts';
import { MAX_SUGGESTIONS, suggest } from '../files/suggest.ts';
import type { Mention, Range, Reference, Skill, SkillDocument } from '../model/model.ts';
import { BUNDLE_FOLDERS, hasFileExtension, isBaseElsewhere } from '../references/target.ts';
import { isClearlyMeant } from './fits.ts';
import { similarFiles } from './predict-miss.ts';

/** One call that a model would make. */
export interface Guess {
  readonly tool: 'load_skill_resource' | 'run_skill_script';
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly source: Reference | Mention;
}

const RUNNABLE: ReadonlySet<string> = new Set([
  '.py',
  '.sh',
  '.bash',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.rb',
  '.pl',
  '.ps1',
]);

/**
 * Returns everything that a weak model would request after reading a document, without duplicates: first the written
 * paths that look bundled, in reading order, then the guesses for mentions whose file is not clearly given by a written
 * path.
 */
export function guessesOf(document: SkillDocument): readonly Guess[] {
  const guesses = new Map<string, Guess>();
  const add = (path: string, source: Reference | Mention): void => {
    if (guesses.has(path)) return;
    const script = path.startsWith('scripts/') && RUNNABLE.has(extension(path));
    guesses.set(path, { tool: script ? 'run_skill_script' : 'load_skill_resource', path, source });
  };
  for (const reference of document.references) {
    if (looksBundled(reference)) add(normalize(reference.path), reference);
  }
  const named = document.references.filter((one) => one.path.includes('/') && hasFileExtension(one.path));
  for (const mention of document.mentions) {
    if (mention.passing || named.some((one) => isClearlyMeant(mention, one.path))) continue;
    for (const path of mention.guesses) add(path, mention);
  }
  return [...guesses.values()];
}

/** Returns true if a model would treat a written path as one of the skill's own files. */
function looksBundled(reference: Reference): boolean {
  const { path, excuse, base } = reference;
  if (excuse !== undefined || isBaseElsewhere(base)) return false;
  if (path.startsWith('../') || path.endsWith('/') || !hasFileExtension(path)) return false;
  if (base.kind === 'skill') return true;
  const [first = ''] = path.split('/');
  return (path.includes('/') && BUNDLE_FOLDERS.has(first)) || /^(?:link|definition)$/.test(reference.form);
}

/** The words that made a model request a missing path. */
export interface Cause {
  readonly document: SkillDocument;
  readonly range: Range;
  readonly text: string;
  readonly source: Reference | Mention;
  /** The bundled files that were probably meant, likeliest first. */
  readonly suggestions: readonly string[];
}

/**
 * Finds the cause of a missed path (relative to the skill): a reference to exactly that path, or else the reference or
 * mention with the most words in common. Includes mentions that the linter does not report. Undefined if nothing in
 * SKILL.md or `documents` is similar.
 */
export function causeOf(skill: Skill, documents: readonly SkillDocument[], missedPath: string): Cause | undefined {
  const missed = normalize(missedPath.replaceAll('\\', '/'));
  let best: { score: number; document: SkillDocument; source: Reference | Mention } | undefined;
  for (const document of [skill.manifest, ...documents.filter((one) => one !== skill.manifest)]) {
    for (const source of [...document.references, ...document.mentions]) {
      const score = source.kind === 'reference' ? scoreReference(source, missed) : scoreMention(source, missed);
      if (score > (best?.score ?? 0)) best = { score, document, source };
    }
  }
  if (!best || best.score < 0.5) return undefined;
  const { document, source } = best;
  const text = document.text.slice(source.range.start, source.range.end);
  return { document, range: source.range, text, source, suggestions: suggestionsFor(missed, source, skill) };
}

/**
 * Returns the files similar to the missed path. If there are none, as for the guess `severity_guide.md`, returns those
 * whose names have the words of the mention, as in `severity-levels.md`.
 */
function suggestionsFor(missed: string, source: Reference | Mention, skill: Skill): readonly string[] {
  const similar = suggest(missed, skill.bundle);
  return similar.length > 0 || source.kind === 'reference'
    ? similar
    : similarFiles(source, skill).slice(0, MAX_SUGGESTIONS);
}

function scoreReference(reference: Reference, missed: string): number {
  const path = normalize(reference.path);
  if (path === missed) return 3;
  if (path.replace(/^(?:\.\.\/)+/, '') === missed || missed.endsWith(`/${path}`)) return 2.5;
  if (basename(path) === basename(missed)) return 2.2;
  if (stem(path).toLowerCase() === stem(missed).toLowerCase()) return 1.8;
  if (reference.path.endsWith('/') && missed.startsWith(reference.path)) return 0.6;
  return overlap(words(stem(path)), words(stem(missed))) >= 0.75 ? 0.9 : 0;
}

function scoreMention(mention: Mention, missed: string): number {
  const rank = mention.guesses.indexOf(missed);
  if (rank >= 0) return 2 - rank * 0.02;
  const shared = overlap(words(mention.text), words(stem(missed)));
  return shared >= 0.5 ? shared : 0;
}

const FILLER: ReadonlySet<string> = new Set([
  'the',
  'this',
  'that',
  'its',
  'and',
  'for',
  'your',
  'our',
  'file',
  'skill',
]);

/** Returns the words of a name or sentence, in lower case, without plural `s`. */
function words(text: string): ReadonlySet<string> {
  const parts = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    parts.filter((word) => word.length > 1 && !FILLER.has(word)).map((word) => word.replace(/(?<=..[^s])s$/, '')),
  );
}

/** Returns the share of `missed` words that are in `text`. */
function overlap(text: ReadonlySet<string>, missed: ReadonlySet<string>): number {
  if (missed.size === 0) return 0;
  return [...missed].filter((word) => text.has(word)).length / missed.size;
}
