import { afterAll, beforeAll } from 'vitest';
import { type CommandContext, type CommandResult, callCommand } from './call-command.ts';

/** Options of a test that require a separate process if set. */
export interface ProcessNeeds {
  /** Always use a separate process. */
  readonly process?: true;
  readonly input?: unknown;
  readonly typed?: unknown;
  readonly onLine?: unknown;
  readonly onStart?: unknown;
  readonly killAtLine?: unknown;
  readonly env?: Readonly<Record<string, string>>;
}

/** Commands that can be called here. `in-process.test.ts` compares each with a separate process. */
export const CALLABLE: ReadonlySet<string | undefined> = new Set([
  ...['check', 'run', 'resume', 'fork', 'runs', 'diff', 'show', 'import', 'sessions', 'export', 'replay'],
  ...['eval', 'stress', 'clients', 'models'],
]);
/** Set in the environment to check that both ways behave the same. */
let processes = Boolean(process.env.TEST_PROCESSES);

/** Returns true if the command can be called here instead of as a separate process. */
export function isCallable(args: readonly string[], needs: ProcessNeeds): boolean {
  const alone = needs.process ?? needs.input ?? needs.typed ?? needs.onLine ?? needs.onStart ?? needs.killAtLine;
  // Available interpreters and sandboxes are detected once per process.
  return !processes && alone === undefined && needs.env?.PATH === undefined && CALLABLE.has(args[0]);
}

/** Runs every command of a test file as a separate process, for tests about the process. */
export function useSeparateProcesses(): void {
  const before = processes;
  beforeAll(() => {
    processes = true;
  });
  afterAll(() => {
    processes = before;
  });
}

/** The queue of calls: folder, environment and streams are global to the process. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `node dist/cli.mjs ARGS` in this process: the same bundle, journal, requests, output and exit code in a tenth of
 * the processor time. For tests of what a run does. Tests that need a process (signals, standard input, kills, reading
 * another process) start one.
 */
export function runInProcess(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const result = last.then(() => callCommand(args, context));
  last = result.catch(() => undefined);
  return result;
}
