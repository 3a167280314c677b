/** Prevents scripts from inheriting open descriptors. */
import type { StdioOptions } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

/** `FD_CLOEXEC` in `/proc/PID/fdinfo`: the descriptor is closed when another program is executed. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Returns the descriptors above 2 that a child process would inherit. Node itself opens none, but the parent process may
 * have left some open: Node marks only those up to the first gap beyond 15. Linux only: on macOS libuv closes all
 * descriptors that are not passed on, and on Windows handles are inherited only if they are listed.
 */
export function leakedDescriptors(): readonly number[] {
  if (process.platform !== 'linux') return [];
  try {
    return readdirSync('/proc/self/fdinfo').map(Number).filter(isInherited);
  } catch {
    return [];
  }
}

function isInherited(descriptor: number): boolean {
  if (descriptor <= 2) return false;
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
    return flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor of the listing itself, closed by now.
    return false;
  }
}

/** The stdio array for `spawn`. */
export type Stdio = Exclude<StdioOptions, string>;

/**
 * Calls `start` with `stdio` in which the `leaked` descriptors are replaced by the null device: Node can pass a descriptor
 * to a program, but not close one. Rethrows errors of `start`.
 */
export function withoutLeaks<T>(stdio: Stdio, leaked: readonly number[], start: (stdio: Stdio) => T): T {
  const replaced = leaked.filter((descriptor) => descriptor >= stdio.length);
  if (replaced.length === 0) return start(stdio);
  const nullFd = openSync(devNull, 'r');
  try {
    const all: Stdio = [...stdio];
    while (all.length <= Math.max(...replaced)) all.push('ignore');
    for (const descriptor of replaced) all[descriptor] = nullFd;
    return start(all);
  } finally {
    closeSync(nullFd);
  }
}
