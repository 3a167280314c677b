import { expect, test } from 'vitest';
import { TOOL_NAME, toolNames } from './names.ts';

const long = 'a'.repeat(80);

test.each<[string, readonly string[], readonly string[]]>([
  ['valid names', ['a', 'b_c', 'd-e'], ['a', 'b_c', 'd-e']],
  ['dots and slashes', ['calendar.respond', 'user-profile/update'], ['calendar_respond', 'user-profile_update']],
  ['a name that another tool has', ['a.b', 'a_b'], ['a_b_2', 'a_b']],
  ['names that become the same', ['a.b', 'a/b', 'a b'], ['a_b', 'a_b_2', 'a_b_3']],
  ['a long name', [long], [long.slice(0, 64)]],
  ['long names with the same start', [`${long}x`, `${long}y`], [long.slice(0, 64), `${long.slice(0, 62)}_2`]],
  ['colons and blanks', ['git:commit all'], ['git_commit_all']],
  ['other letters', ['Über', '搜索', '検索'], ['_ber', '_', '__2']],
])('gives %s names that models accept', (_, names, expected) => {
  const used = toolNames(names);
  expect(names.map((name) => used.get(name))).toEqual(expected);
  for (const name of used.values()) expect(name).toMatch(TOOL_NAME);
});

test('names many tools that become the same', () => {
  const names = Array.from({ length: 300 }, (_, n) => `${'.'.repeat(n + 1)}x`);
  expect(new Set(toolNames(names).values()).size).toBe(300);
});
