import { expect, it } from 'vitest';
import { chooseGroup, type EditorGroup } from './choose-group.ts';

/** Groups from left to right: `*` is active, `t` has a timeline, `e` is empty. */
const columns = (...texts: readonly string[]): readonly EditorGroup[] =>
  texts.map((text, index) => ({
    column: index + 1,
    active: text.includes('*'),
    hasPage: text.includes('t'),
    empty: text.includes('e'),
  }));

it.each([
  ['a single editor', columns('*'), 'new'],
  ['an editor left of a timeline', columns('*', 't'), 2],
  ['an editor right of a timeline', columns('t', '*'), 1],
  ['an editor in the group of a timeline', columns('*t'), 'new'],
  ['an editor in the group of a timeline, with another group', columns('*t', ''), 2],
  ['an editor between two others', columns('', '*', ''), 3],
  ['an editor in the last group', columns('', '*'), 1],
  ['an editor in the second of three groups, a timeline in the first', columns('t', '*', ''), 1],
])('keeps the active group visible: %s', (_case, groups, column) => {
  expect(chooseGroup(groups, true)).toBe(column);
});

it.each([
  ['nothing open', columns('*'), 'active'],
  ['no group at all', [], 'active'],
  ['a timeline', columns('', '*t', 't'), 2],
  ['an empty group next to a timeline', columns('t', '*e'), 'active'],
  ['another tab, next to a timeline', columns('*', 't'), 2],
])('may cover the active group: %s', (_case, groups, column) => {
  expect(chooseGroup(groups, false)).toBe(column);
});
