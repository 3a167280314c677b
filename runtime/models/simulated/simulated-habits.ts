import { createChance, type Random } from '../../random.ts';
import { type FileRequest, wordsOf } from './simulated-file-requests.ts';
import type { NamedTool } from './simulated-tools.ts';

/**
 * The reading habits of a simulated model. Without a seed all models share them; seeds vary them as models would vary.
 */
export interface Habits {
  /** Number of files, scripts and tools that it uses before it answers. */
  readonly maxSteps: number;
  /** Number of paths that it tries for one request. */
  readonly maxGuesses: number;
  /** Number of times that `weak` requests a missing path. */
  readonly maxTries: number;
  /** Number of searches by which `weak` looks for a file in a client: it lists, then uses glob and find. */
  readonly maxSearches: number;
  /** Selects and orders the candidates in a text that it pursues. */
  select<T extends Candidate>(text: string, candidates: readonly T[]): readonly T[];
  /** Orders the paths of one candidate by when it tries them. */
  order(paths: readonly string[]): readonly string[];
}

export type Candidate = FileRequest | NamedTool;

/** Pursues everything, from top to bottom. */
const DEFAULT_HABITS: Habits = {
  maxSteps: 8,
  maxGuesses: 3,
  maxTries: 2,
  maxSearches: 4,
  select: (_, candidates) => candidates,
  order: (paths) => paths,
};

/**
 * Returns the habits of a seed. They are invented, not measured on any model: half of the candidates unrelated to the
 * prompt are skipped, and an eighth of the related ones. One seed in two starts with the related ones, one in three with a
 * later guess, and some try longer than others. Each choice has its own generator, so that changing one sentence of a
 * skill does not affect the choices about other sentences.
 */
export function habitsOf(seed: number | undefined, prompt: string): Habits {
  if (seed === undefined) return DEFAULT_HABITS;
  const chance = (about: string): Random => createChance(hashOf(`${seed}\n${about}`));
  const traits = chance('mind');
  const [steps, guesses, tries] = [3 + traits.int(6), 1 + traits.int(4), 1 + traits.int(2)];
  const relatedFirst = traits.oneIn(2);
  const searches = traits.int(5);
  const promptWords = topicWords(prompt);
  return {
    maxSteps: steps,
    maxGuesses: guesses,
    maxTries: tries,
    maxSearches: searches,
    select(text, candidates) {
      const sections = sectionsOf(text);
      const isRelated = (candidate: Candidate): boolean =>
        [...wordsAround(text, sections, candidate.at)].some((word) => promptWords.has(word));
      const related = new Set<Candidate>(promptWords.size === 0 ? [] : candidates.filter(isRelated));
      const selected = candidates.filter((candidate) => {
        const one = chance(`${prompt}\n${'name' in candidate ? candidate.name : candidate.paths[0]}`);
        return related.has(candidate) ? !one.oneIn(8) : one.oneIn(2);
      });
      return relatedFirst
        ? [...selected.filter((one) => related.has(one)), ...selected.filter((one) => !related.has(one))]
        : selected;
    },
    order(paths) {
      const first = [0, 0, 0, 0, 1, 2][chance(`begins ${paths[0]}`).int(6)] ?? 0;
      const begins = paths[first];
      return begins === undefined ? paths : [begins, ...paths.filter((path) => path !== begins)];
    },
  };
}

/** Words that occur in any prompt and any skill. */
const COMMON = new Set(
  'skill step follow please help with this that what when file user then from them your need'.split(' '),
);

function topicWords(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).filter((word) => word.length > 3 && !COMMON.has(word)));
}

/** Returns the offsets of a text's headings. */
function sectionsOf(text: string): readonly number[] {
  return [...text.matchAll(/^#{1,6}[ \t]/gm)].map((match) => match.index);
}

/** Returns the words of the line at an offset and of the heading above it. */
function wordsAround(text: string, sections: readonly number[], at: number): ReadonlySet<string> {
  const lineAt = (offset: number): string => {
    const end = text.indexOf('\n', offset);
    return text.slice(text.lastIndexOf('\n', offset - 1) + 1, end < 0 ? text.length : end);
  };
  const heading = sections.findLast((start) => start <= at);
  return topicWords(`${heading === undefined ? '' : lineAt(heading)}\n${lineAt(at)}`);
}

/** Returns the FNV-1a hash. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
