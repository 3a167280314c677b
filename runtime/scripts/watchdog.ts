import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';

/**
 * A POSIX script. It reads the group and the leader's child until all other ends of the pipe are closed. Then it asks the
 * group to end and waits, if there is a grace period; kills the leader's own children (reported by Linux), the named child
 * and the group, as `endProcess` does; kills all other processes with the mark (on Linux); and deletes the
 * folder and the control group, if given; the latter also if all went well, because its last processes may still be ending.
 * Input lines: `group 12` and `gone` from us, `"child-pid": 13` from bubblewrap.
 */
const SCRIPT = `folder=$1 mark=$2 grace=$3 cgroup=$4
while read -r what value _; do
  case $what in
    group) group=$value ;;
    gone) group= child= folder= ;;
    '"child-pid":') child=\${value%,} ;;
  esac
done
if test -n "$group"; then
  test "$grace" -eq 0 || kill -TERM "-$group"
  while test "$grace" -gt 0 && kill -0 "-$group"; do sleep 0.05; grace=$((grace - 1)); done
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
round=0
while test -d "$cgroup" && test "$round" -lt 50; do
  rmdir "$cgroup" || sleep 0.1
  round=$((round + 1))
done
test -z "$folder" || exec rm -rf -- "$folder"`;

/**
 * Descriptor on which a leader may report its child to the watchdog, as bubblewrap does with `--info-fd`. The kernel ends
 * bubblewrap with us, before the watchdog wakes up. During the sandbox's setup its child survives, but has left the group
 * by then, and its parent can no longer be determined.
 */
export const CHILD_FD = 3;

/** Environment variable that holds the mark. */
const MARK_VARIABLE = 'RUN_PROCESS_MARK';

export interface Watchdog {
  /** False if there is no watchdog; then its functions do nothing. */
  readonly isRunning: boolean;
  /** For the leader's `stdio` at `CHILD_FD`, if it reports its child there and closes it; otherwise `ignore`. */
  readonly input: Writable | 'ignore';
  /** For the leader's environment. Its descendants inherit it, which identifies them after they left the group and parent. */
  readonly mark: Readonly<Record<string, string>>;
  /** Sets the group, immediately after its leader was started. */
  setGroup(leader: number | undefined): void;
  /** Reports that the leader and its group have ended: kills processes with the mark, and deletes nothing. */
  groupEnded(): void;
  /** Ends everything, as if our process had been killed. */
  terminate(): void;
  /** Fulfilled once it has ended everything. */
  readonly finished: Promise<void>;
}

const NONE: Watchdog = {
  isRunning: false,
  input: 'ignore',
  mark: {},
  setGroup: () => undefined,
  groupEnded: () => undefined,
  terminate: () => undefined,
  finished: Promise.resolve(),
};

export interface WatchOptions {
  /** Absolute path of a folder to delete if our process is killed. */
  readonly folderToRemove?: string;
  /** Absolute path of the empty control group to remove at the end. */
  readonly groupToRemove?: string;
  /** Seconds that the group has to end after SIGTERM; 0, the default: no SIGTERM is sent. */
  readonly graceSeconds?: number;
}

/**
 * Starts a shell that waits for our end of a pipe to close. If this process is killed, the shell ends a process group and
 * its descendants that left the group, and deletes a folder. It starts before the group, so that the folder is always
 * deleted. Descendants that left the group and their parent are identified by their environment: one that cleared it
 * survives, as does one on macOS. There is no watchdog on Windows.
 */
export function startWatchdog(options: WatchOptions = {}): Watchdog {
  const { folderToRemove: removes = '', groupToRemove = '', graceSeconds = 0 } = options;
  if (process.platform === 'win32') return NONE;
  try {
    const mark = randomUUID();
    // In a separate group, so that Ctrl-C in the terminal does not end it first, and without the mark.
    const shell = spawn(
      '/bin/sh',
      [
        '-c',
        SCRIPT,
        'skillwright-watchdog',
        removes,
        `${MARK_VARIABLE}=${mark}`,
        String(Math.round(graceSeconds * 20)),
        groupToRemove,
      ],
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
    const finished = new Promise<void>((resolve) => {
      shell.once('exit', () => resolve());
      shell.once('error', () => resolve());
    });
    return {
      isRunning: true,
      input: shell.stdin,
      mark: { [MARK_VARIABLE]: mark },
      // On its own line, even if the leader's output ended in the middle of one.
      setGroup: (leader) => void (leader !== undefined && shell.stdin.write(`\ngroup ${leader}\n`)),
      groupEnded: () => void (shell.stdin.writable && shell.stdin.end('\ngone\n')),
      terminate: () => void shell.stdin.end(),
      finished,
    };
  } catch {
    return NONE;
  }
}
