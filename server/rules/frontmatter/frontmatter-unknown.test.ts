import { expect, it } from 'vitest';
import { codes, expectMarks, found, good, head } from '../../../test/equipment/server/rules.ts';
import { applyFix, findingsOf, settings } from '../../../test/equipment/server/server.ts';

it('reports the field and suggests the intended one', () => {
  const text = head(`${good}\nlicence: MIT\nAllowed_Tools: Read\nauthor: me`);
  expectMarks('frontmatter.unknown', head(`${good}\n«licence»: MIT\n«Allowed_Tools»: Read\n«author»: me`));
  expect(found(text).map(({ suggestions }) => suggestions)).toEqual([['license'], ['allowed-tools'], []]);
  expect(applyFix(text, found(text))).toContain('\nlicense: MIT\n');
});

it('does not suggest a typo for a field that some client reads, in skills, agents or prompts', () => {
  const firstSuggestions = (fields: string, profile?: string) =>
    found(head(`${good}\n${fields}`), profile).map(({ suggestions = [] }) => suggestions[0]);
  expect(firstSuggestions('agents: reviewer\nmodels: x\ntools: Read')).toEqual([undefined, 'model', undefined]);
  expect(firstSuggestions('path: a\npaths: b', 'spec')).toEqual([undefined, undefined]);
  expect(firstSuggestions('allowed_tools: Read\nallowed_tool: Read', 'claude')).toEqual([
    'allowed-tools',
    'allowed-tools',
  ]);
});

it('moves a custom field under metadata', () => {
  const alone = head(`${good}\nversion: 1.0`);
  expect(applyFix(alone, found(alone))).toBe(head(`${good}\nmetadata:\n  version: "1.0"`));
  const withMetadata = head(`${good}\nversion: v2\nmetadata:\n    author: me`);
  expect(applyFix(withMetadata, found(withMetadata))).toBe(head(`${good}\nmetadata:\n    version: v2\n    author: me`));
  for (const text of [alone, withMetadata]) expect(codes(applyFix(text, found(text)))).toEqual([]);
});

it.each([
  ['auto', []],
  ['claude', []],
  ['vscode', ['model', 'hooks', 'paths']],
  ['spec', ['argument-hint', 'model', 'hooks', 'paths']],
])('accepts the fields that the clients of %s read', (profile, unknown) => {
  const text = head(`${good}\nargument-hint: file\nmodel: big\nhooks: {}\npaths: a`);
  expect(found(text, profile).map(({ range }) => text.slice(range.start, range.end))).toEqual(unknown);
});

it('hints at fields that some of the chosen clients ignore', () => {
  const text = head(`${good}\nlicense: MIT\nallowed-tools: Read\ndisable-model-invocation: true\nhooks: {}`);
  const messages = (clients: readonly string[]) =>
    findingsOf({ 'SKILL.md': text }, 'SKILL.md', settings({ clients })).map(
      ({ severity, message }) => `${severity}: ${message}`,
    );
  expect(messages(['claude-code'])).toEqual([]);
  expect(messages(['claude-code', 'codex'])).toEqual([
    'hint: Do not rely on `disable-model-invocation`: Codex ignores it. Only Claude Code uses it.',
    'hint: Do not rely on `hooks`: Codex ignores it. Only Claude Code uses it.',
  ]);
  expect(messages(['gemini-cli', 'opencode'])).toEqual([
    'warning: Move `allowed-tools` under `metadata`, or remove it: none of the chosen clients reads this field.',
    'warning: Move `disable-model-invocation` under `metadata`, or remove it: none of the chosen clients reads this field.',
    'warning: Move `hooks` under `metadata`, or remove it: none of the chosen clients reads this field.',
  ]);
});
