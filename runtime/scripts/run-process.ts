import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { defined } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { untilAborted } from '../loop/interfaces/abort.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { limitNote, type StartedLimit, startLimit } from './process-limit.ts';
import type { SandboxKind } from './sandbox.ts';
import type { SandboxedCommand } from './sandboxed-command.ts';
import { CHILD_FD } from './watchdog.ts';
import { REPORT_FD, startWatched, type WatchedProcess } from './watched-process.ts';

export interface ProcessOptions
  extends Pick<SandboxedCommand, 'command' | 'folder' | 'writable' | 'hidden' | 'needs' | 'environment'> {
  readonly sandbox: SandboxKind;
  readonly timeoutMs: number;
  /** Maximum output stored per stream, in bytes; the rest is read and discarded. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
  /** Called with standard error as it arrives. */
  readonly onStderr?: (text: string) => void;
  /** Absolute path of a folder to delete if our own process is killed. */
  readonly folderToRemove?: string;
  /** True if the process can write a short text to `REPORT_FD`. */
  readonly reports?: boolean;
}

export type ProcessEnd =
  | {
      readonly kind: 'ended';
      readonly exitCode: number | null;
      readonly stdout: string;
      readonly stderr: string;
      /** The text that it wrote to `REPORT_FD`; empty if it could not, or wrote too much. */
      readonly report: string;
      readonly timedOut: boolean;
      /** True if not all of its processes were started, because of the limit; standard error says so. */
      readonly limitReached?: boolean;
      readonly durationMs: number;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** A process whose output exceeds the stored output by this factor is ended, because it may write forever. */
const RUNAWAY_FACTOR = 64;
/** Maximum length of a report, in bytes. */
const MAX_REPORT = 16 * 1024;
/** Milliseconds that output may take to arrive after the process has exited. */
const DRAIN_MS = 100;

/** Settles when the last process that waits for its turn has ended. Never rejects. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Runs a process to completion, and after all earlier ones if their number of processes is limited: each has its own limit,
 * so that many at the same time would have that many times more processes. Waiting counts for neither the time limit nor the
 * duration. Never throws.
 */
export function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  if (options.sandbox.limit === undefined) return runNow(options);
  const before = lastTurn;
  const end = untilAborted(() => before, options.signal).then(() => runNow(options));
  // Without their results, which may be large.
  lastTurn = before.then(() => end).then(() => undefined);
  return end;
}

/**
 * Runs a process to completion. Everything that it started is ended with it (see `startWatched`): on the time limit, when
 * `signal` aborts, and when our own process is killed. A grandchild that left the group may keep the pipes open forever, so
 * they are closed shortly after `exit`. Never throws.
 */
function runNow(options: ProcessOptions): Promise<ProcessEnd> {
  const {
    sandbox,
    command,
    folder,
    writable,
    hidden = [],
    needs,
    environment,
    timeoutMs,
    maxOutputBytes,
    signal,
  } = options;
  const { folderToRemove, reports = false } = options;
  const startTime = performance.now();
  return new Promise((resolve) => {
    if (command.length === 0 || signal.aborted) return resolve({ kind: 'failed', message: 'not started' });
    const reportsChild = sandbox.name === 'bubblewrap';
    let started: WatchedProcess;
    let limit: StartedLimit;
    try {
      limit = startLimit(sandbox.limit, sandbox.wrap);
      started = startWatched(
        defined({
          stdio: ['ignore', 'pipe', 'pipe'],
          environment,
          reportsChild,
          reports,
          groupToRemove: limit.group,
          folderToRemove,
        }),
        ({ nullFds, ...start }) => {
          const where = writable === undefined ? { folder } : { folder, writable, hidden };
          const inside = { ...where, needs, environment, command, closes: nullFds };
          const [file = '', ...args] = limit.wrap(reportsChild ? { ...inside, childFd: CHILD_FD } : inside);
          return spawn(file, args, { cwd: folder, ...start });
        },
      );
    } catch (error) {
      return resolve({ kind: 'failed', message: messageOf(error) });
    }
    const { child, kill } = started;
    let timedOut = false;
    const stdout = collect(child.stdout, maxOutputBytes, kill);
    const stderr = collect(child.stderr, maxOutputBytes, kill);
    const reportStream = reports ? (child.stdio[REPORT_FD] as Readable | null) : null;
    const report = collect(reportStream, MAX_REPORT, kill);
    const { onStderr } = options;
    if (onStderr !== undefined) child.stderr?.on('data', (chunk: Buffer) => onStderr(chunk.toString('utf8')));
    const timer = setTimeout(() => {
      timedOut = true;
      kill();
    }, timeoutMs);
    signal.addEventListener('abort', kill, { once: true });
    const finish = (end: ProcessEnd): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      child.stdout?.destroy();
      child.stderr?.destroy();
      reportStream?.destroy();
      resolve(end);
    };
    child.once('error', (error) => finish({ kind: 'failed', message: error.message }));
    let wasReached = false;
    // Before the group is removed.
    child.prependOnceListener('exit', () => {
      wasReached = limit.wasReached('');
    });
    child.once('exit', (exitCode) => {
      const durationMs = Math.round(performance.now() - startTime);
      const end = (): void => {
        const [output, errors] = [stdout(), stderr()];
        const limitReached = wasReached || ((exitCode !== 0 || timedOut) && limit.wasReached(`${output}\n${errors}`));
        const noted = limitReached ? { limitReached, stderr: limitNote(errors) } : { stderr: errors };
        finish({ kind: 'ended', exitCode, stdout: output, ...noted, report: report(), timedOut, durationMs });
      };
      // Reads pending output first: on a busy machine the timer may fire before any I/O was polled.
      const drained = setTimeout(() => setImmediate(() => setImmediate(end)), DRAIN_MS);
      child.once('close', () => {
        clearTimeout(drained);
        end();
      });
    });
  });
}

/** Collects a stream. The returned function gives its text, decoded as UTF-8 with replacement. */
function collect(stream: NodeJS.ReadableStream | null, limit: number, kill: () => void): () => string {
  const chunks: Buffer[] = [];
  let stored = 0;
  let total = 0;
  stream?.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (stored < limit) {
      const part = chunk.subarray(0, limit - stored);
      chunks.push(part);
      stored += part.length;
    }
    if (total > limit * RUNAWAY_FACTOR) kill();
  });
  stream?.on('error', () => undefined);
  return () => {
    const text = Buffer.concat(chunks).toString('utf8');
    return total > stored ? `${text}\n[truncated: ${formatNumber(stored)} of ${formatCount(total, 'byte')}]` : text;
  };
}
