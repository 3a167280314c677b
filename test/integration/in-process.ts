import { createRequire, enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../../dist/cli/program.mjs');

/** What a command needs of the process that it runs in. */
export interface Surroundings {
  readonly cwd: string;
  /** All of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a test has to do with a process that it starts; where it names nothing, the command needs none. */
export interface NeedsProcess {
  /** A process of its own, though nothing here is done to it. */
  readonly process?: true;
  readonly input?: unknown;
  readonly typed?: unknown;
  readonly onLine?: unknown;
  readonly onStart?: unknown;
  readonly env?: Readonly<Record<string, string>>;
}

const CALLABLE: readonly (string | undefined)[] = ['run', 'resume', 'replay'];
/** Set from outside to see that both ways show the same. */
let processes = Boolean(process.env.TEST_PROCESSES);

/** Whether the command can be called here, instead of as a process of its own. */
export function isCallable([command]: readonly string[], needs: NeedsProcess): boolean {
  const alone = needs.process ?? needs.input ?? needs.typed ?? needs.onLine ?? needs.onStart;
  // Which interpreters and sandboxes there are is found out once in a process.
  return !processes && alone === undefined && needs.env?.PATH === undefined && CALLABLE.includes(command);
}

/** In a file whose point is the process: every command of it is one. */
export function inProcesses(): void {
  const before = processes;
  beforeAll(() => {
    processes = true;
  });
  afterAll(() => {
    processes = before;
  });
}

let program: Promise<{ skillwright(args: readonly string[]): Promise<void> }> | undefined;
/** One at a time: folder, environment and streams are the process's. */
let last: Promise<unknown> = Promise.resolve();

/**
 * What `node dist/cli.mjs ARGS` does, called in this process: the same bundle, journal, requests, output and exit code in
 * a tenth of the processor time. For what a run does. What only a process can show (signals, standard input, kills,
 * what another process may read) needs one.
 */
export function inProcess(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  const ended = last.then(() => call(args, surroundings));
  last = ended.catch(() => undefined);
  return ended;
}

async function call(args: readonly string[], { cwd, env }: Surroundings): Promise<Ended> {
  program ??= load();
  const { skillwright } = await program;
  const undo = [inFolder(cwd), withEnvironment(env), withoutNewListeners(), withFetch()];
  const exit = exitCaught();
  const [stdout, stderr] = [captured(process.stdout, exit.code), captured(process.stderr, exit.code)];
  undo.push(exit.undo, stdout.undo, stderr.undo);
  try {
    await skillwright(args);
    return { code: exit.code() ?? Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const one of undo.toReversed()) one();
  }
}

function load() {
  enableCompileCache(join(import.meta.dirname, '../../.cache/contract'));
  // Node's own loader: the bundle as it ships, not as a test's module.
  return Promise.resolve(createRequire(import.meta.url)(PROGRAM));
}

function inFolder(folder: string): () => void {
  const before = process.cwd();
  process.chdir(folder);
  return () => process.chdir(before);
}

/** The variables themselves, for Node reads some of them from the system. */
function withEnvironment(env: Surroundings['env']): () => void {
  const before = { ...process.env };
  const set = (to: Surroundings['env']): void => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    for (const [name, value] of Object.entries(to)) if (value !== undefined) process.env[name] = value;
  };
  set(env);
  return () => set(before);
}

/** A process that ends takes its listeners with it. */
function withoutNewListeners(): () => void {
  const watched: readonly (readonly [NodeJS.EventEmitter, string])[] = [
    [process, 'SIGINT'],
    [process, 'SIGTERM'],
    [process, 'SIGHUP'],
    [process.stdout, 'error'],
  ];
  const undo = watched.map(([emitter, event]) => {
    const before = new Set(emitter.listeners(event));
    return (): void => {
      for (const listener of emitter.listeners(event))
        if (!before.has(listener)) emitter.off(event, listener as () => void);
    };
  });
  return () => {
    for (const one of undo) one();
  };
}

interface Captured {
  text(): string;
  undo(): void;
}

/** Takes what is written to a stream of this process until its end, and says that it was written. */
function captured(stream: NodeJS.WriteStream, ended: () => number | undefined): Captured {
  const own = stream.write;
  let text = '';
  stream.write = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    if (ended() === undefined) text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const written = typeof encoding === 'function' ? encoding : done;
    if (typeof written === 'function') queueMicrotask(() => written());
    return true;
  };
  return {
    text: () => text,
    undo: () => {
      stream.write = own;
    },
  };
}

/** Where a command ends the process, the command alone ends, with this code. */
function exitCaught(): { code(): number | undefined; undo(): void } {
  const { exit, exitCode } = process;
  let code: number | undefined;
  process.exitCode = undefined;
  process.exit = (said) => {
    code ??= Number(said ?? process.exitCode ?? 0);
    throw new Error('The process has ended.');
  };
  return {
    code: () => code,
    undo: () => {
      process.exit = exit;
      process.exitCode = exitCode;
    },
  };
}

/** Requests go as the environment of the command says, for as long as it lasts. */
function withFetch(): () => void {
  const { fetch } = globalThis;
  return () => {
    globalThis.fetch = fetch;
  };
}
