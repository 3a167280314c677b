import { expect, test } from 'vitest';
import { acceptedItem, matchesFilter, TYPED_KEY } from './picker-filter.ts';

const claude = {
  key: 'model anthropic/claude-x',
  label: 'Claude X',
  description: 'anthropic/claude-x',
  chosen: { model: { id: 'anthropic/claude-x' } },
};
const other = { key: 'action other', label: 'Other model…', chosen: { action: { do: 'other' } } } as const;

test('matches the label and the description, ignoring case', () => {
  expect(matchesFilter(claude, 'claude x')).toBe(true);
  expect(matchesFilter(claude, ' ANTHROPIC/claude ')).toBe(true);
  expect(matchesFilter(claude, 'anthropic/claude-y')).toBe(false);
});

test('never matches "Other model…", so that a matching model becomes active instead', () => {
  expect(matchesFilter(other, 'other')).toBe(false);
  expect(matchesFilter(other, '')).toBe(true);
});

test('matches the typed model but no group heading', () => {
  expect(matchesFilter({ key: TYPED_KEY, label: 'Use anthropic/y' }, 'anthropic/y')).toBe(true);
  expect(matchesFilter({ key: 'group favorites', label: 'favorites' }, 'fav')).toBe(false);
});

test('uses the typed text to resolve an item accepted while the list changed', () => {
  const heading = { key: 'group local', label: 'On this machine' };
  const gemini = { ...claude, key: 'model google/gemini', label: 'Gemini', description: 'google/gemini' };
  const items = [heading, claude, gemini, other];
  expect(acceptedItem(heading, items, 'claude')).toBe(claude);
  expect(acceptedItem(gemini, items, 'claude')).toBe(claude);
  expect(acceptedItem(undefined, items, 'claude')).toBe(claude);
  expect(acceptedItem(gemini, items, 'i')).toBe(gemini);
  expect(acceptedItem(other, items, 'claude')).toBe(other);
  expect(acceptedItem(heading, items, '')).toBeUndefined();
  expect(acceptedItem(undefined, [claude, gemini], 'g')).toBe(gemini);
  expect(acceptedItem(undefined, [claude, gemini], 'e')).toBeUndefined();
});
