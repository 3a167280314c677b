/** Kinds of paths without a file, in words and in counts. */
import type { Excuse } from '../model/model.ts';
import { formatCount } from '../text/count.ts';

/** The kind of a path without a file. The first two are reported, all others are not. */
export type PathKind =
  /** Reported as an error or a warning. */
  | 'broken'
  /** Reported as information or a hint. */
  | 'uncertain'
  | 'made-at-run-time'
  | 'user-project'
  | 'installed-later'
  | 'example'
  /** A placeholder or a pattern for several files. */
  | 'placeholder'
  /** In a text to be written. */
  | 'template'
  /** In another skill, a plugin or another folder of the repository. */
  | 'elsewhere'
  /** The text itself says that it does not exist. */
  | 'absent'
  /** A bundled file, named without its folder or found by its full path elsewhere in the text. */
  | 'by-name'
  | 'no-path'
  /** A comment or a level keeps it from being reported. */
  | 'silenced'
  | 'undecided';

/** The kinds that an author can state in `.skillwright.json`. */
export const PATH_MEANINGS = [
  'made-at-run-time',
  'user-project',
  'installed-later',
  'example',
] as const satisfies PathKind[];

/** A kind that the author states. */
export type PathMeaning = (typeof PATH_MEANINGS)[number];

interface Words {
  /** Follows "taken for". */
  readonly noun: string;
  /** Follows a count. */
  readonly counted: (count: number) => string;
}

const after = (words: string): Words['counted'] => {
  return (count) => `${count} ${words}`;
};

const WORDS: Readonly<Record<PathKind, Words>> = {
  broken: { noun: 'a bundled file', counted: after('broken') },
  uncertain: { noun: 'a bundled file', counted: after('uncertain') },
  'made-at-run-time': { noun: 'a file that is made at run time', counted: after('made at run time') },
  'user-project': { noun: 'a file of the user’s project', counted: after('in the user’s project') },
  'installed-later': { noun: 'a file that is installed later', counted: after('installed later') },
  example: { noun: 'an example', counted: (count) => formatCount(count, 'example') },
  placeholder: { noun: 'a placeholder or a pattern', counted: (count) => formatCount(count, 'placeholder') },
  template: { noun: 'part of a text to be written', counted: after('in texts to be written') },
  elsewhere: { noun: 'a file outside this skill', counted: after('outside the skill') },
  absent: { noun: 'a file that does not exist', counted: after('said to be absent') },
  'by-name': { noun: 'a bundled file without its folder', counted: after('named without a folder') },
  'no-path': { noun: 'something other than a path', counted: (count) => `${count} not a path` },
  silenced: { noun: 'a path that you silenced', counted: after('silenced') },
  undecided: { noun: 'neither a bundled file nor anything else', counted: after('undecided') },
};

/** All kinds, in the order in which counts are shown. */
export const PATH_KINDS: readonly PathKind[] = [
  'broken',
  'uncertain',
  'made-at-run-time',
  'user-project',
  'installed-later',
  'example',
  'placeholder',
  'template',
  'elsewhere',
  'absent',
  'by-name',
  'no-path',
  'silenced',
  'undecided',
];

/** The number of unresolved paths of each kind; kinds without any are absent. */
export type PathCounts = Readonly<Partial<Record<PathKind, number>>>;

/** Returns what a path is taken for, as words that can follow "taken for". */
export const nounOfKind = (kind: PathKind): string => WORDS[kind].noun;

/** Returns counts in words, in the order of the kinds: `3 broken`, `5 made at run time`. */
export const countsInWords = (counts: PathCounts): readonly string[] =>
  PATH_KINDS.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [WORDS[kind].counted(count)];
  });

/** Returns the sum of two counts. */
export function addCounts(one: PathCounts, other: PathCounts): PathCounts {
  const sum: Partial<Record<PathKind, number>> = { ...one };
  for (const kind of PATH_KINDS) {
    const count = (one[kind] ?? 0) + (other[kind] ?? 0);
    if (count > 0) sum[kind] = count;
  }
  return sum;
}

const OF_EXCUSE: Readonly<Record<Excuse, PathKind>> = {
  example: 'example',
  output: 'made-at-run-time',
  'user-file': 'user-project',
  placeholder: 'placeholder',
  template: 'template',
  glob: 'placeholder',
  'pseudo-link': 'no-path',
  absent: 'absent',
};

/** The kinds of reasons that say more than the excuse, by the id of the clue or circumstance. */
const OF_REASON: ReadonlyMap<string, PathKind> = new Map([
  ['elsewhere.text-to-write', 'template'],
  ['elsewhere.made-here', 'made-at-run-time'],
  ['elsewhere.copied-to', 'made-at-run-time'],
  ['elsewhere.shown-in-full', 'made-at-run-time'],
  ['elsewhere.part-of-copied', 'made-at-run-time'],
  ['resolved.no-file-name', 'no-path'],
  ['resolved.installed', 'installed-later'],
  ['resolved.installed-skill', 'elsewhere'],
  ['resolved.no-plugin', 'elsewhere'],
  ['resolved.plugin-to-come', 'elsewhere'],
  ['resolved.folder-of-skills', 'elsewhere'],
  ['resolved.other-skill-named', 'elsewhere'],
  ['resolved.other-skill-near', 'elsewhere'],
  ['resolved.case-of-repository', 'elsewhere'],
  ['resolved.name-in-repository', 'elsewhere'],
  ['resolved.told-in-full', 'by-name'],
  ['resolved.case-in-passing', 'by-name'],
]);

/** Returns the kind of a path that is not reported, by the excuse and the id of the reason in its resolution. */
export const kindOfIgnored = (excuse: Excuse | 'unknown', because: string): PathKind =>
  OF_REASON.get(because) ?? (excuse === 'unknown' ? 'undecided' : OF_EXCUSE[excuse]);
