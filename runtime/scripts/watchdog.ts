import { spawn } from 'node:child_process';

/**
 * POSIX: reads which group it is about, waits for our end of the pipe to close, then ends the leader's own children (Linux
 * says which) and the group, as `endProcess` does, and removes the folder, where one is named.
 */
const WAIT = `read -r group
read -r _
kill -STOP "$group"
read -r children < "/proc/$group/task/$group/children"
kill -9 $children "-$group"
test -z "$1" || exec /bin/rm -rf -- "$1"`;

export interface Watchdog {
  /** Names the group, as soon as its leader has been started. */
  over(leader: number | undefined): void;
  stop(): void;
}

const NONE: Watchdog = { over: () => undefined, stop: () => undefined };

/**
 * Ends a process group whose runtime is killed and can no longer do it, and removes `folder`: a shell that waits for our
 * end of a pipe to close. It is started before the group, so that the folder goes whenever we are killed. What has left
 * the group is out of its reach, but for the leader's own children. On Windows there is none.
 */
export function watchOver(folder = ''): Watchdog {
  if (process.platform === 'win32') return NONE;
  try {
    // Without an environment, and in a group of its own, so that Ctrl-C at the terminal does not end it first.
    const shell = spawn('/bin/sh', ['-c', WAIT, 'skillwright-watchdog', folder], {
      cwd: '/',
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    shell.on('error', () => undefined);
    shell.stdin.on('error', () => undefined);
    shell.unref();
    return {
      over: (leader) => void (leader !== undefined && shell.stdin.write(`${leader}\n`)),
      stop: () => void shell.kill('SIGKILL'),
    };
  } catch {
    return NONE;
  }
}
