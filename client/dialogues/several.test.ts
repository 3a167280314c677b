import { describe, expect, it } from 'vitest';
import { chosenOf, firstFound, focusOf, meant } from './several.ts';

const nothing = { active: undefined, checked: [], preset: [], typed: '' };

it.each([
  ['the focused one where nothing is checked', { active: 'b' }, ['b']],
  ['the preset one, which has the focus at first', { active: 'a', checked: ['a'], preset: ['a'] }, ['a']],
  ['all preset ones', { active: 'a', checked: ['a', 'b'], preset: ['a', 'b'] }, ['a', 'b']],
  ['another one that was moved to, alone', { active: 'c', checked: ['a'], preset: ['a'] }, ['c']],
  ['the one that typing found, alone', { active: 'a', checked: ['a', 'b'], preset: ['a', 'b'], typed: 'a' }, ['a']],
  ['what was checked, wherever the focus is', { active: 'c', checked: ['a', 'b'], preset: ['a'] }, ['a', 'b']],
  ['what is left where one was unchecked', { active: 'a', checked: ['b'], preset: ['a', 'b'] }, ['b']],
  ['the focused one where all were unchecked', { active: 'a', checked: [], preset: ['a'] }, ['a']],
  ['nothing where the list is empty', {}, []],
])('Enter means %s', (_what, picked, chosen) => {
  expect(chosenOf({ ...nothing, ...picked })).toEqual(chosen);
});

it('what is typed means the item whose label begins most with it, else one that has it elsewhere', () => {
  const items = [
    { label: 'release-writer', description: 'skills/release-writer', detail: 'Writes notes' },
    { label: 'writer' },
    { label: 'csv-summary', detail: 'Sums up a table' },
  ];
  expect(firstFound(items, 'writer')?.label).toBe('writer');
  expect(firstFound(items, ' RELEASE')?.label).toBe('release-writer');
  expect(firstFound(items, 'table')?.label).toBe('csv-summary');
  expect(firstFound(items, 'nothing like it')).toBeUndefined();
  expect(firstFound(items, ' ')).toBeUndefined();
});

describe('Enter before VS Code has put the focus on an item', () => {
  const pear = { label: 'Pear' };
  const plum = { label: 'Plum', detail: 'blue' };
  const items = [pear, plum];

  it('means, where several can be checked, what is typed rather than an item that it does not find', () => {
    expect(focusOf(items, pear, '')).toBe(pear);
    expect(focusOf(items, pear, 'p')).toBe(pear);
    expect(focusOf(items, pear, 'plu')).toBe(plum);
    expect(focusOf(items, plum, ' Blue ')).toBe(plum);
    expect(focusOf(items, undefined, 'plu')).toBe(plum);
    expect(focusOf(items, undefined, '')).toBeUndefined();
  });

  it('means the one that stands selected at first, or what is typed', () => {
    const late = { items, first: pear, own: undefined };
    expect(meant({ ...late, typed: '' })).toBe(pear);
    expect(meant({ ...late, typed: 'plu' })).toBe(plum);
    expect(meant({ ...late, typed: 'fig' })).toBeUndefined();
  });

  it('means the item that is made of what is typed, where that stands above, or where nothing is found', () => {
    const own = { label: 'Use plu' };
    const late = { items, first: pear, typed: 'plu', own };
    expect(meant(late)).toBe(own);
    expect(meant({ ...late, typedLast: true })).toBe(plum);
    expect(meant({ ...late, typed: 'fig', typedLast: true })).toBe(own);
  });
});
