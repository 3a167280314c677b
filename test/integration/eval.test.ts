import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { evaluateFromEditor } from '../../runtime/node/evals.ts';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { startModelServer } from './run-server.ts';
import { createTemporaryFolder, runCli } from './run-support.ts';

const SKILL =
  '---\nname: notes\ndescription: Writes release notes from changes.\n---\n# Steps\n\nRead `references/guide.md`.\n';
const CASES = {
  skill_name: 'notes',
  evals: [
    { id: 'loads', prompt: 'Write release notes.', assertions: [{ check: 'loaded' }] },
    { id: 'prose', prompt: 'Write friendly release notes.', expectations: ['The tone is friendly.'] },
  ],
};
const TRIGGERS = [
  { query: 'Write release notes.', should_trigger: true },
  { query: 'Plan a dinner with recipes.', should_trigger: false },
];

function createSkill(cases: string = JSON.stringify(CASES)): string {
  const files = {
    'notes/SKILL.md': SKILL,
    'notes/references/guide.md': '# Guide\n',
    'notes/evals/evals.json': cases,
    'notes/evals/triggers.json': JSON.stringify(TRIGGERS),
    'cook/SKILL.md': '---\nname: cook\ndescription: Plans a dinner with recipes.\n---\n# Cook\n',
  };
  return writeFiles(createTemporaryFolder(), files);
}

const evaluate = (cwd: string, ...args: readonly string[]) =>
  runCli(['eval', 'notes', '--with', 'cook', '--trials', '2', ...args], { cwd });

describe('skillwright eval', () => {
  test('prints a table, writes its files, and repeats no completed trial', async () => {
    const cwd = createSkill();
    const first = await evaluate(cwd);
    expect(first.stderr).toContain('12 trials to run.');
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/^loads +2\/2 +34–100 % +0\/2 +0–66 %$/m);
    expect(first.stdout).toMatch(/^prose +not judged +not judged$/m);
    expect(first.stdout).toMatch(/not judged ×4: Prose: /);
    expect(first.stdout).toMatch(/100 % correct .* too few: 4 judged trials/);
    const out = join(cwd, '.skillwright/evals');
    const results = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'));
    expect(results).toMatchObject({ version: 1, complete: true });
    for (const { run } of results.trials) expect(existsSync(join(out, 'runs', run, 'journal.jsonl'))).toBe(true);
    expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain('tests="4" failures="0" errors="0" skipped="1"');
    expect(existsSync(join(out, 'eval-1/with_skill/run-2/grading.json'))).toBe(true);
    expect(existsSync(join(out, 'benchmark.json'))).toBe(true);

    const second = await evaluate(cwd, '--json');
    expect(second.stderr).toContain('0 trials to run; 12 are already done.');
    expect(JSON.parse(second.stdout)).toEqual(results);
  });

  test('does not run a case that is not filled in, and says so; if no other is left, it exits with 2', async () => {
    const later = { id: 'later', prompt: '<fill in a request about dinner>', should_trigger: false };
    const fails = { id: 'fails', prompt: 'Write release notes.', should_trigger: false };
    const cwd = createSkill(JSON.stringify({ evals: [fails, later] }));
    const only = ['--cases', 'notes/evals/evals.json'];
    const some = await evaluate(cwd, ...only);
    expect(some.code).toBe(0);
    expect(some.stderr).toMatch(
      /notes\/evals\/evals\.json:1:\d+ {2}The case later is not run, because it is not filled in: .*<fill in/m,
    );
    expect(some.stdout).toContain('Not filled in, so not run: later.');
    expect(some.stdout).toContain('failed ×2: fails: notes was loaded, though it should not have been.');
    const out = join(cwd, '.skillwright/evals');
    expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain('<skipped message="not filled in: &#60;fill in');
    expect(JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'))).toMatchObject({
      complete: true,
      planned: 2,
      notFilledIn: [{ skill: 'notes', case: 'later' }],
    });
    expect(readFileSync(join(out, '.gitignore'), 'utf8')).toBe('*\n');
    writeFileSync(join(cwd, 'notes/evals/evals.json'), JSON.stringify({ evals: [later] }));
    const none = await evaluate(cwd, ...only, '--out', 'none');
    expect(none).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('The case later is not filled in'),
    });
    expect(existsSync(join(cwd, 'none/results.json'))).toBe(false);
  });

  test('writes a page, which leads to the timelines of failed trials if they are wanted', async () => {
    const check = { check: 'read', path: 'references/other.md' };
    const cwd = createSkill(JSON.stringify({ evals: [{ id: 'reads', prompt: 'Write it.', assertions: [check] }] }));
    const only = ['--cases', 'notes/evals/evals.json', '--html', 'my eval.html'];
    const refused = await runCli(['eval', 'notes', '--html-timelines', '--cases', 'notes/evals/evals.json'], { cwd });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --html FILE') });
    expect(await evaluate(cwd, ...only)).toMatchObject({ code: 0 });
    const page = () => readFileSync(join(cwd, 'my eval.html'), 'utf8');
    expect(page()).not.toMatch(/href="(?!#)/);
    expect(await evaluate(cwd, ...only, '--html-timelines')).toMatchObject({ code: 0 });
    const links = [...page().matchAll(/href="(?!#)([^"]*)"/g)].map(([, link = '']) => decodeURIComponent(link));
    // The trials with the skill; the others are the baseline's.
    expect(links).toHaveLength(2);
    for (const link of links) expect(readFileSync(join(cwd, link), 'utf8')).toContain('<script id="run"');
    expect(links[0]).toMatch(/^my eval-trials\//);
  });

  test('exits with 1 if a threshold is missed', async () => {
    const cwd = createSkill();
    const missed = await evaluate(
      cwd,
      '--model',
      'simulated/weak',
      '--cases',
      'notes/evals/evals.json',
      '--baseline',
      'notes',
    );
    expect(missed.code).toBe(0);
    const unread = { evals: [{ prompt: 'Write it.', assertions: [{ check: 'read', path: 'references/other.md' }] }] };
    writeFileSync(join(cwd, 'notes/evals/evals.json'), JSON.stringify(unread));
    const { code, stderr } = await evaluate(cwd, '--min-pass', '0.5');
    expect(code).toBe(1);
    expect(stderr).toContain('notes, adk, simulated/weak, tasks: 0 % passed, at least 50 % required.');
  });

  test('compares with the text at a git revision', async () => {
    const cwd = createSkill();
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', cwd, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args]);
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'x');
    const same = await evaluate(cwd, '--baseline-revision', 'HEAD');
    expect(same).toMatchObject({ code: 2, stderr: expect.stringContaining('notes has not changed since HEAD') });
    writeFileSync(join(cwd, 'notes/references/guide.md'), '# New\n');
    const { code, stdout } = await evaluate(cwd, '--baseline-revision', 'HEAD');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ {2}present +95 % +earlier +95 %/);
    expect(stdout).toMatch(/with the present text +\d/);
    const absent = await evaluate(cwd, '--baseline-revision', 'no-such');
    expect(absent).toMatchObject({ code: 2, stderr: expect.stringContaining('no-such has no notes') });
  });

  test('shares its trials with VS Code', async () => {
    const cwd = createSkill();
    await evaluate(cwd);
    const started: unknown[] = [];
    const result = await evaluateFromEditor(
      {
        skill: join(cwd, 'notes'),
        clients: ['adk'],
        models: [{ name: 'simulated/weak' }],
        trials: 2,
        others: [join(cwd, 'cook')],
        guards: 'default',
        maxLlmCalls: 500,
        scriptTimeout: 300,
        modelTimeout: 120,
        requireSandbox: false,
        out: join(cwd, '.skillwright/evals'),
        trusted: true,
        links: { again: '', trial: '', case: '', export: '' },
      },
      {
        signal: new AbortController().signal,
        editor: { ask: () => Promise.reject(new Error('No model of VS Code is used.')) },
        onProgress: () => undefined,
        onCaseStarted: (key) => started.push(key),
        onCaseJudged: () => undefined,
        confirm: () => Promise.resolve(true),
      },
    );
    expect(result.kind).toBe('done');
    // No trial was started.
    expect(started).toEqual([]);
  });

  test('compares clients', async () => {
    const { code, stdout } = await evaluate(
      createSkill(),
      '--client',
      'claude-code',
      'opencode',
      '--cases',
      'notes/evals/triggers.json',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('notes · claude-code · simulated/weak · triggers');
    expect(stdout).toContain('notes · opencode · simulated/weak · triggers');
  });

  test('repeats the trials at another endpoint', async () => {
    const cwd = createSkill();
    for (const _ of ['first', 'second']) {
      const server = await startModelServer([{ text: 'Done.' }]);
      onTestFinished(() => server.close());
      const { code, stderr } = await evaluate(cwd, '--model', 'openai-compatible/m', '--base-url', server.url);
      expect(code).toBe(0);
      expect(stderr).toContain('12 trials to run.');
      expect(server.requests).toHaveLength(12);
    }
  });

  test('runs nothing for a preview', async () => {
    const cwd = createSkill();
    const { code, stdout, stderr } = await evaluate(cwd, '--preview');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('12 trials to run.');
    expect(existsSync(join(cwd, '.skillwright/evals/results.json'))).toBe(false);
  });

  test('says before the first trial if the limit on costs is too low', async () => {
    const env = { ANTHROPIC_API_KEY: 'sk-none' };
    const args = ['eval', 'notes', '--model', 'anthropic/claude-sonnet-4-5', '--preview'];
    const low = await runCli([...args, '--max-cost', '0.0001'], { cwd: createSkill(), env });
    expect(low.stderr).toMatch(/18 trials to run, at least \$0\.\d+\./);
    expect(low.stderr).toContain('Raise --max-cost to run them all: $0.0000 of $0.0001 were spent before.');
    const high = await runCli([...args, '--max-cost', '100'], { cwd: createSkill(), env });
    expect(high.stderr).not.toContain('Raise --max-cost');
  });

  test('exits with 1 if a provider refuses all calls, and continues when it no longer does', async () => {
    const cwd = createSkill();
    const refused = { status: 429, headers: { 'retry-after-ms': '1' } };
    const server = await startModelServer((_, number) => (number <= 8 ? refused : { text: 'Done.' }));
    onTestFinished(() => server.close());
    const args = ['--model', 'openai-compatible/m', '--base-url', server.url, '--concurrent-requests', '1'];
    const first = await evaluate(cwd, ...args);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain('openai-compatible limited its calls 8 times in a row');
    expect(first.stdout).toContain('Incomplete: only 0 of 12 trials are complete.');
    expect(server.requests).toHaveLength(8);
    const second = await evaluate(cwd, ...args);
    expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('12 trials to run.') });
  });

  test('exits with 1 if no trial is complete, as with a wrong key', async () => {
    const cwd = createSkill();
    const server = await startModelServer((_, number) => (number <= 13 ? { status: 401 } : { text: 'Done.' }));
    onTestFinished(() => server.close());
    const args = ['--model', 'openai-compatible/m', '--base-url', server.url];
    const first = await evaluate(cwd, ...args);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain('no trial is complete');
    // One trial fails again: the others are complete, but it could have put the rate of all below the threshold.
    const second = await evaluate(
      cwd,
      ...args,
      '--jobs',
      '1',
      '--cases',
      'notes/evals/triggers.json',
      '--min-pass',
      '0.3',
    );
    expect(second.code).toBe(0);
    expect(second.stdout).toContain('only 3 of 4 trials are complete');
  });

  test('exits with 2 and the position of a problem before anything is run', async () => {
    const cwd = createSkill('{"evals": [\n  {"prompt": "Write it."},\n  {"id": 2}\n]}');
    const { code, stderr } = await evaluate(cwd);
    expect(code).toBe(2);
    expect(stderr).toContain('notes/evals/evals.json:3:3  This item has none of');
    expect(stderr).not.toContain('trials to run');
  });

  test.each([
    [['--baseline', 'cook'], 'is the skill cook'],
    [['--judge', 'simulated/weak'], 'is simulated'],
    [['--model', 'anthropic/claude-sonnet-4-5'], 'ANTHROPIC_API_KEY'],
    [['--trials', '0'], 'whole number'],
    [['--min-pass', '80'], 'from 0 to 1'],
    [['--requests-per-minute', 'many'], 'PROVIDER=4'],
    [['--concurrent-requests', '0'], 'PROVIDER=4'],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, stderr } = await evaluate(createSkill(), ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
