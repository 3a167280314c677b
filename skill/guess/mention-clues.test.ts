import { describe, expect, it } from 'vitest';
import type { Example } from '../clues/clue.ts';
import { mentionAt } from '../testing/marked.ts';
import { MENTION_CLUES } from './mention-clues.ts';
import { mentionSituation } from './mention-situation.ts';
import { misses } from './misses.ts';

const situation = (example: string | Example) => {
  const { mention, skill, document } = mentionAt(example);
  const verdict = misses(mention, skill, document);
  return mentionSituation(mention, skill, document, verdict.kind === 'silent' ? [] : verdict.meant);
};
const titled = (examples: readonly (string | Example)[]) =>
  examples.map((example) => [JSON.stringify(typeof example === 'string' ? example : example.text), example] as const);

describe.each(MENTION_CLUES.map((clue) => [clue.id, clue] as const))('%s', (_, clue) => {
  it.each(titled(clue.fires))('speaks in: %s', (_, example) => {
    expect(clue.speaks(situation(example))).toBe(true);
  });
  it.each(titled(clue.silent))('is silent in: %s', (_, example) => {
    expect(clue.speaks(situation(example))).toBe(false);
  });
  it('has examples of both, and says something', () => {
    expect(clue.fires.length).toBeGreaterThan(0);
    expect(clue.silent.length).toBeGreaterThan(0);
    expect(clue.says).not.toBe('');
  });
});

it('names each clue once', () => {
  expect(new Set(MENTION_CLUES.map(({ id }) => id)).size).toBe(MENTION_CLUES.length);
});
