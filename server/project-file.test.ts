import { expect, it } from 'vitest';
import type { MemoryFile } from '../skill/index.ts';
import { sessionOf, workspaceOf } from '../test/equipment/server/server.ts';
import { diagnosticsOf } from './features/diagnostics.ts';
import { matcher, placeOf, readProjectFile } from './project-file.ts';

const problemsOf = (text: string) =>
  readProjectFile('/work/.skillwright.json', { kind: 'text', text }).problems.map((problem) => {
    const { start, end } = placeOf(problem, text);
    return [problem.aspect, text.slice(start, end), problem.message];
  });

it.each([
  ['{"rules": {"reference.mising": "off"}}', 'code', '"reference.mising"', 'Did you mean `reference.missing`?'],
  ['{"rules": {"unreferenced": "off"}}', 'code', '"unreferenced"', 'Did you mean `reference.unreferenced`?'],
  [
    '{"rules": {"nothing-of-ours": "off"}}',
    'code',
    '"nothing-of-ours"',
    '`rules.nothing-of-ours`. See the list of rules.',
  ],
  ['{"rules": {"reference.missing": "fatal"}}', 'value', '"reference.missing"', 'must be error, warning'],
  ['{"rule": {}}', 'key', '"rule"', 'Did you mean `rules`?'],
  ['{\n  "profile": "vs-code"\n}', 'value', '"profile"', 'must be auto, spec'],
  ['{"clients": ["claude-code", "cloud"]}', 'value', '"clients"', 'must be a list of claude-code, vscode'],
  ['{"clients": []}', 'value', '"clients"', 'must be a list of'],
  ['{"client": ["codex"]}', 'key', '"client"', 'Did you mean `clients`?'],
  ['{"overrides": [{"files": ["a"], "rulez": {}}]}', 'key', '"rulez"', '`overrides[0].rulez` is not a known key'],
  ['{"overrides": [{"files": ["a"]}, {}]}', 'value', '{}', '`overrides[1].files` must be a list of globs'],
  ['{"overrides": [{"files": ["a"], "rules": {"x.y": "off"}}]}', 'code', '"x.y"', '`overrides[0].rules.x.y`'],
  ['{"paths": []}', 'value', '"paths"', '`paths` must be an object of paths and what they are'],
  ['{"paths": {"a.md": "sample"}}', 'value', '"a.md"', '`a.md` must be made-at-run-time, user-project'],
  ['{"paths": {"a.md": ["example"]}}', 'value', '"a.md"', '`a.md` must be made-at-run-time'],
  ['{"paths": {" ": "example"}}', 'code', '" "', '`paths` has an entry without a path'],
  ['{"paths": {"./": "example"}}', 'code', '"./"', '`paths` has an entry without a path'],
  ['{"path": {}}', 'key', '"path"', 'Did you mean `paths`?'],
  ['{"overrides": [{"files": ["a"], "paths": "x"}]}', 'value', '"paths"', '`overrides[0].paths` must be an object'],
  ['{', 'syntax', '', 'This file is not valid JSON'],
])('reports the parts of %s that have no effect, with their ranges', (text, aspect, marked, message) => {
  expect(problemsOf(text)).toEqual([[aspect, marked, expect.stringContaining(message)]]);
});

it.each<[MemoryFile, string]>([
  [{ kind: 'too-large', size: 3_000_000 }, 'too large (3,000,000 bytes)'],
  [{ kind: 'binary' }, 'not UTF-8 text'],
  [{ kind: 'unreadable', message: 'not a file' }, 'cannot be read (not a file)'],
])('reports a file that is %o', (file, message) => {
  const workspace = workspaceOf({ '/work/.skillwright.json': file, '/work/a/SKILL.md': '# A\n' });
  expect(workspace.projectFiles()).toMatchObject([
    { unreadable: true, problems: [{ message: expect.stringContaining(message) }] },
  ]);
});

it('reports nothing for a valid file', () => {
  const validFile = {
    $schema: 'x',
    profile: 'adk',
    clients: ['claude-code', 'spec'],
    rules: { 'skill.duplicate': 'off' },
    paths: { 'reports/**': 'made-at-run-time', __proto__: 'example' },
    agents: { a: { anything: 1 } },
  };
  expect(
    problemsOf(JSON.stringify({ ...validFile, overrides: [{ files: ['a'], profile: 'spec', rules: {} }] })),
  ).toEqual([]);
});

it('is reported as a diagnostic of the file, unless the editor reports it while the file is open, until it is corrected', () => {
  const path = '/work/.skillwright.json';
  const files = { 'SKILL.md': '# x', [path]: '{"profile": "x",\n "rules": {"reference.mising": "off"}}' };
  const session = { ...sessionOf(workspaceOf(files)), rulePages: 'file:///docs' };
  const findingsWith = (reportedByEditor: readonly string[]) =>
    diagnosticsOf({ ...session, reportedByEditor: new Set(reportedByEditor) }, path).items;
  expect(findingsWith([]).map(({ code, range }) => [code, range.start])).toEqual([
    ['settings', { line: 1, character: 11 }],
    ['settings', { line: 0, character: 1 }],
  ]);
  expect(findingsWith(['settings/value'])).toHaveLength(2);
  session.buffers.open(`file://${path}`, 'jsonc', 1, files[path]);
  expect(findingsWith(['settings/value']).map(({ message }) => message)).toEqual([
    expect.stringContaining('reference.missing'),
  ]);
  const corrected = {
    ...session,
    workspace: workspaceOf({ 'SKILL.md': '# x', [path]: '{}' }),
    reportedByEditor: new Set<string>(),
  };
  expect(diagnosticsOf(corrected, path).items).toEqual([]);
});

it.each([
  ['a glob with many stars', `docs/${'*a'.repeat(40)}*b`],
  ['one with repeated groups', `docs/${'+(a|aa)'.repeat(20)}b`],
  ['one with many groups', `docs/${'{a,aa}'.repeat(40)}b`],
  ['one with many folders', `${'**/a'.repeat(40)}/b`],
])('%s does not block', (_, glob) => {
  const start = process.threadCpuUsage().user;
  const isMatch = matcher([glob, 'docs/**/{a,b}*.md']);
  for (let index = 0; index < 100; index++) isMatch(`docs/${'a'.repeat(240)}${index}/${'a/'.repeat(100)}x`);
  expect((process.threadCpuUsage().user - start) / 1000).toBeLessThan(3000);
  expect(isMatch('docs/x/y/abc.md')).toBe(true);
});

it('reports some of thousands of wrong entries, and the limit of patterns with stars', () => {
  const wrong = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`a${index}`, index]));
  const problems = problemsOf(JSON.stringify({ paths: wrong }));
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toEqual(['code', '"paths"', '`paths` has 9,980 more entries with such problems.']);
  const starred = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`a${index}/*`, 'example']));
  expect(problemsOf(JSON.stringify({ paths: starred }))).toEqual([
    ['code', '"a100/*"', expect.stringContaining('one of more than 100 with stars')],
  ]);
  expect(problemsOf(JSON.stringify({ paths: { [`${'x'.repeat(500)}*`]: 'example' } }))).toEqual([
    ['code', expect.any(String), expect.stringMatching(/^`paths`: `x{80}…` is too long/)],
  ]);
});
