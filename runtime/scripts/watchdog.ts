import { spawn } from 'node:child_process';

/**
 * POSIX: waits for our end of the pipe to close, then ends the leader's own children (Linux says which) and the group, as
 * `endProcess` does, and removes the folder, where one is named.
 */
const WAIT = `read -r _
kill -STOP "$1"
read -r children < "/proc/$1/task/$1/children"
kill -9 $children "-$1"
test -z "$2" || exec /bin/rm -rf -- "$2"`;

/**
 * Ends a process group whose runtime is killed and can no longer do it, and removes `folder`: a shell that waits for our
 * end of a pipe to close. What has left the group is out of its reach, but for the leader's own children. On Windows there is none.
 */
export function watchOver(group: number | undefined, folder = ''): { stop(): void } {
  if (group === undefined || process.platform === 'win32') return { stop: () => undefined };
  try {
    // Without an environment, and in a group of its own, so that Ctrl-C at the terminal does not end it first.
    const shell = spawn('/bin/sh', ['-c', WAIT, 'skillwright-watchdog', String(group), folder], {
      cwd: '/',
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    shell.on('error', () => undefined);
    shell.stdin.on('error', () => undefined);
    shell.unref();
    return { stop: () => void shell.kill('SIGKILL') };
  } catch {
    return { stop: () => undefined };
  }
}
