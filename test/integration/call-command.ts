import { createRequire, enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { resetEngineFlags } from '../engine-flags.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/cli/program.mjs');

/** The parts of the process that a command needs. */
export interface CommandContext {
  readonly cwd: string;
  /** The complete environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let program: Promise<{ skillwright(args: readonly string[]): Promise<void> }> | undefined;

/** Calls a command of the bundle in this process. Calls must not overlap: folder, environment and streams are global. */
export async function callCommand(args: readonly string[], { cwd, env }: CommandContext): Promise<CommandResult> {
  program ??= loadProgram();
  const { skillwright } = await program;
  const undo = [changeFolder(cwd), replaceEnvironment(env), trackListeners(), replaceFetch(), resetEngineFlags];
  const exit = catchExit();
  const [stdout, stderr] = [captureOutput(process.stdout, exit.code), captureOutput(process.stderr, exit.code)];
  undo.push(exit.undo, stdout.undo, stderr.undo);
  try {
    await skillwright(args);
    return { code: exit.code() ?? Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const one of undo.toReversed()) one();
  }
}

function loadProgram() {
  enableCompileCache(join(import.meta.dirname, '../../.cache/contract'));
  // Node's own loader, so that the bundle is loaded as shipped, not as a test module.
  return Promise.resolve(createRequire(import.meta.url)(PROGRAM));
}

function changeFolder(folder: string): () => void {
  const before = process.cwd();
  process.chdir(folder);
  return () => process.chdir(before);
}

/** Replaces the variables themselves, because Node reads some of them from the system. */
function replaceEnvironment(env: CommandContext['env']): () => void {
  const before = { ...process.env };
  const set = (to: CommandContext['env']): void => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    for (const [name, value] of Object.entries(to)) if (value !== undefined) process.env[name] = value;
  };
  set(env);
  return () => set(before);
}

/** Removes the listeners that a command added, as the end of its process would. */
function trackListeners(): () => void {
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

/** Captures what is written to a stream of this process until the command ends, and reports it as written. */
function captureOutput(stream: NodeJS.WriteStream, result: () => number | undefined): Captured {
  const own = stream.write;
  let text = '';
  stream.write = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    if (result() === undefined) text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
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

/** Makes a call of `process.exit` end only the command, with this code. */
function catchExit(): { code(): number | undefined; undo(): void } {
  const { exit, exitCode } = process;
  let code: number | undefined;
  process.exitCode = undefined;
  process.exit = (status) => {
    code ??= Number(status ?? process.exitCode ?? 0);
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

/** Sends requests according to the command's environment while it runs. */
function replaceFetch(): () => void {
  const { fetch } = globalThis;
  return () => {
    globalThis.fetch = fetch;
  };
}
