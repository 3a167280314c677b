import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { approveLasting, forgetApprovals, isApproved } from '../approvals/lasting.ts';
import type { PersistentApproval } from '../protocol/approvals.ts';
import { writeFiles } from '../testing/folders.ts';
import { userOfEarlierVersion as user } from '../testing/user-of-earlier-version.ts';
import { moveRemembered } from './move-remembered.ts';
import { rememberedFolder, runMemory } from './remembered.ts';

/** Which call on which file fails with which code: root, whom permissions do not stop, is to see it, too. */
type Fails = (call: keyof typeof PLACES, path: string) => string | undefined;

/** Calls of `node:fs` that can fail here, and which of their arguments is the path. */
const PLACES = { linkSync: 1, copyFileSync: 1, renameSync: 1, rmSync: 0 } as const;

/** From now on, until the test ends or says otherwise. */
function onDiskThat(fails: Fails): void {
  vi.restoreAllMocks();
  listen();
  for (const call of Object.keys(PLACES) as (keyof typeof PLACES)[]) {
    const real = fs[call] as (...args: unknown[]) => unknown;
    vi.spyOn(fs, call).mockImplementation((...args: unknown[]) => {
      const code = fails(call, String(args[PLACES[call]]));
      if (code !== undefined) throw Object.assign(new Error(`${code}: ${call}`), { code });
      return real(...args);
    });
  }
  // Who imports single functions gets these.
  syncBuiltinESMExports();
}

const nameOf = (what: string): string => `${createHash('sha256').update(what).digest('hex')}.json`;
const ONE: PersistentApproval = { kind: 'skill', name: 's', place: '/s', hash: 'h', sandbox: 'none' };
const APPROVAL = nameOf(JSON.stringify([ONE.kind, ONE.name, ONE.hash, ONE.sandbox]));
const CONTENT = JSON.stringify({ ...ONE, time: '2026-01-01T00:00:00.000Z' });

const told: string[] = [];

function listen(): void {
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told.push(String(text));
    return true;
  });
}

beforeEach(() => {
  told.length = 0;
  listen();
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

describe('moving what earlier versions remembered', () => {
  const files = { [`approvals/${APPROVAL}`]: CONTENT, [`said/${nameOf('a')}`]: 'yes' };

  test('to a full disk loses nothing, and says so once', () => {
    const { before, now } = user(files);
    onDiskThat((call, path) => (path.startsWith(now) && call !== 'rmSync' ? 'ENOSPC' : undefined));
    rememberedFolder('approvals');
    rememberedFolder('said');
    expect(fs.readFileSync(join(before, 'approvals', APPROVAL), 'utf8')).toBe(CONTENT);
    expect(fs.readFileSync(join(before, 'said', nameOf('a')), 'utf8')).toBe('yes');
    expect(fs.readdirSync(join(now, 'approvals'))).toEqual([]);
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
    onDiskThat((call, path) => (call === 'rmSync' && path.startsWith(before) ? 'EROFS' : undefined));
    rememberedFolder('approvals');
    expect(fs.readFileSync(join(before, 'approvals', APPROVAL), 'utf8')).toBe(CONTENT);
    expect(fs.existsSync(join(now, 'approvals', APPROVAL))).toBe(false);
    expect(told).toEqual([expect.stringMatching(/EROFS/)]);
  });

  test('to a read-only disk says so', () => {
    const { before, now } = user(files);
    // A file in its place: as on a read-only disk, no folder can be made there.
    writeFiles(join(now, '..'), { skillwright: '' });
    rememberedFolder('approvals');
    expect(fs.readFileSync(join(before, 'approvals', APPROVAL), 'utf8')).toBe(CONTENT);
    expect(told).toEqual([expect.stringContaining(before)]);
  });
});

describe('forgetting', () => {
  test('reaches what could not be moved: it does not come back once there is room', () => {
    const run = { runs: '/runs', run: 'one' };
    const said = nameOf(`${run.runs}\0${run.run}`);
    const { before, now } = user({ [`approvals/${APPROVAL}`]: CONTENT, [`said/${said}`]: 'yes' });
    onDiskThat((call, path) => (path.startsWith(now) && call !== 'rmSync' ? 'ENOSPC' : undefined));
    expect(isApproved(ONE)).toBe(false);
    expect(forgetApprovals()).toEqual({ count: 1 });
    runMemory('said').forget(run);
    onDiskThat(() => undefined);
    expect(moveRemembered(before, now)).toBeUndefined();
    expect(isApproved(ONE)).toBe(false);
    expect(runMemory('said').recalled(run)).toBeUndefined();
  });

  test('of an approval that is given anew reaches it, too', () => {
    const { before, now } = user({ [`approvals/${APPROVAL}`]: CONTENT });
    onDiskThat((call, path) => (path.startsWith(now) && call !== 'rmSync' ? 'ENOSPC' : undefined));
    approveLasting({ ...ONE, hash: 'changed' });
    onDiskThat(() => undefined);
    expect(moveRemembered(before, now)).toBeUndefined();
    expect([isApproved(ONE), isApproved({ ...ONE, hash: 'changed' })]).toEqual([false, true]);
  });

  test('of a run that cannot be done is told, and is no exception', () => {
    const { now } = user();
    const memory = runMemory('said');
    const place = { runs: '/runs', run: 'one' };
    memory.remember(place, 'yes');
    onDiskThat((call) => (call === 'rmSync' ? 'EROFS' : undefined));
    memory.forget(place);
    expect(memory.recalled(place)).toBe('yes');
    expect(told).toEqual([expect.stringMatching(/^Remove .* by hand: .*EROFS/)]);
    expect(told[0]).toContain(now);
  });

  test('approvals: those that stay are told, the others are gone', () => {
    const { now } = user();
    const other: PersistentApproval = { ...ONE, name: 'other', hash: 'o' };
    approveLasting(ONE);
    approveLasting(other);
    onDiskThat((call, path) => (call === 'rmSync' && path.endsWith(APPROVAL) ? 'EROFS' : undefined));
    const { count, problem } = forgetApprovals();
    expect([count, isApproved(ONE), isApproved(other)]).toEqual([1, true, false]);
    expect(problem).toMatch(/^Remove .* by hand: .*EROFS/);
    expect(problem).toContain(join(now, 'approvals', APPROVAL));
    onDiskThat(() => undefined);
    expect(forgetApprovals()).toEqual({ count: 1 });
  });

  test('approvals: a folder in the place of one throws nothing', () => {
    const { now } = user();
    fs.mkdirSync(join(now, 'approvals', APPROVAL), { recursive: true });
    expect(forgetApprovals()).toMatchObject({ count: 0, problem: expect.stringContaining(APPROVAL) });
    // Approving anew takes the old ones away first.
    expect(() => approveLasting(ONE)).not.toThrow();
    fs.rmSync(join(now, 'approvals', APPROVAL), { recursive: true });
  });
});
