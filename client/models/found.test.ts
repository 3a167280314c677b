import { expect, test } from 'vitest';
import { isFound, meant, TYPED } from './found.ts';

const claude = {
  key: 'model anthropic/claude-x',
  label: 'Claude X',
  description: 'anthropic/claude-x',
  chosen: { model: { id: 'anthropic/claude-x' } },
};
const other = { key: 'action other', label: 'Other model…', chosen: { action: { do: 'other' } } } as const;

test('an item is found by its label and its description, in any letter case', () => {
  expect(isFound(claude, 'claude x')).toBe(true);
  expect(isFound(claude, ' ANTHROPIC/claude ')).toBe(true);
  expect(isFound(claude, 'anthropic/claude-y')).toBe(false);
});

test('the way to other models is not found by what is typed: it must not stay chosen below a model that is', () => {
  expect(isFound(other, 'other')).toBe(false);
  expect(isFound(other, '')).toBe(true);
});

test('the model that was typed is found, the head of a group is not', () => {
  expect(isFound({ key: TYPED, label: 'Use anthropic/y' }, 'anthropic/y')).toBe(true);
  expect(isFound({ key: 'group favourites', label: 'favourites' }, 'fav')).toBe(false);
});

test('what was chosen while the list changed comes as another: what is typed tells which was meant', () => {
  const head = { key: 'group local', label: 'On this machine' };
  const gemini = { ...claude, key: 'model google/gemini', label: 'Gemini', description: 'google/gemini' };
  const items = [head, claude, gemini, other];
  expect(meant(head, items, 'claude')).toBe(claude);
  expect(meant(gemini, items, 'claude')).toBe(claude);
  expect(meant(undefined, items, 'claude')).toBe(claude);
  expect(meant(gemini, items, 'i')).toBe(gemini);
  expect(meant(other, items, 'claude')).toBe(other);
  expect(meant(head, items, '')).toBeUndefined();
  expect(meant(undefined, [claude, gemini], 'g')).toBe(gemini);
  expect(meant(undefined, [claude, gemini], 'e')).toBeUndefined();
});
