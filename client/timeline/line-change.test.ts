import { expect, it } from 'vitest';
import { lineChange } from './line-change.ts';

it.each([
  ['see the user guide.', 'see the user guide (`references/guide.md`).', '', ' (`references/guide.md`)'],
  ['see `user_guide.md` first', 'see `guide.md` first', 'user_', ''],
  ['aaa', 'aaaa', '', 'a'],
  ['same', 'same', '', ''],
  ['', 'all of it', '', 'all of it'],
  ['a \u{1f600} b', 'a \u{1f601} b', '\u{1f600}', '\u{1f601}'],
])('from %j to %j, removes %j and inserts %j', (before, after, removed, inserted) => {
  const change = lineChange(before, after);
  expect(change).toMatchObject({ removed, inserted });
  expect(change.start + removed + change.end).toBe(before);
  expect(change.start + inserted + change.end).toBe(after);
});
