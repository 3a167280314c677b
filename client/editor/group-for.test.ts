import { expect, it } from 'vitest';
import { type Group, groupFor } from './group-for.ts';

/** Columns from left to right: `*` is the active one, `t` has a timeline, `e` is empty. */
const columns = (...texts: readonly string[]): readonly Group[] =>
  texts.map((text, place) => ({
    column: place + 1,
    active: text.includes('*'),
    ours: text.includes('t'),
    empty: text.includes('e'),
  }));

it.each([
  ['a text alone', columns('*'), 'new'],
  ['a text, a timeline beside it', columns('*', 't'), 2],
  ['a text right of the timeline', columns('t', '*'), 1],
  ['a text over an old timeline', columns('*t'), 'new'],
  ['a text over an old timeline, another column', columns('*t', ''), 2],
  ['a text with texts on both sides', columns('', '*', ''), 3],
  ['a text in the last column', columns('', '*'), 1],
  ['a text in the second of three, a timeline in the first', columns('t', '*', ''), 1],
])('beside %s', (_what, groups, column) => {
  expect(groupFor(groups, true)).toBe(column);
});

it.each([
  ['nothing open', columns('*'), 'active'],
  ['no column at all', [], 'active'],
  ['a timeline', columns('', '*t', 't'), 2],
  ['an empty column beside a timeline', columns('t', '*e'), 'active'],
  ['something else, with a timeline beside it', columns('*', 't'), 2],
])('where no text is in use: %s', (_what, groups, column) => {
  expect(groupFor(groups, false)).toBe(column);
});
