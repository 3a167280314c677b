import { type ChildProcess, spawn } from 'node:child_process';
import type { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { connectQueue } from '../../runtime/evals/queue/connect-queue.ts';
import { startModelServer } from './run-server.ts';
import { CLI } from './run-support.ts';

/** A process of `skillwright eval worker`, which ends with the test. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly log: { readonly text: string };
}

/** Starts a worker. Resolves when it waits for trials. */
export async function startWorker(
  url: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [CLI, 'eval', 'worker', '--queue', url, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const log = { text: '' };
  await new Promise<void>((resolve, reject) => {
    child.on('exit', () => reject(new Error(log.text)));
    child.stderr.on('data', (data: Buffer) => {
      log.text += data.toString();
      if (log.text.includes('Waiting for trials')) resolve();
    });
  });
  return { child, log };
}

/** Resolves with the exit code of a process; null if it was killed. */
export const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(child.exitCode),
  );

/** Connects to Redis until the end of the test. */
export async function connect(url: string): Promise<Redis> {
  const connection = await connectQueue(url);
  if (connection.kind === 'failed') throw new Error(connection.message);
  onTestFinished(() => connection.client.disconnect());
  return connection.client;
}

/** A model whose first answer waits for `answer`. */
export interface WaitingModel {
  /** Options of a worker that runs trials with it. */
  readonly worker: readonly string[];
  /** The environment of such a worker. */
  readonly env: Record<string, string>;
  /** Options of an eval with it. */
  readonly options: readonly string[];
  requests(): number;
  answer(): void;
}

/** Starts a model server that answers without calls. */
export async function startWaitingModel(): Promise<WaitingModel> {
  let answer = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const server = await startModelServer(async (_, number) => {
    if (number === 1) await first;
    return { text: 'Done.' };
  });
  onTestFinished(() => server.close());
  const place = ['--base-url', server.url];
  return {
    worker: [...place, '--jobs', '1'],
    env: { OPENAI_COMPATIBLE_API_KEY: 'none' },
    options: ['--model', 'openai-compatible/m', ...place],
    requests: () => server.requests.length,
    answer: () => answer(),
  };
}
