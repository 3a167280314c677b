import { expect, it, vi } from 'vitest';
import { type Connection, FileChangeType } from 'vscode-languageserver';
import { type FileSystem, memoryFiles } from '../../skill/index.ts';
import { HEAD, sessionOf } from '../../test/equipment/server/server.ts';
import type { Catalogue } from '../features/skill-catalogue.ts';
import { Workspace } from '../workspace/workspace.ts';
import { followFiles } from './file-watching.ts';

const FILES = {
  '/home/project/notes/SKILL.md': `${HEAD}Done.`,
  '/home/other/bills/SKILL.md': `${HEAD}Done.`,
  '/home/other/bills/references/a.md': '',
  '/server/share/tasks/SKILL.md': `${HEAD}Done.`,
};

const TYPES: readonly FileChangeType[] = [FileChangeType.Created, FileChangeType.Changed, FileChangeType.Deleted];

/** Starts to follow the files of a workspace whose folder is `/home/project`. */
function follow() {
  const listed: string[] = [];
  const memory = memoryFiles(FILES);
  const disk: FileSystem = {
    ...memory,
    list(folder) {
      listed.push(folder);
      return memory.list(folder);
    },
  };
  const workspace = new Workspace(disk, (_code, _document, error) => {
    throw error;
  });
  workspace.setFolders(['/home/project']);
  listed.length = 0;
  let report: (params: { changes: readonly { uri: string; type: FileChangeType }[] }) => void = () => undefined;
  const connection = { onDidChangeWatchedFiles: (handler: typeof report) => (report = handler) };
  const { dispose } = followFiles({
    connection: connection as unknown as Connection,
    session: sessionOf(workspace),
    disk,
    catalogue: { handleEvents: (events: unknown) => events } as Catalogue,
    changed: () => undefined,
  });
  const roots = () => workspace.skills().map(({ root }) => root);
  return {
    listed,
    workspace,
    roots,
    dispose,
    report: (uri: string, type: FileChangeType) => report({ changes: [{ uri, type }] }),
  };
}

it.each([
  'file:///',
  'file:///home',
  'file:///home/other',
  'file:///home/other/bills/SKILL.md',
  'file:///home/other/bills/references',
  'file:///home/project/../other',
  'file:///home/project/%2e%2e/other',
  'file:///home/project%2F%2E%2E/other',
  'file:///home/project%2f..%2f..',
  'file:///home/projects',
  'file:////home/other',
  'file://server/share',
  'vscode-remote://host/home/other',
  'untitled:/home/other',
  'not a URI',
])('searches nothing outside of the workspace because of an event for %s', (uri) => {
  vi.useFakeTimers();
  for (const type of TYPES) {
    const { listed, roots, report, dispose } = follow();
    report(uri, type);
    vi.advanceTimersByTime(10_000);
    expect(roots()).toEqual(['/home/project/notes']);
    expect(listed.filter((folder) => !`${folder}/`.startsWith('/home/project/'))).toEqual([]);
    dispose();
  }
  vi.useRealTimers();
});

it('follows the folder of a skill that was opened outside of the workspace', () => {
  const { workspace, roots, report, dispose } = follow();
  workspace.opened('/home/other/bills/references/a.md');
  expect(roots()).toEqual(['/home/other/bills', '/home/project/notes']);
  for (const uri of ['file:///home/other', 'file:///home/other/bills', 'file:///home/other/bills/SKILL.md']) {
    report(uri, FileChangeType.Deleted);
    report(uri, FileChangeType.Created);
    expect(roots()).toEqual(['/home/other/bills', '/home/project/notes']);
  }
  dispose();
});

it('takes no skill for one in the root of the disk', () => {
  const memory = memoryFiles({ '/SKILL.md': `${HEAD}Done.`, '/a/b.md': '' });
  const workspace = new Workspace(memory, () => undefined);
  workspace.setFolders([]);
  for (const path of ['/SKILL.md', '/a/b.md']) workspace.opened(path);
  expect(workspace.skills()).toEqual([]);
});
