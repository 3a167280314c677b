import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { MAX_COPY_BYTES } from '../../skill-files/skill-files.ts';
import { CaseWorkspaces } from './case-workspaces.ts';

function workspacesOf(workspace: string | undefined, out = temporaryFolder()): CaseWorkspaces {
  const workspaces = new CaseWorkspaces(workspace, out);
  onTestFinished(() => workspaces.remove());
  return workspaces;
}

const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text), isExecutable: false });

it('uses the given folder for cases without files', () => {
  const workspace = writeFiles(temporaryFolder(), { 'a.txt': '1' });
  expect(workspacesOf(workspace).folderFor('k', [])).toEqual({ folder: workspace });
  expect(workspacesOf(undefined).folderFor('k', [])).toEqual({});
});

it('copies the folder for cases with files, each set of files once', () => {
  const workspace = writeFiles(temporaryFolder(), { 'a.txt': '1', '.git/HEAD': 'x', 'node_modules/m/i.js': '' });
  const workspaces = workspacesOf(workspace);
  const found = workspaces.folderFor('k', [file('in/b.txt', '2')]);
  if (!('folder' in found) || found.folder === undefined) throw new Error(JSON.stringify(found));
  expect(readdirSync(found.folder).sort()).toEqual(['a.txt', 'in']);
  expect(workspaces.folderFor('k', [file('in/b.txt', '2')])).toEqual(found);
  workspaces.remove();
  expect(existsSync(found.folder)).toBe(false);
  expect(existsSync(join(workspace, 'a.txt'))).toBe(true);
});

// They contain the skill, and grow with each trial.
it.each(['.skillwright/evals', 'results'])('leaves the journals of earlier trials out: %s', (out) => {
  const workspace = writeFiles(temporaryFolder(), { 'a.txt': '1', [`${out}/runs/r/journal.jsonl`]: 'the skill' });
  const found = workspacesOf(workspace, join(workspace, out)).baseFolder();
  if (!('folder' in found) || found.folder === undefined) throw new Error(JSON.stringify(found));
  expect(found.folder).not.toBe(workspace);
  expect(readFileSync(join(found.folder, 'a.txt'), 'utf8')).toBe('1');
  expect(existsSync(join(found.folder, out))).toBe(false);
});

it('leaves pipes out, and copies links as links', () => {
  const workspace = writeFiles(temporaryFolder(), { 'a.txt': '1' });
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(workspace, 'pipe')]);
  symlinkSync('/etc/hostname', join(workspace, 'link'));
  const found = workspacesOf(workspace).folderFor('k', [file('b.txt', '2')]);
  if (!('folder' in found) || found.folder === undefined) throw new Error(JSON.stringify(found));
  expect(readdirSync(found.folder).sort()).toEqual(['a.txt', 'b.txt', 'link']);
});

it('refuses a workspace that is too large before it fills the disk', () => {
  const workspace = temporaryFolder();
  writeFileSync(join(workspace, 'sparse'), '');
  truncateSync(join(workspace, 'sparse'), MAX_COPY_BYTES + 1);
  expect(workspacesOf(workspace).folderFor('k', [file('b.txt', '2')])).toEqual({
    message: expect.stringContaining('smaller'),
  });
});

it('keeps the executable bit of files of the workspace and of the case', () => {
  const workspace = writeFiles(temporaryFolder(), { build: '' });
  chmodSync(join(workspace, 'build'), 0o755);
  const found = workspacesOf(workspace).folderFor('k', [
    { ...file('run', '2'), isExecutable: true },
    file('notes.txt', '3'),
  ]);
  if (!('folder' in found) || found.folder === undefined) throw new Error(JSON.stringify(found));
  const isExecutable = (name: string): boolean => (statSync(join(found.folder ?? '', name)).mode & 0o111) !== 0;
  if (process.platform !== 'win32')
    expect(['build', 'run', 'notes.txt'].map(isExecutable)).toEqual([true, true, false]);
});

// The eval file may come from anyone, and decides on the paths.
it('writes no file of a case through a link of the workspace', () => {
  const outside = writeFiles(temporaryFolder(), { 'a.txt': 'mine' });
  const workspace = temporaryFolder();
  symlinkSync(outside, join(workspace, 'linked'));
  symlinkSync(join(outside, 'a.txt'), join(workspace, 'a.txt'));
  const workspaces = workspacesOf(workspace);
  expect(workspaces.folderFor('folder', [file('linked/b.txt', 'x')])).toEqual({
    message: expect.stringContaining('below a link'),
  });
  expect(workspaces.folderFor('file', [file('a.txt', 'x')])).toHaveProperty('folder');
  expect(readdirSync(outside)).toEqual(['a.txt']);
  expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('mine');
});

it('copies what a link names', () => {
  const parent = writeFiles(temporaryFolder(), { 'real/a.txt': '1', 'real/.skillwright/runs/x': '', 'real/out/x': '' });
  symlinkSync('real', join(parent, 'link'));
  for (const [workspace, out] of [
    ['link', 'real/out'],
    ['real', 'link/out'],
    ['link', 'link/out'],
  ] as const) {
    const found = workspacesOf(join(parent, workspace), join(parent, out)).baseFolder();
    if (!('folder' in found) || found.folder === undefined) throw new Error(JSON.stringify(found));
    expect(readdirSync(found.folder)).toEqual(['a.txt']);
  }
  const link = join(writeFiles(temporaryFolder(), { 'real/a.txt': '1' }), 'link');
  symlinkSync('real', link);
  const found = workspacesOf(link).folderFor('k', [file('b.txt', '2')]);
  if (!('folder' in found) || found.folder === undefined) throw new Error(JSON.stringify(found));
  expect(readdirSync(found.folder).sort()).toEqual(['a.txt', 'b.txt']);
});

// Other systems refuse such names.
it.skipIf(process.platform !== 'linux')('leaves out what has no valid name, and says so', () => {
  const workspace = writeFiles(temporaryFolder(), { 'a.txt': '1' });
  writeFileSync(Buffer.concat([Buffer.from(join(workspace, 'b')), Buffer.from([0xff])]), '');
  mkdirSync(Buffer.concat([Buffer.from(join(workspace, 'c')), Buffer.from([0xff])]));
  const workspaces = workspacesOf(workspace);
  const found = workspaces.folderFor('k', [file('d.txt', '2')]);
  if (!('folder' in found) || found.folder === undefined) throw new Error(JSON.stringify(found));
  expect(readdirSync(found.folder).sort()).toEqual(['a.txt', 'd.txt']);
  expect(workspaces.notes).toEqual(['2 files of the workspace were not copied: the name is not valid text (UTF-8).']);
});
