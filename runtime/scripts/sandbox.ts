import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bubblewrapArguments } from './bubblewrap.ts';
import type { Sandbox, ScriptFailure } from './executor.ts';
import { type Interpreter, onPath } from './interpreters.ts';
import type { SandboxedCommand } from './sandboxed-command.ts';
import { seatbeltArguments } from './seatbelt.ts';

/** A way to run a command: the whole command line, the sandbox's own program first. */
export interface SandboxKind {
  readonly name: Sandbox;
  readonly wrap: (sandboxed: SandboxedCommand) => readonly string[];
  /** A weaker one of the same name, for a program that is too old for this one. */
  readonly weaker?: SandboxKind;
}

export const NO_SANDBOX: SandboxKind = { name: 'none', wrap: ({ command }) => command };

/** The sandbox of this system, whether it works or not. `find` answers where programs are. */
export function sandboxOf(
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
  // By its own path: it belongs to the system, and what PATH has under this name may be anything.
  if (platform === 'darwin')
    return { name: 'seatbelt', wrap: (sandboxed) => ['/usr/bin/sandbox-exec', ...seatbeltArguments(sandboxed)] };
  return NO_SANDBOX;
}

const tried = new Map<string, Promise<SandboxKind>>();

/**
 * The sandbox in which an interpreter starts, tried once a process with the real flags: bubblewrap fails where user
 * namespaces are forbidden, and an interpreter may need what a sandbox hides. `none` where it does not work.
 */
export function workingSandbox(interpreter: Interpreter): Promise<SandboxKind> {
  const known = tried.get(interpreter.path) ?? trySandbox(sandboxOf(), interpreter);
  tried.set(interpreter.path, known);
  return known;
}

/**
 * The sandbox of this name in which the interpreter at `path` was found to start. A failure where that is another by now,
 * or none: a person approved this one.
 */
export async function plannedSandbox(name: Sandbox, path: string): Promise<SandboxKind | ScriptFailure> {
  if (name === 'none') return NO_SANDBOX;
  const kind = await (tried.get(path) ?? sandboxOf());
  if (kind.name === name) return kind;
  const message = `Run it again: the sandbox (${name}) that it was to run in is gone.`;
  return { kind: 'failed', code: 'EXECUTION_ERROR', message };
}

/** `sandbox` where the interpreter starts in it, else its weaker one, else none. */
export function trySandbox(sandbox: SandboxKind, interpreter: Interpreter): Promise<SandboxKind> {
  if (sandbox.name === 'none') return Promise.resolve(NO_SANDBOX);
  return new Promise((resolve) => {
    let folder: string;
    try {
      folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-probe-'));
    } catch {
      return resolve(NO_SANDBOX);
    }
    const { path, needs, environment, trial } = interpreter;
    const [file = '', ...args] = sandbox.wrap({ folder, needs, environment, command: [path, ...trial] });
    execFile(file, args, { timeout: 10_000, cwd: folder, env: { ...environment } }, (error) => {
      rmSync(folder, { recursive: true, force: true });
      resolve(error === null ? sandbox : trySandbox(sandbox.weaker ?? NO_SANDBOX, interpreter));
    });
  });
}

/** What an executor is told about sandboxes. */
export interface SandboxChoice {
  /** False runs scripts without a sandbox even where one works. */
  readonly sandbox?: boolean;
  /** A script for which there is no sandbox is refused. */
  readonly requireSandbox?: boolean;
}

/** The sandbox for a script of `interpreter`, or why it must not run without. */
export async function sandboxFor(
  interpreter: Interpreter,
  { sandbox = true, requireSandbox = false }: SandboxChoice,
): Promise<SandboxKind | ScriptFailure> {
  const found = sandbox ? await workingSandbox(interpreter) : NO_SANDBOX;
  if (found.name !== 'none' || !requireSandbox) return found;
  const message = `${REMEDY}, or turn off skillwright.scripts.requireSandbox (--require-sandbox): no sandbox works here.`;
  return { kind: 'failed', code: 'SANDBOX_REQUIRED', message };
}

const REMEDY =
  process.platform === 'linux'
    ? 'Install bubblewrap (bwrap) and allow user namespaces'
    : 'Run it on Linux with bubblewrap (on Windows in WSL)';
