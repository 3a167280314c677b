import { expect, it } from 'vitest';
import type { MemoryFile } from '../../../skill/index.ts';
import { settings, workspaceOf } from '../../../test/equipment/server/server.ts';

const skill = (name: string, more = '') => `---\nname: ${name}\ndescription: Does ${name}. Use it.\n${more}---\n`;

function findings(files: Readonly<Record<string, MemoryFile>>, path: string, section: unknown = {}): readonly string[] {
  const { findings = [] } = workspaceOf(files, settings(section)).diagnose(path) ?? {};
  return findings
    .filter(({ code }) => code === 'skill.not-offered')
    .map(({ severity, aspect, message }) => `${severity} ${aspect}: ${message}`);
}

it('reports a skill in a folder of skills in a folder that a client searches', () => {
  const path = '/work/.claude/skills/common/bye/SKILL.md';
  expect(findings({ [path]: skill('bye') }, path)).toEqual([
    'warning too-deep: `common/bye` is too deep: Claude Code looks one folder deep, and never offers it. Move it up into `.claude/skills`.',
  ]);
  const long = `/work/.claude/skills/${'group-'.repeat(20)}/x/SKILL.md`;
  expect(findings({ [long]: skill('x') }, long)).toHaveLength(1);
});

it('is information where clients for which the folder is find it, unless one that does not is chosen', () => {
  const path = '/work/.agents/skills/common/bye/SKILL.md';
  expect(findings({ [path]: skill('bye') }, path)).toEqual([
    expect.stringMatching(/^information too-deep: .*: VS Code, Gemini CLI and Qwen Code look one folder deep/),
  ]);
  expect(findings({ [path]: skill('bye') }, path, { clients: ['gemini-cli'] })).toEqual([
    expect.stringMatching(/^warning too-deep: .*: Gemini CLI looks/),
  ]);
  expect(findings({ [path]: skill('bye') }, path, { clients: ['codex'] })).toEqual([]);
});

it('does not report skills one folder deep, inside of other skills, in other folders, and templates', () => {
  const files = {
    '/work/.claude/skills/hi/SKILL.md': skill('hi'),
    '/work/.claude/skills/hi/examples/inner/SKILL.md': skill('inner'),
    '/work/packages/a/.claude/skills/b/SKILL.md': skill('b'),
    '/work/skills/group/c/SKILL.md': skill('c'),
    '/work/.codex/skills/group/d/SKILL.md': skill('d'),
    '/work/.opencode/skills/group/e/SKILL.md': skill('e'),
    '/work/.claude/skills/group/f/SKILL.md': '---\nname: {{name}}\ndescription: Does it.\n---\n',
  };
  for (const path of Object.keys(files)) expect(findings(files, path), path).toEqual([]);
});

it.each(['skill.md', 'Skill.md', 'SKILL.MD'])('reports %s, and renames it', (name) => {
  const path = `/work/.gemini/skills/lower/${name}`;
  const files = { [path]: skill('lower') };
  expect(findings(files, path)).toEqual([
    `warning file-name: \`${name}\` is not read by Gemini CLI, only \`SKILL.md\` is. Rename it.`,
  ]);
  expect(workspaceOf(files).diagnose(path)?.findings[0]?.fixes).toEqual([
    { kind: 'rename', title: 'Rename the file to SKILL.md', name: 'SKILL.md' },
  ]);
});

it('does not report another spelling for a client that reads it, nor a document without frontmatter', () => {
  const path = '/work/skills/lower/skill.md';
  expect(findings({ [path]: skill('lower') }, path, { clients: ['vscode'] })).toEqual([]);
  expect(findings({ '/work/docs/skill.md': '# Skill\n' }, '/work/docs/skill.md')).toEqual([]);
  const inner = '/work/skills/outer/entry/skill.md';
  expect(findings({ '/work/skills/outer/SKILL.md': skill('outer'), [inner]: skill('entry') }, inner)).toEqual([]);
});

it('reports a SKILL.md that is a link once, in its target, and has one skill', () => {
  const files = {
    '/work/src/demo/SKILL.md': skill('demo'),
    '/work/.agents/skills/demo/SKILL.md': { link: '../../../src/demo/SKILL.md' },
  };
  expect(workspaceOf(files).skills()).toHaveLength(1);
  expect(findings(files, '/work/src/demo/SKILL.md')).toEqual([
    'warning link: The SKILL.md of `.agents/skills/demo` is a link, which Codex skips. Make its folder the link instead.',
  ]);
  expect(findings(files, '/work/src/demo/SKILL.md', { clients: ['claude-code'] })).toEqual([]);
});

it('reports a link to another file in its own place, and none that no client skips', () => {
  const files = {
    '/work/docs/demo.md': skill('demo'),
    '/work/.agents/skills/demo/SKILL.md': { link: '../../../docs/demo.md' },
    '/work/.claude/skills/demo/SKILL.md': { link: '../../../docs/demo.md' },
    '/work/src/linked/SKILL.md': skill('linked'),
    '/work/.agents/skills/linked': { link: '../../src/linked' },
  };
  expect(findings(files, '/work/.agents/skills/demo/SKILL.md')).toEqual([
    expect.stringMatching(/^warning link: This SKILL\.md is a link, which .* skips\./),
  ]);
  // Clients read it, and only we do not.
  expect(workspaceOf(files).diagnose('/work/.claude/skills/demo/SKILL.md')?.findings).toEqual([]);
  expect(findings(files, '/work/src/linked/SKILL.md')).toEqual([]);
});

it.each([
  'user-invocable: false\ndisable-model-invocation: true\n',
  'user-invocable: "false"\ndisable-model-invocation: "true"\n',
  'user-invocable: no\ndisable-model-invocation: yes\n',
])('reports a skill that no one can call: %s', (flags) => {
  const path = '/work/skills/ghost/SKILL.md';
  expect(findings({ [path]: skill('ghost', flags) }, path)).toEqual([
    expect.stringMatching(/^warning nobody-can-call: Neither the user nor the model can call the skill in Claude Code/),
  ]);
});

it('does not report one flag, other values, and clients that do not know the flags', () => {
  const path = '/work/skills/ghost/SKILL.md';
  for (const flags of [
    'user-invocable: false\n',
    'disable-model-invocation: true\n',
    'user-invocable: true\ndisable-model-invocation: true\n',
    'user-invocable: false\ndisable-model-invocation: false\n',
    'user-invocable: never\ndisable-model-invocation: true\n',
  ])
    expect(findings({ [path]: skill('ghost', flags) }, path), flags).toEqual([]);
  const both = 'user-invocable: false\ndisable-model-invocation: true\n';
  expect(findings({ [path]: skill('ghost', both) }, path, { clients: ['codex', 'gemini-cli'] })).toEqual([]);
});

it('follows links that are created and deleted', () => {
  const files: Record<string, MemoryFile> = {
    '/work/src/demo/SKILL.md': skill('demo'),
    '/work/.agents/skills/demo/SKILL.md': { link: '../../../src/demo/SKILL.md' },
  };
  const workspace = workspaceOf(files);
  const codes = () => workspace.diagnose('/work/src/demo/SKILL.md')?.findings.map(({ code }) => code);
  expect(codes()).toContain('skill.not-offered');
  workspace.filesChanged([{ path: '/work/.agents/skills/demo/SKILL.md', kind: 'created' }]);
  expect(workspace.skills()).toHaveLength(1);
  expect(codes()).toContain('skill.not-offered');
});

it('reports a skill deeper in the folder of a plugin than its client searches', () => {
  const path = '/work/plugins/tools/skills/group/deep/SKILL.md';
  const manifest = '/work/plugins/tools/.claude-plugin/plugin.json';
  const deep = (text: string, more: Readonly<Record<string, MemoryFile>> = {}) =>
    findings({ '/work/.git/HEAD': '', [path]: skill('deep'), [manifest]: text, ...more }, path);
  const found = [
    'warning too-deep: `group/deep` is too deep: Claude Code looks one folder deep, and never offers it. Move it up into `tools/skills`.',
  ];
  expect(deep('{"name":"tools"}')).toEqual(found);
  expect(deep('{"name":"tools","skills":"./other/"}')).toEqual(found);
  expect(deep('{"name":"tools","skills":["./skills/group"]}')).toEqual([]);
  expect(deep('{"name":"tools","skills":["./skills/group/deep"]}')).toEqual([]);
  expect(deep('{"name":"tools"}', { '/work/plugins/tools/skills/group/SKILL.md': skill('group') })).toEqual([]);
  const codex = '/work/plugins/tools/.codex-plugin/plugin.json';
  const other = { '/work/.git/HEAD': '', [path]: skill('deep'), [codex]: '{"name":"tools"}' };
  expect(findings(other, path)).toEqual([]);
  expect(deep('{"name":"tools"}', { [codex]: '{"name":"tools"}' })).toEqual([
    expect.stringMatching(/^information too-deep: .*: Claude Code looks one folder deep/),
  ]);
});

it('does not report a skill that another plugin of the same folder names', () => {
  const path = '/work/skills/group/deep/SKILL.md';
  const plugins = [
    { name: 'a', source: './', skills: ['./skills/near'] },
    { name: 'b', source: './', skills: ['./skills/group/deep'] },
  ];
  const market = JSON.stringify({ name: 'market', owner: { name: 'x' }, plugins });
  const files = { '/work/.git/HEAD': '', [path]: skill('deep'), '/work/.claude-plugin/marketplace.json': market };
  expect(findings(files, path)).toEqual([]);
});
