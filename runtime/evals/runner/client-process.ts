import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { messageOf } from '../../errors.ts';
import { startWatched, untilEnded, type WatchedProcess } from '../../scripts/watched-process.ts';

export interface ClientProcessOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute path of the folder in which it is started. */
  readonly folder: string;
  /** Text for its standard input; absent for an empty one. */
  readonly input?: string;
  /** Absolute path of the file that its standard output is written to. */
  readonly output: string;
  readonly timeoutMs: number;
  /** Maximum bytes of its standard output. */
  readonly maxBytes: number;
  /** Absolute path of a folder to delete if our own process is killed. */
  readonly folderToRemove: string;
  readonly signal: AbortSignal;
  /** Called when output was written to the file. */
  readonly onOutput?: () => void;
}

export type ClientProcessEnd =
  | {
      readonly kind: 'ended';
      /** Null if it was killed. */
      readonly exitCode: number | null;
      /** The end of its standard error. */
      readonly errors: string;
      /** The limit that ended it. */
      readonly limit?: 'time' | 'output';
      /** Inode of the file with its output, which the process itself may have replaced. */
      readonly inode: number;
    }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** The error code of the system or of Node, if there is one. */
      readonly code?: string;
    };

/** Bytes of standard error that are kept. */
const MAX_ERROR_BYTES = 4096;
/** Milliseconds that output may take to arrive after the process has exited. */
const DRAIN_MS = 2000;

/**
 * Runs the command of a client to its end, with its output in a file. Everything that it started is ended with it (see
 * `startWatched`): on a limit, when `signal` aborts, and when our own process is killed. Never throws.
 */
export function runClientProcess(options: ClientProcessOptions): Promise<ClientProcessEnd> {
  const { program, args, environment, folder, input, output, timeoutMs, maxBytes, folderToRemove, signal } = options;
  return new Promise((resolve) => {
    let fd: number;
    let started: WatchedProcess;
    try {
      fd = openSync(output, 'wx', 0o600);
    } catch (error) {
      return resolve({ kind: 'failed', message: messageOf(error) });
    }
    const fail = (error: unknown): void => {
      closeSync(fd);
      const code = error instanceof Error && 'code' in error ? { code: String(error.code) } : {};
      resolve({ kind: 'failed', message: messageOf(error), ...code });
    };
    if (signal.aborted) return fail(new Error('not started'));
    try {
      started = startWatched(
        { stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'], environment, folderToRemove },
        ({ nullFds: _, stdio, ...start }) => spawn(program, [...args], { cwd: folder, stdio: [...stdio], ...start }),
      );
    } catch (error) {
      return fail(error);
    }
    const { child, kill } = started;
    let limit: 'time' | 'output' | undefined;
    const stop = (reached: 'time' | 'output'): void => {
      limit ??= reached;
      kill();
    };
    let written = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      if (limit !== undefined) return;
      if (written + chunk.length > maxBytes) return stop('output');
      try {
        written += writeSync(fd, chunk);
      } catch {
        // A full disk is a limit, too.
        return stop('output');
      }
      options.onOutput?.();
    });
    let errors = Buffer.alloc(0);
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = Buffer.concat([errors, chunk]).subarray(-MAX_ERROR_BYTES);
    });
    // A client that does not read its input closes the pipe.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => undefined);
    if (input !== undefined) child.stdin?.end(input);
    const timer = setTimeout(() => stop('time'), timeoutMs);
    signal.addEventListener('abort', kill, { once: true });
    let hasEnded = false;
    const finish = (end: () => void): void => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      end();
    };
    child.once('error', (error) => finish(() => fail(error)));
    child.once('exit', (exitCode) => {
      const end = (): void =>
        finish(() => {
          const { ino: inode } = fstatSync(fd);
          closeSync(fd);
          const reached = limit === undefined ? {} : { limit };
          const ended = { kind: 'ended', exitCode, errors: errors.toString('utf8').trim(), inode, ...reached } as const;
          // The next trial of this client, or the end of the eval, must not meet what this one started.
          void untilEnded().then(() => resolve(ended));
        });
      // Reads pending output first. A grandchild may keep the pipes open forever.
      const drained = setTimeout(() => setImmediate(() => setImmediate(end)), DRAIN_MS);
      child.once('close', () => {
        clearTimeout(drained);
        end();
      });
    });
  });
}
