import { describe, expect, it } from 'vitest';
import { acceptedItem, acceptedItems, bestMatch, focusedItem } from './accepted-items.ts';

const nothing = { active: undefined, checked: [], preset: [], typed: '' };

it.each([
  ['the focused item if nothing is checked', { active: 'b' }, ['b']],
  ['the preset item, which is focused initially', { active: 'a', checked: ['a'], preset: ['a'] }, ['a']],
  ['all preset items', { active: 'a', checked: ['a', 'b'], preset: ['a', 'b'] }, ['a', 'b']],
  ['only the item that the focus was moved to', { active: 'c', checked: ['a'], preset: ['a'] }, ['c']],
  ['only the item found by typing', { active: 'a', checked: ['a', 'b'], preset: ['a', 'b'], typed: 'a' }, ['a']],
  ['the checked items, regardless of the focus', { active: 'c', checked: ['a', 'b'], preset: ['a'] }, ['a', 'b']],
  ['the remaining items after one was unchecked', { active: 'a', checked: ['b'], preset: ['a', 'b'] }, ['b']],
  ['the focused item after all were unchecked', { active: 'a', checked: [], preset: ['a'] }, ['a']],
  ['nothing if the list is empty', {}, []],
])('accepts %s', (_case, picked, expected) => {
  expect(acceptedItems({ ...nothing, ...picked })).toEqual(expected);
});

it('prefers the earliest match in a label over one in a description or detail', () => {
  const items = [
    { label: 'release-writer', description: 'skills/release-writer', detail: 'Writes notes' },
    { label: 'writer' },
    { label: 'csv-summary', detail: 'Sums up a table' },
  ];
  expect(bestMatch(items, 'writer')?.label).toBe('writer');
  expect(bestMatch(items, ' RELEASE')?.label).toBe('release-writer');
  expect(bestMatch(items, 'table')?.label).toBe('csv-summary');
  expect(bestMatch(items, 'nothing like it')).toBeUndefined();
  expect(bestMatch(items, ' ')).toBeUndefined();
});

describe('Enter before VS Code has put the focus on an item', () => {
  const pear = { label: 'Pear' };
  const plum = { label: 'Plum', detail: 'blue' };
  const items = [pear, plum];

  it('prefers the typed text over a stale focused item in a multi-select pick', () => {
    expect(focusedItem(items, pear, '')).toBe(pear);
    expect(focusedItem(items, pear, 'p')).toBe(pear);
    expect(focusedItem(items, pear, 'plu')).toBe(plum);
    expect(focusedItem(items, plum, ' Blue ')).toBe(plum);
    expect(focusedItem(items, undefined, 'plu')).toBe(plum);
    expect(focusedItem(items, undefined, '')).toBeUndefined();
  });

  it('accepts the initial item, or the match of the typed text', () => {
    const late = { items, first: pear, inputItem: undefined };
    expect(acceptedItem({ ...late, typed: '' })).toBe(pear);
    expect(acceptedItem({ ...late, typed: 'plu' })).toBe(plum);
    expect(acceptedItem({ ...late, typed: 'fig' })).toBeUndefined();
  });

  it('accepts the item created from the typed text if it is listed first or nothing matches', () => {
    const inputItem = { label: 'Use plu' };
    const late = { items, first: pear, typed: 'plu', inputItem };
    expect(acceptedItem(late)).toBe(inputItem);
    expect(acceptedItem({ ...late, inputItemLast: true })).toBe(plum);
    expect(acceptedItem({ ...late, typed: 'fig', inputItemLast: true })).toBe(inputItem);
  });
});
