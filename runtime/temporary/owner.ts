/** The records that say which process uses a temporary folder. */
import { lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../skill/index.ts';
import { isElsewhere, isRunning, ownIdentity, ownSpace, readRegularFile } from '../disk/process-identity.ts';

/** The start of the names of temporary folders. */
export const FOLDER_PREFIX = 'skillwright-';
/** The name of the record in a folder, which says which process uses it. */
export const OWNER_FILE = '.skillwright-owner';
/** Milliseconds between two signs of life: the record is then touched. */
export const SIGN_MS = 3_600_000;
/** Milliseconds without a sign after which a process that cannot be seen from here is regarded as gone. */
const GONE_MS = 7 * 24 * 3_600_000;

/** Writes the record of a folder that this process uses. Returns its path. */
export function writeOwner(folder: string): string {
  const record = join(folder, OWNER_FILE);
  writeFileSync(record, JSON.stringify({ ...ownIdentity(), space: ownSpace() }), { flag: 'wx', mode: 0o600 });
  return record;
}

/**
 * Returns true if the process that used a folder is gone. False without a record: the folder belongs to something else.
 * @param now epoch milliseconds
 */
export function isLeftover(folder: string, now: number): boolean {
  const record = join(folder, OWNER_FILE);
  const owner = parseOwner(readRegularFile(record));
  if (owner === undefined) return false;
  if (!isElsewhere(owner.space)) return !isRunning(owner);
  const stats = lstatSync(record, { throwIfNoEntry: false });
  return stats !== undefined && now - stats.mtimeMs > GONE_MS;
}

interface Owner {
  readonly pid: number;
  readonly started?: string;
  readonly space: string;
}

function parseOwner(text: string | undefined): Owner | undefined {
  try {
    const { pid, started, space } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof pid !== 'number' || typeof space !== 'string') return undefined;
    return defined({ pid, space, started: typeof started === 'string' ? started : undefined });
  } catch {
    return undefined;
  }
}
