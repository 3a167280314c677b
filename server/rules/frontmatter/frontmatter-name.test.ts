import { describe, expect, it } from 'vitest';
import { codes, expectMarks, found, head } from '../../../test/equipment/server/rules.ts';
import { applyFix, findingsOf, removeMarks, settings, workspaceOf } from '../../../test/equipment/server/server.ts';

it.each([
  ['name: «Meeting_Notes»', 'error'],
  ['name: «-notes»', 'error'],
  ['name: «no--tes»', 'error'],
  ['name: «42»', 'error'],
  ['name: «other»', 'warning'],
  [`name: «${'n'.repeat(65)}»`, 'warning'],
])('%s is reported as: %s', (field, severity) => {
  expectMarks('frontmatter.name', head(`${field}\ndescription: Sorts notes.`));
  expect(codes(head(removeMarks(`${field}\ndescription: Sorts notes.`)))).toEqual([`${severity} frontmatter.name`]);
});

it('offers the folder’s name as a fix', () => {
  for (const text of [head('name: Meeting_Notes\ndescription: Sorts notes.'), head('description: Sorts notes.')]) {
    expect(codes(text)).toEqual(['error frontmatter.name']);
    expect(codes(applyFix(text, found(text)))).toEqual([]);
  }
});

it('may be absent in Claude Code, which uses the folder’s name', () => {
  expect(codes(head('description: Sorts notes.'), 'claude')).toEqual([]);
});

describe('the level', () => {
  const of = (fields: string, profile: string) => codes(head(fields), profile);

  it.each([
    // A name that differs from the folder's, a malformed one, one that is too long, none.
    [
      'name: other',
      {
        auto: 'warning',
        spec: 'warning',
        vscode: 'warning',
        claude: 'information',
        adk: 'error',
        codex: 'information',
      },
    ],
    [
      'name: My_Notes',
      { auto: 'error', spec: 'error', vscode: 'error', claude: 'information', adk: 'error', codex: 'information' },
    ],
    [
      `name: ${'n'.repeat(65)}`,
      { auto: 'warning', spec: 'warning', vscode: 'warning', claude: 'information', adk: 'error', codex: 'error' },
    ],
    ['license: MIT', { auto: 'error', spec: 'error', vscode: 'error', adk: 'error', codex: 'warning' }],
  ])('%s', (name, levels) => {
    for (const profile of ['auto', 'spec', 'vscode', 'claude', 'adk', 'codex']) {
      const level = Reflect.get(levels, profile);
      const expected = level === undefined ? [] : [`${level} frontmatter.name`];
      expect(of(`${name}\ndescription: Sorts notes.`, profile), profile).toEqual(expected);
    }
  });

  it.each([
    // The strictest of several clients decides.
    ['name: other', ['claude-code', 'codex'], 'information'],
    ['name: other', ['claude-code', 'adk'], 'error'],
    ['name: other', ['codex', 'vscode'], 'warning'],
    [`name: ${'n'.repeat(65)}`, ['claude-code', 'copilot-cli'], 'error'],
    [`name: ${'n'.repeat(65)}`, ['gemini-cli'], 'information'],
    ['license: MIT', ['claude-code', 'pi'], 'warning'],
    ['license: MIT', ['claude-code', 'gemini-cli'], 'error'],
  ])('%s for %j: %s', (name, clients, level) => {
    const text = head(`${name}\ndescription: Sorts notes.`);
    const findings = findingsOf({ 'SKILL.md': text }, 'SKILL.md', settings({ clients }));
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual([`${level} frontmatter.name`]);
  });
});

it('compares normalized names', () => {
  const files = { '/work/re\u0301sume\u0301/SKILL.md': '---\nname: résumé\ndescription: x\n---\n' };
  const path = '/work/re\u0301sume\u0301/SKILL.md';
  const codesUnder = (profile: string) =>
    workspaceOf(files, settings({ profile }))
      .diagnose(path)
      ?.findings.map(({ code }) => code);
  expect(codesUnder('auto')).toEqual([]);
  // ADK allows only a to z.
  expect(codesUnder('adk')).toEqual(['frontmatter.name']);
});

it('reports names that Claude Code reserves', () => {
  const files = {
    '/work/.claude/skills/synced/SKILL.md': '---\nname: synced\ndescription: x\n---\n',
    '/work/skills/synced/SKILL.md': '---\nname: synced\ndescription: x\n---\n',
  };
  const found = (path: string, profile: string) =>
    workspaceOf(files, settings({ profile }))
      .diagnose(path)
      ?.findings.map(({ aspect }) => aspect);
  expect(found('/work/.claude/skills/synced/SKILL.md', 'auto')).toEqual(['reserved']);
  expect(found('/work/skills/synced/SKILL.md', 'auto')).toEqual([]);
  expect(found('/work/skills/synced/SKILL.md', 'claude')).toEqual(['reserved']);
  expect(found('/work/.claude/skills/synced/SKILL.md', 'codex')).toEqual([]);
});
