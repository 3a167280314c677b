/**
 * `skillwright check` compared with other checkers, each as a process on the same tree in the same run, scored by the
 * same code: `npm run bench:check`. Unlabeled findings and misses are in `.cache/check/`.
 */
import './own-folders.ts';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFiles } from '../skill/disk.ts';
import { findSkills } from '../skill/index.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { median } from './figures/statistics.ts';
import { type CommandLine, markdownService, ours, skillCheck, skillTools } from './peers/checkers.ts';
import { installPeers } from './peers/install.ts';
import { judge } from './peers/labels.ts';

const ROUNDS = 3;
const root = join(import.meta.dirname, '..');
const corpus = layOutCorpus();
if (!corpus) {
  console.log('bench:check: no corpus at ../shared/corpus, nothing measured.');
  process.exit(0);
}
const { folder, labels } = corpus;
const peers = installPeers(join(root, '.cache'));
const out = join(root, '.cache/check');
mkdirSync(out, { recursive: true });
const manifests = findSkills(diskFiles(), folder);

const checkers: readonly CommandLine[] = [
  ours(root, folder),
  ...(peers === undefined
    ? []
    : [skillCheck(peers, folder), skillTools(peers, manifests), markdownService(peers, folder)]),
];
const cacheFolder = mkdtempSync(join(out, 'cache-'));
const times = checkers.map(() => ({ first: [] as number[], second: [] as number[] }));
const outputs: (readonly string[])[] = checkers.map(() => []);
// Round by round, so that a machine that slows down slows all of them.
for (let round = 0; round < ROUNDS; round++) {
  for (const [index, checker] of checkers.entries()) {
    // A checker that takes minutes runs only once.
    if ((times[index]?.first[0] ?? 0) > 60) continue;
    rmSync(cacheFolder, { recursive: true, force: true });
    for (const which of ['first', 'second'] as const) {
      // Only ours has a cache: for the others a second run is another first one.
      if (which === 'second' && !checker.hasCache) continue;
      const run = runAll(checker);
      times[index]?.[which].push(run.seconds);
      outputs[index] = run.outputs;
    }
  }
}
rmSync(cacheFolder, { recursive: true, force: true });

const baseline = checkers.findIndex(({ name }) => name.startsWith('skill-check'));
const unit = median(times[baseline]?.first ?? []);
const required = labels.filter((label) => label.required).length;
console.log(
  `${manifests.length} skills, ${required} labeled references that must be found; median of ${ROUNDS} runs, times in seconds\n`,
);
console.log(
  `${'checker'.padEnd(40)}${['hits', 'false', 'precision', 'recall', 'first', 'second'].map((head) => head.padStart(10)).join('')}   to skill-check`,
);
for (const [index, checker] of checkers.entries()) {
  const findings = checker.read(outputs[index] ?? []);
  const { hits, alarms, missed, precision, recall } = judge(findings, labels, folder);
  const first = median(times[index]?.first ?? []);
  const second = checker.hasCache ? median(times[index]?.second ?? []) : first;
  const cells = [hits, alarms.length, precision.toFixed(2), recall.toFixed(2), first.toFixed(2), second.toFixed(2)];
  const ratio = `${(first / unit).toFixed(2)} and ${(second / unit).toFixed(2)}`;
  console.log(`${checker.name.padEnd(40)}${cells.map((cell) => String(cell).padStart(10)).join('')}   ${ratio}`);
  const text = [`# False alarms`, ...alarms, '# Missed', ...missed].join('\n');
  writeFileSync(join(out, `${checker.name.replaceAll(' ', '-')}.txt`), `${text}\n`);
}

/** Writes output to a file, because some checkers truncate output to a pipe when they exit. */
function runAll(checker: CommandLine): { seconds: number; outputs: readonly string[] } {
  const file = join(out, 'output.json');
  const results: string[] = [];
  let seconds = 0;
  for (const args of checker.runs) {
    const output = openSync(file, 'w');
    const started = performance.now();
    const env = { ...process.env, XDG_CACHE_HOME: cacheFolder, NO_COLOR: '1' };
    const run = spawnSync(process.execPath, args, { stdio: ['ignore', output, 'pipe'], env, cwd: root });
    seconds += (performance.now() - started) / 1000;
    closeSync(output);
    if (run.status !== 0 && run.status !== 1)
      throw new Error(`${checker.name} ended with ${run.status}: ${run.stderr}`);
    results.push(readFileSync(file, 'utf8'));
  }
  return { seconds, outputs: results };
}
