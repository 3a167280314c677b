import { expect, it } from 'vitest';
import { chosenOf, firstFound } from './several.ts';

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
