import { createHash } from 'node:crypto';
import type * as fs from 'node:fs';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { approveLasting, forgetApprovals, isApproved } from '../approvals/lasting.ts';
import type { Lasting } from '../protocol/approvals.ts';
import { temporaryFolder, writeFiles } from '../testing/folders.ts';
import { rememberedFolder, runMemory } from './remembered.ts';

/** What fails, and for which files: root, whom permissions do not stop, is to see it, too. */
const disk = vi.hoisted(() => ({
  fails: (_call: string, _path: string): string | undefined => undefined,
}));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const failing = <F extends (...args: never[]) => unknown>(call: string, of: number, act: F): F =>
    ((...args: Parameters<F>) => {
      const code = disk.fails(call, String(args[of]));
      if (code !== undefined) throw Object.assign(new Error(`${code}: ${call}`), { code });
      return act(...args);
    }) as F;
  return {
    ...real,
    linkSync: failing('link', 1, real.linkSync),
    copyFileSync: failing('copy', 1, real.copyFileSync),
    renameSync: failing('rename', 1, real.renameSync),
    rmSync: failing('rm', 0, real.rmSync),
  };
});

const nameOf = (what: string): string => `${createHash('sha256').update(what).digest('hex')}.json`;
const ONE: Lasting = { kind: 'skill', name: 's', place: '/s', hash: 'h', sandbox: 'none' };
const APPROVAL = nameOf(JSON.stringify([ONE.kind, ONE.name, ONE.hash, ONE.sandbox]));
const CONTENT = JSON.stringify({ ...ONE, time: '2026-01-01T00:00:00.000Z' });

const told: string[] = [];

beforeEach(() => {
  told.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told.push(String(text));
    return true;
  });
});

afterEach(() => {
  disk.fails = () => undefined;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Folders of a user, with these files of earlier versions in the cache folder. */
function user(files: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  vi.stubEnv('XDG_CACHE_HOME', join(home, 'cache'));
  vi.stubEnv('XDG_DATA_HOME', join(home, 'data'));
  const [before, now] = [join(home, 'cache/skillwright'), join(home, 'data/skillwright')];
  writeFiles(before, files);
  return { before, now };
}

describe('moving what earlier versions remembered', () => {
  const files = { [`approvals/${APPROVAL}`]: CONTENT, [`said/${nameOf('a')}`]: 'yes' };

  test('to a full disk loses nothing, and says so once', () => {
    const { before, now } = user(files);
    disk.fails = (call, path) => (path.startsWith(now) && call !== 'rm' ? 'ENOSPC' : undefined);
    rememberedFolder('approvals');
    rememberedFolder('said');
    expect(readFileSync(join(before, 'approvals', APPROVAL), 'utf8')).toBe(CONTENT);
    expect(readFileSync(join(before, 'said', nameOf('a')), 'utf8')).toBe('yes');
    expect(readdirSync(join(now, 'approvals'))).toEqual([]);
    expect(told).toEqual([expect.stringMatching(/^Make room .*2 files.*ENOSPC/)]);
    expect(told[0]).toContain(before);
    expect(told[0]).toContain(now);
  });

  test('says nothing where all went well', () => {
    user(files);
    expect(isApproved(ONE)).toBe(true);
    expect(told).toEqual([]);
  });

  test('from a read-only disk leaves it there: what is forgotten later must not come back from it', () => {
    const { before, now } = user(files);
    disk.fails = (call, path) => (call === 'rm' && path.startsWith(before) ? 'EROFS' : undefined);
    rememberedFolder('approvals');
    expect(readFileSync(join(before, 'approvals', APPROVAL), 'utf8')).toBe(CONTENT);
    expect(existsSync(join(now, 'approvals', APPROVAL))).toBe(false);
    expect(told).toEqual([expect.stringMatching(/EROFS/)]);
  });

  test('to a read-only disk says so', () => {
    const { before, now } = user(files);
    // A file in its place: as on a read-only disk, no folder can be made there.
    writeFiles(join(now, '..'), { skillwright: '' });
    rememberedFolder('approvals');
    expect(readFileSync(join(before, 'approvals', APPROVAL), 'utf8')).toBe(CONTENT);
    expect(told).toEqual([expect.stringContaining(before)]);
  });
});

describe('forgetting', () => {
  test('of a run that cannot be done is told, and is no exception', () => {
    const { now } = user();
    const memory = runMemory('said');
    const place = { runs: '/runs', run: 'one' };
    memory.remember(place, 'yes');
    disk.fails = (call) => (call === 'rm' ? 'EROFS' : undefined);
    memory.forget(place);
    expect(memory.recalled(place)).toBe('yes');
    expect(told).toEqual([expect.stringMatching(/^Remove .* by hand: .*EROFS/)]);
    expect(told[0]).toContain(now);
  });

  test('approvals: those that stay are told, the others are gone', () => {
    const { now } = user();
    const other: Lasting = { ...ONE, name: 'other', hash: 'o' };
    approveLasting(ONE);
    approveLasting(other);
    disk.fails = (call, path) => (call === 'rm' && path.endsWith(APPROVAL) ? 'EROFS' : undefined);
    const { count, problem } = forgetApprovals();
    expect([count, isApproved(ONE), isApproved(other)]).toEqual([1, true, false]);
    expect(problem).toMatch(/^Remove .* by hand: .*EROFS/);
    expect(problem).toContain(join(now, 'approvals', APPROVAL));
    disk.fails = () => undefined;
    expect(forgetApprovals()).toEqual({ count: 1 });
  });

  test('approvals: a folder in the place of one throws nothing', () => {
    const { now } = user();
    mkdirSync(join(now, 'approvals', APPROVAL), { recursive: true });
    expect(forgetApprovals()).toMatchObject({ count: 0, problem: expect.stringContaining(APPROVAL) });
    // Approving anew takes the old ones away first.
    expect(() => approveLasting(ONE)).not.toThrow();
    rmSync(join(now, 'approvals', APPROVAL), { recursive: true });
  });
});
