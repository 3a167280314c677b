import { expect, it } from 'vitest';
import type { Example } from '../clues/clue.ts';
import { mentionAt } from '../testing/marked.ts';
import { testClues } from '../testing/test-clues.ts';
import { MENTION_CLUES } from './mention-clues.ts';
import { mentionSituation } from './mention-situation.ts';
import { predictMiss } from './predict-miss.ts';

const situation = (example: string | Example) => {
  const { mention, skill, document } = mentionAt(example);
  const verdict = predictMiss(mention, skill, document);
  return mentionSituation(mention, skill, document, verdict.kind === 'silent' ? [] : verdict.meant);
};
testClues(MENTION_CLUES, situation);

it('has unique ids', () => {
  expect(new Set(MENTION_CLUES.map(({ id }) => id)).size).toBe(MENTION_CLUES.length);
});
