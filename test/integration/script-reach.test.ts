import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { defined } from '../../runtime/text/objects.ts';
import type { Reach } from '../equipment/runtime/reach/run-probe.ts';

/** The results of our script, see `probe.mjs`. */
interface Found {
  readonly uid: number;
  readonly writable: readonly string[];
  readonly left: readonly string[];
  readonly inherited: readonly string[];
  readonly nests: boolean;
}

const RUNNER = fileURLToPath(new URL('../equipment/runtime/reach/run-probe.ts', import.meta.url));
/** A user who is not root and owns no files. */
const OTHER_USER = 65_534;
const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;

/** Devices that store nothing, and the script's own terminal. */
const HARMLESS = /^\/dev\/(?:null|zero|full|random|urandom|tty|ptmx|pts\/ptmx|pts)$/;

/**
 * Runs the probe in a process whose parent left descriptors open, above the range in which Node marks them: for `/`,
 * and for a file open for writing.
 */
async function probe(kind: 'sandbox' | 'none', uid?: number): Promise<(Reach & { name: string }) | string> {
  const name = `skillwright-${randomUUID()}`;
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-reach-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // The other user's own temporary folder.
  chmodSync(folder, 0o777);
  const open = [openSync('/', 'r'), openSync(join(folder, 'open.txt'), 'a')];
  const stdio: (number | 'ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe'];
  while (stdio.length < 64) stdio.push('ignore');
  stdio.push(...open);
  const child = spawn(
    process.execPath,
    [RUNNER, kind, name],
    defined<SpawnOptions>({
      cwd: folder,
      stdio,
      env: { PATH: process.env.PATH, TMPDIR: folder },
      uid,
      gid: uid,
    }),
  );
  for (const descriptor of open) closeSync(descriptor);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (data) => (output.stdout += data));
  child.stderr?.on('data', (data) => (output.stderr += data));
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  return code === 0 ? { ...(JSON.parse(output.stdout) as Reach), name } : `${code}: ${output.stderr}`;
}

/** Checks that everything that a script in bubblewrap can open for writing is its own. */
async function expectOwnFilesOnly(context: TestContext, uid?: number): Promise<void> {
  const reach = await probe('sandbox', uid);
  // Another user may not have access to these sources or to Node.
  if (typeof reach === 'string' && uid !== undefined && /EACCES|permission denied|MODULE_NOT_FOUND/i.test(reach))
    return context.skip(`another user cannot read this checkout: ${reach.slice(0, 200)}`);
  if (typeof reach === 'string') throw new Error(reach);
  if (reach.sandbox !== 'bubblewrap') return context.skip(`bubblewrap does not work here: ${reach.sandbox}`);
  expect(reach.stderr).toBe('');
  const found = JSON.parse(reach.stdout) as Found;
  expect(found.uid).toBe(uid ?? process.getuid?.());
  // It can write at all; otherwise the test would prove nothing.
  expect(found.writable).toEqual(expect.arrayContaining([expect.stringMatching(/skillwright-script-/)]));
  const outside = found.writable.filter((path) => !HARMLESS.test(path) && !/^\/(?:tmp|dev\/shm)(?:\/|$)/.test(path));
  expect(outside.slice(0, 20), `${outside.length} in all`).toEqual([]);
  // Both belong to the sandbox.
  expect(found.left).toEqual(['/tmp', '/dev/shm']);
  for (const folder of found.left) expect(existsSync(join(folder, reach.name))).toBe(false);
  expect(found.inherited).toEqual([]);
  // Bubblewrap before 0.8 cannot forbid it.
  if (spawnSync('bwrap', ['--help'], { encoding: 'utf8' }).stdout.includes('--disable-userns'))
    expect(found.nests).toBe(false);
}

describe.runIf(isLinux)('the files that a script can open for writing', { timeout: 120_000 }, () => {
  test('in bubblewrap: its own folder, and none of our descriptors', (context) => expectOwnFilesOnly(context));

  test.runIf(isRoot)('in bubblewrap, as a user other than root', (context) => expectOwnFilesOnly(context, OTHER_USER));

  test.skipIf(isRoot)('in bubblewrap as root: skipped, because this is not root', (context) => context.skip());

  test('without a sandbox: none of our descriptors', async () => {
    const reach = await probe('none');
    if (typeof reach === 'string') throw new Error(reach);
    const found = JSON.parse(reach.stdout) as Found;
    expect(found.inherited.filter((one) => !one.endsWith(' -> /dev/null'))).toEqual([]);
  });
});
