import { expect, it } from 'vitest';
import { HEAD, workspaceOf } from '../../../test/equipment/server/server.ts';

const two = {
  '/work/.git/HEAD': '',
  '/work/notes/SKILL.md': `${HEAD}Read \`references/pricing.md\`, [shared](../shared/terms.md) and [far](../../../etc/hosts).`,
  '/work/billing/SKILL.md': '---\nname: billing\ndescription: Bills.\n---\n',
  '/work/billing/references/pricing.md': '',
  '/work/shared/terms.md': '',
};

it('reports each target once', () => {
  const text = `${HEAD}See [terms](../shared/terms.md), then \`../shared/terms.md\` and [more](../shared/more.md).`;
  const files = { ...two, '/work/notes/SKILL.md': text, '/work/shared/more.md': '' };
  const { findings = [] } = workspaceOf(files).diagnose('/work/notes/SKILL.md') ?? {};
  expect(findings.map(({ target }) => target)).toEqual(['../shared/terms.md', '../shared/more.md']);
});

it.each([
  ['plugin', 'pack/skills/notes', 'pack/.claude-plugin/plugin.json', 'pack/shared/terms.md'],
  ['plugin that is the repository', 'skills/notes', '.claude-plugin/plugin.json', 'shared/terms.md'],
  ['extension of another client', 'skills/notes', 'gemini-extension.json', 'shared/terms.md'],
  ['project that the skill belongs to', '.github/skills/notes', 'package.json', '.github/shared/terms.md'],
  ['project that the skill belongs to, higher up', 'app/.claude/skills/notes', 'package.json', 'app/shared/terms.md'],
])('reports nothing in a %s', (_, root, marker, file) => {
  const path = `/work/${root}/SKILL.md`;
  const up = file.startsWith('app') ? '../../../' : '../../';
  const files = { '/work/.git/HEAD': '', [path]: `${HEAD}[x](${up}shared/terms.md)`, [`/work/${file}`]: '' };
  const codes = (more: Record<string, string>) =>
    workspaceOf({ ...files, ...more })
      .diagnose(path)
      ?.findings.map(({ code }) => code);
  expect(codes({ [`/work/${marker}`]: '{}' })).toEqual([]);
  // A collection of skills that are installed individually.
  if (!root.includes('.')) expect(codes({})).toEqual(['reference.outside-skill']);
});

it('reports nothing if a path names the project’s own file from its root', () => {
  const project = {
    '/work/.git/HEAD': '',
    '/work/.claude/skills/notes/SKILL.md': `${HEAD}Edit \`packages/api/routes.ts\`.`,
    '/work/packages/api/routes.ts': '',
  };
  expect(workspaceOf(project).diagnose('/work/.claude/skills/notes/SKILL.md')?.findings).toEqual([]);
});
