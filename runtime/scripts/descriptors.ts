import type { StdioOptions } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

/** `FD_CLOEXEC` as `/proc/PID/fdinfo` shows it: the descriptor does not survive the start of another program. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Descriptors above 2 that a program which we start would inherit. Node opens none like that, but whoever started us may
 * have left some open: Node marks those up to the first gap beyond 15 only. Linux alone: on macOS libuv closes all that
 * is not handed over, on Windows handles are not inherited unless they are named.
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
    // The one with which the folder was listed: it is closed by now.
    return false;
  }
}

/** What `spawn` takes for the descriptors of a process, in order. */
export type Stdio = Exclude<StdioOptions, string>;

/**
 * Starts a program with `start`, which is given `stdio` with the `leaked` descriptors replaced by the null device: Node can
 * hand a program a descriptor, not close one. What `start` throws is thrown.
 */
export function withoutLeaks<T>(stdio: Stdio, leaked: readonly number[], start: (stdio: Stdio) => T): T {
  const replaced = leaked.filter((descriptor) => descriptor >= stdio.length);
  if (replaced.length === 0) return start(stdio);
  const nothing = openSync(devNull, 'r');
  try {
    const all: Stdio = [...stdio];
    while (all.length <= Math.max(...replaced)) all.push('ignore');
    for (const descriptor of replaced) all[descriptor] = nothing;
    return start(all);
  } finally {
    closeSync(nothing);
  }
}
