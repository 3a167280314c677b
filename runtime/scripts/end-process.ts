import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What of a process has to be known to end it. */
type Ending = { readonly pid?: number | undefined } & Pick<ChildProcess, 'exitCode' | 'signalCode'>;

/**
 * Ends a process that was started as the leader of a group: all of its group, which may outlive it, and on Linux its own
 * children that have left the group. Bubblewrap's sandbox is one, and ends with bubblewrap only once it has been set up.
 * Does nothing where it did not start. Never throws.
 */
export function endProcess({ pid, exitCode, signalCode }: Ending): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', () => undefined);
    return;
  }
  // Once it has gone, its number may be another's.
  if (exitCode === null && signalCode === null) {
    // Stopped, so that it neither starts another child meanwhile nor lets one's number go.
    signal(pid, 'SIGSTOP');
    for (const child of childrenOf(pid)) signal(child, 'SIGKILL');
  }
  signal(-pid, 'SIGKILL');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // ESRCH: it has gone already.
  }
}

/** Empty where the system does not say, as macOS. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
