import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { createTemporaryFolder, runCli } from './run-support.ts';

const GUIDED = { check: 'read', path: 'references/guide.md' };
const FILES = {
  'notes/SKILL.md':
    '---\nname: notes\ndescription: Writes release notes from changes.\n---\n# Steps\n\nRead `references/guide.md`.\n',
  'notes/references/guide.md': '# Guide\n',
  'notes/evals/evals.json': JSON.stringify({
    evals: [
      { id: 'loads', prompt: 'Write release notes.', assertions: [{ check: 'loaded' }] },
      { id: 'guided', prompt: 'Write friendly release notes.', assertions: [GUIDED] },
    ],
  }),
  'notes/evals/triggers.json': JSON.stringify([{ query: 'Write release notes.', should_trigger: true }]),
};

const createSkill = (): string => writeFiles(createTemporaryFolder(), FILES);

const evaluate = (cwd: string, out: string, ...args: readonly string[]) =>
  runCli(['eval', 'notes', '--trials', '3', '--out', out, ...args], { cwd });
const merge = (cwd: string, ...args: readonly string[]) => runCli(['eval', 'merge', ...args], { cwd });
const read = (cwd: string, file: string) => JSON.parse(readFileSync(join(cwd, file), 'utf8'));

/** Replaces times and ids of runs, which differ between two runs of the same trial. */
function withoutTimes(value: unknown): unknown {
  const volatile = ['run', 'milliseconds', 'timestamp', 'time_seconds', 'duration_ms', 'total_duration_seconds'];
  return JSON.parse(JSON.stringify(value, (key, one) => (volatile.includes(key) ? '…' : one)));
}

describe('skillwright eval --shard', () => {
  test('runs a part of the trials, and the merged shards equal one run', async () => {
    const cwd = createSkill();
    await evaluate(cwd, 'all');
    for (const index of [1, 2, 3]) {
      const { code, stdout } = await evaluate(cwd, `shard-${index}`, '--shard', `${index}/3`);
      expect(code).toBe(0);
      expect(stdout).toContain(`Shard ${index}/3: these are some of the trials.`);
    }
    const [all, ...shards] = ['all', 'shard-1', 'shard-2', 'shard-3'].map((name) => read(cwd, `${name}/results.json`));
    expect(shards.map(({ shard }) => shard)).toEqual([1, 2, 3].map((index) => ({ index, of: 3 })));
    const ids = (one: { trials: { id: string }[] }) => one.trials.map(({ id }) => id);
    expect(shards.flatMap(ids).sort()).toEqual(ids(all).sort());
    expect(all.trials).toHaveLength(15);

    // The order of the folders is irrelevant.
    const merged = await merge(cwd, 'shard-3', 'shard-1', 'shard-2', '--out', 'merged', '--min-pass', '0');
    expect(merged).toMatchObject({ code: 0, stderr: '' });
    for (const file of ['results.json', 'plan.json', 'eval-1/with_skill/run-2/grading.json'])
      expect(withoutTimes(read(cwd, `merged/${file}`))).toEqual(withoutTimes(read(cwd, `all/${file}`)));
    const { run_summary: sums, ...benchmark } = read(cwd, 'merged/benchmark.json');
    const { run_summary: _, ...expected } = read(cwd, 'all/benchmark.json');
    expect(withoutTimes(benchmark)).toEqual(withoutTimes(expected));
    expect(sums.delta.pass_rate).toBe(_.delta.pass_rate);

    // The merged folder is one like any other: its runs open, and no trial is repeated in it.
    for (const { run } of read(cwd, 'merged/results.json').trials)
      expect(existsSync(join(cwd, 'merged/runs', run, 'journal.jsonl'))).toBe(true);
    const continued = await evaluate(cwd, 'merged');
    expect(continued.stderr).toContain('0 trials to run; 15 are already done.');
  });

  test('reports missing trials by their shards, and completes the results later', async () => {
    const cwd = createSkill();
    for (const index of [1, 2, 3]) await evaluate(cwd, `shard-${index}`, '--shard', `${index}/3`);
    const missing = read(cwd, 'shard-2/results.json').trials.length;
    const { code, stdout, stderr } = await merge(cwd, 'shard-1', 'shard-3', '--out', 'merged');
    expect(code).toBe(1);
    expect(stderr).toContain(`Complete shard 2/3 and merge again: ${missing} of 15 trials are missing.`);
    expect(stdout).toContain(`Incomplete: only ${15 - missing} of 15 trials are complete.`);
    expect(read(cwd, 'merged/results.json').complete).toBe(false);
    const complete = await merge(cwd, 'shard-1', 'shard-2', 'shard-3', '--out', 'merged');
    expect(complete.code).toBe(0);
    expect(read(cwd, 'merged/results.json')).toMatchObject({ complete: true, planned: 15, completed: 15 });
  });

  test('takes the first completed run of a trial, and adds costs once', async () => {
    const cwd = createSkill();
    await evaluate(cwd, 'one');
    cpSync(join(cwd, 'one'), join(cwd, 'two'), { recursive: true });
    const results = read(cwd, 'one/results.json');
    const [first] = results.trials;
    // In the first folder, the run of the first trial was interrupted.
    rmSync(join(cwd, 'one/trials', `${first.id}.json`));
    const interrupted = { ...first, verdict: 'not_judged', checks: [], reason: 'The run was cancelled.' };
    const trials = [interrupted, ...results.trials.slice(1)];
    writeFileSync(join(cwd, 'one/results.json'), JSON.stringify({ ...results, complete: false, trials }));
    const cost = '{"trial":"t","run":"r","costUsd":0.5}\n';
    for (const name of ['one', 'two']) writeFileSync(join(cwd, name, 'costs.jsonl'), cost);
    const { code } = await merge(cwd, 'one', 'two', '--out', 'merged');
    expect(code).toBe(0);
    expect(read(cwd, 'merged/results.json')).toEqual(results);
    expect(readFileSync(join(cwd, 'merged/costs.jsonl'), 'utf8')).toBe(cost);
  });

  test('refuses results of different settings and says what differs', async () => {
    const cwd = createSkill();
    await evaluate(cwd, 'one', '--shard', '1/2');
    writeFileSync(join(cwd, 'notes/references/guide.md'), '# Another guide\n');
    await evaluate(cwd, 'two', '--shard', '2/2', '--guards', 'adk', '--trials', '2');
    const { code, stderr } = await merge(cwd, 'one', 'two', '--out', 'merged');
    expect(code).toBe(2);
    for (const difference of ['--trials (3; 2)', '--guards (default; adk)', 'the files of notes'])
      expect(stderr).toContain(`Merge results of the same settings: one and two differ in ${difference}.`);
    expect(existsSync(join(cwd, 'merged'))).toBe(false);
  });

  test('refuses results whose assertions were edited in between', async () => {
    const cwd = createSkill();
    await evaluate(cwd, 'one', '--shard', '1/2');
    const cases = FILES['notes/evals/evals.json'].replace('guide.md', 'other.md');
    writeFileSync(join(cwd, 'notes/evals/evals.json'), cases);
    await evaluate(cwd, 'two', '--shard', '2/2');
    const { code, stderr } = await merge(cwd, 'one', 'two', '--out', 'merged');
    expect(code).toBe(2);
    expect(stderr).toContain('one and two differ in cases of notes: guided.');
  });

  test.each([
    [['eval', 'notes', '--shard', '4/3'], 'such as 1/3'],
    [['eval', 'notes', '--shard', '1/3', '--min-pass', '0.5'], 'Set --min-pass and --max-misses on eval merge'],
    [['eval', 'notes', '--compare', 'none'], 'none has no results.json'],
    [['eval', 'merge', 'none', '--out', 'merged'], 'none has no results.json'],
    [['eval', 'merge', 'notes', '--out', 'notes'], 'Choose another folder with --out'],
    [['eval', 'merge', 'notes'], '--out'],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, stderr } = await runCli(args, { cwd: createSkill() });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test.each([
    ['{"version": 1, "complete": true, "trials": [{"run": "../x"}], "cases": [], "groups": []}', 'trials.0.'],
    ['{"version": 1, "complete": true, "trials": [}], "cases": [], "groups": []}', 'it is not JSON'],
    ['{"version": 1, "complete": true, "trials": [{}]', 'it is not JSON'],
    ['{"version": 1, "complete": true, "trials": []}', 'cases: '],
  ])('exits with 2 for a damaged result: %s', async (text, reason) => {
    const cwd = writeFiles(createSkill(), { 'one/results.json': text });
    const { code, stderr } = await merge(cwd, 'one', '--out', 'merged');
    expect(code).toBe(2);
    expect(stderr).toContain(`one/results.json is damaged (${reason}`);
  });
});

describe('reports of skillwright eval', () => {
  test('show what changed since an earlier result, also in the same folder', async () => {
    const cwd = createSkill();
    rmSync(join(cwd, 'notes/references/guide.md'));
    await evaluate(cwd, 'out');
    writeFileSync(join(cwd, 'notes/references/guide.md'), '# Guide\n');
    const { code, stdout } = await evaluate(cwd, 'out', '--compare', 'out');
    expect(code).toBe(0);
    expect(stdout).toContain('compared with the earlier result, with the skill');
    expect(stdout).toMatch(/^guided +0\/3 +2\/3 +\+66\.7 points$/m);
    expect(stdout).toMatch(/^unchanged cases: 1 of 2$/m);
    expect(read(cwd, 'out/results.json').comparison).toMatchObject({
      groups: [
        { kind: 'task', cases: 2, before: { value: 0.5 }, after: { value: expect.closeTo(5 / 6, 10) } },
        { kind: 'trigger' },
      ],
    });
  });

  test('are written as Markdown: a file is replaced, and the summary of a job is continued', async () => {
    const cwd = createSkill();
    await evaluate(cwd, 'out', '--summary', 'summary.md');
    await evaluate(cwd, 'out', '--summary', 'summary.md');
    const summary = readFileSync(join(cwd, 'summary.md'), 'utf8');
    expect(summary).toContain('| `guided` | 2/3 | 21–94 % | 0/3 | 0–56 % |');
    expect(summary.match(/^## /gm)).toHaveLength(1);

    const job = join(cwd, 'job.md');
    writeFileSync(job, 'Earlier.\n');
    const options = { cwd, env: { GITHUB_STEP_SUMMARY: job } };
    for (const args of [[], ['--summary', job]])
      await runCli(['eval', 'notes', '--trials', '3', '--out', 'out', ...args], options);
    expect(readFileSync(job, 'utf8')).toBe(`Earlier.\n${summary}${summary}`);
    expect(readdirSync(cwd).sort()).toEqual(['job.md', 'notes', 'out', 'summary.md']);
  });
});
