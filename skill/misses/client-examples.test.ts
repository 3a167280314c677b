import { describe, expect, it } from 'vitest';
import { CLIENT_EXAMPLES, examplePathsIn, examplePathsOf } from './client-examples.ts';

describe('the example paths of clients', () => {
  it.each(CLIENT_EXAMPLES.map((one) => [one.client, one] as const))('of %s have a source', (client, one) => {
    expect(one.source).toMatch(/^https:\/\/\S+ \S+, [0-9a-f]{8}$/);
    expect(one.paths.every((path) => path.includes('/'))).toBe(true);
    expect(examplePathsOf(client)).toEqual(one.paths);
  });
  it('are none of an unknown client', () => expect(examplePathsOf(undefined)).toEqual([]));
});

describe('the example paths in a text', () => {
  it.each([
    ['A path in the skill, e.g. "references/guide.md" or \'data/x.json\'.', ['references/guide.md', 'data/x.json']],
    ['Resolve relative paths (e.g., `scripts/foo.py`).', ['scripts/foo.py']],
    ['- brewer: Brews. (file: /home/ada/.codex/skills/brewer/SKILL.md)', []],
    ['See `references/heat.md`.', []],
    ['Open a skill, for example `brewer/SKILL.md`.', []],
    ['e.g. a folder such as `references/`.', []],
  ])('%s', (text, paths) => expect(examplePathsIn(text)).toEqual(paths));
});
