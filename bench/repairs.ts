/**
 * Lets an agent that knows only the answers of our tools repair real skills in the state before their author's repair:
 * `npm run bench:repairs -- --repos DIR [--find] [--only N]`. DIR has bare repositories, `OWNER+NAME/repo`. `--find` writes the
 * repairs of their histories to `.cache/repairs/found.json`; otherwise those of `repairs/repairs.tsv` are tried. Needs a build.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import type { ShownFinding } from '../cli/mcp/findings.ts';
import { percentile } from './figures/statistics.ts';
import { type Repairing, repair as repairSkill } from './repairs/agent.ts';
import { findRepairs, git, type Repair } from './repairs/find-repairs.ts';
import { brokenBy, readText, type Verdict, verdictOf } from './repairs/verdict.ts';

const CLI = join(import.meta.dirname, '../dist/cli.mjs');
const OUT = join(import.meta.dirname, '../.cache/repairs');
/** Number of reported breakages of the figure that is aimed at. */
const FIRST = 50;
const TABLE = join(import.meta.dirname, 'repairs/repairs.tsv');

const { values } = parseArgs({
  options: {
    repos: { type: 'string' },
    find: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const { repos } = values;
if (repos === undefined) {
  console.error('--repos DIR is missing: a folder of bare repositories, OWNER+NAME/repo.');
  process.exit(2);
}
mkdirSync(OUT, { recursive: true });
if (values.find) find(repos);
else await tryAll(repos);

function directoryOf(folder: string, repository: string): string {
  return join(folder, repository.replace('/', '+'), 'repo');
}

function find(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.includes('+'));
  const found = names.flatMap((name) => [...findRepairs(join(folder, name, 'repo'), name.replace('+', '/'))]);
  writeFileSync(join(OUT, 'found.json'), JSON.stringify(found, null, 1));
  for (const [kind, all] of Map.groupBy(found, (one) => one.kind)) console.log(`${kind}: ${all.length}`);
}

function rows(): readonly Repair[] {
  const [, ...lines] = readFileSync(TABLE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [kind = '', repository = '', commit = '', skill = '', file = '', old = '', replacement = ''] =
      line.split('\t');
    return { kind: kind as Repair['kind'], repository, commit, skill, file, old, new: replacement };
  });
}

interface Result extends Repairing {
  readonly repair: Repair;
  readonly verdict: Verdict;
  /** Paths that led to a file before, and do not any more. */
  readonly broken: readonly string[];
  /** True if a finding is about the broken path. */
  readonly isReported: boolean;
}

async function tryAll(folder: string): Promise<void> {
  const results: Result[] = [];
  for (const [index, repair] of rows().entries()) {
    if (values.only !== undefined && !values.only.split(',').includes(String(index + 1))) continue;
    const result = await tryRepair(directoryOf(folder, repair.repository), repair);
    results.push(result);
    const { verdict, calls, faultsBefore, faultsAfter, broken, isReported } = result;
    console.log(
      `${index + 1}\t${verdict}\t${isReported ? '' : 'not '}reported\t${calls} calls\tfaults ${faultsBefore} → ${faultsAfter}\t${repair.old} → ${repair.new}${broken.length === 0 ? '' : `\tBROKE ${broken.join(' ')}`}`,
    );
  }
  writeFileSync(join(OUT, 'results.json'), JSON.stringify(results, null, 1));
  const reported = results.filter(({ isReported }) => isReported);
  print('all', results);
  print('reported', reported);
  print(`the first ${FIRST} reported`, reported.slice(0, FIRST));
}

function print(which: string, results: readonly Result[]): void {
  const count = (verdict: Verdict) => results.filter((one) => one.verdict === verdict).length;
  // The author's own repair can show further faults.
  const isWorse = ({ broken, faultsAfter, faultsBefore, verdict }: Result): boolean =>
    broken.length > 0 || (faultsAfter > faultsBefore && verdict !== 'as-author');
  const calls = results.map((one) => one.calls);
  console.log(
    `${which}: ${results.length} breakages, ${count('as-author')} repaired as the author did, ${count('else')} otherwise, ${count('unchanged')} unchanged; ${results.filter(isWorse).length} worse; calls ${percentile(calls, 0.5)} at the median, ${Math.max(...calls)} at most`,
  );
}

/** Returns true if a finding of the repaired file is about the path or its folder, or about a frontmatter. */
function isAbout({ kind, file, old }: Repair, { code, message, fix, ...found }: ShownFinding): boolean {
  if (found.file !== file) return false;
  if (kind === 'frontmatter') return code.startsWith('frontmatter.');
  const folder = posix.dirname(old);
  return (
    message.includes(posix.basename(old)) ||
    (folder !== '.' && message.includes(`\`${folder}/\``)) ||
    (fix?.edits ?? []).some((edit) => edit.old.includes(old))
  );
}

/** Checks out the parent of the author's commit, with its history and nothing later, and lets the agent work. */
async function tryRepair(directory: string, repair: Repair): Promise<Result> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-repairs-'));
  try {
    const here = (...args: string[]) =>
      execFileSync('git', ['-C', root, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    here('init', '--quiet');
    writeFileSync(join(root, '.git/objects/info/alternates'), `${join(realpathSync(directory), 'objects')}\n`);
    here(
      '-c',
      'core.hooksPath=/dev/null',
      'checkout',
      '--quiet',
      '--detach',
      git(directory, 'rev-parse', `${repair.commit}^`).trim(),
    );
    const file = join(root, repair.file);
    const broken = readText(file);
    const repairing = await repairSkill(CLI, root, repair.skill);
    const agent = readText(file);
    const author = git(directory, 'show', `${repair.commit}:${repair.file}`);
    return {
      ...repairing,
      repair,
      verdict: verdictOf(repair, root, { broken, agent, author }),
      broken: brokenBy(repair, root, broken, agent),
      isReported: repairing.told.some((finding) => isAbout(repair, finding)),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
