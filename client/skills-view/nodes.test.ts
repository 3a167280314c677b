import { expect, it } from 'vitest';
import type { CataloguedSkill, SkillDetails } from '../../server/protocol.ts';
import { defined } from '../../skill/index.ts';
import { childFilesOf, childNeedsOf, childrenOfSkill, type FileNode, foldersOf, type NeedsNode } from './nodes.ts';

const skill = (root: string, scope: CataloguedSkill['scope'] = 'workspace'): CataloguedSkill => ({
  name: root.slice(root.lastIndexOf('/') + 1),
  description: '',
  uri: `file://${root}/SKILL.md`,
  root,
  scope,
  tokens: 12,
});

const formatFolders = (skills: readonly CataloguedSkill[], folders = [{ path: '/work', name: 'work' }]) =>
  foldersOf({ skills, userFolders: [{ path: '/home/me/.x/skills', clients: ['X', 'Y'] }] }, folders, '/home/me').map(
    ({ label, scope, clients, skills: inside }) =>
      `${scope} ${label}${clients.length > 0 ? ` (${clients.join(', ')})` : ''}: ${inside.map((one) => one.skill.name).join(' ')}`,
  );

it('groups skills by folder, with a label relative to the workspace or home folder', () => {
  const skills = [
    skill('/work/.claude/skills/a'),
    skill('/work/.claude/skills/b'),
    skill('/work/top'),
    skill('/elsewhere/c', 'opened'),
    skill('/home/me/.x/skills/d', 'user'),
    skill('/home/me/.x/skills/more/e', 'user'),
  ];
  expect(formatFolders(skills)).toEqual([
    'workspace .claude/skills: a b',
    'workspace work: top',
    'opened /elsewhere: c',
    'user ~/.x/skills (X, Y): d',
    'user ~/.x/skills/more (X, Y): e',
  ]);
});

it('includes the innermost workspace folder if there are several', () => {
  const folders = [
    { path: '/work', name: 'work' },
    { path: '/work/inner', name: 'part' },
  ];
  expect(formatFolders([skill('/work/skills/a'), skill('/work/inner/skills/b')], folders)).toEqual([
    'workspace work/skills: a',
    'workspace part/skills: b',
  ]);
});

it('shows a skill that is the workspace folder itself', () => {
  expect(formatFolders([skill('/work')])).toEqual(['workspace /: work']);
  expect(formatFolders([skill('/projects/one')], [{ path: '/projects/one', name: 'one' }])).toEqual([
    'workspace /projects: one',
  ]);
});

const file = (path: string, ...leadsTo: SkillDetails['others']) => ({ path, uri: `file:///s/${path}`, leadsTo });

const need = (name: string, missing?: string): SkillDetails['needs'][number] =>
  defined({ kind: 'program', name, at: { line: 0, character: 0 }, missing });

it('lists the parts of a skill: SKILL.md, then referenced files, then unreferenced ones', () => {
  const [folder] = foldersOf({ skills: [skill('/work/s')], userFolders: [] }, [], '');
  const skillNode = folder?.skills[0];
  if (skillNode === undefined) throw new Error('no skill');
  const details: SkillDetails = {
    tokens: { catalogue: 1, instructions: 2, resources: 3, more: false },
    manifest: file('SKILL.md', file('a.md', file('b.md')), file('run.py')),
    unreferenced: [file('c.md')],
    others: [file('LICENSE')],
    omitted: 4,
    needs: [need('here'), need('gone', 'it is not on the PATH')],
  };
  const parts = childrenOfSkill(skillNode, details, undefined);
  expect(parts.map((part) => (part.kind === 'file' ? part.file.path : part.kind))).toEqual([
    'tokens',
    'SKILL.md',
    'a.md',
    'run.py',
    'needs',
    'unreferenced',
    'others',
  ]);
  const needs = parts[4] as NeedsNode;
  expect(childNeedsOf(needs).map((one) => one.kind === 'need' && one.need.name)).toEqual(['gone', 'here']);
  const a = parts[2] as FileNode;
  expect(childFilesOf(a).map((one) => [one.file.path, one.parent])).toEqual([['b.md', a]]);
  expect(childFilesOf(parts[1] as FileNode)).toEqual([]);
  expect(childrenOfSkill(skillNode, undefined, undefined)).toEqual([{ kind: 'unreadable', skillNode }]);
});
