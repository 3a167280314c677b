import { describe, expect, it } from 'vitest';
import { codes, expectMarks, found, good, head } from '../../../test/equipment/server/rules.ts';
import { applyFix, findingsOf, settings } from '../../../test/equipment/server/server.ts';
import { fixesFor, placesOf } from '../rule/rule.ts';

it('reports the field and suggests the intended one', () => {
  const text = head(`${good}\nlicence: MIT\nAllowed_Tools: Read\nauthor: me`);
  expectMarks('frontmatter.unknown', head(`${good}\n«licence»: MIT\n«Allowed_Tools»: Read\n«author»: me`));
  expect(found(text).map(({ suggestions }) => suggestions)).toEqual([['license'], ['allowed-tools'], []]);
  expect(applyFix(text, found(text))).toContain('\nlicense: MIT\n');
});

it('does not suggest a typo for a field that some client reads, in skills, agents or prompts', () => {
  const firstSuggestions = (fields: string, profile?: string) =>
    found(head(`${good}\n${fields}`), profile).map(({ suggestions = [] }) => suggestions[0]);
  expect(firstSuggestions('agents: reviewer\nmodels: x\ntools: Read')).toEqual([undefined, 'model']);
  expect(firstSuggestions('path: a\npaths: b', 'spec')).toEqual([undefined]);
  expect(firstSuggestions('allowed_tools: Read\nallowed_tool: Read', 'claude')).toEqual([
    'allowed-tools',
    'allowed-tools',
  ]);
});

it('takes a field for a typo only if its value is one of the intended field', () => {
  expect(codes(head(`${good}\ncontent: fork`))).toEqual(['warning frontmatter.unknown']);
  expect(codes(head(`${good}\ncontent: prices`))).toEqual(['information frontmatter.unknown']);
  // The same letters mean the same field.
  expect(codes(head(`${good}\nAllowed_Tools: {}`))).toEqual(['warning frontmatter.unknown']);
});

describe('several fields that no client reads', () => {
  const fields = 'author: me\nlicence: MIT\ntags: [a, b]\nversion: 1.0\nowner: "x: y"';
  const findings = (more = '') => found(head(`${good}\n${fields}${more}`));

  it('are one finding, besides those that are likely typos', () => {
    expect(findings().map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'information: `author`, `tags`, `version` and `owner` are read by no known client. Move them under `metadata`, or remove them.',
      'warning: `licence` is read by no known client. Did you mean `license`?',
    ]);
    expectMarks(
      'frontmatter.unknown',
      head(`${good}\n«author»: me\n«licence»: MIT\n«tags»: [a, b]\n«version»: 1.0\n«owner»: "x: y"`),
    );
    const many = Array.from({ length: 40 }, (_, index) => `\nfield-${index}: x`).join('');
    const [one, ...others] = findings(many);
    expect(one?.message).toMatch(/ and \d+ more are read by/);
    expect(one?.message.length).toBeLessThanOrEqual(160);
    expect(others).toHaveLength(1);
  });

  it('have a fix for each field, and one for all', () => {
    const text = head(`${good}\n${fields}`);
    expect(findings()[0]?.fixes?.map(({ title }) => title)).toEqual([
      'Move 3 fields under metadata',
      'Move author under metadata',
      'Move version under metadata',
      'Move owner under metadata',
    ]);
    expect(applyFix(text, findings())).toBe(
      head(`${good}\nmetadata:\n  author: me\n  version: "1.0"\n  owner: "x: y"\nlicence: MIT\ntags: [a, b]`),
    );
    expect(applyFix(text, findings(), 'Move version under metadata')).toBe(
      head(`${good}\nauthor: me\nlicence: MIT\ntags: [a, b]\nmetadata:\n  version: "1.0"\nowner: "x: y"`),
    );
    const before = `${head(`${good}\n${fields}\nmetadata:\n  a: b\n  owner: z`)}`.replaceAll('\n', '\r\n');
    expect(applyFix(before, found(before))).toBe(
      head(
        `${good}\nlicence: MIT\ntags: [a, b]\nowner: "x: y"\nmetadata:\n  author: me\n  version: "1.0"\n  a: b\n  owner: z`,
      ).replaceAll('\n', '\r\n'),
    );
  });

  it('offer the fix of a field at the field', () => {
    const [one] = findings();
    const at = one?.related?.[1]?.range;
    expect(one && at && fixesFor(one, at).map(({ title }) => title)).toEqual([
      'Move 3 fields under metadata',
      'Move version under metadata',
    ]);
  });

  it('are reported without those that a comment suppresses', () => {
    const text = head(`${good}\n# skillwright-disable-next-line frontmatter.unknown\nauthor: me\nversion: 1\ntags: x`);
    expect(found(text).map(({ message }) => message)).toEqual([
      '`version` and `tags` are read by no known client. Move them under `metadata`, or remove them.',
    ]);
  });
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
  const places = found(text, profile).flatMap(placesOf);
  expect(places.map(({ range }) => text.slice(range.start, range.end))).toEqual(unknown);
});

it('hints at fields that some of the chosen clients ignore', () => {
  const text = head(`${good}\nlicense: MIT\nallowed-tools: Read\ndisable-model-invocation: true\nhooks: {}`);
  const messages = (clients: readonly string[]) =>
    findingsOf({ 'SKILL.md': text }, 'SKILL.md', settings({ clients })).map(
      ({ severity, message }) => `${severity}: ${message}`,
    );
  expect(messages(['claude-code'])).toEqual([]);
  expect(messages(['claude-code', 'codex'])).toEqual([
    'hint: Not all chosen clients use `disable-model-invocation`: Codex ignores it. Only Claude Code uses it.',
    'hint: Not all chosen clients use `hooks`: Codex ignores it. Only Claude Code uses it.',
  ]);
  expect(messages(['gemini-cli', 'opencode'])).toEqual([
    'information: `allowed-tools`, `disable-model-invocation` and `hooks` are read by none of the chosen clients. Move them under `metadata`, or remove them.',
  ]);
});
