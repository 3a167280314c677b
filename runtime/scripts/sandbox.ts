/** Finds a sandbox that works on this system. */
import { execFile } from 'node:child_process';
import { defined } from '../../skill/index.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import type { Sandbox, ScriptFailure, ScriptPlan } from './executor.ts';
import { type Interpreter, onPath } from './interpreters.ts';
import { createProbeFolder, type ProbeFolder } from './probe-folder.ts';
import { findProcessLimit, type ProcessLimit } from './process-limit.ts';
import type { SandboxedCommand } from './sandboxed-command.ts';
import { seatbeltArguments } from './seatbelt.ts';

/** A way to run a command. */
export interface SandboxKind {
  readonly name: Sandbox;
  /** Returns the complete command line, starting with the sandbox's own program. */
  readonly wrap: (sandboxed: SandboxedCommand) => readonly string[];
  /** Limits the number of its processes; absent if nothing does on this machine. */
  readonly limit?: ProcessLimit;
  /** A weaker variant with the same name, for older versions of the program. */
  readonly weaker?: SandboxKind;
}

export const NO_SANDBOX: SandboxKind = { name: 'none', wrap: ({ command }) => command };

/** Returns this system's sandbox, even if it does not work. `find` returns a program's path. */
export function systemSandbox(
  platform: NodeJS.Platform = process.platform,
  find: (name: string) => string | undefined = (name) => onPath([name])[0],
): SandboxKind {
  if (platform === 'linux') {
    const bwrap = find('bwrap');
    const kind = (program: string, canNest: boolean): SandboxKind => ({
      name: 'bubblewrap',
      wrap: (sandboxed) => [program, ...bubblewrapArguments(sandboxed, canNest)],
    });
    if (bwrap !== undefined) return { ...kind(bwrap, false), weaker: kind(bwrap, true) };
  }
  // By its absolute path: it belongs to the system, while PATH may hold any program with this name.
  if (platform === 'darwin')
    return { name: 'seatbelt', wrap: (sandboxed) => ['/usr/bin/sandbox-exec', ...seatbeltArguments(sandboxed)] };
  return NO_SANDBOX;
}

const cache = new Map<string, Promise<SandboxKind>>();

/**
 * Returns the sandbox in which an interpreter starts, tested once per process with the real flags: bubblewrap fails if user
 * namespaces are forbidden, and an interpreter may need files that a sandbox hides. `none` if it does not work.
 */
export function findWorkingSandbox(interpreter: Interpreter): Promise<SandboxKind> {
  const known = cache.get(interpreter.path) ?? findSandbox(interpreter);
  cache.set(interpreter.path, known);
  return known;
}

async function findSandbox(interpreter: Interpreter): Promise<SandboxKind> {
  const sandbox = systemSandbox();
  // At the same time, because each starts processes and waits for them.
  const [working, limit] = await Promise.all([trySandbox(sandbox, interpreter), limitOf(sandbox)]);
  const applies = working.wrap === sandbox.wrap ? limit : await limitOf(working);
  return applies === undefined ? working : { ...working, limit: applies };
}

const limits = new Map<string, Promise<ProcessLimit | undefined>>();

/**
 * Returns the limit of processes that holds in a sandbox, tested once per process. None with seatbelt: the resource limit
 * of macOS counts all processes of the user, of which there may be more than a sandbox may start.
 */
function limitOf(sandbox: SandboxKind): Promise<ProcessLimit | undefined> {
  if (sandbox.name !== 'bubblewrap') return Promise.resolve(undefined);
  const key = sandbox.weaker === undefined ? 'weaker' : 'bubblewrap';
  const known = limits.get(key) ?? findProcessLimit(sandbox.wrap);
  limits.set(key, known);
  return known;
}

/** Returns the part of a plan that says that nothing limits the number of processes in this sandbox. */
export function planOf({ name, limit }: SandboxKind): Pick<ScriptPlan, 'sandbox' | 'unlimitedProcesses'> {
  return defined({ sandbox: name, unlimitedProcesses: name === 'none' || limit !== undefined ? undefined : true });
}

/**
 * Returns the sandbox with this name in which the interpreter at `path` was found to start. Fails if it is no
 * longer available, because the user approved this one.
 */
export async function resolvePlannedSandbox(name: Sandbox, path: string): Promise<SandboxKind | ScriptFailure> {
  if (name === 'none') return NO_SANDBOX;
  const kind = await (cache.get(path) ?? systemSandbox());
  if (kind.name === name) return kind;
  const message = `Run it again: the sandbox (${name}) that the script was to run in is no longer available.`;
  return { kind: 'failed', code: 'EXECUTION_ERROR', message };
}

/** Returns `sandbox` if the interpreter starts in it, else its weaker variant, else none. */
export function trySandbox(sandbox: SandboxKind, interpreter: Interpreter): Promise<SandboxKind> {
  if (sandbox.name === 'none') return Promise.resolve(NO_SANDBOX);
  return new Promise((resolve) => {
    let probe: ProbeFolder;
    try {
      probe = createProbeFolder();
    } catch {
      return resolve(NO_SANDBOX);
    }
    const { folder, remove } = probe;
    const { path, needs, environment, trial } = interpreter;
    const [file = '', ...args] = sandbox.wrap({ folder, needs, environment, command: [path, ...trial] });
    execFile(file, args, { timeout: 10_000, cwd: folder, env: { ...environment } }, (error) => {
      remove();
      resolve(error === null ? sandbox : trySandbox(sandbox.weaker ?? NO_SANDBOX, interpreter));
    });
  });
}

/** Sandbox options of an executor. */
export interface SandboxOptions {
  /** False runs scripts without a sandbox even if one works. */
  readonly sandbox?: boolean;
  /** Refuses scripts for which there is no sandbox. */
  readonly requireSandbox?: boolean;
}

/** Returns the sandbox for a script of `interpreter`, or a failure if none works and one is required. */
export async function sandboxFor(
  interpreter: Interpreter,
  { sandbox = true, requireSandbox = false }: SandboxOptions,
): Promise<SandboxKind | ScriptFailure> {
  const found = sandbox ? await findWorkingSandbox(interpreter) : NO_SANDBOX;
  if (found.name !== 'none' || !requireSandbox) return found;
  const message = `${REMEDY}, or turn off skillwright.scripts.requireSandbox (--require-sandbox): no sandbox works on this system.`;
  return { kind: 'failed', code: 'SANDBOX_REQUIRED', message };
}

/** Returns the sandbox for a command of `interpreter`, which never runs without one, or a failure if none works. */
export async function sandboxForCommand(interpreter: Interpreter): Promise<SandboxKind | ScriptFailure> {
  const found = await findWorkingSandbox(interpreter);
  if (found.name !== 'none') return found;
  return { kind: 'failed', code: 'SANDBOX_REQUIRED', message: `${REMEDY}: no sandbox works on this system.` };
}

const REMEDY =
  process.platform === 'linux'
    ? 'Install bubblewrap (bwrap) and allow user namespaces'
    : 'Run it on Linux with bubblewrap (on Windows in WSL)';
