/** Ends processes, and removes the folders of killed ones. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Returns true if a process with this id exists, including those of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Ends a child that was spawned with `detached: true`, with its process group: SIGTERM first, and SIGKILL if it still
 * exists after `grace` milliseconds. Resolves when the child has exited; never rejects.
 */
export async function endGroup(child: ChildProcess, grace = 2000): Promise<void> {
  if (child.pid === undefined) return;
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  signalGroup(child.pid, 'SIGTERM');
  const timer = setTimeout(() => child.pid && signalGroup(child.pid, 'SIGKILL'), grace);
  await exited;
  clearTimeout(timer);
  // Members that outlived the leader.
  signalGroup(child.pid, 'SIGKILL');
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has exited.
  }
}

/** Removes the folders `PATH.PID` whose process no longer exists. */
export function removeLeftovers(path: string): void {
  const folder = dirname(path);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = name.startsWith(`${basename(path)}.`) ? Number(name.slice(basename(path).length + 1)) : Number.NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
