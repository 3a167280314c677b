import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';

/**
 * POSIX: reads which group it is about, and which child of its leader, until all other ends of the pipe are closed. Then
 * asks the group to end and waits, where it is to be asked; ends the leader's own children (Linux says which), the one that
 * was named, and the group, as `endProcess` does; ends what carries the mark (Linux, too), wherever it has gone; and
 * removes the folder, where one is named. Lines: `group 12` and `gone` from us, `"child-pid": 13` from bubblewrap.
 */
const WAIT = `folder=$1 mark=$2 grace=$3
while read -r what value _; do
  case $what in
    group) group=$value ;;
    gone) group= child= folder= ;;
    '"child-pid":') child=\${value%,} ;;
  esac
done
if test -n "$group"; then
  test "$grace" -eq 0 || kill -TERM "-$group"
  while test "$grace" -gt 0 && kill -0 "-$group"; do sleep 0.1; grace=$((grace - 1)); done
  kill -STOP "$group"
  read -r children < "/proc/$group/task/$group/children"
  kill -9 $children $child
  kill -9 "-$group"
fi
test -d /proc/self && for round in 1 2 3 4 5 6 7 8 9 10; do
  marked=$(grep -lF -e "$mark" /proc/[0-9]*/environ)
  test -n "$marked" || break
  for file in $marked; do process=\${file#/proc/}; kill -9 "\${process%/environ}"; done
  sleep 0.1
done
test -z "$folder" || exec rm -rf -- "$folder"`;

/**
 * Descriptor at which a leader may name its child to the watchdog, as bubblewrap does with `--info-fd`. The kernel ends
 * bubblewrap with us, before the watchdog wakes, and while the sandbox is being set up its child lives on: by then that
 * has left the group, and nobody knows any more whose child it was.
 */
export const CHILD_FD = 3;

/** Variable whose value is the mark. */
const MARK = 'RUN_PROCESS_MARK';

export interface Watchdog {
  /** False where there is none: nothing that it is told happens. */
  readonly awake: boolean;
  /** For the leader's `stdio` at `CHILD_FD`, where it names its child there and closes it; else `ignore`. */
  readonly hears: Writable | 'ignore';
  /** For the leader's environment. What it starts inherits it, and is known by it after it left the group and its parent. */
  readonly mark: Readonly<Record<string, string>>;
  /** Names the group, as soon as its leader has been started. */
  over(leader: number | undefined): void;
  /** The leader and its group have ended: ends what carries the mark, and removes nothing. */
  gone(): void;
  /** Ends all of it, as if we had been killed. */
  end(): void;
}

const NONE: Watchdog = {
  awake: false,
  hears: 'ignore',
  mark: {},
  over: () => undefined,
  gone: () => undefined,
  end: () => undefined,
};

export interface WatchOptions {
  /** Absolute path of a folder to remove where we are killed. */
  readonly removes?: string;
  /** Seconds that the group has to end by itself after it was asked to (SIGTERM); 0, the default: it is not asked. */
  readonly graceSeconds?: number;
}

/**
 * Ends a process group whose runtime is killed and can no longer do it, what it started that left the group, and a folder:
 * a shell that waits for our end of a pipe to close. It is started before the group, so that the folder goes whenever we
 * are killed. A process that left the group and its parent is known by its environment: one that emptied that lives on,
 * as does one on macOS. On Windows there is no watchdog.
 */
export function watchOver({ removes = '', graceSeconds = 0 }: WatchOptions = {}): Watchdog {
  if (process.platform === 'win32') return NONE;
  try {
    const mark = randomUUID();
    // In a group of its own, so that Ctrl-C at the terminal does not end it first, and without the mark.
    const shell = spawn(
      '/bin/sh',
      ['-c', WAIT, 'skillwright-watchdog', removes, `${MARK}=${mark}`, String(Math.round(graceSeconds * 10))],
      {
        cwd: '/',
        env: { PATH: `/usr/bin:/bin:${process.env.PATH ?? ''}` },
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      },
    );
    shell.on('error', () => undefined);
    shell.stdin.on('error', () => undefined);
    shell.unref();
    return {
      awake: true,
      hears: shell.stdin,
      mark: { [MARK]: mark },
      // On a line of its own, wherever the leader's text has come to.
      over: (leader) => void (leader !== undefined && shell.stdin.write(`\ngroup ${leader}\n`)),
      gone: () => void (shell.stdin.writable && shell.stdin.end('\ngone\n')),
      end: () => void shell.stdin.end(),
    };
  } catch {
    return NONE;
  }
}
