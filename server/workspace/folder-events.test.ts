import { expect, it } from 'vitest';
import { type FileSystem, memoryFiles } from '../../skill/index.ts';
import { HEAD } from '../../test/equipment/server/server.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { Workspace } from './workspace.ts';

it('rereads the texts of a folder that is deleted and recreated in one batch of events', () => {
  const withText = (text: string) =>
    memoryFiles({ '/work/notes/SKILL.md': `${HEAD}Read [a](guides/a.md).`, '/work/notes/guides/a.md': text });
  let now = withText('[gone](gone.md)\n');
  const files: FileSystem = {
    read: (path) => now.read(path),
    kind: (path) => now.kind(path),
    list: (path) => now.list(path),
    realPath: (path) => now.realPath(path),
  };
  const workspace = new Workspace(files, (_code, _document, error) => {
    throw error;
  });
  workspace.setSettings(DEFAULT_SETTINGS);
  workspace.setFolders(['/work']);
  const codes = () => workspace.diagnose('/work/notes/guides/a.md')?.findings.map(({ code }) => code);
  expect(codes()).toEqual(['reference.missing']);
  now = withText('Nothing.\n');
  workspace.filesChanged([
    { path: '/work/notes/guides', kind: 'deleted' },
    { path: '/work/notes/guides', kind: 'created' },
  ]);
  expect(codes()).toEqual([]);
});
