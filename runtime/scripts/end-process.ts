import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The properties needed to end a process. */
type EndableProcess = { readonly pid?: number | undefined } & Pick<ChildProcess, 'exitCode' | 'signalCode'>;

/**
 * Ends a process that was started as a group leader, including its group, which may outlive it, and on Linux its children
 * that have left the group. Bubblewrap's sandbox is such a child, and ends with bubblewrap only after its setup. Does
 * nothing if the process did not start. Never throws.
 */
export function endProcess({ pid, exitCode, signalCode }: EndableProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', () => undefined);
    return;
  }
  // After its exit, its id may be reused.
  if (exitCode === null && signalCode === null) {
    // Stopped, so that it neither starts another child meanwhile nor reaps one, whose id could then be reused.
    signal(pid, 'SIGSTOP');
    for (const child of childrenOf(pid)) signal(child, 'SIGKILL');
  }
  signal(-pid, 'SIGKILL');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // ESRCH: it has already exited.
  }
}

/** Returns the ids of a process's children; empty if the system does not provide them, like macOS. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
