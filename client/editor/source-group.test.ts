import { expect, it } from 'vitest';
import { chooseSourceGroup, type TabGroup } from './source-group.ts';

/** Groups from left to right, with one character a tab: `*` is active, `t` shows a timeline. */
const columns = (...texts: readonly string[]): readonly TabGroup[] =>
  texts.map((text, index) => ({
    column: index + 1,
    isActive: text.includes('*'),
    showsPage: text.includes('t'),
    tabs: text.replace('*', '').length,
  }));

it.each([
  ['an editor is active', columns('*a', 't'), { kind: 'stay' }],
  ['no group', [], { kind: 'stay' }],
  ['a timeline right of an editor', columns('a', '*t'), { kind: 'focus', column: 1 }],
  ['a timeline left of an editor', columns('*t', 'a'), { kind: 'focus', column: 2 }],
  ['a timeline between editors', columns('a', 'b', '*t', 'c'), { kind: 'focus', column: 2 }],
  ['a timeline alone', columns('*t'), { kind: 'create' }],
  ['a timeline next to another', columns('t', '*t'), { kind: 'create' }],
  ['a timeline over an editor', columns('*at'), { kind: 'move' }],
])('keeps a timeline visible: %s', (_case, groups, expected) => {
  expect(chooseSourceGroup(groups)).toEqual(expected);
});
