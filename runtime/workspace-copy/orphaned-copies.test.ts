/** The copies of workspaces in the temporary folder: which are kept for a resume, and which are removed. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { defined } from '../../skill/index.ts';
import { VARIANTS } from '../../test/equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { install } from '../clients/installation.ts';
import { recordExposure } from '../clients/installed-content.ts';
import { copyFolder, recordsOfCopy } from '../disk/client-copy.ts';
import { removeOrphanedCopies } from './orphaned-copies.ts';

const DAY = 86_400_000;

let runs: string;
beforeEach(() => {
  vi.stubEnv('TMPDIR', temporaryFolder());
  runs = temporaryFolder();
  return () => vi.unstubAllEnvs();
});

const journalOf = (run: string): string => join(runs, run, 'journal.jsonl');

async function installCopy(key: string, journal?: string, workspace?: string) {
  const client = VARIANTS.find(([id]) => id === 'claude-code')?.[2];
  if (client === undefined) throw new Error('no client');
  const { signal } = new AbortController();
  const skills = [skillOnDisk('greeter', {})];
  return install(
    defined({
      client,
      skills,
      key,
      scope: 'user',
      signal,
      journal,
      workspace,
    }),
  );
}

/** Creates the copy of a run whose process has ended, and its journal, last written `days` ago. */
async function leaveCopy(run: string, days = 0): Promise<string> {
  const journal = journalOf(run);
  writeFiles(dirname(journal), { [basename(journal)]: '' });
  const at = Date.now() / 1000 - (days * DAY) / 1000;
  utimesSync(journal, at, at);
  const made = await installCopy(run, journal);
  if (made.kind === 'failed') throw new Error(made.message);
  recordExposure(made.root);
  made.release();
  return made.root;
}

/** Returns the names of everything that copies leave in the temporary folder. */
const remainingNames = (): readonly string[] =>
  readdirSync(process.env.TMPDIR ?? '')
    .filter((name) => name.startsWith('skillwright-client-'))
    .sort();

describe('removeOrphanedCopies', () => {
  test('keeps the copy of a run that can be resumed, and removes that of a deleted one', async () => {
    const root = await leaveCopy('waits');
    await leaveCopy('deleted');
    rmSync(dirname(journalOf('deleted')), { recursive: true });
    await removeOrphanedCopies();
    expect(remainingNames()).toEqual(
      [root, ...Object.values(recordsOfCopy(root))]
        .map((path) => basename(path))
        .filter((name) => !name.endsWith('.lock'))
        .sort(),
    );
  });

  test('keeps the copy of a deleted run as long as the deletion can be undone', async () => {
    const root = await leaveCopy('undo');
    renameSync(dirname(journalOf('undo')), join(runs, '.deleted-1760000000000-undo'));
    await removeOrphanedCopies();
    expect(existsSync(root)).toBe(true);
    rmSync(join(runs, '.deleted-1760000000000-undo'), { recursive: true });
    await removeOrphanedCopies();
    expect(remainingNames()).toEqual([]);
  });

  test('keeps copies if the folder of runs is not available', async () => {
    const root = await leaveCopy('away');
    rmSync(runs, { recursive: true });
    await removeOrphanedCopies();
    expect(existsSync(root)).toBe(true);
  });

  test('removes the copy of a worker whose folder was removed', async () => {
    runs = join(process.env.TMPDIR ?? '', 'skillwright-worker-1/runs');
    mkdirSync(runs, { recursive: true });
    await leaveCopy('of-worker');
    rmSync(dirname(runs), { recursive: true });
    await removeOrphanedCopies();
    expect(remainingNames()).toEqual([]);
  });

  test('keeps a copy that a process in another container may use', async () => {
    const root = await leaveCopy('elsewhere');
    rmSync(dirname(journalOf('elsewhere')), { recursive: true });
    const { lock } = recordsOfCopy(root);
    writeFileSync(lock, JSON.stringify({ pid: 999_999_999, space: 'another container' }));
    await removeOrphanedCopies();
    expect(existsSync(root)).toBe(true);
    rmSync(lock);
    await removeOrphanedCopies();
    expect(existsSync(root)).toBe(false);
  });

  test('removes copies after 30 days, and all but the last 20', async () => {
    await leaveCopy('old', 31);
    for (let days = 0; days < 22; days++) await leaveCopy(`run-${days}`, days);
    await removeOrphanedCopies();
    const remaining = remainingNames().filter((name) => !name.includes('.'));
    expect(remaining).toHaveLength(20);
    for (const name of ['old', 'run-20', 'run-21']) expect(existsSync(copyFolder(name)), name).toBe(false);
  });

  test('removes the copy of a stress test whose process was killed, and none that is in use', async () => {
    const dead = await installCopy('stress-dead');
    const used = await installCopy('stress-used');
    if (dead.kind === 'failed' || used.kind === 'failed') throw new Error('not installed');
    dead.release();
    await removeOrphanedCopies();
    expect([existsSync(dead.root), existsSync(used.root)], 'another process may be about to use it').toEqual([
      true,
      true,
    ]);
    await removeOrphanedCopies(Date.now() + DAY);
    expect([existsSync(dead.root), existsSync(used.root)]).toEqual([false, true]);
    await used.remove();
    expect(remainingNames()).toEqual([]);
  });

  test('touches no link, and no folder that others can enter', async () => {
    const target = writeFiles(temporaryFolder(), { 'kept.txt': '' });
    symlinkSync(target, copyFolder('link'));
    mkdirSync(copyFolder('shared'));
    chmodSync(copyFolder('shared'), 0o777);
    await removeOrphanedCopies(Date.now() + 99 * DAY);
    expect(remainingNames()).toEqual(['skillwright-client-link', 'skillwright-client-shared']);
    expect(existsSync(join(target, 'kept.txt'))).toBe(true);
  });
});

describe('install', () => {
  const workspace = () => writeFiles(temporaryFolder(), { 'a.txt': 'a', 'b.txt': 'b' });

  test('replaces a copy that a killed process left incomplete', async () => {
    const folder = workspace();
    const root = await leaveCopy('partial');
    rmSync(recordsOfCopy(root).baseline);
    const again = await installCopy('partial', journalOf('partial'), folder);
    expect(again).toMatchObject({ kind: 'installed', isReused: false });
    expect(readdirSync(join(root, 'workspace')).sort()).toEqual(['a.txt', 'b.txt']);
  });

  test('does not use the copy of a run of the same name in another folder', async () => {
    await leaveCopy('same');
    const other = join(temporaryFolder(), 'same/journal.jsonl');
    expect(await installCopy('same', other)).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^Delete one/),
    });
    rmSync(journalOf('same'));
    expect(await installCopy('same', other)).toMatchObject({ kind: 'installed', isReused: false });
  });

  test('does not use a copy that another process uses', async () => {
    const first = await installCopy('busy', journalOf('busy'));
    expect(await installCopy('busy', journalOf('busy'))).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^Wait until process \d+ has ended/),
    });
    if (first.kind === 'installed') first.release();
    expect(await installCopy('busy', journalOf('busy'))).toMatchObject({ kind: 'installed', isReused: true });
  });
});
