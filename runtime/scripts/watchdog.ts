import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * POSIX: reads which group it is about, and which child of its leader, until all other ends of the pipe are closed. Then
 * ends the leader's own children (Linux says which), the one that was named, and the group, as `endProcess` does, and
 * removes the folder, where one is named. Lines: `group 12` from us, `"child-pid": 13` from bubblewrap.
 */
const WAIT = `while read -r what number _; do
  case $what in
    group) group=$number ;;
    '"child-pid":') child=\${number%,} ;;
  esac
done
kill -STOP "$group"
read -r children < "/proc/$group/task/$group/children"
kill -9 $children $child
kill -9 "-$group"
test -z "$1" || exec /bin/rm -rf -- "$1"`;

/**
 * Descriptor at which a leader may name its child to the watchdog, as bubblewrap does with `--info-fd`. The kernel ends
 * bubblewrap with us, before the watchdog wakes, and while the sandbox is being set up its child lives on: by then that
 * has left the group, and nobody knows any more whose child it was.
 */
export const CHILD_FD = 3;

export interface Watchdog {
  /** For the leader's `stdio` at `CHILD_FD`, where it names its child there and closes it; else `ignore`. */
  readonly hears: Writable | 'ignore';
  /** Names the group, as soon as its leader has been started. */
  over(leader: number | undefined): void;
  stop(): void;
}

const NONE: Watchdog = { hears: 'ignore', over: () => undefined, stop: () => undefined };

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
      hears: shell.stdin,
      // On a line of its own, wherever the leader's text has come to.
      over: (leader) => void (leader !== undefined && shell.stdin.write(`\ngroup ${leader}\n`)),
      stop: () => void shell.kill('SIGKILL'),
    };
  } catch {
    return NONE;
  }
}
