/**
 * Real eval files of other authors: `npm run bench:eval-samples [-- FILE…]`. For each file: read, or declined with the reason; its
 * cases run with the simulated weak model in a made-up skill of the same name, once with and once without it; and each run
 * replayed with its recorded responses, which must give the same events, and thus the same verdicts.
 *
 * Exits with 1 if a file fails without a reason, a trial is lost, or a replay differs.
 */
import './own-folders.ts';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { loadCases } from '../runtime/evals/cases/load-cases.ts';
import { evaluate } from '../runtime/evals/evaluate.ts';
import { prepareTemplate } from '../runtime/evals/prepare/prepare-template.ts';
import { TrialStore } from '../runtime/evals/trials/trial-store.ts';
import { HEADLESS } from '../runtime/loop/interfaces/host.ts';
import { replayRun } from '../runtime/replay/replay.ts';
import { readSkills } from '../runtime/toolset/read-skills.ts';

const SAMPLES = join(import.meta.dirname, '../../shared/evals');
const NAMES =
  /(?:^|[/_-])(?:evals?|tasks?|trigger|grading|timing|benchmark|promptfoo)[^/]*(?:\/[^/]*)?\.(?:json|ya?ml|toml)$/;

/** The result of a file. */
interface FileResult {
  readonly cases: number;
  readonly trials: number;
  readonly verdicts: Readonly<Record<'passed' | 'failed' | 'not_judged', number>>;
  /** Files of cases that the sample lacks, for which empty ones were created. */
  readonly missing: number;
  readonly replayed: number;
  readonly diverged: number;
  /** The reason why nothing was run. */
  readonly declined?: string;
}

const NONE = { passed: 0, failed: 0, not_judged: 0 };
const declinedFor = (declined: string): FileResult => ({
  cases: 0,
  trials: 0,
  verdicts: NONE,
  missing: 0,
  replayed: 0,
  diverged: 0,
  declined,
});

async function measure(file: string): Promise<FileResult> {
  const loaded = await loadCases(file.replaceAll('\\', '/'));
  if (loaded.cases.length === 0) return declinedFor(loaded.problems[0]?.message ?? 'no cases');
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-eval-samples-'));
  try {
    const name = 'sample-skill';
    const root = join(folder, name);
    mkdirSync(join(root, 'evals'), { recursive: true });
    writeFileSync(
      join(root, 'SKILL.md'),
      `---\nname: ${name}\ndescription: Does what the cases ask for.\n---\n\nFirst read the guide.\n`,
    );
    // Task files and files of cases are next to the sample.
    cpSync(dirname(file), join(root, 'evals'), { recursive: true });
    const copy = join(root, 'evals', basename(file));
    let missing = 0;
    for (const one of loaded.cases)
      for (const { path, content } of one.kind === 'task' ? one.files : []) {
        const target = join(root, 'evals', path);
        if (content !== undefined || relative(root, target).startsWith('..') || existsSync(target)) continue;
        missing++;
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, '');
      }
    return { ...(await run(root, copy, folder)), missing };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(root: string, copy: string, folder: string): Promise<FileResult> {
  const read = readSkills([root]);
  const [skill] = read.kind === 'failed' ? [] : read.skills;
  if (skill === undefined) throw new Error('The made-up skill cannot be read.');
  const template = await prepareTemplate({
    skills: [root],
    folder,
    client: 'opencode',
    model: 'simulated/weak',
    guards: 'default',
    environment: process.env,
    runs: join(folder, 'runs'),
    trusted: true,
  });
  if ('refused' in template) throw new Error(template.refused);
  const opened = TrialStore.open(join(folder, 'out'));
  if (opened.kind === 'failed') throw new Error(opened.message);
  const { store } = opened;
  try {
    const end = await evaluate({
      skills: [skill],
      caseFiles: [copy],
      templates: [template],
      trials: 1,
      distractors: [],
      settings: {},
      runtimeVersion: '1',
      store,
      jobs: 2,
      host: HEADLESS,
      signal: new AbortController().signal,
    });
    if (end.kind === 'failed') return declinedFor(end.message ?? end.problems?.[0]?.message ?? 'unknown');
    const { cases } = end.results;
    const trials = [...end.results.trials];
    const verdicts = { ...NONE };
    let [replayed, diverged] = [0, 0];
    for (const { verdict, run: id } of trials) {
      verdicts[verdict]++;
      const played = await replayRun(store.runs, id);
      if (played.kind === 'replayed' && played.prompts.every(({ divergence }) => divergence === undefined)) replayed++;
      else diverged++;
    }
    return { cases: cases.length, trials: trials.length, verdicts, missing: 0, replayed, diverged };
  } finally {
    store.close();
  }
}

const given = process.argv.slice(2).filter((one) => one !== '--');
if (given.length === 0 && !existsSync(SAMPLES)) {
  console.log('The collection of eval files is missing: ../shared/evals.');
  process.exit(0);
}
const files =
  given.length > 0
    ? given
    : readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
        .filter((name) => NAMES.test(name))
        .sort()
        .map((name) => join(SAMPLES, name))
        .filter((file) => statSync(file).isFile());
const sums = {
  files: 0,
  read: 0,
  declined: 0,
  cases: 0,
  trials: 0,
  passed: 0,
  failed: 0,
  not_judged: 0,
  missing: 0,
  replayed: 0,
  diverged: 0,
};
for (const file of files) {
  const { declined, verdicts, ...result } = await measure(file);
  sums.files++;
  sums[declined === undefined ? 'read' : 'declined']++;
  for (const key of ['cases', 'trials', 'missing', 'replayed', 'diverged'] as const) sums[key] += result[key];
  for (const key of ['passed', 'failed', 'not_judged'] as const) sums[key] += verdicts[key];
  const shown =
    declined ??
    `${result.cases} cases, ${result.trials} trials: ${JSON.stringify(verdicts)}, ${result.replayed} replayed`;
  console.log(`${given.length > 0 ? file : relative(SAMPLES, file)}: ${shown}`);
}
console.table([sums]);
if (sums.diverged > 0 || sums.replayed !== sums.trials) process.exitCode = 1;
