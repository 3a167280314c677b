import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeFiles } from '../../test/equipment/runtime/folders.ts';
import { userOfEarlierVersion as user } from '../../test/equipment/runtime/user-of-earlier-version.ts';
import { approve, forgetApprovals, isApproved } from '../approvals/persistent-approvals.ts';
import type { PersistentApproval } from '../protocol/approvals.ts';
import { migrateUserData } from './migrate.ts';
import { runStore, userDataFolder } from './run-store.ts';

/** The call, file and error code to simulate, so that the tests also work as root, who is exempt from permissions. */
type Fails = (call: keyof typeof PATH_ARGUMENTS, path: string) => string | undefined;

/** The functions of `node:fs` that can fail here, with the index of their path argument. */
const PATH_ARGUMENTS = { linkSync: 1, copyFileSync: 1, renameSync: 1, rmSync: 0 } as const;

/** Simulates failures until the end of the test, or until it is called again. */
function simulateFailures(fails: Fails): void {
  vi.restoreAllMocks();
  collectWarnings();
  for (const call of Object.keys(PATH_ARGUMENTS) as (keyof typeof PATH_ARGUMENTS)[]) {
    const real = fs[call] as (...args: unknown[]) => unknown;
    vi.spyOn(fs, call).mockImplementation((...args: unknown[]) => {
      const code = fails(call, String(args[PATH_ARGUMENTS[call]]));
      if (code !== undefined) throw Object.assign(new Error(`${code}: ${call}`), { code });
      return real(...args);
    });
  }
  // Applies to named imports as well.
  syncBuiltinESMExports();
}

const nameOf = (what: string): string => `${createHash('sha256').update(what).digest('hex')}.json`;
const ONE: PersistentApproval = { kind: 'skill', name: 's', place: '/s', hash: 'h', sandbox: 'none' };
const APPROVAL = nameOf(JSON.stringify([ONE.kind, ONE.name, ONE.hash, ONE.sandbox]));
const CONTENT = JSON.stringify({ ...ONE, time: '2026-01-01T00:00:00.000Z' });

const warnings: string[] = [];

function collectWarnings(): void {
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    warnings.push(String(text));
    return true;
  });
}

beforeEach(() => {
  warnings.length = 0;
  collectWarnings();
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

describe('migrating the data of earlier versions', () => {
  const files = { [`approvals/${APPROVAL}`]: CONTENT, [`said/${nameOf('a')}`]: 'yes' };

  test('to a full disk loses nothing, and reports it once', () => {
    const { before, now } = user(files);
    simulateFailures((call, path) => (path.startsWith(now) && call !== 'rmSync' ? 'ENOSPC' : undefined));
    userDataFolder('approvals');
    userDataFolder('said');
    expect(fs.readFileSync(join(before, 'approvals', APPROVAL), 'utf8')).toBe(CONTENT);
    expect(fs.readFileSync(join(before, 'said', nameOf('a')), 'utf8')).toBe('yes');
    expect(fs.readdirSync(join(now, 'approvals'))).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^Free space .*2 files.*ENOSPC/)]);
    expect(warnings[0]).toContain(before);
    expect(warnings[0]).toContain(now);
  });

  test('reports nothing on success', () => {
    user(files);
    expect(isApproved(ONE)).toBe(true);
    expect(warnings).toEqual([]);
  });

  test('from a read-only disk leaves the files there, so that deleted data cannot reappear from them', () => {
    const { before, now } = user(files);
    simulateFailures((call, path) => (call === 'rmSync' && path.startsWith(before) ? 'EROFS' : undefined));
    userDataFolder('approvals');
    expect(fs.readFileSync(join(before, 'approvals', APPROVAL), 'utf8')).toBe(CONTENT);
    expect(fs.existsSync(join(now, 'approvals', APPROVAL))).toBe(false);
    expect(warnings).toEqual([expect.stringMatching(/EROFS/)]);
  });

  test('to a read-only disk is reported', () => {
    const { before, now } = user(files);
    // With a file in its place the folder cannot be created, as on a read-only disk.
    writeFiles(join(now, '..'), { skillwright: '' });
    userDataFolder('approvals');
    expect(fs.readFileSync(join(before, 'approvals', APPROVAL), 'utf8')).toBe(CONTENT);
    expect(warnings).toEqual([expect.stringContaining(before)]);
  });
});

describe('removing', () => {
  test('also removes files that could not be moved, so that they do not reappear later', () => {
    const run = { runs: '/runs', run: 'one' };
    const fileName = nameOf(`${run.runs}\0${run.run}`);
    const { before, now } = user({ [`approvals/${APPROVAL}`]: CONTENT, [`said/${fileName}`]: 'yes' });
    simulateFailures((call, path) => (path.startsWith(now) && call !== 'rmSync' ? 'ENOSPC' : undefined));
    expect(isApproved(ONE)).toBe(false);
    expect(forgetApprovals()).toEqual({ count: 1 });
    runStore('said').remove(run);
    simulateFailures(() => undefined);
    expect(migrateUserData(before, now)).toBeUndefined();
    expect(isApproved(ONE)).toBe(false);
    expect(runStore('said').read(run)).toBeUndefined();
  });

  test('an approval that is replaced also removes them', () => {
    const { before, now } = user({ [`approvals/${APPROVAL}`]: CONTENT });
    simulateFailures((call, path) => (path.startsWith(now) && call !== 'rmSync' ? 'ENOSPC' : undefined));
    approve({ ...ONE, hash: 'changed' });
    simulateFailures(() => undefined);
    expect(migrateUserData(before, now)).toBeUndefined();
    expect([isApproved(ONE), isApproved({ ...ONE, hash: 'changed' })]).toEqual([false, true]);
  });

  test('a run reports a failure and does not throw', () => {
    const { now } = user();
    const memory = runStore('said');
    const place = { runs: '/runs', run: 'one' };
    memory.write(place, 'yes');
    simulateFailures((call) => (call === 'rmSync' ? 'EROFS' : undefined));
    memory.remove(place);
    expect(memory.read(place)).toBe('yes');
    expect(warnings).toEqual([expect.stringMatching(/^Remove .* by hand: .*EROFS/)]);
    expect(warnings[0]).toContain(now);
  });

  test('approvals reports those that stay and removes the others', () => {
    const { now } = user();
    const other: PersistentApproval = { ...ONE, name: 'other', hash: 'o' };
    approve(ONE);
    approve(other);
    simulateFailures((call, path) => (call === 'rmSync' && path.endsWith(APPROVAL) ? 'EROFS' : undefined));
    const { count, problem } = forgetApprovals();
    expect([count, isApproved(ONE), isApproved(other)]).toEqual([1, true, false]);
    expect(problem).toMatch(/^Remove .* by hand: .*EROFS/);
    expect(problem).toContain(join(now, 'approvals', APPROVAL));
    simulateFailures(() => undefined);
    expect(forgetApprovals()).toEqual({ count: 1 });
  });

  test('approvals does not throw if one of them is a folder', () => {
    const { now } = user();
    fs.mkdirSync(join(now, 'approvals', APPROVAL), { recursive: true });
    expect(forgetApprovals()).toMatchObject({ count: 0, problem: expect.stringContaining(APPROVAL) });
    // Approving again removes the old ones first.
    expect(() => approve(ONE)).not.toThrow();
    fs.rmSync(join(now, 'approvals', APPROVAL), { recursive: true });
  });
});
