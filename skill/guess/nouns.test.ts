import { expect, it } from 'vitest';
import { readDocument } from '../documents/document.ts';
import { FILE_NOUNS, nounOf } from './nouns.ts';

it.each(FILE_NOUNS.map(({ example, what }) => [example, what]))('%s means a %s', (example, what) => {
  const { mentions } = readDocument('/skill/SKILL.md', `See ${example}.`);
  expect(mentions.map(({ text }) => text)).toEqual([example]);
  expect(nounOf(example)).toBe(what);
});

it('has each noun once', () => {
  const nouns = FILE_NOUNS.map(({ noun }) => noun);
  expect(nouns).toEqual([...new Set(nouns)]);
});
