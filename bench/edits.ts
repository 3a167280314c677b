/**
 * Random edits on the skills of the corpus: after each, the language server's caches and answers must equal those of a
 * new server with the same texts and files. All rules, through the workspace object of the server.
 *
 *   npm run bench:edits [-- --edits N --seed N --workers N]
 */
import './own-folders.ts';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { createChance } from '../test/equipment/server/random-edits/chance.ts';
import { type Difference, runSeries } from '../test/equipment/server/random-edits/series.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { inWorker } from './in-worker.ts';

/** Number of edits in a skill before the next skill is drawn. */
const SERIES = 40;
/** Maximum size of edited files in bytes; a series stores many of their states. */
const MAX_FILE = 150_000;

interface Part {
  readonly corpus: string;
  readonly edits: number;
  readonly seed: number;
}

interface PartResult {
  readonly edits: number;
  readonly series: number;
  readonly documents: readonly string[];
  readonly differences: readonly Difference[];
}

if (isMainThread) await main();
else parentPort?.postMessage(part(workerData as Part));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      edits: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: '2' },
    },
  });
  const corpus = layOutCorpus();
  if (corpus === undefined) {
    console.log('Needs the corpus of real skills (../shared/corpus), which was not found.');
    return;
  }
  const begin = performance.now();
  const workers = Number(values.workers);
  const parts = Array.from({ length: workers }, (_, index): Part => {
    const edits =
      Math.floor((Number(values.edits) * (index + 1)) / workers) - Math.floor((Number(values.edits) * index) / workers);
    return { corpus: corpus.folder, edits, seed: Number(values.seed) * 1_000 + index };
  });
  const results = await Promise.all(parts.map((part) => inWorker<Part, PartResult>(import.meta.url, part)));
  const sum = (of: (result: PartResult) => number): number => results.reduce((total, result) => total + of(result), 0);
  const documents = new Set(results.flatMap((result) => result.documents));
  const differences = results.flatMap((result) => result.differences);
  const seconds = (performance.now() - begin) / 1000;
  console.log(
    `${sum(({ edits }) => edits)} edits compared, in ${sum(({ series }) => series)} series on ${documents.size} files, seed ${values.seed}: ${differences.length} differences, ${seconds.toFixed(0)} s`,
  );
  const folder = join(import.meta.dirname, '..', '.cache/edits');
  mkdirSync(folder, { recursive: true });
  for (const [index, { before, ...difference }] of differences.entries()) {
    const file = join(folder, `difference-${index + 1}.json`);
    const texts = { disk: [...before.disk], buffers: [...before.buffers] };
    writeFileSync(file, JSON.stringify({ ...difference, before: texts }, null, 1));
    console.log(`\n${difference.path} after ${difference.steps.length} steps (${file}):`);
    for (const step of difference.steps) console.log(`  ${JSON.stringify(step).slice(0, 300)}`);
    console.log(`  cached: ${difference.cached?.slice(0, 600)}\n  fresh:  ${difference.fresh?.slice(0, 600)}`);
  }
  if (differences.length > 0) process.exitCode = 1;
}

function part({ corpus, edits, seed }: Part): PartResult {
  const chance = createChance(seed);
  const all = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|\/)SKILL\.md$/.test(path),
  );
  const skills = all.sort().map((path) => dirname(path));
  const inside = skills.filter((skill) => skills.some((one) => skill.startsWith(`${one}/`)));
  const clips = Array.from({ length: 20 }, () => readFileSync(join(corpus, chance.pick(skills), 'SKILL.md'), 'utf8'));
  const documents = new Set<string>();
  const differences: Difference[] = [];
  let [done, series] = [0, 0];
  while (done < edits && differences.length < 5) {
    // Nested skills are rare, so they are drawn more often.
    const skill = chance.pick(chance() < 0.1 ? inside : skills);
    const neighbors = skills.filter((one) => dirname(one) === dirname(skill) && one !== skill);
    const disk = new Map(filesOf(corpus, skill));
    const own = [...disk.keys()].filter((path) => /\.md$/i.test(path));
    // A neighboring skill: findings depend on the names and files of both.
    if (neighbors.length > 0) for (const [path, text] of filesOf(corpus, chance.pick(neighbors))) disk.set(path, text);
    // The enclosing skills, whose texts may reference its files.
    const outer = skills.filter((one) => skill.startsWith(`${one}/`));
    for (const one of outer) for (const [path, text] of filesOf(corpus, one)) disk.set(path, text);
    const [repository = ''] = skill.split('/');
    if (chance() < 0.5) disk.set(`/work/${repository}/.git/HEAD`, 'ref: refs/heads/main\n');
    const before = { disk, buffers: new Map<string, string>() };
    // Most edits are in few files, as in practice; SKILL.md is always one of them.
    const edited = [skill, ...outer].map((one) => `/work/${one}/SKILL.md`);
    edited.push(...own.filter(() => chance() < 3 / own.length));
    const result = runSeries(before, ['/work'], edited, clips, Math.min(SERIES, edits - done), chance);
    done += result.compared;
    series++;
    for (const path of result.documents) documents.add(path);
    if (result.difference) differences.push(result.difference);
  }
  return { edits: done, series, documents: [...documents], differences };
}

/** Returns the files of a skill with paths below `/work`; large and binary files are empty. */
function filesOf(corpus: string, skill: string): readonly (readonly [string, string])[] {
  const folder = join(corpus, skill);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const full = join(folder, path);
    const stat = statSync(full);
    if (!stat.isFile()) return [];
    const bytes = stat.size <= MAX_FILE ? readFileSync(full) : Buffer.alloc(0);
    return [[`/work/${skill}/${path}`, bytes.includes(0) ? '' : bytes.toString('utf8')] as const];
  });
}
