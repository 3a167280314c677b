import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { codeOf, messageOf } from '../errors.ts';

export type LockResult =
  | { readonly kind: 'locked'; readonly release: () => void }
  | { readonly kind: 'held'; readonly pid: number }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Takes the lock file `path` for this process. A lock whose process is gone is taken over at once; a process that
 * has the same id but another start time (Linux) counts as gone.
 */
export function takeLock(path: string): LockResult {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const fd = openSync(path, 'wx');
      try {
        writeSync(fd, JSON.stringify({ pid: process.pid, started: startTime(process.pid) }));
      } catch (error) {
        // A full disk: an empty lock left behind would lock the run for ever.
        quietly(() => unlinkSync(path));
        return { kind: 'failed', message: messageOf(error) };
      } finally {
        closeSync(fd);
      }
      return { kind: 'locked', release: () => quietly(() => unlinkSync(path)) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return { kind: 'failed', message: messageOf(error) };
    }
    const held = read(path);
    const pid = held === undefined ? undefined : aliveOwner(held, path);
    if (pid !== undefined) return { kind: 'held', pid };
    if (held !== undefined) removeStale(path, held);
  }
  return {
    kind: 'failed',
    message: `Remove ${path} and try again: it is no lock, or another process is taking it over.`,
  };
}

/** Renames before removing: of two processes that find the same stale lock, only one can have renamed that very file. */
function removeStale(path: string, content: string): void {
  const aside = `${path}.${process.pid}.stale`;
  quietly(() => {
    renameSync(path, aside);
    if (read(aside) !== content) quietly(() => linkSync(aside, path));
    unlinkSync(aside);
  });
}

/** Milliseconds that a process may take from making its lock to writing it. */
const WRITING_MS = 2_000;

/** The process that holds a lock with this content, if it lives. An empty lock is one that its maker is about to write, while it is new. */
function aliveOwner(content: string, path: string): number | undefined {
  const match = /"pid":(\d+)(?:,"started":"(\d+)")?/.exec(content);
  if (match === null) return content === '' && age(path) < WRITING_MS ? -1 : undefined;
  const pid = Number(match[1]);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return undefined;
  }
  const started = startTime(pid);
  return match[2] !== undefined && started !== undefined && started !== match[2] ? undefined : pid;
}

function age(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Start time of a process in clock ticks since boot (proc(5), field 22), where the system tells it. */
function startTime(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** Undefined also where it is no file: a pipe or a device that somebody put there would be read for ever. */
function read(path: string): string | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined;
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // Gone already, or another process was faster: either way there is nothing left to do.
  }
}
