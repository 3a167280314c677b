/**
 * A stress test of every real skill: `npm run bench:stress [-- --seeds N]`. Runs `skillwright stress` on the corpus as
 * one process. Prints the number of skills that waste calls, the kinds of words, and the time; exits with 1 if it
 * crashed. `.cache/stress.json` has the words.
 */
import './own-folders.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { StressReport } from '../runtime/protocol/stress.ts';
import { median } from './figures/statistics.ts';

const ROOT = join(import.meta.dirname, '..');
const CORPUS = join(ROOT, '../shared/corpus');
const CLI = join(ROOT, 'dist/cli.mjs');

function main(): void {
  const { values } = parseArgs({ options: { seeds: { type: 'string', default: '3' } } });
  if (!existsSync(CORPUS)) {
    console.log(`Skipped: the corpus of real skills is not at ${relative(process.cwd(), CORPUS)}.`);
    return;
  }
  const work = mkdtempSync(join(tmpdir(), 'skillwright-stress-'));
  try {
    spawnSync(process.execPath, [join(CORPUS, 'lay-out.mjs'), work], { stdio: 'ignore' });
    const startTime = performance.now();
    const args = ['stress', '.', '--seeds', values.seeds, '--format', 'json'];
    const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, ...args], {
      cwd: work,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    });
    const seconds = (performance.now() - startTime) / 1000;
    if (status !== 0 && status !== 1) throw new Error(`It exited with ${status}: ${stderr.slice(0, 1_000)}`);
    const report = JSON.parse(stdout) as StressReport;
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    writeFileSync(join(ROOT, '.cache/stress.json'), JSON.stringify(report, undefined, 1));
    print(report, seconds);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function print({ skills, notes }: StressReport, seconds: number): void {
  const line = (name: string, value: string | number): void => console.log(`${name.padEnd(24)} ${value}`);
  const sum = (of: (skill: StressReport['skills'][number]) => number): number =>
    skills.reduce((all, skill) => all + of(skill), 0);
  const missing = skills.flatMap(({ causes }) => causes).filter(({ kind }) => kind === 'missing');
  const sure = missing.filter(({ doubtful }) => !doubtful);
  const runs = sum((skill) => skill.runs);
  const calls = skills.flatMap(({ byModel }) => byModel.map((one) => one.p95Calls));
  line('skills', `${skills.length}, left out ${notes.length}`);
  line(
    'runs',
    `${runs}, ${sum((skill) => skill.llmCalls)} model calls, p95 of a skill: median ${median(calls)}, max ${Math.max(0, ...calls)}`,
  );
  line(
    'skills that waste calls',
    `${skills.filter(({ mostWasted }) => mostWasted > 0).length}; with doubtful words ${skills.filter(({ wastedCalls }) => wastedCalls > 0).length}`,
  );
  line(
    'wasted calls',
    `${sum((skill) => skill.wastedCalls)}, without words found ${sum((skill) => skill.unexplained.calls)}`,
  );
  line('words', `${sure.length} paths and mentions, ${missing.length - sure.length} doubtful`);
  line(
    'ADK does not load',
    `files of ${skills.filter(({ causes }) => causes.some(({ kind }) => kind === 'unreachable')).length} skills`,
  );
  line(
    'guards',
    `without them ${sum((skill) => skill.unguarded?.wastedCalls ?? 0)} calls instead of ${sum((skill) => skill.unguarded?.guarded ?? 0)}, in ${sum((skill) => skill.unguarded?.runs ?? 0)} runs`,
  );
  line('seconds', `${seconds.toFixed(1)}, ${((1000 * seconds) / Math.max(1, runs)).toFixed(2)} ms a run`);
}

main();
