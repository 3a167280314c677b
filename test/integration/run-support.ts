import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RunEvent, RunFinished } from '../../runtime/protocol/events.ts';
import { isCallable, runInProcess } from './in-process.ts';
import { killVariables, nodeOptions } from './kill-at-line.ts';

export const CLI = join(import.meta.dirname, '../../dist/cli.mjs');

/** Creates a temporary folder that is removed after the test. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'sw-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates the skill `demo` in a temporary folder: it mentions a guide without its path, and an existing script. */
export function createDemoSkill(
  body = 'See the user guide first.\n\nThen run `scripts/hello.sh`.',
  files: Record<string, string> = {},
): string {
  const folder = createTemporaryFolder();
  const all: Record<string, string> = {
    'demo/SKILL.md': `---\nname: demo\ndescription: Shows what a model does.\n---\n\n${body}\n`,
    'demo/references/guide.md': 'The guide.\n',
    'demo/scripts/hello.sh': 'echo hello\n',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** With `--json`: every line, parsed. */
  readonly events: readonly RunEvent[];
  readonly finished: RunFinished | undefined;
  ofType<T extends RunEvent['type']>(type: T): readonly Extract<RunEvent, { type: T }>[];
}

/**
 * Runs `node dist/cli.mjs ARGS` in a temporary working folder, in this process if that makes no difference. `onLine`
 * receives standard output line by line.
 */
export async function runCli(
  args: readonly string[],
  options: {
    env?: Record<string, string>;
    cwd?: string;
    /** Written to standard input. */
    input?: string;
    onLine?: (line: string, child: ChildProcess) => void;
    onStart?: (child: ChildProcess) => void;
    /** The process kills itself with SIGKILL when it has printed a line with this text. */
    killAtLine?: string;
    /** Always use a separate process, even if `in-process.ts` would do. */
    process?: true;
  } = {},
): Promise<CliResult> {
  const cwd = options.cwd ?? createTemporaryFolder();
  // The environment of the tests may contain API keys and the summary of a job.
  const own = {
    SKILLWRIGHT_SIMULATED_DELAY: '0',
    GITHUB_STEP_SUMMARY: '',
    XDG_CONFIG_HOME: join(tmpdir(), 'sw-no-settings'),
  };
  const env = { ...process.env, ...own, ...killVariables(options.killAtLine), ...options.env };
  if (isCallable(args, options)) return resultOf(await runInProcess(args, { cwd, env }), args);
  const child = spawn(process.execPath, [...nodeOptions(options.killAtLine), CLI, ...args], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  options.onStart?.(child);
  child.stdin.on('error', () => undefined).end(options.input ?? '');
  let stdout = '';
  let stderr = '';
  let line = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    stdout += data;
    const lines = (line + data).split('\n');
    line = lines.pop() ?? '';
    for (const one of lines) options.onLine?.(one, child);
  });
  child.stderr.setEncoding('utf8').on('data', (data: string) => {
    stderr += data;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve(resultOf({ code, stdout, stderr }, args)));
  });
}

function resultOf(result: Pick<CliResult, 'code' | 'stdout' | 'stderr'>, args: readonly string[]): CliResult {
  const lines = args.includes('--json') ? result.stdout.split('\n').filter(Boolean) : [];
  const events = lines.map((line) => JSON.parse(line) as RunEvent);
  const ofType = <T extends RunEvent['type']>(type: T): readonly Extract<RunEvent, { type: T }>[] =>
    events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
  return { ...result, events, finished: ofType('run_finished').at(-1), ofType };
}
