import { type Chance, chanceOf } from '../chance.ts';
import type { NamedTool } from './simulated-tools.ts';
import { type Wish, wordsOf } from './simulated-wishes.ts';

/** How a simulated mind reads. Without a seed every mind reads alike, with one they differ as two models would. */
export interface Habits {
  /** What it reads, runs and calls before it feels ready to answer. */
  readonly most: number;
  /** Paths that it tries for one thing. */
  readonly guesses: number;
  /** How often `weak` asks for a path that is not there. */
  readonly tries: number;
  /** Which of the things that a text makes a model ask for it follows, in its order. */
  follow(text: string, things: readonly Thing[]): readonly Thing[];
  /** The paths of one thing in the order in which it tries them. */
  order(paths: readonly string[]): readonly string[];
}

export type Thing = Wish | NamedTool;

/** From the top, everything. */
const PLAIN: Habits = {
  most: 8,
  guesses: 3,
  tries: 2,
  follow: (_, things) => things,
  order: (paths) => paths,
};

/**
 * The habits of a seed. They are made up, not measured on any model: it leaves out half of what the prompt does not
 * speak of and an eighth of what it does, one in two begins with the latter, one in three with a later guess, and some
 * try longer than others. Each choice has a chance of its own, so that changing one sentence of a skill leaves what
 * happens about the others as it was.
 */
export function habitsOf(seed: number | undefined, prompt: string): Habits {
  if (seed === undefined) return PLAIN;
  const chance = (about: string): Chance => chanceOf(hashOf(`${seed}\n${about}`));
  const mind = chance('mind');
  const [most, guesses, tries] = [3 + mind.below(6), 1 + mind.below(4), 1 + mind.below(2)];
  const topicFirst = mind.once(2);
  const asked = topicWords(prompt);
  return {
    most,
    guesses,
    tries,
    follow(text, things) {
      const sections = sectionsOf(text);
      const isAsked = (thing: Thing): boolean =>
        [...wordsAround(text, sections, thing.at)].some((word) => asked.has(word));
      const spoken = new Set(asked.size === 0 ? [] : things.filter(isAsked));
      const kept = things.filter((thing) => {
        const one = chance(`${prompt}\n${'name' in thing ? thing.name : thing.paths[0]}`);
        return spoken.has(thing) ? !one.once(8) : one.once(2);
      });
      return topicFirst ? [...kept.filter((one) => spoken.has(one)), ...kept.filter((one) => !spoken.has(one))] : kept;
    },
    order(paths) {
      const first = [0, 0, 0, 0, 1, 2][chance(`begins ${paths[0]}`).below(6)] ?? 0;
      const begins = paths[first];
      return begins === undefined ? paths : [begins, ...paths.filter((path) => path !== begins)];
    },
  };
}

/** Words that stand in any prompt and any skill. */
const COMMON = new Set(
  'skill step follow please help with this that what when file user then from them your need'.split(' '),
);

function topicWords(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).filter((word) => word.length > 3 && !COMMON.has(word)));
}

/** Where the headings of a text begin. */
function sectionsOf(text: string): readonly number[] {
  return [...text.matchAll(/^#{1,6}[ \t]/gm)].map((match) => match.index);
}

/** The words of the line at a place and of the heading above it. */
function wordsAround(text: string, sections: readonly number[], at: number): ReadonlySet<string> {
  const lineAt = (offset: number): string => {
    const end = text.indexOf('\n', offset);
    return text.slice(text.lastIndexOf('\n', offset - 1) + 1, end < 0 ? text.length : end);
  };
  const heading = sections.findLast((start) => start <= at);
  return topicWords(`${heading === undefined ? '' : lineAt(heading)}\n${lineAt(at)}`);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
