/**
 * Random models on real skills: `npm run bench:fuzz [-- --seeds 10000]`; `--seed N` repeats one run and keeps its files.
 * Each seed is one run in this process with random tools, arguments, invalid JSON, partial streams, simultaneous calls
 * and prompts, canceled at a random moment. One in four is then cut off at a random line and resumed. After each run the
 * benchmark checks that it ended in time, that every call has exactly one result, that the journal alone reproduces the
 * conversation and every guard decision, and that no file outside the skills was written or shown to the model. Scripts
 * of real skills are not run. Exits with 1 if a check fails.
 */
import './own-folders.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type FuzzResult, fuzzRun } from '../test/equipment/runtime/fuzz/fuzz-run.ts';
import { makeWorld } from '../test/equipment/runtime/fuzz/world.ts';

const ROOT = join(import.meta.dirname, '..');
const CORPUS = join(ROOT, '../shared/corpus');
const WORKERS = 2;
/** Number of simultaneous runs in a worker; many wait for a hanging tool. */
const CONCURRENT_RUNS = 8;
/** Time without a message after which a worker is considered hung, in milliseconds. */
const SILENCE_TIMEOUT_MS = 120_000;

interface Task {
  readonly folder: string;
  readonly places: readonly string[];
  readonly seeds: readonly number[];
  readonly keepsRuns: boolean;
}
type Report = { readonly started: number } | { readonly done: FuzzResult };

async function work({ folder, places, seeds, keepsRuns }: Task): Promise<void> {
  const world = { ...makeWorld(folder, places), keepsRuns };
  const queue = [...seeds];
  const worker = async (): Promise<void> => {
    for (let seed = queue.shift(); seed !== undefined; seed = queue.shift()) {
      parentPort?.postMessage({ started: seed } satisfies Report);
      parentPort?.postMessage({ done: await fuzzRun(seed, world) } satisfies Report);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_RUNS }, worker));
}

function inWorker(task: Task, onDone: (fuzzed: FuzzResult) => void): Promise<void> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task });
    const pending = new Set<number>();
    const fail = (problem: string): void => {
      for (const seed of pending) onDone({ seed, ends: ['lost'], calls: 0, decisions: 0, problems: [problem] });
      pending.clear();
      void worker.terminate().then(() => resolve());
    };
    let timer = setTimeout(fail, SILENCE_TIMEOUT_MS, 'hung: no message received');
    worker.on('message', (report: Report) => {
      clearTimeout(timer);
      timer = setTimeout(fail, SILENCE_TIMEOUT_MS, 'hung: no message received');
      if ('started' in report) pending.add(report.started);
      else {
        pending.delete(report.done.seed);
        onDone(report.done);
      }
    });
    worker.on('error', (error) => fail(`crashed: ${error instanceof Error ? error.stack : String(error)}`));
    worker.on('exit', () => {
      clearTimeout(timer);
      if (pending.size > 0) fail('crashed: the worker exited');
      else resolve();
    });
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seeds: { type: 'string', default: '10000' }, seed: { type: 'string' } } });
  const one = values.seed === undefined ? undefined : Number(values.seed);
  const seeds = one === undefined ? Array.from({ length: Number(values.seeds) }, (_, i) => i + 1) : [one];
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-fuzz-'));
  const places = [join(ROOT, 'examples/skills'), ...realSkills(join(folder, 'corpus'))];
  const start = performance.now();
  const all: FuzzResult[] = [];
  const onDone = (fuzzed: FuzzResult): void => {
    all.push(fuzzed);
    for (const problem of fuzzed.problems) console.log(`seed ${fuzzed.seed}: ${problem.slice(0, 2000)}`);
    if (all.length % 1000 === 0) console.log(`${all.length} of ${seeds.length}`);
  };
  await Promise.all(
    Array.from({ length: Math.min(WORKERS, seeds.length) }, (_, index) =>
      inWorker(
        {
          folder: mkdtempSync(join(folder, 'worker-')),
          places,
          seeds: seeds.filter((_, position) => position % WORKERS === index),
          keepsRuns: one !== undefined,
        },
        onDone,
      ),
    ),
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const ends = [
    ...Map.groupBy(
      all.flatMap((fuzzed) => fuzzed.ends),
      (end) => end,
    ),
  ];
  const sum = (select: (fuzzed: FuzzResult) => number): number =>
    all.reduce((total, fuzzed) => total + select(fuzzed), 0);
  console.log(
    `\n${all.length} random models in ${seconds} s: ${sum((f) => f.calls)} calls, ${sum((f) => f.decisions)} guard decisions`,
  );
  console.log(
    `ended: ${ends
      .map(([end, group]) => `${end} ${group.length}`)
      .sort()
      .join(', ')}`,
  );
  const failed = all.filter((fuzzed) => fuzzed.problems.length > 0);
  console.log(
    failed.length === 0 ? 'no problems' : `${failed.length} with problems; repeat one with --seed ${failed[0]?.seed}`,
  );
  if (failed.length > 0 || all.length < seeds.length) process.exitCode = 1;
  if (one === undefined) rmSync(folder, { recursive: true, force: true });
  else console.log(`The runs are in ${folder}`);
}

/** Returns the skill folders of the corpus, written into `folder`. */
function realSkills(folder: string): readonly string[] {
  if (!existsSync(CORPUS)) {
    console.log('The corpus of real skills was not found: using only the examples.');
    return [];
  }
  spawnSync(process.execPath, [join(CORPUS, 'lay-out.mjs'), folder], { stdio: 'ignore' });
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|[/\\])SKILL\.md$/.test(path))
    .map((path) => join(folder, path, '..'));
}

if (isMainThread) await main();
else await work(workerData as Task);
