import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { messageOf } from '../errors.ts';
import type { SandboxKind } from './sandbox.ts';
import type { SandboxedCommand } from './sandboxed-command.ts';
import { CHILD_FD } from './watchdog.ts';
import { startWatched, type WatchedProcess } from './watched-process.ts';

export interface ProcessOptions extends Pick<SandboxedCommand, 'command' | 'folder' | 'needs' | 'environment'> {
  readonly sandbox: SandboxKind;
  readonly timeoutMs: number;
  /** Bytes kept of each stream; the rest is read and dropped. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
  /** Absolute path of a folder to remove where our own process is killed meanwhile. */
  readonly removes?: string;
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
 * Runs a process to its end. All that it started is ended with it (see `startWatched`), on the time limit, when `signal` fires and when our own
 * process is killed. A grandchild that left the group may hold the pipes for ever: they are closed shortly after `exit`.
 * Never throws.
 */
export function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  const { sandbox, command, folder, needs, environment, timeoutMs, maxOutputBytes, signal, removes } = options;
  const began = performance.now();
  return new Promise((resolve) => {
    if (command.length === 0 || signal.aborted) return resolve({ kind: 'failed', message: 'not started' });
    const namesChild = sandbox.name === 'bubblewrap';
    let started: WatchedProcess;
    try {
      started = startWatched(
        {
          stdio: ['ignore', 'pipe', 'pipe'],
          environment,
          namesChild,
          ...(removes === undefined ? {} : { removes }),
        },
        ({ nothing, ...start }) => {
          const inside = { folder, needs, environment, command, closes: nothing };
          const [file = '', ...args] = sandbox.wrap(namesChild ? { ...inside, childFd: CHILD_FD } : inside);
          return spawn(file, args, { cwd: folder, ...start });
        },
      );
    } catch (error) {
      return resolve({ kind: 'failed', message: messageOf(error) });
    }
    const { child, kill } = started;
    let timedOut = false;
    const stdout = gather(child.stdout, maxOutputBytes, kill);
    const stderr = gather(child.stderr, maxOutputBytes, kill);
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
      resolve(end);
    };
    child.once('error', (error) => finish({ kind: 'failed', message: error.message }));
    child.once('exit', (exitCode) => {
      const durationMs = Math.round(performance.now() - began);
      const end = (): void =>
        finish({ kind: 'ended', exitCode, stdout: stdout(), stderr: stderr(), timedOut, durationMs });
      // What has arrived is read before: where we were held up, the time is over before anything was looked for.
      const drained = setTimeout(() => setImmediate(() => setImmediate(end)), DRAIN_MS);
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
