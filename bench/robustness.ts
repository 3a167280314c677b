/**
 * Hostile inputs: `npm run bench:robustness [-- --inputs 100000]`; `--seed N` repeats one. Malformed and huge
 * frontmatter, deep and endless Markdown, every encoding, hostile names, files and settings, and randomly broken real
 * skills, each through the language server's analysis and answers and through `check` with all formats. Bytes are on
 * disk, the rest in memory; one in five uses a file system that ignores letter case. Fails on a crash, more than a
 * second of processor time, a range outside of the text or inside a character, executed frontmatter code, or a report
 * that its reader would misinterpret. Then each giant input once, and texts of one pattern with 1 and 2 MB, which may
 * take at most 2.5 times the processor time for twice the text (`--only growth`; `--place PART` and `--pattern PART`
 * select by parts of names, `--kilobytes N` sets a length other than 1,024).
 */
import './own-folders.ts';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { giants } from '../test/equipment/server/random-inputs/giants.ts';
import type { Input } from '../test/equipment/server/random-inputs/input.ts';
import { makeInput } from '../test/equipment/server/random-inputs/make-input.ts';
import { type InputResult, runInput } from '../test/equipment/server/random-inputs/run-input.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { GROWTH, growthSummary, type Measured, measureGrowth, patternNames } from './robustness-growth.ts';

const WORKERS = 2;
const SLOW_MS = 1_000;
/** Time without a message after which a worker counts as hanging. */
const SILENT_MS = 180_000;
/** A pattern has up to ten texts, some of which take ten seconds each. */
const SILENT_GROWTH_MS = 900_000;
/** Maximum characters of real texts to break. */
const MAX_REAL = 40_000;

export interface Done {
  readonly name: string;
  readonly kind: string;
  readonly ms: number;
  readonly findings: number;
  readonly characters: number;
  readonly problems: readonly string[];
  readonly growth?: readonly Measured[];
}
type Report = { readonly started: string } | { readonly done: Done };
interface Task {
  readonly names: readonly string[];
  readonly corpus: string | undefined;
}

async function work({ names, corpus }: Task): Promise<void> {
  const real = realTexts(corpus);
  const large = new Map(giants().map((giant) => [giant.kind, giant]));
  for (const name of names) {
    parentPort?.postMessage({ started: name } satisfies Report);
    if (name.startsWith(GROWTH)) {
      parentPort?.postMessage({ done: await measureGrowth(name) } satisfies Report);
      continue;
    }
    const input = large.get(name) ?? makeInput(Number(name), real);
    const { problems, slowest, ...rest } = await runOnDisk(input);
    const slow = slowest > SLOW_MS ? [`took ${slowest.toFixed(0)} ms`] : [];
    const done: Done = { name, kind: input.kind, ms: slowest, problems: [...problems, ...slow], ...rest };
    parentPort?.postMessage({ done } satisfies Report);
  }
}

/** Reads bytes from disk, because reading is part of the test. */
async function runOnDisk(input: Input): Promise<InputResult> {
  if (!Object.values(input.files).some((file) => file instanceof Uint8Array)) return await runInput(input);
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-robust-'));
  try {
    for (const [path, file] of Object.entries(input.files)) {
      const full = join(folder, path);
      try {
        mkdirSync(dirname(full), { recursive: true });
        if (typeof file === 'object' && 'link' in file) symlinkSync(file.link, full);
        else writeFileSync(full, file);
      } catch {
        // A name that this file system does not accept, or that already is a folder.
      }
    }
    return await runInput(input, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function realTexts(corpus: string | undefined): readonly string[] {
  if (corpus === undefined) return [];
  const paths = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  const texts = paths
    .sort()
    .flatMap((path, index) => (index % 7 === 0 ? [readFileSync(join(corpus, path), 'utf8')] : []));
  return texts.filter((text) => text.length < MAX_REAL);
}

/** Processes names in a thread; a hang or crash is reported, and another thread continues. */
async function inWorkers({ names, corpus }: Task, onDone: (done: Done) => void): Promise<void> {
  let rest = names;
  while (rest.length > 0) {
    const left: readonly string[] = await new Promise((resolve) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: { names: rest, corpus } satisfies Task });
      let current: string | undefined;
      let next = 0;
      const lost = (problem: string): void => {
        clearTimeout(timer);
        onDone({ name: current ?? '?', kind: 'lost', ms: SILENT_MS, findings: 0, characters: 0, problems: [problem] });
        void worker.terminate().then(() => resolve(rest.slice(next)));
      };
      let timer = setTimeout(lost, SILENT_MS, 'hangs');
      worker.on('message', (report: Report) => {
        clearTimeout(timer);
        const growing = 'started' in report && report.started.startsWith(GROWTH);
        timer = setTimeout(lost, growing ? SILENT_GROWTH_MS : SILENT_MS, 'hangs');
        if ('started' in report) {
          current = report.started;
          next++;
        } else {
          current = undefined;
          onDone(report.done);
        }
      });
      worker.once('error', (error) => lost(`crashed: ${error instanceof Error ? error.stack : String(error)}`));
      worker.once('exit', () => {
        clearTimeout(timer);
        if (current === undefined) resolve([]);
      });
    });
    rest = left;
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      inputs: { type: 'string', default: '100000' },
      seed: { type: 'string' },
      from: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      place: { type: 'string', default: '' },
      pattern: { type: 'string', default: '' },
      kilobytes: { type: 'string', default: '1024' },
    },
  });
  const corpus = layOutCorpus()?.folder;
  if (corpus === undefined) console.log('The collection of real skills is not here: generated inputs only.');
  const from = Number(values.from);
  const seeds = Array.from({ length: Number(values.inputs) }, (_, at) => String(from + at));
  const patterns = patternNames(values.place, values.pattern, Number(values.kilobytes));
  const random = values.only === 'growth' ? [] : [...giants().map(({ kind }) => kind), ...seeds];
  const names = values.seed === undefined ? [...random, ...patterns] : [values.seed];
  const all: Done[] = [];
  const startTime = performance.now();
  const onDone = (done: Done): void => {
    all.push(done);
    for (const problem of done.problems) console.log(`${done.kind} ${done.name}: ${problem.slice(0, 900)}`);
    if (all.length % (values.only === 'growth' ? 100 : 5_000) === 0)
      console.log(`${all.length} of ${names.length}, ${seconds()} s`);
  };
  const seconds = (): string => ((performance.now() - startTime) / 1_000).toFixed(0);
  await Promise.all(
    Array.from({ length: WORKERS }, (_, worker) =>
      inWorkers({ names: names.filter((_, at) => at % WORKERS === worker), corpus }, onDone),
    ),
  );
  console.log(
    `\n${all.length} inputs in ${seconds()} s\n| kind | inputs | findings | median ms | p99 ms | slowest ms | wrong |\n|---|---|---|---|---|---|---|`,
  );
  for (const [kind, of] of [
    ...Map.groupBy(all, ({ name, kind }) => (/^\d+$/.test(name) || name.startsWith(GROWTH) ? kind : `giant: ${kind}`)),
  ].sort()) {
    const times = of.map(({ ms }) => ms).sort((a, b) => a - b);
    const at = (share: number): string =>
      (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
    const wrong = of.filter(({ problems }) => problems.length > 0).length;
    const findings = of.reduce((sum, one) => sum + one.findings, 0);
    console.log(`| ${kind} | ${of.length} | ${findings} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${wrong} |`);
  }
  const grown = all.filter(({ name }) => name.startsWith(GROWTH));
  if (grown.length > 0) console.log(growthSummary(grown));
  const wrong = all.filter(({ problems }) => problems.length > 0);
  console.log(wrong.length === 0 ? 'nothing wrong' : `wrong: ${wrong.length}; again with --seed ${wrong[0]?.name}`);
  if (wrong.length > 0 || all.length < names.length) process.exitCode = 1;
}

if (isMainThread) await main();
else await work(workerData as Task);
