/** Tests each clue with its own examples, and what all clues have in common. A broken clue fails here under its id. */
import { describe, expect, it } from 'vitest';
import { ALL_CLUES } from '../../test/equipment/skill/all-clues.ts';
import { readMarked, sectionAround } from '../../test/equipment/skill/marked.ts';
import { testClues } from '../../test/equipment/skill/test-clues.ts';
import { MENTION_CLUES } from '../guess/mention-clues.ts';
import { reasonOf } from '../resolution/reasons.ts';
import { resolve } from '../resolution/resolve.ts';
import type { Example } from './clue.ts';
import { ELSEWHERE } from './elsewhere.ts';
import { EXCUSE_OVERRIDES } from './excuse-overrides.ts';
import { WORD_CLUES } from './excuses.ts';
import { type MissingPath, missingPathOf } from './missing-path.ts';
import { OTHER_SKILL_NAMES, OWN_NAMES } from './own-name.ts';
import { OWN_PATHS } from './own-path.ts';
import { OWNERSHIP } from './ownership.ts';
import { type PathContext, pathContextOf } from './path-context.ts';

type Sample = string | Example;
const textOf = (sample: Sample): string => (typeof sample === 'string' ? sample : sample.text);

function contextIn(sample: Sample): PathContext {
  const marked = readMarked(sample);
  const { text, range, fence } = sectionAround(marked);
  return pathContextOf(text, { path: marked.reference.path, range }, marked.reference.form, fence);
}

function missingPathIn(sample: Sample): MissingPath {
  const { reference, document, skill } = readMarked(sample);
  return missingPathOf(reference, document, skill);
}

describe('words', () => testClues(WORD_CLUES, contextIn));
describe('the entire text', () => testClues(ELSEWHERE, missingPathIn));
describe('ownership', () => testClues(OWNERSHIP, missingPathIn));
describe('paths into folders that the skill does not have', () => testClues(OWN_PATHS, missingPathIn));
describe('file names without a folder', () => testClues([...OWN_NAMES, ...OTHER_SKILL_NAMES], missingPathIn));
describe('overrides of excuses', () => testClues(EXCUSE_OVERRIDES, missingPathIn));

const silencing = [...WORD_CLUES, ...ELSEWHERE, ...OWNERSHIP.filter(({ isOwn }) => !isOwn)];
it.each(silencing.flatMap(({ id, fires }) => fires.map((sample) => [id, textOf(sample), sample] as const)))(
  '%s: nothing is reported for: %s',
  (id, _, sample) => {
    const { reference, document, context } = readMarked(sample);
    const resolution = resolve(reference, document, {
      ...context,
      pluginRoot: '/repo',
      pluginRoots: { CLAUDE_PLUGIN_ROOT: '/repo' },
    });
    expect(resolution).toMatchObject({ kind: 'ignored', because: id });
  },
);

it('has a reason for every clue and circumstance that excuses a path', () => {
  expect(silencing.filter(({ id, says }) => reasonOf(id) !== says)).toEqual([]);
  expect(reasonOf('written.glob')).toBe('it is a pattern for several files');
});

it('gives each clue a unique id, including those of the judge and of mentions', () => {
  const ids = [...ALL_CLUES, ...MENTION_CLUES].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
