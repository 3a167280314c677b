import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ModelServer, startModelServer } from './run-server.ts';

/** The price of a model call, and so of a trial, in US dollars: without rounding errors. */
const PRICE_USD = 1 / 128;

/** Several shards of an eval that share a ledger, in a folder of their own. */
export interface KilledEvalsOptions {
  /** An empty folder. */
  readonly folder: string;
  /** Absolute path of the built command line. */
  readonly cli: string;
  readonly kills: number;
  readonly cases: number;
  /** Trials of each case on each side. */
  readonly trials: number;
  readonly shards: number;
  readonly jobs: number;
  /** The limit on costs, in trials. */
  readonly maxTrials: number;
  /** Returns a whole number from 0 to `below` - 1. */
  readonly random: (below: number) => number;
}

export interface KilledEvals {
  readonly kills: number;
  readonly planned: number;
  /** Trials that the model server was paid for until the limit was reached. */
  readonly paidUntilLimit: number;
  /** Trials that it was paid for until all were complete. */
  readonly paid: number;
  /** Exit codes of the shards at the limit. */
  readonly codes: readonly (number | null)[];
  /** Ids of the trials in the merged results. */
  readonly ids: readonly string[];
  readonly isComplete: boolean;
  /** Trials that have two journals of finished runs. */
  readonly finishedTwice: readonly string[];
}

/**
 * Runs shards with a limit on costs and kills them at random moments, starting each again, until the limit is reached; then
 * completes them without a limit, and merges the results.
 */
export async function killEvals(options: KilledEvalsOptions): Promise<KilledEvals> {
  const { folder, cases, shards, random, maxTrials } = options;
  writeSkill(folder, cases);
  let paid = 0;
  const server = await startModelServer(async () => {
    await new Promise((resolve) => setTimeout(resolve, random(20)));
    paid++;
    return { frames: REPLY };
  });
  try {
    const limit = ['--ledger', 'ledger.jsonl', '--max-cost', `${maxTrials * PRICE_USD}`];
    const { codes, kills } = await killUntilLimit(options, server, limit, () => paid);
    const paidUntilLimit = paid;
    for (let index = 1; index <= shards; index++) await exit(start(options, server, index, []));
    const folders = Array.from({ length: shards }, (_, index) => `shard-${index + 1}`);
    await exit(startCli(options, ['eval', 'merge', ...folders, '--out', 'merged']));
    const results = JSON.parse(readFileSync(join(folder, 'merged/results.json'), 'utf8')) as {
      readonly complete: boolean;
      readonly planned: number;
      readonly trials: readonly { readonly id: string }[];
    };
    const ids = results.trials.map(({ id }) => id);
    const finishedTwice = folders.flatMap((name) => trialsFinishedTwice(join(folder, name)));
    return {
      kills,
      planned: 2 * cases * options.trials,
      paidUntilLimit,
      paid,
      codes,
      ids,
      isComplete: results.complete,
      finishedTwice,
    };
  } finally {
    server.close();
  }
}

async function killUntilLimit(
  options: KilledEvalsOptions,
  server: ModelServer,
  limit: readonly string[],
  paid: () => number,
): Promise<{ readonly codes: readonly (number | null)[]; readonly kills: number }> {
  const { shards, random } = options;
  let kills = 0;
  const running = new Set<ChildProcess>();
  const runShard = async (index: number): Promise<number | null> => {
    for (;;) {
      const child = start(options, server, index, limit);
      running.add(child);
      const code = await exit(child);
      running.delete(child);
      if (code !== null) return code;
    }
  };
  const done = Promise.all(Array.from({ length: shards }, (_, index) => runShard(index + 1)));
  let isDone = false;
  void done.then(() => {
    isDone = true;
  });
  while (kills < options.kills && !isDone) {
    const until = paid() + 1 + random(8);
    while (paid() < until && !isDone) await pause(2);
    await pause(random(15));
    const children = [...running];
    if (children[random(children.length)]?.kill('SIGKILL') === true) kills++;
  }
  return { codes: await done, kills };
}

function start(
  options: KilledEvalsOptions,
  { url }: ModelServer,
  index: number,
  limit: readonly string[],
): ChildProcess {
  const { trials, shards, jobs } = options;
  const model = ['--model', 'openai-compatible/m', '--base-url', url];
  const counts = ['--trials', `${trials}`, '--jobs', `${jobs}`];
  const shard = ['--shard', `${index}/${shards}`, '--out', `shard-${index}`];
  return startCli(options, ['eval', 'notes', ...model, ...counts, ...shard, ...limit]);
}

function startCli({ cli, folder }: KilledEvalsOptions, args: readonly string[]): ChildProcess {
  const own = { GITHUB_STEP_SUMMARY: '', XDG_CONFIG_HOME: join(tmpdir(), 'sw-no-settings') };
  return spawn(process.execPath, [cli, ...args], { cwd: folder, env: { ...process.env, ...own }, stdio: 'ignore' });
}

/** Waits for the end of a process. Returns null if it was killed. */
function exit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function writeSkill(folder: string, cases: number): void {
  const evals = Array.from({ length: cases }, (_, index) => ({
    id: index + 1,
    prompt: `Write note ${index + 1}.`,
    assertions: [{ check: 'loaded' }],
  }));
  mkdirSync(join(folder, 'notes/evals'), { recursive: true });
  writeFileSync(
    join(folder, 'notes/SKILL.md'),
    '---\nname: notes\ndescription: Writes notes.\n---\n# Steps\n\nWrite.\n',
  );
  writeFileSync(join(folder, 'notes/evals/evals.json'), JSON.stringify({ evals }));
}

/** Returns the trials of which two runs have an end in their journals. */
function trialsFinishedTwice(out: string): readonly string[] {
  const finished = new Map<string, Set<string>>();
  for (const line of readFileSync(join(out, 'started.jsonl'), 'utf8').split('\n')) {
    const match = /"trial":"([0-9a-f]+)","run":"([^"]+)"/.exec(line);
    if (match === null) continue;
    const [, trial = '', run = ''] = match;
    const journal = join(out, 'runs', run, 'journal.jsonl');
    if (!existsSync(journal) || !readFileSync(journal, 'utf8').includes('"type":"run_finished"')) continue;
    finished.set(trial, (finished.get(trial) ?? new Set()).add(run));
  }
  // Each record belongs to a run of its trial.
  const records = readdirSync(join(out, 'trials')).filter((name) => name.endsWith('.json'));
  const unknown = records.map((name) => name.slice(0, -'.json'.length)).filter((trial) => !finished.has(trial));
  return [...unknown, ...[...finished].filter(([, runs]) => runs.size > 1).map(([trial]) => trial)];
}

const chunk = (more: object): string =>
  `data: ${JSON.stringify({ id: 'r', object: 'chat.completion.chunk', created: 1, model: 'm', ...more })}\n\n`;

/** An answer whose price the endpoint reports. */
const REPLY = [
  chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: 'Done.' }, finish_reason: null }] }),
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  chunk({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, cost: PRICE_USD } }),
  'data: [DONE]\n\n',
];
