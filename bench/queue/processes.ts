import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLI = join(import.meta.dirname, '../../dist/cli.mjs');
/** Clock ticks of the kernel in a second, as all systems report them to programs. */
const TICKS = 100;

/** A process of the command line. */
export interface OwnProcess {
  readonly child: ChildProcess;
  /** Resolves with the exit code when the process has ended. */
  readonly ended: Promise<number | null>;
  readonly output: () => string;
}

const running = new Set<ChildProcess>();
// Nothing outlives the bench, however it ends.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Ends a process with the bench. */
export function endWithBench(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** Starts `skillwright ARGS`. */
export function startCli(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): OwnProcess {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithBench(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => {
      text = (text + data.toString()).slice(-20_000);
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, output: () => text };
}

/** Starts a worker. */
export function startWorker(url: string, cwd: string, args: readonly string[] = [], env = {}): OwnProcess {
  return startCli(['eval', 'worker', '--queue', url, '--jobs', '2', ...args], cwd, env);
}

/** Ends processes by SIGTERM, and resolves when they have ended. */
export async function stopAll(processes: readonly OwnProcess[]): Promise<void> {
  for (const { child } of processes) child.kill('SIGTERM');
  await Promise.all(processes.map(({ ended }) => ended));
}

/** Returns the processor time of all child processes that have ended, in milliseconds (proc(5), cutime and cstime). */
export function timeOfEndedChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1_000) / TICKS;
}

/** Returns the largest resident memory that a process has had, in MB; 0 if it has ended. */
export function peakMemory(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
