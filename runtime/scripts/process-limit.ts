import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatNumber } from '../text/count.ts';
import { createProbeFolder, type ProbeFolder } from './probe-folder.ts';
import type { SandboxedCommand } from './sandboxed-command.ts';

/**
 * Maximum number of processes of a command in a sandbox, including the sandbox's own. Linux counts threads, too. A build
 * with 64 parallel compilers has about 130.
 */
export const MAX_PROCESSES = 160;

/**
 * A way to limit the number of processes. `user`: by the resource limit of the user, which in a user namespace counts the
 * processes of this namespace only, but does not apply to the machine's root. `group`: by a control group below this
 * folder, which applies to everyone, but which only root may usually create.
 */
export type ProcessLimit = { readonly kind: 'user' } | { readonly kind: 'group'; readonly parent: string };

/** A limit for one command. */
export interface StartedLimit {
  /** Returns the command line that runs `sandboxed` within the limit. */
  readonly wrap: (sandboxed: SandboxedCommand) => readonly string[];
  /** Absolute path of the control group to remove once the command has ended. */
  readonly group?: string;
  /** True if a process was not started because of the limit. To be called before the group is removed. */
  wasReached(output: string): boolean;
}

type Wrap = StartedLimit['wrap'];

/** `$1`: the limit. The shells of Debian and BusyBox call the option `-p`, which no other shell accepts. */
const SET_LIMIT = 'ulimit -u "$1" 2>/dev/null || ulimit -p "$1" || exit 126; shift; exec "$@"';
/**
 * `$1`: the control group. The shell has a single thread, so that it may move this thread. For an entire process, even its
 * own, Linux waits for all processors, which takes longer than to start a sandbox. Version 2 has no `tasks`.
 */
const ENTER_GROUP =
  'if test -e "$1/tasks"; then echo 0 >"$1/tasks"; else echo 0 >"$1/cgroup.procs"; fi || exit 126; shift; exec "$@"';
/** Messages of shells, Python and Node.js if a process cannot be started. */
const CANNOT_START = /cannot fork|fork: |Resource temporarily unavailable|EAGAIN|can't start new thread/i;

/** Starts a limit for one command that `wrap` would run without one. Rethrows errors of the file system. */
export function startLimit(limit: ProcessLimit | undefined, wrap: Wrap, processes = MAX_PROCESSES): StartedLimit {
  if (limit === undefined) return { wrap, wasReached: () => false };
  if (limit.kind === 'user')
    return {
      wrap: (sandboxed) =>
        wrap({ ...sandboxed, command: ['/bin/sh', '-c', SET_LIMIT, 'sh', String(processes), ...sandboxed.command] }),
      wasReached: (output) => CANNOT_START.test(output),
    };
  const group = join(limit.parent, `skillwright-${randomUUID()}`);
  mkdirSync(group);
  try {
    // Not created: only the kernel does that, in a group that counts processes.
    writeFileSync(join(group, 'pids.max'), String(processes), { flag: 'r+' });
  } catch (error) {
    rmdirSync(group);
    throw error;
  }
  return {
    wrap: (sandboxed) => ['/bin/sh', '-c', ENTER_GROUP, 'sh', group, ...wrap(sandboxed)],
    group,
    wasReached: () => /^max [1-9]/m.test(readOrEmpty(join(group, 'pids.events'))),
  };
}

/** Returns the line that is added to the output of a command that reached the limit. */
export function limitNote(output: string): string {
  const line = `[Not all processes were started: at most ${formatNumber(MAX_PROCESSES)} run at the same time.]\n`;
  return output === '' || output.endsWith('\n') ? `${output}${line}` : `${output}\n${line}`;
}

/** Starts more processes than the probe allows. A shell that cannot start one gives up, or tries again for a while. */
const PROBE_LIMIT = 6;
const PROBE = `echo begin; i=0; while test $i -lt ${2 * PROBE_LIMIT}; do sleep 1 & i=$((i + 1)); done; echo all`;
const PROBE_MS = 5_000;

/** Returns a limit that was found to hold in the sandbox of `wrap`, or undefined if none does. */
export async function findProcessLimit(wrap: Wrap): Promise<ProcessLimit | undefined> {
  const groups = groupsOfOurs().map((parent): ProcessLimit => ({ kind: 'group', parent }));
  const user: ProcessLimit = { kind: 'user' };
  // The more likely one first. Root of a container may be an ordinary user of the machine.
  const candidates = process.getuid?.() === 0 ? [...groups, user] : [user, ...groups];
  for (const limit of candidates) if (await holds(limit, wrap)) return limit;
  return undefined;
}

/** True if a command that starts more processes than allowed fails to. */
async function holds(limit: ProcessLimit, wrap: Wrap): Promise<boolean> {
  let trial: ProbeFolder | undefined;
  let started: StartedLimit | undefined;
  try {
    trial = createProbeFolder();
    started = startLimit(limit, wrap, PROBE_LIMIT);
    return await probe(started.wrap, trial.folder);
  } catch {
    return false;
  } finally {
    trial?.remove();
    // Not awaited: its last processes may still be ending.
    if (started?.group !== undefined) void removeGroup(started.group);
  }
}

function probe(wrap: Wrap, folder: string): Promise<boolean> {
  const environment = { PATH: '/usr/bin:/bin' };
  const [file = '', ...args] = wrap({ folder, needs: [], environment, command: ['/bin/sh', '-c', PROBE] });
  return new Promise((done) => {
    const child = spawn(file, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    const hasHeld = (): boolean => output.trim() === 'begin' && CANNOT_START.test(errors);
    const end = (): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      done(hasHeld());
    };
    const timer = setTimeout(end, PROBE_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('all') || hasHeld()) end();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
      if (hasHeld()) end();
    });
    child.on('error', end);
    child.on('close', end);
  });
}

/** Removes an empty control group. Waits for processes that are just ending. */
async function removeGroup(group: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      return rmdirSync(group);
    } catch {
      await new Promise((done) => setTimeout(done, 20));
    }
  }
}

/**
 * Returns folders in which a control group that counts processes may be created: our own group, so that its limits apply
 * as well. In a container, the path in `/proc` may be that of the host.
 */
function groupsOfOurs(): readonly string[] {
  const lines = readOrEmpty('/proc/self/cgroup').trim().split('\n');
  return lines.flatMap((line) => {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    const first = controllers.split(',').includes('pids');
    if (first) return [...new Set([resolve(`/sys/fs/cgroup/pids${path}`), '/sys/fs/cgroup/pids'])];
    return controllers === '' && path !== '' ? [join('/sys/fs/cgroup', path)] : [];
  });
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
