import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import { readBundle } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { locate, readOrdinary } from '../toolset/resource-files.ts';
import { normalisePath } from '../toolset/resource-path.ts';
import type { ScriptFailure } from './executor.ts';

/** Bytes of all files of a skill above which no copy is made. */
export const MAX_MATERIALISED_BYTES = 256 * 1024 * 1024;

export interface Workplace {
  readonly kind: 'workplace';
  /** Absolute path, links followed. */
  readonly folder: string;
  remove(): void;
}

/**
 * Copies every file of the skill at `root`, text and binary, into a fresh folder of our own. A link that leads out of
 * the skill is left out; so is nothing else.
 */
export function materialise(root: string): Workplace | ScriptFailure {
  let folder: string;
  try {
    folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-script-'));
  } catch (error) {
    return failed(error);
  }
  const remove = (): void => {
    workplaces.delete(folder);
    removeFolder(folder);
  };
  if (!listening) process.once('exit', removeAll);
  listening = true;
  workplaces.add(folder);
  let total = 0;
  try {
    for (const file of readBundle(diskFiles(), root.replaceAll('\\', '/')).files) {
      const normalised = normalisePath(file);
      const located = normalised.kind === 'path' ? locate(root, normalised.path) : undefined;
      if (located?.kind !== 'file') continue;
      total += located.size;
      if (total > MAX_MATERIALISED_BYTES) {
        remove();
        const limit = MAX_MATERIALISED_BYTES / 1024 / 1024;
        return {
          kind: 'failed',
          code: 'RESOURCES_TOO_LARGE',
          message: `The skill's files are larger than ${limit} MB.`,
        };
      }
      const bytes = readOrdinary(located.absolute);
      if (!Buffer.isBuffer(bytes)) continue;
      const target = join(folder, file);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, bytes, { mode: file.startsWith('scripts/') ? 0o755 : 0o644, flag: 'wx' });
    }
  } catch (error) {
    remove();
    return failed(error);
  }
  return { kind: 'workplace', folder, remove };
}

/** Folders in use. A run that is cancelled ends the process before its script's end is noticed. */
const workplaces = new Set<string>();
let listening = false;

function removeAll(): void {
  for (const folder of workplaces) removeFolder(folder);
}

/** Removes what a script leaves, folders too that it made read-only. Never throws. */
function removeFolder(folder: string): void {
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 2, retryDelay: 50 });
  try {
    remove();
  } catch {
    try {
      openUp(folder);
      remove();
    } catch {
      // What belongs to someone else stays in the system's temporary folder.
    }
  }
}

function openUp(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) openUp(join(folder, entry.name));
}

function failed(error: unknown): ScriptFailure {
  return {
    kind: 'failed',
    code: 'EXECUTION_ERROR',
    message: `The skill's files cannot be laid out: ${messageOf(error)}`,
  };
}
