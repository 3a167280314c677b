/** Folders of skills that are deleted while their SKILL.md is open. */
import { expect, it } from 'vitest';
import { clearDocumentCache } from '../../../../skill/index.ts';
import { EditedWorkspace } from './state.ts';

const manifest = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use it for ${name}.\n---\n\n${body}\n`;

const FILES: Readonly<Record<string, string>> = {
  '/work/host/SKILL.md': manifest('host', 'Read `deploy/SKILL.md`. See `references/y.md`.'),
  '/work/host/references/y.md': '# Y\n',
  '/work/host/deploy/SKILL.md': manifest('deploy', 'Read `references/x.md`.'),
  '/work/host/deploy/references/x.md': '# X\n\nSee `../../references/y.md`.\n',
  '/work/host/deploy/deep/inner/SKILL.md': manifest('inner', 'Read `../../references/x.md`.'),
};

it.each([
  ['a nested skill', '/work/host/deploy/SKILL.md', '/work/host/deploy'],
  ['a skill two levels below the folder', '/work/host/deploy/deep/inner/SKILL.md', '/work/host/deploy'],
  ['an outer skill', '/work/host/SKILL.md', '/work/host'],
  ['a nested skill, with the outer one', '/work/host/deploy/SKILL.md', '/work/host'],
])('%s: answers equal those of a new server', (_, open, folder) => {
  const before = { disk: new Map(Object.entries(FILES)), buffers: new Map<string, string>() };
  const workspace = new EditedWorkspace(before, ['/work']);
  workspace.answers();
  workspace.apply({ kind: 'open', path: open });
  workspace.answers();
  workspace.apply({ kind: 'remove', path: folder });
  const cached = workspace.answers();
  clearDocumentCache();
  const fresh = new EditedWorkspace(workspace.snapshot, ['/work']).answers();
  expect([...cached.keys()]).toContain(open);
  expect(Object.fromEntries(cached)).toEqual(Object.fromEntries(fresh));
});
