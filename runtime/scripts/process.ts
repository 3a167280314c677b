import { type ChildProcess, spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { messageOf } from '../errors.ts';
import { endProcess } from './end-process.ts';
import { watchOver } from './watchdog.ts';

export interface ProcessOptions {
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Bytes kept of each stream; the rest is read and dropped. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
  /** Remove the folder too where our own process is killed meanwhile. */
  readonly disposable: boolean;
  /** The command names its child at `CHILD_FD`, and closes that: bubblewrap does. */
  readonly namesChild: boolean;
}

export type ProcessEnd =
  | {
      readonly kind: 'ended';
      readonly exitCode: number | null;
      readonly stdout: string;
      readonly stderr: string;
      readonly timedOut: boolean;
      readonly durationMs: number;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** After this many times the kept output a process is ended: it writes without end. */
const RUNAWAY = 64;
/** Milliseconds that output may still take to arrive after the process has gone. */
const DRAIN_MS = 100;

/**
 * Runs a process to its end. Its whole group is ended with it, on the time limit, when `signal` fires and when our own
 * process is killed. A grandchild that left the group may hold the pipes for ever: they are closed shortly after `exit`.
 * Never throws.
 */
export function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  const { command, folder, environment, timeoutMs, maxOutputBytes, signal, disposable, namesChild } = options;
  const started = performance.now();
  return new Promise((resolve) => {
    const [file, ...args] = command;
    if (file === undefined || signal.aborted) return resolve({ kind: 'failed', message: 'not started' });
    const watchdog = watchOver(disposable ? folder : undefined);
    let child: ChildProcess;
    try {
      child = spawn(file, args, {
        cwd: folder,
        env: { ...environment },
        stdio: ['ignore', 'pipe', 'pipe', ...(namesChild ? [watchdog.hears] : [])],
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
    } catch (error) {
      watchdog.stop();
      return resolve({ kind: 'failed', message: messageOf(error) });
    }
    watchdog.over(child.pid);
    let timedOut = false;
    const kill = (): void => endProcess(child);
    const stdout = gather(child.stdout, maxOutputBytes, kill);
    const stderr = gather(child.stderr, maxOutputBytes, kill);
    const timer = setTimeout(() => {
      timedOut = true;
      kill();
    }, timeoutMs);
    signal.addEventListener('abort', kill, { once: true });
    const finish = (end: ProcessEnd): void => {
      clearTimeout(timer);
      watchdog.stop();
      signal.removeEventListener('abort', kill);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(end);
    };
    child.once('error', (error) => finish({ kind: 'failed', message: error.message }));
    child.once('exit', (exitCode) => {
      kill();
      const durationMs = Math.round(performance.now() - started);
      const end = (): void =>
        finish({ kind: 'ended', exitCode, stdout: stdout(), stderr: stderr(), timedOut, durationMs });
      const drained = setTimeout(end, DRAIN_MS);
      child.once('close', () => {
        clearTimeout(drained);
        end();
      });
    });
  });
}

/** Collects a stream; the function gives its text, decoded as UTF-8 with replacement. */
function gather(stream: NodeJS.ReadableStream | null, limit: number, kill: () => void): () => string {
  const chunks: Buffer[] = [];
  let kept = 0;
  let total = 0;
  stream?.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (kept < limit) {
      const part = chunk.subarray(0, limit - kept);
      chunks.push(part);
      kept += part.length;
    }
    if (total > limit * RUNAWAY) kill();
  });
  stream?.on('error', () => undefined);
  return () => {
    const text = Buffer.concat(chunks).toString('utf8');
    return total > kept ? `${text}\n[cut: ${total} bytes in all, ${kept} kept]` : text;
  };
}
