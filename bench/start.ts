/**
 * The time until the command line answers: `--version` and the help of each command compared with `check` of one skill whose
 * findings are known, and the first event of `run --json` compared with Node's own start. Medians of alternating runs, so
 * the ratios hold on a machine that others use, too.
 *
 *   npm run bench:start [-- --runs N --compare DIST]
 */
import './own-folders.ts';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { COMMANDS } from '../cli/commands.ts';
import { median } from './figures/statistics.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, compare: { type: 'string' } },
});
const runs = Number(values.runs);
const builds = [
  join(import.meta.dirname, '../dist'),
  ...(values.compare === undefined ? [] : [resolve(values.compare)]),
];
const scratch = mkdtempSync(join(tmpdir(), 'skillwright-start-'));
const skills = join(scratch, 'skills');
const skill = join(skills, 'notes');
const SUBCOMMANDS = ['eval add', 'eval merge', 'eval worker', 'sessions list', 'sessions report'];
/** Invocations that do no work. */
const SHORT = ['--version', '--help', ...[...Object.keys(COMMANDS), ...SUBCOMMANDS].map((name) => `${name} --help`)];
const RUN = ['run', 'Take a note.', '--skills', skills, '--json', '--model', 'simulated/weak'];

interface Times {
  /** Milliseconds to the first output. */
  readonly first: number;
  /** Milliseconds to the end of the process. */
  readonly end: number;
}

/** Runs a process to its end. */
function timesOf(args: readonly string[], cache: string): Promise<Times> {
  return new Promise((done) => {
    const begin = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: scratch,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, XDG_CACHE_HOME: cache, SKILLWRIGHT_SIMULATED_DELAY: '0' },
    });
    let first: number | undefined;
    child.stdout.on('data', () => {
      first ??= performance.now() - begin;
    });
    child.on('close', () => {
      const end = performance.now() - begin;
      done({ first: first ?? end, end });
    });
  });
}

/** The ratios of a build, by what was measured. */
interface Ratios {
  readonly toCheck: Map<string, number[]>;
  readonly toNode: Map<string, number[]>;
}

/** Measures a build and Node once. The first round fills the caches and does not count. */
async function measure(build: number, round: number, { toCheck, toNode }: Ratios): Promise<void> {
  const cache = join(scratch, `cache-${build}`);
  const program = join(builds[build] ?? '', 'cli.mjs');
  const node = (await timesOf(['-e', '0'], cache)).end;
  const check = (await timesOf([program, 'check', skill], cache)).end;
  const known = new Map<string, number>();
  for (const args of SHORT) known.set(args, (await timesOf([program, ...args.split(' ')], cache)).end);
  const run = await timesOf([program, ...RUN, '--runs', join(scratch, `runs-${build}-${round}`)], cache);
  if (round < 0) return;
  for (const [args, ms] of known) add(toCheck, args, ms / check);
  add(toNode, 'check of one skill', check / node);
  add(toNode, 'run --json, first event', run.first / node);
  add(toNode, 'run --json, in total', run.end / node);
}

function add(all: Map<string, number[]>, key: string, value: number): void {
  const list = all.get(key) ?? [];
  list.push(value);
  all.set(key, list);
}

function row(what: string, ratios: readonly number[], to: string, target?: number): void {
  const aim = target === undefined ? '' : ` (target ${target})`;
  console.log(`${what.padEnd(28)}${median(ratios).toFixed(2).padStart(6)} ${to}${aim}`);
}

mkdirSync(skill, { recursive: true });
writeFileSync(
  join(skill, 'SKILL.md'),
  '---\nname: notes\ndescription: Takes notes. Use it if the user wants to remember something.\n---\n\n# Notes\n\nRead [the format](format.md), then add a line to the notes.\n',
);
writeFileSync(join(skill, 'format.md'), '# Format\n\nA date, a colon, and the note.\n');
const ratios = builds.map((): Ratios => ({ toCheck: new Map(), toNode: new Map() }));
for (let round = -1; round < runs; round++)
  for (const [build, one] of ratios.entries()) await measure(build, round, one);
for (const [build, { toCheck, toNode }] of ratios.entries()) {
  console.log(`\n${builds[build]}`);
  for (const [what, all] of toCheck) row(what, all, 'of check', 1.3);
  for (const [what, all] of toNode) row(what, all, 'of node -e 0', what.endsWith('first event') ? 3.6 : undefined);
}
rmSync(scratch, { recursive: true });
