import { expect, it } from 'vitest';
import { patternsIn } from './patterns-in.ts';

it('finds the patterns and their places', () => {
  const text = `\uFEFF{"rules": {"a": "off"}, "paths": {"a": "example", "b\\"*": "user-project", "c": 1},
    "overrides": [{"files": ["x"], "paths": {"d": "example"}}, 5]}`;
  const found = patternsIn(text);
  expect(found.map(({ pattern, meaning }) => [pattern, meaning])).toEqual([
    ['a', 'example'],
    ['b"*', 'user-project'],
    ['d', 'example'],
  ]);
  expect(found.map(({ at }) => text.slice(at, at + 3))).toEqual(['"a"', '"b\\', '"d"']);
});

it.each(['', '{', '[]', 'null', '{"paths": []}', '{"paths": null, "overrides": {}}'])('finds none in %s', (text) => {
  expect(patternsIn(text)).toEqual([]);
});
