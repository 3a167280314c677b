import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { APICallError, type LanguageModelV4 } from '@ai-sdk/provider';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CLIENTS, type Skill } from '../../skill/index.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { type Line, type ScriptedModel, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { readJournal } from '../journal/reader.ts';
import { HEADLESS } from '../loop/interfaces/host.ts';
import { recordedRequests } from '../requests/recorded-requests.ts';
import { prepareRun } from '../run/prepare.ts';
import { type EvalEnd, type EvalOptions, evaluate } from './evaluate.ts';
import type { PreparedTrials, RuntimeTemplate } from './prepare/prepare-trials.ts';
import { FileLedger } from './trials/file-ledger.ts';
import { TrialStore } from './trials/trial-store.ts';

const FILES = { 'references/guide.md': '# Guide\n' };
const CASES = {
  evals: [{ id: 'notes', prompt: 'Write it.', assertions: [{ check: 'read', path: 'references/guide.md' }] }],
};
const LOAD: Line = { calls: [['load_skill', { skill_name: 'demo' }]] };
const READ: Line = { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/guide.md' }]] };

function demo(cases: unknown = CASES, more: Readonly<Record<string, string>> = {}): Skill {
  return skillOnDisk('demo', { ...FILES, 'evals/evals.json': JSON.stringify(cases), ...more });
}

/** A model that loads the skill and reads the guide if the skill is offered, and otherwise answers. */
function reader(): ScriptedModel {
  return scriptedModel((request) => {
    const text = JSON.stringify(request.prompt);
    const isOffered = (request.tools ?? []).some(({ name }) => name === 'load_skill_resource') && text.includes('demo');
    const steps = request.prompt.filter(({ role }) => role === 'assistant').length;
    if (steps === 0) return { calls: [['list_skills', {}]] };
    return isOffered ? ([LOAD, READ][steps - 1] ?? { text: 'Done.' }) : { text: 'Done.' };
  });
}

async function template(skill: Skill, model: LanguageModelV4, client = 'adk'): Promise<RuntimeTemplate> {
  const workspace = client === 'adk' ? {} : { workspace: null };
  const spec = await prepareRun({
    prompt: 'eval',
    skills: [skill.root],
    folder: temporaryFolder(),
    client,
    guards: 'default',
    trusted: true,
    paced: false,
    runs: temporaryFolder(),
    ...workspace,
  });
  if ('refused' in spec) throw new Error(spec.refused);
  const version = CLIENTS.find(({ behaviors }) => behaviors.some(({ id }) => id === client))?.version ?? '1';
  return {
    client,
    version,
    model: 'scripted/model',
    spec: { ...spec, model: { model, name: 'scripted/model', simulated: false } },
  };
}

interface Variant extends Partial<EvalOptions> {
  readonly skill: Skill;
  readonly model?: LanguageModelV4;
  readonly out?: string;
  readonly client?: string;
}

async function evaluated({ skill, model = reader(), out = temporaryFolder(), client, ...more }: Variant) {
  const opened = TrialStore.open(out);
  if (opened.kind === 'failed') throw new Error(opened.message);
  try {
    const end: EvalEnd = await evaluate({
      skills: [skill],
      caseFiles: [],
      templates: [await template(skill, model, client)],
      trials: 3,
      distractors: [],
      settings: {},
      runtimeVersion: '1',
      store: opened.store,
      jobs: 2,
      host: HEADLESS,
      signal: new AbortController().signal,
      ...more,
    });
    // They are in a file that is removed with the store.
    return end.kind === 'failed' ? end : { ...end, results: { ...end.results, trials: [...end.results.trials] } };
  } finally {
    opened.store.close();
  }
}

async function done(variant: Variant) {
  const end = await evaluated(variant);
  if (end.kind === 'failed') throw new Error(JSON.stringify(end));
  return end;
}

describe('a task', () => {
  it('is run with and without the skill, and judged from the journals', async () => {
    const out = temporaryFolder();
    const { results } = await done({ skill: demo(), out });
    expect(results.complete).toBe(true);
    expect(results.cases).toMatchObject([
      { case: 'notes', with: { passed: 3, judged: 3 }, without: { passed: 0, judged: 3 } },
    ]);
    for (const { side, checks, run } of results.trials) {
      const { events } = readJournal(join(out, 'runs', run, 'journal.jsonl'));
      const [check] = checks;
      expect(check?.passed).toBe(side === 'with');
      // The verdict names the result that shows it, or the whole run, in which there is none.
      expect(check?.events.map((seq) => events[seq - 1]?.type)).toEqual(
        side === 'with' ? ['tool_result'] : ['run_started', 'run_finished'],
      );
    }
  });

  it('proves in the journal that the baseline had no skill', async () => {
    const out = temporaryFolder();
    const { results } = await done({ skill: demo(), out, distractors: [skillOnDisk('other')] });
    const baselines = results.trials.filter(({ side }) => side === 'without');
    expect(baselines).toHaveLength(3);
    for (const { run } of baselines) {
      const folder = join(out, 'runs', run);
      const { events } = readJournal(join(folder, 'journal.jsonl'));
      expect(events[0]).toMatchObject({ type: 'run_started', skills: [{ name: 'other' }] });
      expect(events.some((event) => event.type === 'note' && event.message.includes('Baseline without demo'))).toBe(
        true,
      );
      const sent = recordedRequests(events, folder).map(({ content, conversation }) => [content, conversation]);
      expect(JSON.stringify(sent)).toContain('other');
      expect(JSON.stringify(sent)).not.toContain('demo');
    }
  });

  it('proves in the journal that the baseline got no file of the skill with the files of its case', async () => {
    const out = temporaryFolder();
    const files = ['evals/files/data.csv', 'references/guide.md'];
    const skill = demo(
      [{ prompt: 'Sum it.', files, assertions: [{ check: 'no_file', path: 'references/guide.md' }] }],
      {
        'evals/files/data.csv': '1,2\n',
      },
    );
    // Both sides run at the same time, so the answer depends on the request, not on its number.
    const model = scriptedModel(({ prompt }) =>
      prompt.some(({ role }) => role === 'tool') ? { text: 'Done.' } : { calls: [['Glob', { pattern: '**/*' }]] },
    );
    const { results } = await done({ skill, model, out, client: 'claude-code', trials: 1 });
    const { run = '', verdict } = results.trials.find(({ side }) => side === 'without') ?? {};
    expect(verdict).toBe('passed');
    const { events } = readJournal(join(out, 'runs', run, 'journal.jsonl'));
    const text = JSON.stringify(events);
    expect(text).toContain('data.csv');
    expect(text).not.toContain('guide.md');
    expect(text).toContain('no file of the case belongs to the skill');
  });

  it('is compared with an earlier text', async () => {
    const baseline = skillOnDisk('demo', {}, 'Nothing to read.\n');
    const { results } = await done({ skill: demo(), baseline });
    // The earlier text lacks the guide, so that its read fails.
    expect(results.cases).toMatchObject([{ with: { passed: 3 }, without: { passed: 0, judged: 3 } }]);
    expect(results.trials.every(({ triggered }) => triggered)).toBe(true);
  });

  it('sends the same seeds on both sides', async () => {
    const model = reader();
    await done({ skill: demo(), model });
    const seeds = (offered: boolean) =>
      new Set(
        model.requests
          .filter(({ prompt }) => JSON.stringify(prompt).includes('Does demo') === offered)
          .map(({ seed }) => seed),
      );
    expect([...seeds(true)].sort()).toEqual([1, 2, 3]);
    expect(new Set(model.requests.map(({ seed }) => seed))).toEqual(new Set([1, 2, 3]));
  });

  it('has the same verdicts on paths after a rewording that keeps them', async () => {
    const out = temporaryFolder();
    const assertions = [
      { check: 'read', path: 'references/guide.md' },
      { check: 'never_read', path: 'references/other.md' },
      { check: 'max_misses', limit: 0 },
    ];
    const evals = [{ prompt: 'Write it.', assertions }];
    const before = await done({ skill: demo(evals), out, trials: 1 });
    const reworded = skillOnDisk(
      'demo',
      { ...FILES, 'evals/evals.json': JSON.stringify(evals) },
      'In the beginning, consult what `references/guide.md` has to say.\n',
    );
    const after = await done({ skill: reworded, out, trials: 1 });
    const verdicts = ({ results }: typeof before) =>
      results.trials.map(({ side, verdict, checks }) => [side, verdict, checks.map(({ passed }) => passed)]);
    // The text of the skill differs, so that its side ran again.
    expect(after.results.trials[0]?.run).not.toBe(before.results.trials[0]?.run);
    expect(verdicts(after)).toEqual(verdicts(before));
    expect(verdicts(after)).toEqual([
      ['with', 'passed', [true, true, true]],
      ['without', 'failed', [false, true, true]],
    ]);
  });

  it('is not judged if nothing can judge it', async () => {
    const cases = [
      { prompt: 'Write it.', assertions: ['The tone is friendly.', { text: 'Runs code', check: 'python' }] },
    ];
    const { results } = await done({ skill: demo(cases) });
    expect(results.trials.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 6 }, () => 'not_judged'));
    expect(results.cases).toMatchObject([{ with: { passed: 0, judged: 0, trials: 3 } }]);
  });

  it('fails by one failed assertion, but counts in the rate only if all are judged', async () => {
    const assertions = [{ check: 'read', path: 'references/guide.md' }, 'The tone is friendly.'];
    const { results } = await done({ skill: demo([{ prompt: 'Write it.', assertions }]), trials: 1 });
    expect(results.trials.map(({ side, verdict }) => [side, verdict])).toEqual([
      ['with', 'not_judged'],
      ['without', 'failed'],
    ]);
    expect(results.cases).toMatchObject([
      { with: { passed: 0, failed: 0, judged: 0 }, without: { failed: 1, judged: 0, trials: 1 } },
    ]);
    expect(results.trials.map(({ checks }) => checks.map(({ passed }) => passed))).toEqual([
      [true, null],
      [false, null],
    ]);
  });

  it('is not judged if the model failed, and is repeated by the next eval', async () => {
    const out = temporaryFolder();
    const skill = demo();
    const broken = scriptedModel([{ rejects: new Error('no connection') }]);
    const first = await done({ skill, out, model: broken, trials: 1 });
    expect(first.results.trials).toMatchObject([
      { verdict: 'not_judged', reason: expect.stringContaining('no connection') },
      {},
    ]);
    const second = await done({ skill, out, trials: 1 });
    expect(second.skipped).toBe(0);
    expect(second.results.cases).toMatchObject([{ with: { passed: 1, judged: 1 } }]);
  });

  it('tells nothing about files outside the workspace', async () => {
    const assertions = [{ check: 'file', path: '../../../../../../../../etc/hostname' }];
    const model = scriptedModel([{ text: 'Done.' }]);
    const workspace = writeFiles(temporaryFolder(), { 'a.txt': '' });
    const skill = demo([{ prompt: 'Look.', assertions }]);
    const { results } = await done({ skill, model, client: 'claude-code', workspace, trials: 1 });
    expect(results.trials.map(({ verdict }) => verdict)).toEqual(['not_judged', 'not_judged']);
  });

  it('does not count files that links of the workspace lead to outside, which its copy lacks', async () => {
    const outside = writeFiles(temporaryFolder(), { 'secret.txt': '' });
    const workspace = writeFiles(temporaryFolder(), { 'a/b.txt': '' });
    symlinkSync(outside, join(workspace, 'l'), 'junction');
    symlinkSync('a', join(workspace, 'inside'), 'junction');
    if (process.platform !== 'win32') symlinkSync(join(outside, 'secret.txt'), join(workspace, 'file.txt'));
    const paths = ['l/secret.txt', 'l/absent.txt', 'file.txt', 'l/../a/b.txt', 'inside/b.txt'];
    const skill = demo([{ prompt: 'Look.', assertions: paths.map((path) => ({ check: 'file', path })) }]);
    const model = scriptedModel([{ text: 'Done.' }]);
    const { results } = await done({ skill, model, client: 'claude-code', workspace, trials: 1 });
    const passed = results.trials.map(({ checks }) => checks.map((one) => one.passed));
    // A path is normalized as a text first.
    expect(passed).toEqual([1, 2].map(() => [false, false, false, true, process.platform !== 'win32']));
  });

  it('provides the files of the case in the workspace of a client', async () => {
    const assertions = [
      { check: 'file', path: 'evals/files/data.csv' },
      { check: 'no_file', path: 'SKILL.md' },
    ];
    const cases = [{ prompt: 'Sum it.', files: ['evals/files/data.csv', 'SKILL.md'], assertions }];
    const skill = demo(cases, { 'evals/files/data.csv': '1,2\n' });
    const model = scriptedModel([{ text: 'Done.' }]);
    const { results } = await done({ skill, model, client: 'claude-code', trials: 1 });
    expect(results.trials.map(({ verdict }) => verdict)).toEqual(['passed', 'passed']);
  });
});

describe('a trigger', () => {
  const TRIGGERS = [
    { query: 'Write it.', should_trigger: true },
    { query: 'Sing.', should_trigger: false },
  ];

  it('counts if the skill is loaded anywhere in the run, and ends there', async () => {
    const model = reader();
    const out = temporaryFolder();
    const { results } = await done({ skill: demo(TRIGGERS), model, out });
    // Without the skill nothing can trigger, so that there is no baseline.
    expect(results.trials).toHaveLength(6);
    expect(results.cases).toMatchObject([
      { kind: 'trigger', with: { passed: 3, judged: 3 } },
      { kind: 'trigger', with: { passed: 0, judged: 3 } },
    ]);
    expect(results.trials.every(({ triggered }) => triggered)).toBe(true);
    // Listing and loading, but neither the guide nor an answer.
    expect(model.requests).toHaveLength(12);
  });

  it('runs to the end if the skill is not loaded', async () => {
    const { results } = await done({ skill: demo(TRIGGERS), model: scriptedModel([{ text: 'No.' }]) });
    expect(results.cases).toMatchObject([{ with: { passed: 0, judged: 3 } }, { with: { passed: 3, judged: 3 } }]);
    for (const { checks } of results.trials) expect(checks.map(({ events }) => events.length)).toEqual([2]);
  });
});

it('installs a skill for a client without its eval files, which have the expected answers', async () => {
  const model = scriptedModel((request) => {
    const [folder] = /\/[^"\\\s]*\/skills\/demo\b/.exec(JSON.stringify(request.prompt)) ?? [];
    const steps = request.prompt.filter(({ role }) => role === 'assistant').length;
    const calls: readonly Line[] = [
      { calls: [['Skill', { skill: 'demo' }]] },
      { calls: [['Read', { file_path: `${folder}/references/guide.md` }]] },
      { calls: [['Read', { file_path: `${folder}/evals/evals.json` }]] },
    ];
    return calls[steps] ?? { text: 'Done.' };
  });
  const out = temporaryFolder();
  const assertions = [{ text: 'Expected answer.', check: 'read', path: 'references/guide.md' }];
  const skill = demo([{ prompt: 'Write it.', assertions }]);
  const { results } = await done({ skill, model, out, client: 'claude-code', trials: 1 });
  const [trial] = results.trials;
  expect(trial).toMatchObject({ side: 'with', verdict: 'passed', calls: 3, misses: 1 });
  expect(readFileSync(join(out, 'runs', trial?.run ?? '', 'journal.jsonl'), 'utf8')).not.toContain('Expected answer');
});

describe('completed trials', () => {
  it('are not repeated', async () => {
    const out = temporaryFolder();
    const skill = demo();
    const first = await done({ skill, out });
    const model = reader();
    const second = await done({ skill, out, model });
    expect(second).toMatchObject({ skipped: 6, results: first.results });
    expect(model.requests).toEqual([]);
  });

  it('are not repeated if the folder of results is in the workspace, and the baseline does not find them there', async () => {
    const skill = demo();
    const workspace = writeFiles(temporaryFolder(), { 'a.txt': 'Notes.' });
    const out = join(workspace, '.skillwright/evals');
    const model = scriptedModel(({ prompt }) =>
      prompt.some(({ role }) => role === 'tool') ? { text: 'Done.' } : { calls: [['Glob', { pattern: '**/*' }]] },
    );
    const variant = { skill, out, workspace, client: 'claude-code', model, trials: 1 };
    expect(await done(variant)).toMatchObject({ skipped: 0, results: { complete: true } });
    expect(await done(variant)).toMatchObject({ skipped: 2 });
    expect(JSON.stringify(model.requests.map(({ prompt }) => prompt))).toContain('a.txt');
    expect(JSON.stringify(model.requests.map(({ prompt }) => prompt))).not.toContain('journal.jsonl');
    writeFiles(workspace, { 'a.txt': 'Other notes.' });
    expect(await done({ ...variant, trials: 2 })).toMatchObject({ skipped: 0 });
  });

  it.skipIf(process.platform === 'win32')('are repeated if a file of the case became executable', async () => {
    const skill = demo([{ prompt: 'Run it.', files: ['evals/files/run'], assertions: [{ check: 'loaded' }] }], {
      'evals/files/run': '#!/bin/sh\n',
    });
    const out = temporaryFolder();
    await done({ skill, out, client: 'claude-code', trials: 1 });
    chmodSync(join(skill.root, 'evals/files/run'), 0o755);
    expect(await done({ skill, out, client: 'claude-code', trials: 1 })).toMatchObject({ skipped: 0 });
    expect(await done({ skill, out, client: 'claude-code', trials: 1 })).toMatchObject({ skipped: 2 });
  });

  it('of the baseline are not repeated after an edit of the skill', async () => {
    const out = temporaryFolder();
    const skill = demo();
    await done({ skill, out });
    writeFiles(skill.root, { 'references/guide.md': '# Other guide\n' });
    expect(await done({ skill, out })).toMatchObject({ skipped: 3 });
  });

  it('are judged again after an edit of the assertions', async () => {
    const out = temporaryFolder();
    const skill = demo();
    await done({ skill, out });
    const assertions = [{ check: 'never_read', path: 'references/guide.md' }];
    writeFiles(skill.root, { 'evals/evals.json': JSON.stringify({ evals: [{ ...CASES.evals[0], assertions }] }) });
    const { skipped, results } = await done({ skill, out });
    expect(skipped).toBe(6);
    expect(results.cases).toMatchObject([{ with: { passed: 0 }, without: { passed: 3 } }]);
  });

  it('are kept if the eval is stopped', async () => {
    const out = temporaryFolder();
    const skill = demo();
    const stop = new AbortController();
    const first = await done({
      skill,
      out,
      jobs: 1,
      signal: stop.signal,
      onProgress: (count) => {
        if (count === 2) stop.abort();
      },
    });
    expect(first.results).toMatchObject({ complete: false });
    expect(first.results.trials).toHaveLength(2);
    const second = await done({ skill, out });
    expect(second).toMatchObject({ skipped: 2, results: { complete: true } });
    expect(readdirSync(join(out, 'trials'))).toHaveLength(6);
  });

  // A process can be killed between the end of a run and the record of its trial.
  it('are recorded from their journals if the record is missing, and runs without an end are not', async () => {
    const out = temporaryFolder();
    const skill = demo();
    await done({ skill, out });
    const [one = '', other = ''] = readdirSync(join(out, 'trials'));
    const { run } = JSON.parse(readFileSync(join(out, 'trials', other), 'utf8')) as { readonly run: string };
    for (const name of [one, other]) rmSync(join(out, 'trials', name));
    const journal = join(out, 'runs', run, 'journal.jsonl');
    const lines = readFileSync(journal, 'utf8').split('\n');
    writeFileSync(journal, lines.filter((line) => !line.includes('"run_finished"')).join('\n'));
    const model = reader();
    expect(await done({ skill, out, model })).toMatchObject({ skipped: 5, results: { complete: true } });
    expect(new Set(model.requests.map(({ seed }) => seed)).size).toBe(1);
  });

  it('belong to one process at a time', async () => {
    const out = temporaryFolder();
    const opened = TrialStore.open(out);
    onTestFinished(() => {
      if (opened.kind === 'opened') opened.store.close();
    });
    expect(TrialStore.open(out)).toMatchObject({ kind: 'failed', message: expect.stringContaining('--out') });
  });
});

/** A model whose calls cost a dollar each, and that answers or calls a tool. */
function priced(call?: string, answer = 'Done.'): ScriptedModel {
  const usage = {
    inputTokens: { total: 10, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: undefined, reasoning: undefined },
  };
  return scriptedModel([
    {
      parts: [
        ...(call === undefined
          ? [{ type: 'text-delta', id: 't', delta: answer } as const]
          : [{ type: 'tool-call', toolCallId: 'c', toolName: call, input: '{}' } as const]),
        {
          type: 'finish',
          usage,
          finishReason: { unified: 'stop', raw: undefined },
          providerMetadata: { skillwright: { costUsd: 1, costSource: 'reported' } },
        },
      ],
    },
  ]);
}

describe('the cost limit', () => {
  it('judges no trial that it cut short', async () => {
    const calls = priced('list_skills');
    const cases = [{ prompt: 'Write it.', assertions: [{ check: 'absent_substring', value: 'x' }] }];
    const { results, isCapped } = await done({ skill: demo(cases), model: calls, maxCost: 2, jobs: 1 });
    expect(isCapped).toBe(true);
    expect(results.trials).toMatchObject([{ verdict: 'not_judged', reason: expect.stringContaining('--max-cost') }]);
  });

  it('stops the eval, also in a later process, and a higher one continues it', async () => {
    const out = temporaryFolder();
    const skill = demo();
    const first = await done({ skill, out, model: priced(), maxCost: 2, jobs: 1 });
    expect(first).toMatchObject({ isCapped: true, spentUsd: 2, results: { complete: false } });
    expect(first.results.trials).toHaveLength(2);
    const second = await done({ skill, out, model: priced(), maxCost: 2 });
    expect(second).toMatchObject({ isCapped: true, spentUsd: 2 });
    const third = await done({ skill, out, model: priced(), maxCost: 6 });
    expect(third).toMatchObject({ isCapped: false, spentUsd: 6, skipped: 2, results: { complete: true } });
  });

  it('is exceeded by no simultaneous trials', async () => {
    const end = await done({ skill: demo(), model: priced(), maxCost: 2.5, jobs: 3 });
    // Two trials, and one for the rest of the money.
    expect(end).toMatchObject({ isCapped: true, spentUsd: 3 });
  });

  it('holds for several evals that share a ledger', async () => {
    const skill = demo();
    const file = join(temporaryFolder(), 'shared.jsonl');
    const outs = [temporaryFolder(), temporaryFolder()];
    const ends = await Promise.all(
      outs.map((out, index) =>
        done({
          skill,
          out,
          model: priced(),
          ledger: new FileLedger(file, 3),
          shard: { index: index + 1, of: 2 },
          trials: 10,
          jobs: 2,
        }),
      ),
    );
    expect(ends.map(({ isCapped }) => isCapped)).toEqual([true, true]);
    expect(ends.flatMap(({ results }) => results.trials)).toHaveLength(3);
    expect(await new FileLedger(file, 3).spent()).toBe(3);
    // Each folder has the costs of its own trials.
    const own = await Promise.all(outs.map((out) => new FileLedger(join(out, 'costs.jsonl'), 3).spent()));
    expect(own.map((usd, index) => usd - (ends[index]?.results.trials.length ?? 0))).toEqual([0, 0]);
  });
});

describe('a provider that limits its calls', () => {
  const limited = (headers: Record<string, string>) =>
    new APICallError({
      message: 'Too many requests',
      url: 'http://127.0.0.1/v1',
      requestBodyValues: {},
      statusCode: 429,
      responseHeaders: headers,
      isRetryable: true,
    });

  it('pauses all trials as long as it asks for, and none fails', async () => {
    const starts: number[] = [];
    const model = scriptedModel((_, number) => {
      starts.push(performance.now());
      return number === 1 ? { rejects: limited({ 'retry-after-ms': '300' }) } : { text: 'Done.' };
    });
    const { results, refusals } = await done({ skill: demo(), model, trials: 2, jobs: 1 });
    expect(results.complete).toBe(true);
    expect(refusals).toEqual([]);
    expect(results.trials.map(({ verdict }) => verdict)).not.toContain('not_judged');
    expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(290);
  });

  it('ends the eval after a limited number of attempts, without failed trials', async () => {
    const model = scriptedModel(() => ({ rejects: limited({ 'retry-after-ms': '1' }) }));
    const out = temporaryFolder();
    const skill = demo();
    const { results, refusals } = await done({ skill, out, model, trials: 20, jobs: 3 });
    expect(refusals).toEqual([expect.stringContaining('scripted limited its calls')]);
    expect(results).toMatchObject({ complete: false, completed: 0, planned: 40 });
    // Neither passed nor failed, and not stored: only the trials that were running.
    expect(results.trials.length).toBeLessThanOrEqual(3);
    expect(new Set(results.trials.map(({ verdict }) => verdict))).toEqual(new Set(['not_judged']));
    expect(model.requests.length).toBeLessThanOrEqual(3 * 8);
    const second = await done({ skill, out, trials: 20 });
    expect(second).toMatchObject({ skipped: 0, refusals: [], results: { complete: true } });
  });
});

describe('problems before the first trial', () => {
  it.each<[what: string, variant: (skill: Skill) => Partial<Variant>, message: RegExp]>([
    [
      'a twin in the workspace',
      () => ({
        workspace: writeFiles(temporaryFolder(), { 'x/SKILL.md': '---\nname: demo\ndescription: Twin.\n---\n' }),
      }),
      /same name/,
    ],
    ['a twin among the other skills', () => ({ distractors: [skillOnDisk('demo')] }), /same name/],
    ['a baseline that is another skill', () => ({ baseline: skillOnDisk('other') }), /is the skill other/],
  ])('%s', async (_, variant, message) => {
    const skill = demo();
    const end = await evaluated({ skill, ...variant(skill) });
    expect(end).toMatchObject({ kind: 'failed', message: expect.stringMatching(message) });
  });

  it('a file that does not exist, with the position of its case', async () => {
    const skill = demo([{ prompt: 'Sum it.', files: ['evals/files/data.csv'] }]);
    const end = await evaluated({ skill, client: 'claude-code' });
    expect(end).toMatchObject({
      kind: 'failed',
      problems: [{ line: 1, column: 2, message: expect.stringContaining('data.csv') }],
    });
  });

  it('a file of a case that is a twin', async () => {
    const files = [{ path: 'other/SKILL.md', content: '---\nname: demo\ndescription: Twin.\n---\n' }];
    const end = await evaluated({ skill: demo([{ prompt: 'Sum it.', files }]), client: 'claude-code' });
    expect(end).toMatchObject({ kind: 'failed', message: expect.stringMatching(/same name/) });
  });

  it('a file of a case that is a link to a file of the skill, which the baseline would read', async () => {
    const skill = demo([{ prompt: 'Sum it.', files: ['evals/files/guide.md'] }]);
    mkdirSync(join(skill.root, 'evals/files'));
    symlinkSync('../../references/guide.md', join(skill.root, 'evals/files/guide.md'));
    const out = temporaryFolder();
    const end = await evaluated({ skill, client: 'claude-code', out });
    expect(end).toMatchObject({
      kind: 'failed',
      problems: [{ line: 1, message: expect.stringMatching(/references\/guide\.md .*belongs to the skill/) }],
    });
    expect(readdirSync(join(out, 'runs'))).toEqual([]);
  });

  it.each([
    ['the absence of the skill', false, ['evals/files/guide.md']],
    ['an earlier text, which has the file anyway', true, []],
  ])('a copy of a bundled file, before a comparison with %s', async (_, hasBaseline, named) => {
    const guide = { 'references/guide.md': `# Guide\n\n${'Be brief. '.repeat(9)}` };
    const copy = { 'evals/files/guide.md': guide['references/guide.md'] };
    const skill = demo([{ prompt: 'Sum it.', files: ['evals/files/guide.md'] }], { ...guide, ...copy });
    const baseline = hasBaseline ? { baseline: skillOnDisk('demo', guide) } : {};
    const stop = new AbortController();
    let warnings: readonly string[] = [];
    const onPlan = async (prepared: PreparedTrials) => {
      ({ warnings } = prepared);
      stop.abort();
    };
    await evaluated({ skill, client: 'claude-code', ...baseline, onPlan, signal: stop.signal });
    expect(warnings).toEqual(named.map((path) => expect.stringContaining(`Leave out ${path} of case 1 unless`)));
  });

  it('a file of another tool, if there are no cases', async () => {
    const skill = demo({ run_summary: {} }, { 'evals/other.json': '{"providers": []}' });
    rmSync(join(skill.root, 'evals/evals.json'));
    expect(await evaluated({ skill })).toMatchObject({
      kind: 'failed',
      problems: [{ message: expect.stringMatching(/promptfoo/) }],
    });
  });

  it('nothing because of files of other tools next to those with cases', async () => {
    const skill = demo(CASES, { 'evals/other.json': '{"providers": []}', 'evals/notes.yaml': 'a: 1\n' });
    let warnings: readonly string[] = [];
    const keep = async (plan: PreparedTrials) => {
      ({ warnings } = plan);
    };
    const end = await done({ skill, trials: 1, onPlan: keep });
    expect(end.results.cases).toHaveLength(1);
    expect(warnings).toEqual([
      expect.stringMatching(/^evals\/notes\.yaml of demo is left out\. This file has no list/),
      expect.stringMatching(/^evals\/other\.json of demo is left out\. .*promptfoo/),
    ]);
  });

  it('a file with the cases of several other skills', async () => {
    const cases = { one: { should_trigger: ['Sum it.'] }, two: { should_trigger: ['Sing.'] } };
    const end = await evaluated({ skill: demo(cases) });
    expect(end).toMatchObject({ kind: 'failed', problems: [{ message: expect.stringMatching(/demo.*one, two/) }] });
  });

  it('a skill without cases', async () => {
    const skill = demo();
    rmSync(join(skill.root, 'evals'), { recursive: true });
    const end = await evaluated({ skill });
    expect(end).toMatchObject({ kind: 'failed', problems: [{ message: expect.stringContaining('--cases') }] });
  });
});

describe('a judge', () => {
  const PROSE = [{ prompt: 'Write it.', assertions: ['The tone is friendly.'] }];
  const vote = (passed: boolean | null): Line => ({ text: JSON.stringify({ passed, evidence: 'It says "Done."' }) });

  it('decides assertions in prose by the majority, and is not asked again', async () => {
    const out = temporaryFolder();
    const skill = demo(PROSE);
    const model = scriptedModel([vote(true), vote(false), vote(true)]);
    const judge = { model, name: 'scripted/judge', votes: 3 };
    const { results } = await done({ skill, out, judge, trials: 1, jobs: 1 });
    const [trial] = results.trials;
    expect(trial).toMatchObject({ verdict: 'passed' });
    expect(trial?.checks).toMatchObject([
      { passed: true, evidence: 'It says "Done."', judge: { model: 'scripted/judge', votes: [true, false, true] } },
    ]);
    expect(trial?.checks[0]?.judge?.prompt).toContain('The tone is friendly.');
    const asked = model.requests.length;
    await done({ skill, out, judge, trials: 1 });
    expect(model.requests).toHaveLength(asked);
  });

  it('votes on several trials at a time, and once on those with the same answer', async () => {
    const prompts = ['Write it.', 'Write more.', 'Write less.'];
    const skill = demo(prompts.map((prompt) => ({ prompt, assertions: ['The tone is friendly.'] })));
    const model = scriptedModel([vote(true)]);
    let running = 0;
    let most = 0;
    const slow: LanguageModelV4 = {
      ...model,
      doStream: async (request) => {
        most = Math.max(most, ++running);
        // A vote that starts while this one runs is seen by it.
        await new Promise((resolve) => setTimeout(resolve, 20));
        running--;
        return model.doStream(request);
      },
    };
    const judge = { model: slow, name: 'scripted/judge', votes: 3 };
    const { results } = await done({ skill, judge, trials: 2, jobs: 6 });
    expect(results.trials.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 12 }, () => 'passed'));
    expect(results.trials.slice(0, 4).map((one) => `${one.case} ${one.side}`)).toEqual([
      ...['1 with', '1 without', '2 with', '2 without'],
    ]);
    expect(model.requests).toHaveLength(9);
    expect(most).toBe(3);
  });

  it('costs what its votes cost, and says if the limit left some out', async () => {
    const out = temporaryFolder();
    const judge = { model: priced(undefined, '{"passed": true}'), name: 'scripted/judge', votes: 3 };
    const limited = await done({ skill: demo(PROSE), out, judge, trials: 1, maxCost: 2 });
    expect(limited).toMatchObject({ isCapped: true, spentUsd: 2 });
    expect(limited.results.trials.map(({ verdict }) => verdict)).toEqual(['not_judged', 'not_judged']);
    const paid = await done({ skill: demo(PROSE), out, judge, trials: 1, maxCost: 10 });
    expect(paid).toMatchObject({ isCapped: false, spentUsd: 3 });
    // Both trials have the same answer, and so the same votes.
    expect(paid.results.groups).toMatchObject([{ judgeUsd: 3 }]);
  });

  it('is asked again at another endpoint', async () => {
    const out = temporaryFolder();
    const skill = demo(PROSE);
    const model = scriptedModel([vote(true)]);
    const judge = { model, name: 'scripted/judge', votes: 1 };
    await done({ skill, out, judge, trials: 1 });
    await done({ skill, out, judge: { ...judge, baseUrl: 'http://127.0.0.1:1/v1' }, trials: 1 });
    expect(model.requests).toHaveLength(2);
  });

  it.each([
    ['votes differ', [vote(true), vote(false)]],
    ['a reply has no verdict', [{ text: 'Perhaps.' }]],
    ['the model fails', [{ rejects: new Error('no connection') }]],
  ] as const)('does not decide if %s', async (_, lines) => {
    const judge = {
      model: scriptedModel((_request, number) => lines[(number - 1) % lines.length] ?? {}),
      name: 'j',
      votes: 2,
    };
    const { results } = await done({ skill: demo(PROSE), judge, trials: 1, jobs: 1 });
    expect(results.trials.map(({ verdict }) => verdict)).toEqual(['not_judged', 'not_judged']);
    for (const { checks } of results.trials) expect(checks).toMatchObject([{ evidence: expect.stringMatching(/\w/) }]);
  });
});

it('stores trials so that their journals can be opened like those of any run', async () => {
  const out = temporaryFolder();
  const { results } = await done({ skill: demo(), out, trials: 1 });
  const [first] = readdirSync(join(out, 'trials'));
  const { proof, ...record } = JSON.parse(readFileSync(join(out, 'trials', first ?? ''), 'utf8')) as Record<
    string,
    unknown
  >;
  expect(proof).toMatch(/^[0-9a-f]{64}$/);
  expect(results.trials.map(({ id, run }) => ({ id, run }))).toContainEqual(record);
});
