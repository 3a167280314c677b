/** Commands that read journals, on forged ones: a journal is untrusted, so no command may fail with an internal error. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChance } from '../../runtime/random.ts';
import { brokenVariant, strangeVariant } from '../equipment/runtime/session-variants.ts';
import { type CommandResult, callCommand } from './call-command.ts';

/** Error messages of the JavaScript engine and of Node, and lines of a stack. */
const RAW =
  /Cannot (?:read|set|convert|destructure|access|use '|mix|create|assign|delete|add|redefine)|is not (?:a function|iterable|a constructor|defined|extensible|a valid JSON|valid JSON)|Invalid (?:array|string|time|date|count|typed)|Maximum call stack|must be (?:of type|one of|an instance)|Received |ERR_[A-Z]|Unexpected (?:token|end|non|string|number)|\[object |undefined|NaN|^\s+at .+:\d+:\d+/im;
const MAX_PROCESSOR_MS = 10_000;

export interface ForgedOptions {
  /** Number of calls of commands. */
  readonly calls: number;
  readonly seed: number;
  /** Is called with the number of calls so far. */
  readonly onProgress?: (done: number) => void;
}

export interface ForgedOutcome {
  /** Number of calls by command and exit code: `show 0`. */
  readonly exits: ReadonlyMap<string, number>;
  /** The calls that failed with an internal error, threw or took too long. */
  readonly faults: readonly string[];
  /** Processor time of the slowest call, in milliseconds. */
  readonly slowest: number;
}

/** Runs simulated agents, then each command on forged copies of their journals. The same seed gives the same calls. */
export async function readForgedJournals({ calls, seed, onProgress }: ForgedOptions): Promise<ForgedOutcome> {
  const cwd = mkdtempSync(join(tmpdir(), 'sw-forged-'));
  try {
    const call = (args: readonly string[]) => callCommand(args, { cwd, env: environment() });
    const runs = await createRuns(cwd, call);
    const exits = new Map<string, number>();
    const faults: string[] = [];
    let slowest = 0;
    for (let number = seed; number < seed + calls; number++) {
      const chance = createChance(number);
      const { run, journal, text, points } = chance.pick(runs);
      const other = chance.pick(runs).run;
      // A journal with damaged lines is not continued, so that most commands are also given valid events with strange values.
      writeFileSync(journal, chance.oneIn(3) ? brokenVariant(text, chance) : strangeVariant(text, chance));
      const at = chance.pick(points);
      const args = chance.pick(COMMANDS)({ run, journal, other, call: String(1 + chance.int(4)), at });
      const before = process.cpuUsage();
      const { code, stdout, stderr } = await call(args).catch(
        (error: unknown): CommandResult => ({ code: -1, stdout: '', stderr: `THROWN ${String(error)}` }),
      );
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / 1000;
      slowest = Math.max(slowest, ms);
      const key = `${args[0]} ${code}`;
      exits.set(key, (exits.get(key) ?? 0) + 1);
      const errors = `${stderr}\n${errorsIn(stdout)}`;
      if (code === -1 || RAW.test(errors) || ms > MAX_PROCESSOR_MS)
        faults.push(
          `seed ${number}: ${args.join(' ')}: exit ${code}, ${Math.round(ms)} ms\n${errors.trim().slice(0, 500)}`,
        );
      writeFileSync(journal, text);
      removeNewRuns(cwd, runs);
      onProgress?.(number - seed + 1);
    }
    return { exits, faults, slowest };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

interface Target {
  readonly run: string;
  readonly journal: string;
  /** Id of another run. */
  readonly other: string;
  readonly call: string;
  /** `seq` of a model or tool call. */
  readonly at: string;
}

const COMMANDS: readonly ((target: Target) => readonly string[])[] = [
  ({ run }) => ['show', run],
  ({ journal }) => ['show', journal, '--json'],
  ({ run, call }) => ['show', run, '--call', call],
  ({ journal, call }) => ['show', journal, '--call', call, '--json'],
  ({ run, other }) => ['diff', run, other],
  ({ journal, other }) => ['diff', other, journal, '--json'],
  ({ run }) => ['export', run, '--format', 'otlp'],
  ({ journal, at }) => ['export', journal, '--format', 'perfetto', '--from', at],
  ({ run }) => ['export', run, '--format', 'html', '--preview', '--json'],
  ({ journal }) => ['import', journal],
  ({ journal }) => ['import', journal, '--json'],
  ({ run }) => ['replay', run],
  ({ run }) => ['replay', run, '--json'],
  ({ run, at }) => ['fork', run, '--at', at],
  ({ run, at }) => ['fork', run, '--at', at, '--json', '--skills', 'today'],
];

interface RecordedRun {
  readonly run: string;
  /** Absolute path. */
  readonly journal: string;
  readonly text: string;
  /** `seq` of its model and tool calls. */
  readonly points: readonly string[];
}

/** Runs agents on a skill: with each guard preset, as a client, and with a second prompt. */
async function createRuns(
  cwd: string,
  call: (args: readonly string[]) => Promise<CommandResult>,
): Promise<readonly RecordedRun[]> {
  const files = {
    'demo/SKILL.md':
      '---\nname: demo\ndescription: Shows what a model does.\n---\n\nSee the user guide first.\n\nThen read `references/guide.md`.\n',
    'demo/references/guide.md': `${'The guide. '.repeat(8_000)}\n`,
  };
  mkdirSync(join(cwd, 'demo/references'), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(cwd, path), text);
  const run = (...more: readonly string[]) => call(['run', 'Say hello.', '--skills', 'demo', '--json', ...more]);
  await run('--model', 'simulated/stubborn');
  await run('--model', 'simulated/weak', '--guards', 'off', '--max-llm-calls', '6');
  await run('--model', 'simulated/weak', '--client', 'claude-code');
  const first = runsIn(cwd)[0] ?? '';
  await run('--continue', first);
  return runsIn(cwd).map((id) => {
    const journal = join(cwd, RUNS, id, 'journal.jsonl');
    const text = readFileSync(journal, 'utf8');
    const points = [...text.matchAll(/"seq":(\d+),[^\n]*?"type":"(?:llm_request|tool_call)"/g)].map(
      ([, seq = '']) => seq,
    );
    return { run: id, journal, text, points };
  });
}

const RUNS = '.skillwright/runs';

function runsIn(cwd: string): readonly string[] {
  return readdirSync(join(cwd, RUNS))
    .filter((name) => !name.startsWith('.'))
    .sort();
}

function removeNewRuns(cwd: string, runs: readonly RecordedRun[]): void {
  const known = new Set(runs.map(({ run }) => run));
  for (const name of runsIn(cwd)) if (!known.has(name)) rmSync(join(cwd, RUNS, name), { recursive: true, force: true });
}

/** Returns the error messages of events, which also must not be internal errors. */
function errorsIn(stdout: string): string {
  return stdout
    .split('\n')
    .flatMap(
      (line) => /"type":"(?:run_finished|llm_response|note)".*?"(?:error|message)":"([^"]*)"/.exec(line)?.[1] ?? [],
    )
    .join('\n');
}

function environment() {
  return { ...process.env, SKILLWRIGHT_SIMULATED_DELAY: '0', NO_COLOR: '1' };
}
