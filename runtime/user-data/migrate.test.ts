import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { userOfEarlierVersion as user } from '../../test/equipment/runtime/user-of-earlier-version.ts';
import { approve, forgetApprovals, isApproved } from '../approvals/persistent-approvals.ts';
import type { PersistentApproval } from '../protocol/approvals.ts';
import { FORMER_KINDS, migrateUserData } from './migrate.ts';
import { runStore, userDataFolder } from './run-store.ts';

afterEach(() => void vi.unstubAllEnvs());

const nameOf = (what: string): string => `${createHash('sha256').update(what).digest('hex')}.json`;

describe('data of earlier versions in the cache folder', () => {
  const one: PersistentApproval = { kind: 'skill', name: 's', place: '/s', hash: 'h', sandbox: 'none' };

  test('is moved to the data folder with its modification time, so that emptying the cache folder loses nothing', () => {
    const key = nameOf(JSON.stringify([one.kind, one.name, one.hash, one.sandbox]));
    const { before, now } = user({
      [`approvals/${key}`]: JSON.stringify({ ...one, time: '2026-01-01T00:00:00.000Z' }),
    });
    utimesSync(join(before, 'approvals', key), 1_700_000_000, 1_700_000_000);
    expect(isApproved(one)).toBe(true);
    expect(existsSync(join(before, 'approvals'))).toBe(false);
    expect(statSync(join(now, 'approvals', key)).mtimeMs).toBe(1_700_000_000_000);
  });

  test.each(FORMER_KINDS)('is moved for every kind, without files of other origin: %s', (kind) => {
    const { before, now } = user({ [`${kind}/${nameOf('a')}`]: 'old', [`${kind}/notes.txt`]: 'mine' });
    userDataFolder(kind);
    expect(readFileSync(join(now, kind, nameOf('a')), 'utf8')).toBe('old');
    expect(readdirSync(join(before, kind))).toEqual(['notes.txt']);
  });

  test('does not replace newer data', () => {
    const { before, now } = user({ [`said/${nameOf('a')}`]: 'old' });
    writeFiles(now, { [`said/${nameOf('a')}`]: 'new' });
    userDataFolder('said');
    expect(readFileSync(join(now, 'said', nameOf('a')), 'utf8')).toBe('new');
    expect(existsSync(join(before, 'said'))).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('stays if both folders are the same because of a link', () => {
    const { before, now } = user({ [`said/${nameOf('a')}`]: 'old' });
    mkdirSync(join(now, '..'), { recursive: true });
    symlinkSync(before, now);
    userDataFolder('said');
    expect(readFileSync(join(now, 'said', nameOf('a')), 'utf8')).toBe('old');
  });

  test.skipIf(process.platform !== 'linux')('stays if the data folder is not writable', () => {
    const { before } = user({ [`said/${nameOf('a')}`]: 'old' });
    vi.stubEnv('XDG_DATA_HOME', '/proc/skillwright');
    userDataFolder('said');
    expect(readFileSync(join(before, 'said', nameOf('a')), 'utf8')).toBe('old');
  });

  test('is moved despite a lock left by a killed process', () => {
    const { now } = user({ [`said/${nameOf('a')}`]: 'old' });
    writeFiles(now, { 'moving.lock': '{"pid":999999999}' });
    userDataFolder('said');
    expect(readdirSync(join(now, 'said'))).toEqual([nameOf('a')]);
  });

  test('is moved by concurrent processes without losing, truncating or restoring anything', async () => {
    const names = Array.from({ length: 400 }, (_, number) => nameOf(String(number)));
    const content = JSON.stringify({ ...one, time: '2026-01-01T00:00:00.000Z' });
    const { before, now } = user(Object.fromEntries(names.map((name) => [`approvals/${name}`, content])));
    const program = join(temporaryFolder(), 'move.mjs');
    const source = JSON.stringify(join(import.meta.dirname, 'run-store.ts'));
    writeFileSync(
      program,
      `import { readdirSync, readFileSync, rmSync } from 'node:fs'; import { join } from 'node:path';
       const { userDataFolder } = await import(${source});
       process.once('message', () => {
         const folder = userDataFolder('approvals');
         const size = (name) => { try { return readFileSync(join(folder, name), 'utf8').length; } catch { return 0; } };
         const complete = readdirSync(folder).filter((name) => size(name) === ${content.length});
         for (const name of process.argv.slice(2)) rmSync(join(folder, name), { force: true });
         process.send(complete.length, () => process.exit());
       });
       process.send('ready');`,
    );
    const forgotten = names.slice(0, 40);
    const children = [0, 1, 2, 3].map((number) => fork(program, forgotten.slice(number * 10, number * 10 + 10)));
    onTestFinished(() => children.forEach((child) => void child.kill('SIGKILL')));
    const nextMessage = (child: (typeof children)[number]) => new Promise((resolve) => child.once('message', resolve));
    await Promise.all(children.map(nextMessage));
    const results = children.map(nextMessage);
    for (const child of children) child.send('go');
    for (const complete of await Promise.all(results)) expect(complete).toBeGreaterThanOrEqual(360);
    expect(readdirSync(join(now, 'approvals')).sort()).toEqual(names.slice(40).sort());
    expect(existsSync(join(before, 'approvals'))).toBe(false);
  });
});

test('copies and then removes data on another disk', async () => {
  const { before, now } = user({ [`said/${nameOf('a')}`]: 'old' });
  const isOther = (folder: string) => existsSync(folder) && statSync(folder).dev !== statSync(before).dev;
  // Tests have their temporary files in `/dev/shm` on some systems, not on others.
  const disk = ['/dev/shm', '/var/tmp'].find(isOther);
  if (disk === undefined) return;
  const other = join(disk, `skillwright-move-${process.pid}`);
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  migrateUserData(before, other);
  expect(readFileSync(join(other, 'said', nameOf('a')), 'utf8')).toBe('old');
  expect(readdirSync(join(other, 'said'))).toHaveLength(1);
  expect([existsSync(join(before, 'said')), existsSync(now)]).toEqual([false, false]);
});

test('stores nothing in the cache folder any more', () => {
  const { before, now } = user();
  const memory = runStore('said');
  const place = { runs: '/runs', run: 'one' };
  memory.write(place, 'yes');
  expect(memory.read(place)).toBe('yes');
  approve({ kind: 'skill', name: 's', place: '/s', hash: 'h', sandbox: 'none' });
  expect(existsSync(before)).toBe(false);
  expect(readdirSync(now).sort()).toEqual(['approvals', 'said']);
  if (process.platform !== 'win32') expect(statSync(now).mode & 0o777).toBe(0o700);
  forgetApprovals();
});
