/** Ends processes. */
import type { ChildProcess } from 'node:child_process';

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
