/** Each clue's own texts, and what holds of all of them. A clue that is broken fails here, by its id. */
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../resolution/reasons.ts';
import { resolve } from '../resolution/resolve.ts';
import { ALL_CLUES } from '../testing/all-clues.ts';
import { readMarked, sectionAround } from '../testing/marked.ts';
import { proves } from '../testing/proves.ts';
import type { Example } from './clue.ts';
import { ELSEWHERE } from './elsewhere.ts';
import { WORD_CLUES } from './excuses.ts';
import { type Missing, missingOf } from './missing.ts';
import { OUTWEIGHING } from './outweighs.ts';
import { OTHERS_NAMES, OWN_NAMES } from './own-name.ts';
import { OWN_PATHS } from './own-path.ts';
import { OWNERSHIP } from './ownership.ts';
import { type Place, placeOf } from './place.ts';

type Sample = string | Example;
const textOf = (sample: Sample): string => (typeof sample === 'string' ? sample : sample.text);

function placeIn(sample: Sample): Place {
  const marked = readMarked(sample);
  const { text, range, fence } = sectionAround(marked);
  return placeOf(text, { path: marked.reference.path, range }, marked.reference.form, fence);
}

function missingIn(sample: Sample): Missing {
  const { reference, document, skill } = readMarked(sample);
  return missingOf(reference, document, skill);
}

describe('words', () => proves(WORD_CLUES, placeIn));
describe('the whole text', () => proves(ELSEWHERE, missingIn));
describe('ownership', () => proves(OWNERSHIP, missingIn));
describe('paths into folders that the skill lacks', () => proves(OWN_PATHS, missingIn));
describe('file names without a folder', () => proves([...OWN_NAMES, ...OTHERS_NAMES], missingIn));
describe('what outweighs words', () => proves(OUTWEIGHING, missingIn));

const silencing = [...WORD_CLUES, ...ELSEWHERE, ...OWNERSHIP.filter(({ keeps }) => !keeps)];
it.each(silencing.flatMap(({ id, fires }) => fires.map((sample) => [id, textOf(sample), sample] as const)))(
  '%s: nothing is reported of: %s',
  (id, _, sample) => {
    const { reference, document, context } = readMarked(sample);
    const resolution = resolve(reference, document, { ...context, pluginRoot: '/repo' });
    expect(resolution).toMatchObject({ kind: 'ignored', because: id });
  },
);

it('has words for every clue and circumstance that silences', () => {
  expect(silencing.filter(({ id, says }) => reasonOf(id) !== says)).toEqual([]);
  expect(reasonOf('written.glob')).toBe('it is a pattern for several files');
});

it('names each clue once, those of the judge included', () => {
  const ids = ALL_CLUES.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
