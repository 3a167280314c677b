import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defined } from '../../skill/index.ts';
import { skillOnDisk, temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import type {
  CaseKey,
  CaseOutcome,
  EvalBaseline,
  EvalParams,
  EvalPreview,
  EvalReport,
  EvalResult,
} from '../protocol/evals.ts';
import { approveScripts } from './eval-scripts.ts';
import { evaluateFromEditor, listEvalCases } from './evals.ts';

const CASES = [
  '{ "evals": [',
  '  { "id": "guide", "prompt": "Write <b>it</b>.", "assertions": [',
  '    { "check": "loaded" },',
  '    { "text": "Reads the other file.", "check": "read", "path": "references/other.md" }',
  '  ] },',
  '  { "id": "trigger", "prompt": "Write it.", "should_trigger": true }',
  '] }',
].join('\n');
const LINKS = {
  again: 'command:again',
  trial: 'command:trial?{run}',
  case: 'command:case?{n}',
  export: 'command:export',
  allow: 'command:allow',
  model: 'command:model',
};

/** A case that was reported, and the number of trials completed by then. */
interface JudgedAt {
  readonly outcome: CaseOutcome;
  readonly done: number;
}

interface Ran {
  readonly result: EvalResult;
  readonly previews: readonly EvalPreview[];
  readonly started: readonly CaseKey[];
  readonly judged: readonly JudgedAt[];
  readonly out: string;
  readonly file: string;
}

async function run(more: Partial<EvalParams> & { readonly ids?: readonly string[] } = {}): Promise<Ran> {
  const { root } = skillOnDisk('demo', { 'references/guide.md': '# Guide\n', 'evals/evals.json': CASES });
  return runIn(root, temporaryFolder(), more);
}

async function runIn(
  root: string,
  out: string,
  { ids, ...more }: Partial<EvalParams> & { readonly ids?: readonly string[] },
): Promise<Ran> {
  const file = `${root}/evals/evals.json`;
  const previews: EvalPreview[] = [];
  const started: CaseKey[] = [];
  const judged: JudgedAt[] = [];
  let done = 0;
  const result = await evaluateFromEditor(
    {
      skill: root,
      clients: ['adk'],
      models: [{ name: 'simulated/weak' }],
      trials: 2,
      out,
      links: LINKS,
      guards: 'default',
      maxLlmCalls: 20,
      trusted: true,
      ...more,
      ...defined<Partial<EvalParams>>({ cases: ids?.map((id) => ({ file, id })) }),
    },
    {
      signal: new AbortController().signal,
      editor: { ask: () => Promise.reject(new Error('No model of VS Code is used.')) },
      onProgress: (count) => {
        done = count;
      },
      onCaseStarted: (key) => started.push(key),
      onCaseJudged: ({ outcome }) => judged.push({ outcome, done }),
      confirm: (preview) => {
        previews.push(preview);
        return Promise.resolve(false);
      },
    },
  );
  return { result, previews, started, judged, out, file };
}

function reportOf({ result }: Ran): EvalReport {
  if (result.kind !== 'done') throw new Error(`There are no results: ${JSON.stringify(result)}`);
  return result.report;
}

describe('an eval from the editor', () => {
  it('runs a real client by a command of the settings, after a question', async () => {
    const client = { clients: ['claude-code'] };
    const { result } = await run({ ...client, runners: { 'claude-code': 'a | b' } });
    expect(result).toMatchObject({ kind: 'failed', message: expect.stringContaining('Write one command') });
    const asked = await run({ ...client, runners: { 'claude-code': 'no-such-client' } });
    expect(asked.previews).toMatchObject([{ models: ["the client's model"], trials: 6 }]);
    expect(asked.result.kind).toBe('declined');
  });

  it('has the trials of each case, with failed assertions at their positions', async () => {
    const ran = await run();
    const report = reportOf(ran);
    expect(report).toMatchObject({ skill: 'demo', complete: true, planned: 6, completed: 6, isCapped: false });
    expect(report.cases.map(({ name, line, trials }) => [name, line, trials.length])).toEqual([
      ['guide', 2, 4],
      ['trigger', 6, 2],
    ]);
    const failed = report.cases[0]?.trials.filter(({ side }) => side === 'with').map((trial) => trial.failed);
    const check = { text: 'Reads the other file.', isJudged: true, line: 4, column: 5 };
    expect(failed).toMatchObject([[check], [check]]);
    expect(report.cases.flatMap(({ trials }) => trials).every(({ journal }) => existsSync(journal))).toBe(true);
    expect(ran.started).toEqual([
      { file: ran.file, id: 'guide' },
      { file: ran.file, id: 'trigger' },
    ]);
    // A simulated model costs nothing.
    expect(ran.previews).toEqual([]);
    expect(JSON.parse(readFileSync(join(ran.out, 'results.json'), 'utf8'))).toMatchObject({ complete: true });
  });

  it('reports a case before the others are completed, as in the results', async () => {
    const ran = await run();
    expect(ran.judged.map(({ outcome }) => outcome)).toEqual(reportOf(ran).cases);
    expect(ran.judged[0]?.done).toBeLessThan(6);
    // Nothing is run again.
    const again = await runIn(ran.file.replace('/evals/evals.json', ''), ran.out, {});
    expect(again.judged.map(({ outcome }) => outcome)).toEqual(reportOf(again).cases);
  });

  it('runs only the chosen cases, and then keeps the results of all', async () => {
    const all = await run();
    const results = readFileSync(join(all.out, 'results.json'), 'utf8');
    const some = await runIn(all.file.replace('/evals/evals.json', ''), all.out, { ids: ['trigger'], trials: 3 });
    expect(reportOf(some)).toMatchObject({ planned: 3, completed: 3, cases: [{ name: 'trigger' }] });
    expect(some.started).toEqual([{ file: some.file, id: 'trigger' }]);
    expect(readFileSync(join(all.out, 'results.json'), 'utf8')).toBe(results);
  });

  it('runs no case that is not filled in, and has it last in the results', async () => {
    const part = '<fill in a request>';
    const evals = [
      { id: 'later', prompt: part, should_trigger: false },
      { id: 'now', prompt: 'Write it.', should_trigger: true },
    ];
    const text = JSON.stringify({ evals });
    const { root } = skillOnDisk('demo', { 'evals/evals.json': text });
    const ran = await runIn(root, temporaryFolder(), {});
    expect(reportOf(ran)).toMatchObject({
      planned: 2,
      completed: 2,
      cases: [{ name: 'now' }, { name: 'later', trials: [], missing: part }],
    });
    expect(ran.started.map(({ id }) => id)).toEqual(['now']);
    const { result } = await runIn(root, ran.out, { ids: ['later'] });
    const problem = { file: ran.file, line: 1, message: expect.stringContaining(part) };
    expect(result).toMatchObject({ kind: 'failed', problems: [problem] });
    expect((await listEvalCases({ file: ran.file, text })).cases.map(({ missing }) => missing)).toEqual([
      part,
      undefined,
    ]);
  });

  it('names a script that waits for an approval, which allows it until the skill changes', async () => {
    const { root } = skillOnDisk(
      'counter',
      {
        'scripts/count.sh': 'echo 3\n',
        'evals/evals.json': JSON.stringify([
          { prompt: 'Count.', assertions: [{ check: 'ran', path: 'scripts/count.sh' }] },
        ]),
      },
      'Run `scripts/count.sh` and report its output.\n',
    );
    const ran = await runIn(root, temporaryFolder(), {});
    const trials = (of: Ran) => reportOf(of).cases[0]?.trials.filter(({ side }) => side === 'with') ?? [];
    const call = { skill: 'counter', path: 'scripts/count.sh' };
    expect(trials(ran)).toMatchObject([{ verdict: 'not_judged', waiting: [call] }, { waiting: [call] }]);
    expect(ran.result.kind === 'done' && ran.result.page).toContain('href="command:allow"');
    const { signal } = new AbortController();
    const { files = '', sandbox = 'none' } = trials(ran)[0]?.waiting?.[0] ?? {};
    expect(ran.result.kind === 'done' && ran.result.page).toMatch(/bash scripts\/count\.sh<[\s\S]*>echo 3\n?</);
    expect(await approveScripts({ skill: root, files: 'other', sandbox }, signal)).toMatch(/have changed/);
    expect(trials(await runIn(root, ran.out, {}))).toMatchObject([{ verdict: 'not_judged' }, {}]);
    expect(await approveScripts({ skill: root, files, sandbox }, signal)).toBeUndefined();
    const allowed = await runIn(root, ran.out, {});
    expect(trials(allowed)).toMatchObject([{ verdict: 'passed' }, { verdict: 'passed' }]);
    expect(allowed.result.kind === 'done' && allowed.result.page).not.toContain('command:allow');
    writeFileSync(join(root, 'scripts/count.sh'), 'echo 4\n');
    expect(trials(await runIn(root, ran.out, {}))).toMatchObject([{ waiting: [call] }, {}]);
  });

  it.each<[string, Partial<EvalParams>]>([
    ['the timeout of scripts', { scriptTimeout: 5 }],
    ['the timeout of the model', { modelTimeout: 5 }],
    ['the requirement of a sandbox', { requireSandbox: true }],
  ])('repeats the trials after a change of %s, and not with its default', async (_, change) => {
    const first = await run();
    const root = first.file.replace('/evals/evals.json', '');
    await runIn(root, first.out, { scriptTimeout: 300, modelTimeout: 120, requireSandbox: false });
    expect(readdirSync(join(first.out, 'trials'))).toHaveLength(6);
    await runIn(root, first.out, change);
    expect(readdirSync(join(first.out, 'trials'))).toHaveLength(12);
  });

  it('repeats no trial of a model because another one was added', async () => {
    const models = [{ name: 'simulated/weak', baseUrl: 'http://127.0.0.1:1/v1' }];
    const first = await run({ models });
    const root = first.file.replace('/evals/evals.json', '');
    await runIn(root, first.out, {
      models: [...models, { name: 'simulated/heeding', baseUrl: 'http://127.0.0.1:2/v1' }],
    });
    expect(readdirSync(join(first.out, 'trials'))).toHaveLength(12);
  });

  it('compares with an earlier text, a folder or a git revision, and says so', async () => {
    const { root } = skillOnDisk('demo', { 'references/guide.md': '# Guide\n', 'evals/evals.json': CASES });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args]);
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'x');
    const unchanged = await runIn(root, temporaryFolder(), { baseline: { kind: 'revision', revision: 'HEAD' } });
    expect(unchanged.result).toMatchObject({ kind: 'failed', message: expect.stringContaining('has not changed') });
    writeFileSync(join(root, 'references/guide.md'), '# New\n');
    const baselines: readonly EvalBaseline[] = [
      { kind: 'revision', revision: 'HEAD' },
      { kind: 'folder', folder: skillOnDisk('demo', {}, 'Nothing to read.\n').root },
    ];
    for (const baseline of baselines) {
      const ran = await runIn(root, temporaryFolder(), { baseline });
      // An earlier text can trigger, so that triggers have both sides, too.
      expect(reportOf(ran)).toMatchObject({ planned: 8, completed: 8, baseline: 'earlier' });
      expect(ran.result.kind === 'done' && ran.result.page).toMatch(/>present<[\s\S]*>earlier<[\s\S]*>difference</);
      expect(ran.result.kind === 'done' && ran.result.page).not.toMatch(/without the skill|With the skill/);
    }
  });

  it('offers other skills on both sides, and copies the workspace of clients', async () => {
    const workspace = temporaryFolder();
    writeFileSync(join(workspace, 'notes.txt'), 'x');
    const other = skillOnDisk('other');
    const ran = await run({ others: [other.root], workspace, clients: ['claude-code'] });
    const [trial] = reportOf(ran).cases[0]?.trials.filter(({ side }) => side === 'without') ?? [];
    const journal = readFileSync(trial?.journal ?? '', 'utf8');
    expect(JSON.parse(journal.split('\n')[0] ?? '')).toMatchObject({ skills: [{ name: 'other' }], workspace });
  });

  it.each<[string, Partial<EvalParams>, RegExp]>([
    ['a baseline', { baseline: { kind: 'folder', folder: '/no/such' } }, /evals\.baseline/],
    ['other skills', { others: ['/no/such'] }, /evals\.with/],
    ['a workspace', { workspace: '/no/such' }, /evals\.workspace/],
  ])('names the setting of %s that does not exist', async (_, change, message) => {
    expect((await run(change)).result).toMatchObject({ kind: 'failed', message: expect.stringMatching(message) });
  });

  it('asks before the first call of a language model, and runs nothing if the user declines', async () => {
    const models = [{ name: 'openai-compatible/tiny', baseUrl: 'http://127.0.0.1:1/v1' }];
    const ran = await run({ models, maxCost: 2 });
    expect(ran.result).toEqual({ kind: 'declined' });
    expect(ran.previews).toMatchObject([
      { trials: 6, done: 0, models: ['openai-compatible/tiny'], unpriced: ['openai-compatible/tiny'], maxCost: 2 },
    ]);
    expect(ran.started).toEqual([]);
  });

  it('runs nothing in an untrusted workspace', async () => {
    const ran = await run({ trusted: false });
    expect(ran.result).toMatchObject({ kind: 'failed', message: 'Trust this workspace to run evals.' });
    expect(existsSync(join(ran.out, 'runs'))).toBe(false);
  });

  it('has a page with links to cases and timelines, without scripts, in which texts of files are not markup', async () => {
    const ran = await run();
    const { result } = ran;
    if (result.kind !== 'done') throw new Error('There are no results.');
    const trial = result.report.cases[0]?.trials[0];
    expect(result.page).toContain(`href="command:trial?${trial?.run}"`);
    expect(result.page).toContain('href="command:case?1"');
    expect(result.page).toContain('Write &#60;b&#62;it&#60;/b&#62;.');
    expect(result.page).toContain('too few');
    expect(result.page).toContain("content=\"default-src 'none'; style-src 'sha256-");
    expect(result.page).not.toMatch(/<script|<b>it|\son\w+=/);
    expect(result.page).toMatch(/class="changed"[^>]*>The skill has changed[^<]*<a href="command:again"/);
    expect(result.offlinePage).not.toMatch(/command:|class="changed"/);
    expect(result.offlinePage).toContain(trial?.run);
  });

  it('compares the results with those of the earlier text of the skill', async () => {
    const all = await run();
    const root = all.file.replace('/evals/evals.json', '');
    const { result } = await runIn(root, all.out, { trials: 3 });
    expect(result.kind === 'done' && result.page).toContain('Since the earlier result');
    const { result: same } = await runIn(root, all.out, { trials: 3 });
    expect(same.kind === 'done' && same.page).not.toContain('Since the earlier result');
  });
});

describe('the cases of a file', () => {
  it('are listed with their positions from a text that is not saved', async () => {
    expect(await listEvalCases({ file: '/skill/evals/evals.json', text: CASES })).toMatchObject({
      cases: [
        { id: 'guide', kind: 'task', line: 2, column: 3, file: '/skill/evals/evals.json' },
        { id: 'trigger', kind: 'trigger', line: 6, column: 3 },
      ],
      problems: [],
    });
  });

  it('are not listed if the text is damaged', async () => {
    const { cases, problems } = await listEvalCases({ file: '/skill/evals/evals.json', text: '{ "evals": [ ' });
    expect([cases, problems.length]).toEqual([[], 1]);
  });
});
