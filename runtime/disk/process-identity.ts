import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { defined } from '../../skill/index.ts';
import { codeOf } from '../errors.ts';

/** A process on this machine. The same id with another start time is another process. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot, on Linux. */
  readonly started?: string;
}

let own: ProcessIdentity | undefined;

/** Returns the identity of this process. */
export function ownIdentity(): ProcessIdentity {
  own ??= identityOf(process.pid);
  return own;
}

let space: string | undefined;

/** Returns a text for everything in which a process id names one process: a start of the system, and a container in it. */
export function ownSpace(): string {
  space ??= readSpace();
  return space;
}

/** True for the space of processes that cannot be seen from this one, such as those in another container. */
export function isElsewhere(other: string): boolean {
  return other !== ownSpace();
}

function readSpace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // Not Linux.
    return hostname();
  }
}

function identityOf(pid: number): ProcessIdentity {
  const started = startTime(pid);
  return defined({ pid, started });
}

/** Returns true if a process is running. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  // Signals to process 0 go to the own group.
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A missing permission to signal it means that it exists. Node rejects a number that is no process id.
    if (codeOf(error) !== 'EPERM') return false;
  }
  const found = startTime(pid);
  return started === undefined || found === undefined || found === started;
}

/** Returns the start time of a process in clock ticks since boot (proc(5), field 22), if the system provides it. */
function startTime(pid: number): string | undefined {
  const stat = readRegularFile(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** Returns undefined also for anything but a regular file: reading a pipe or device might never end. */
export function readRegularFile(path: string): string | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined;
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
