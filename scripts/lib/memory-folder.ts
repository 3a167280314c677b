/** Puts the temporary files of tests into memory, where creating and deleting them costs less time than on a disk. */
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { removeLeftovers } from './leftovers.ts';

/** The space that must be free, with ample room for the profiles of VS Code and the copies of the checkout. */
const MIN_FREE_BYTES = 4 * 2 ** 30;

/**
 * Makes this process and its children create their temporary files in memory, in a folder that is removed when this
 * process exits. Changes nothing if `TMPDIR` is set, or the system has no such folder with enough space.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux') return;
  const shared = '/dev/shm';
  try {
    if (!isSuitable(readFileSync('/proc/mounts', 'utf8'), shared)) return;
    const { bavail, bsize } = statfsSync(shared);
    if (Math.min(bavail * bsize, freemem()) < MIN_FREE_BYTES) return;
    removeLeftovers(join(shared, 'skillwright-tests'));
    const folder = join(shared, `skillwright-tests.${process.pid}`);
    // Others may only pass through: some tests start processes of another user.
    mkdirSync(folder, { mode: 0o711 });
    process.env.TMPDIR = folder;
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  } catch {
    // The folder belongs to another user, for example: the usual one works, too.
  }
}

/**
 * Returns true if files of a folder are stored in memory, and programs may be started from there.
 * @param mounts the content of `/proc/mounts`
 */
export function isSuitable(mounts: string, folder: string): boolean {
  const mount = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, at]) => at === folder);
  const [, , type, options = ''] = mount ?? [];
  return type === 'tmpfs' && options.startsWith('rw') && !options.split(',').includes('noexec');
}
