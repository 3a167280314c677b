/** Temporary folders: those of killed processes are removed, and none that a process may still use. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { ownSpace } from '../disk/process-identity.ts';
import { removeLeftoverFolders } from './leftover-folders.ts';
import { OWNER_FILE, SIGN_MS } from './owner.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const DAY = 86_400_000;

let parent: string;
beforeEach(() => {
  parent = temporaryFolder();
  vi.stubEnv('TMPDIR', parent);
  return () => vi.unstubAllEnvs();
});

/** The id of a process that has ended. */
const GONE = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));

/** Creates the folder of another process, whose last sign of life was `days` ago. */
function leaveFolder(name: string, owner: object | string, days = 0): string {
  const folder = join(parent, name);
  mkdirSync(folder, { mode: 0o700 });
  writeFiles(folder, { 'content/a.txt': 'a', [OWNER_FILE]: JSON.stringify(owner) });
  const at = (Date.now() - days * DAY) / 1000;
  utimesSync(join(folder, OWNER_FILE), at, at);
  return folder;
}

test('removes the folders of processes that are gone, and keeps those of running ones', async () => {
  const own = createTemporaryFolder('test');
  leaveFolder('skillwright-worker-1', { pid: GONE, space: ownSpace() });
  // Another process has its id now.
  leaveFolder('skillwright-worker-2', { pid: process.pid, started: '1', space: ownSpace() });
  const running = leaveFolder('skillwright-worker-3', { pid: process.pid, space: ownSpace() }, 99);
  await removeLeftoverFolders(parent);
  const isKnown = process.platform === 'linux' ? [] : ['skillwright-worker-2'];
  expect(readdirSync(parent).sort()).toEqual([basename(own), ...isKnown, basename(running)].sort());
});

test('keeps the folder of a process in another container until it has given no sign for a week', async () => {
  const elsewhere = { pid: GONE, space: 'another container' };
  leaveFolder('skillwright-worker-live', elsewhere, 6);
  leaveFolder('skillwright-worker-gone', elsewhere, 8);
  await removeLeftoverFolders(parent);
  expect(readdirSync(parent)).toEqual(['skillwright-worker-live']);
});

test('touches nothing that it did not create', async () => {
  const dead = { pid: GONE, space: ownSpace() };
  const linked = leaveFolder('target', dead);
  symlinkSync(linked, join(parent, 'skillwright-link'));
  chmodSync(leaveFolder('skillwright-shared', dead), 0o777);
  leaveFolder('skillwright-text', 'no record');
  mkdirSync(join(parent, 'skillwright-other'), { mode: 0o700 });
  writeFileSync(join(parent, 'skillwright-file'), '');
  mkdirSync(join(parent, 'skillwright-pipe', OWNER_FILE), { recursive: true, mode: 0o700 });
  const before = readdirSync(parent);
  await removeLeftoverFolders(parent);
  expect(readdirSync(parent)).toEqual(before);
});

test('shows every hour that its process is running', async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const fresh = await import('./temporary-folder.ts');
  const record = join(fresh.createTemporaryFolder('test'), OWNER_FILE);
  const old = (Date.now() - DAY) / 1000;
  utimesSync(record, old, old);
  vi.advanceTimersByTime(SIGN_MS);
  vi.useRealTimers();
  expect(Date.now() - statSync(record).mtimeMs).toBeLessThan(DAY);
});
