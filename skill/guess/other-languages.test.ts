import { expect, it } from 'vitest';
import { skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { warningFor } from './mention-warning.ts';
import { WORDINGS } from './wordings.ts';

function meantFiles(body: string): readonly string[] {
  const { skill } = skillWith(body, ['references/api-patterns.md']);
  return skill.manifest.mentions.flatMap((mention) => {
    const verdict = warningFor(mention, skill);
    return verdict.kind === 'silent' ? [] : verdict.meant;
  });
}

it.each(WORDINGS.flatMap(({ examples }) => examples))('finds the file that is named in: %s', (sentence) => {
  expect(meantFiles(sentence)).toHaveLength(1);
});

it.each([
  'Erstelle die Anleitung zu api patterns.',
  'Escribe la guía de api patterns.',
  'api patternsガイドを作成してください。',
  '编写api patterns指南。',
  'api patterns 가이드를 작성하세요.',
  'Lies die Anleitung zu api patterns (`references/api-patterns.md`).',
  'Lies die Anleitung zu other things.',
])('reports nothing in: %s', (sentence) => expect(meantFiles(sentence)).toEqual([]));
