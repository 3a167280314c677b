import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeAfterFile } from '../../created-folders.ts';
import { isCallable, runInProcess } from '../in-process.ts';
import { killVariables, nodeOptions } from '../kill-at-line.ts';

const CLI = join(import.meta.dirname, '../../../dist/cli.mjs');
/** Node's compile cache for the bundle: it halves the time of the many short processes. */
const CACHE = join(import.meta.dirname, '../../../.cache/contract');

/** Creates a temporary folder with these files; it is removed after the tests of the file. */
export function createFolder(files: Record<string, string | Buffer> = {}): string {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'sw-contract-'));
  removeAfterFile(path);
  writeFiles(path, files);
  return path;
}

/** Writes files below a folder, creating parent folders. */
export function writeFiles(base: string, files: Record<string, string | Buffer>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), content);
  }
}

/** Returns a valid SKILL.md with this body. */
export const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does what ${name} does, when asked for it.\n---\n\n${body}\n`;

export interface CommandResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly cwd: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Typed input; standard input then stays open like that of a terminal. */
  readonly typed?: string;
  /** The content of standard input, which is then closed. */
  readonly input?: string;
  /** Called with each complete line of standard output. */
  readonly onLine?: (line: string, child: ChildProcess) => void;
  /** The process kills itself with SIGKILL when it has printed a line with this text. */
  readonly killAtLine?: string;
  /** Always use a separate process, even if `in-process.ts` would do. */
  readonly process?: true;
}

/**
 * Runs `skillwright ARGS`, in this process if that makes no difference. The working folder is empty unless given, and
 * the environment has only PATH.
 */
export async function skillwright(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const cwd = options.cwd ?? createFolder();
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: cwd,
    XDG_CACHE_HOME: CACHE,
    XDG_DATA_HOME: process.env.XDG_DATA_HOME ?? cwd,
    NODE_COMPILE_CACHE: CACHE,
    SKILLWRIGHT_SIMULATED_DELAY: '0',
    ...killVariables(options.killAtLine),
    ...options.env,
  };
  if (isCallable(args, options)) return { ...(await runInProcess(args, { cwd, env })), signal: null, cwd };
  const child = spawn(process.execPath, [...nodeOptions(options.killAtLine), CLI, ...args], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  if (options.typed === undefined) child.stdin.end(options.input);
  else child.stdin.write(options.typed);
  let stdout = '';
  let stderr = '';
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    stdout += data;
    const lines = (rest + data).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) options.onLine?.(line, child);
  });
  child.stderr.setEncoding('utf8').on('data', (data: string) => {
    stderr += data;
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr, cwd }));
  });
}

export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly skill: string;
  readonly target?: string;
  readonly suggestions: readonly string[];
  readonly related?: readonly object[];
}

export interface CheckResult extends CommandResult {
  readonly report: { readonly version: number; readonly skills: number; readonly diagnostics: readonly Diagnostic[] };
}

/** Runs `skillwright check --format json ARGS`. */
export async function check(args: readonly string[], options: CommandOptions = {}): Promise<CheckResult> {
  const result = await skillwright(['check', '--format', 'json', ...args], options);
  return { ...result, report: JSON.parse(result.stdout) };
}
