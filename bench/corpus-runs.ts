/**
 * Checks and runs real skills: `npm run bench:runs [-- --count N] [--guards off]`. For each skill of the corpus, runs
 * `check` and `run` with the simulated weak model as processes with a time limit. Prints how the runs ended, guard
 * decisions and wasted calls; exits with 1 if a process hung, crashed or left a call without a result.
 */
import './own-folders.ts';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { RunEvent } from '../runtime/protocol/events.ts';

const ROOT = join(import.meta.dirname, '..');
const CORPUS = join(ROOT, '../shared/corpus');
const CLI = join(ROOT, 'dist/cli.mjs');
const LIMIT_MS = 60_000;

interface Ended {
  readonly code: number | null;
  readonly hung: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

interface SkillResult {
  readonly skill: string;
  readonly check: Ended;
  readonly diagnostics: number;
  readonly run: Ended;
  readonly events: readonly RunEvent[];
}

function cli(args: readonly string[], cwd: string): Promise<Ended> {
  const startTime = performance.now();
  return new Promise((resolve) => {
    const env = { ...process.env, SKILLWRIGHT_SIMULATED_DELAY: '0', XDG_CACHE_HOME: join(cwd, 'cache') };
    const child = spawn(process.execPath, [CLI, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    let hung = false;
    child.stdout.setEncoding('utf8').on('data', (data: string) => {
      stdout += data;
    });
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      stderr += data;
    });
    const timer = setTimeout(() => {
      hung = true;
      child.kill('SIGKILL');
    }, LIMIT_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, hung, stdout, stderr, ms: performance.now() - startTime });
    });
  });
}

/** Returns `count` skills, evenly distributed over the corpus. */
function chooseSkills(laidOut: string, count: number): readonly string[] {
  const all = readdirSync(laidOut, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'SKILL.md')
    .map((path) => dirname(join(laidOut, path)))
    .sort();
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * step)] ?? '');
}

async function checkAndRun(skill: string, work: string, guards: string): Promise<SkillResult> {
  const check = await cli(['check', skill, '--format', 'json', '--no-cache'], work);
  const run = await cli(
    ['run', promptFor(skill), '--skills', skill, '--guards', guards, '--runs', join(work, 'runs'), '--yes', '--json'],
    work,
  );
  const events = run.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RunEvent]));
  return { skill, check, diagnostics: diagnosticsIn(check.stdout), run, events };
}

/** Returns a prompt that a user of this skill might write. */
function promptFor(skill: string): string {
  const name = basename(skill).replaceAll('-', ' ');
  return `Please help me with ${name}.`;
}

function diagnosticsIn(json: string): number {
  try {
    return (JSON.parse(json) as { diagnostics: readonly unknown[] }).diagnostics.length;
  } catch {
    return -1;
  }
}

/** Returns the faults of a run; empty if it is valid. */
function faultsOf({ run, events, check, diagnostics }: SkillResult): readonly string[] {
  const finished = events.at(-1);
  const leftOut = run.code === 2 && /left out/.test(run.stderr);
  const calls = events.filter((event) => event.type === 'tool_call').length;
  const results = events.filter((event) => event.type === 'tool_result').length;
  return [
    ...(run.hung ? ['run hung'] : []),
    ...(check.hung ? ['check hung'] : []),
    ...(!check.hung && diagnostics < 0 ? [`check failed: ${check.stderr.trim().slice(0, 200)}`] : []),
    ...(!run.hung && !leftOut && finished?.type !== 'run_finished'
      ? [`run crashed: ${run.stderr.trim().slice(0, 200)}`]
      : []),
    ...(calls === results ? [] : [`${calls} calls, ${results} results`]),
  ];
}

function tally<T>(items: readonly T[], keyOf: (item: T) => string): string {
  const counts = [...Map.groupBy(items, keyOf)].map(([key, of]) => [key, of.length] as const);
  return counts
    .sort((a, b) => b[1] - a[1])
    .map(([key, count]) => `${key} ${count}`)
    .join(', ');
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

function report(results: readonly SkillResult[], guards: string): boolean {
  const all = results.flatMap((result) => result.events);
  const finished = all.filter((event) => event.type === 'run_finished');
  const trips = all.filter((event) => event.type === 'guard' && event.verdict !== 'warn');
  const wasted = all.filter((event) => event.type === 'tool_result' && event.error_code !== undefined);
  const misses = all.filter(
    (event) => event.type === 'guard' && event.verdict === 'warn' && /not_found/.test(event.rule),
  );
  const explained = misses.filter((event) => event.type === 'guard' && event.cause !== undefined);
  const scripts = all.filter((event) => event.type === 'script');
  const calls = finished.reduce((sum, event) => sum + event.llmCalls, 0);
  const skipped = results.filter((result) => result.run.code === 2);
  const print = (name: string, value: string | number): void => console.log(`${name.padEnd(22)} ${value}`);
  console.log(`\n${results.length} real skills, simulated/weak, guards ${guards}`);
  print(
    'runs ended',
    tally(finished, (event) => event.reason) + (skipped.length > 0 ? `; no readable skill ${skipped.length}` : ''),
  );
  print('model calls', `${calls}, at most ${Math.max(0, ...finished.map((event) => event.llmCalls))} in a run`);
  print(
    'guards tripped',
    trips.length === 0
      ? 'never'
      : tally(trips, (event) => (event.type === 'guard' ? `${event.rule} ${event.verdict}` : '')),
  );
  print(
    'wasted calls',
    wasted.length === 0
      ? 0
      : `${wasted.length}: ${tally(wasted, (event) => (event.type === 'tool_result' ? (event.error_code ?? '') : ''))}`,
  );
  if (misses.length > 0)
    print('misses explained', `${explained.length} of ${misses.length} lead to words of the skill`);
  print(
    'scripts run',
    `${scripts.length}${scripts.length > 0 ? ` (${tally(scripts, (event) => (event.type === 'script' ? event.sandbox : ''))})` : ''}`,
  );
  print(
    'check',
    `${results.filter((result) => result.diagnostics > 0).length} skills with diagnostics, ${results.reduce((sum, one) => sum + Math.max(0, one.diagnostics), 0)} in all`,
  );
  for (const [name, of] of [
    ['check', results.map((one) => one.check.ms)],
    ['run', results.map((one) => one.run.ms)],
  ] as const)
    print(`${name}, ms`, `p50 ${percentile(of, 0.5)}, p95 ${percentile(of, 0.95)}, longest ${percentile(of, 1)}`);
  const faults = results.flatMap((result) => faultsOf(result).map((fault) => `${result.skill}: ${fault}`));
  print('hung or crashed', faults.length === 0 ? 'none' : faults.length);
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '120' },
      guards: { type: 'string', default: 'default' },
      verbose: { type: 'boolean', default: false },
    },
  });
  if (!existsSync(CORPUS)) {
    console.log(`Skipped: the corpus of real skills is not at ${relative(process.cwd(), CORPUS)}.`);
    return;
  }
  if (!existsSync(CLI)) throw new Error('dist/cli.mjs is missing: run npm run build first.');
  const work = mkdtempSync(join(tmpdir(), 'skillwright-corpus-'));
  try {
    const laidOut = join(work, 'corpus');
    spawnSync(process.execPath, [join(CORPUS, 'lay-out.mjs'), laidOut], { stdio: 'inherit' });
    const waiting = [...chooseSkills(laidOut, Number(values.count))];
    const results: SkillResult[] = [];
    const worker = async (): Promise<void> => {
      for (let skill = waiting.shift(); skill !== undefined; skill = waiting.shift()) {
        const result = await checkAndRun(skill, work, values.guards);
        results.push(result);
        const finished = result.events.at(-1);
        if (values.verbose)
          console.log(
            relative(laidOut, skill),
            finished?.type === 'run_finished' ? finished.reason : result.run.stderr.trim(),
          );
      }
    };
    await Promise.all([worker(), worker()]);
    if (!report(results, values.guards)) process.exitCode = 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

await main();
