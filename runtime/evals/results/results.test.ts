import { describe, expect, it } from 'vitest';
import { NO_ASSERTIONS } from '../judging/verdict.ts';
import { junit } from './junit.ts';
import { sectionsOf } from './result-sections.ts';
import { benchmarkGroups, skillCreatorFiles } from './skill-creator.ts';
import { type JudgedTrial, summarize } from './summarize.ts';
import { missedThresholds, percent } from './thresholds.ts';

function trial(name: string, side: 'with' | 'without', number: number, passed: boolean | null): JudgedTrial {
  return {
    id: `${name}-${side}-${number}`,
    skill: 'demo',
    case: name,
    kind: 'task',
    side,
    client: 'adk',
    model: 'm/1',
    number,
    verdict: passed === null ? 'not_judged' : passed ? 'passed' : 'failed',
    triggered: true,
    run: 'r',
    misses: number,
    usage: { inputTokens: 10, outputTokens: 2, costUsd: 0.5 },
    milliseconds: 1500,
    calls: 4,
    checks: [{ text: 'a <b>', passed, evidence: 'It "says" so.\u0007', events: [3] }],
  };
}

const TRIALS = [1, 2, 3].flatMap((number) => [
  trial('one', 'with', number, true),
  trial('one', 'without', number, number === 1),
  trial('two', 'with', number, number < 3),
  trial('two', 'without', number, false),
  trial('three', 'with', number, null),
  trial('three', 'without', number, null),
]);
const RESULTS = summarize(TRIALS, true);

describe('summarize', () => {
  it('counts what is judged, by case and over all cases', () => {
    expect(RESULTS.cases).toMatchObject([
      { case: 'one', with: { passed: 3, judged: 3, trials: 3 }, without: { passed: 1, judged: 3 } },
      { case: 'two', with: { passed: 2, judged: 3 }, without: { passed: 0, judged: 3 } },
      { case: 'three', with: { passed: 0, judged: 0, trials: 3 } },
    ]);
    expect(RESULTS.cases[2]?.with.low).toBeUndefined();
    const [group] = RESULTS.groups;
    expect(group).toMatchObject({
      cases: 3,
      judged: 6,
      trials: 9,
      tooFew: true,
      misses: 18,
      mostMisses: 3,
      costUsd: 9,
    });
    expect(group?.with?.value).toBeCloseTo(5 / 6, 10);
    expect(group?.difference?.value).toBeCloseTo(2 / 3, 10);
  });

  it('counts a failed trial outside the rate if another of its assertions is not judged', () => {
    const partly = trial('one', 'with', 4, false);
    const unjudged = { text: 'b', passed: null, evidence: 'Prose.', events: [] };
    const results = summarize([...TRIALS, { ...partly, checks: [...partly.checks, unjudged] }], true);
    expect(results.cases[0]?.with).toMatchObject({ passed: 3, judged: 3, failed: 1, trials: 4 });
    expect(results.groups[0]?.with?.value).toBeCloseTo(5 / 6, 10);
    expect(junit(results)).toContain('<failure message="1 of 4 trials failed">');
    // One of four failed, so that a verdict on its other assertion cannot reach 90 %.
    const met = summarize(
      [1, 2, 3]
        .map((number) => trial('one', 'with', number, true))
        .concat(results.trials.slice(-1).map((one) => ({ ...one, kind: 'task' }))),
      true,
    );
    expect(missedThresholds(met, { minPass: 0.9 })).toEqual([
      'demo, adk, m/1, tasks: 1 of 4 trials failed, at least 90 % required.',
    ]);
    expect(missedThresholds(met, { minPass: 0.7 })).toEqual([]);
  });

  it('has what a trial of each side needs on average, without those that say nothing', () => {
    const dear = {
      ...trial('one', 'with', 1, true),
      usage: { inputTokens: 90, outputTokens: 10, costUsd: 2 },
      milliseconds: 3000,
    };
    const cheap = { ...trial('one', 'with', 2, false), usage: { inputTokens: 8, outputTokens: 2 }, milliseconds: 1000 };
    const invalid = { ...trial('one', 'with', 3, null), checks: [], reason: 'The model failed: 500', milliseconds: 9 };
    const all = [dear, cheap, invalid, trial('one', 'without', 1, true)];
    expect(summarize(all, true).groups).toMatchObject([
      {
        averages: {
          with: { tokens: 55, milliseconds: 2000, costUsd: 2 },
          without: { tokens: 12, milliseconds: 1500, costUsd: 0.5 },
        },
      },
    ]);
    const [section] = sectionsOf(summarize(all, true));
    expect(section?.lines.map(({ text }) => text)).toContain(
      'each trial on average: 55 tokens, $2.0000, 2.0 s with the skill; 12 tokens, $0.5000, 1.5 s without the skill',
    );
  });

  it('has the mean tokens of the trials that state them, and none if no trial does', () => {
    const stated = {
      ...trial('one', 'with', 1, true),
      usage: { inputTokens: 90, outputTokens: 10 },
      milliseconds: 1000,
    };
    const half = { ...trial('one', 'with', 2, true), usage: { outputTokens: 4 }, milliseconds: 1000 };
    const silent = { ...trial('one', 'with', 3, true), usage: {}, milliseconds: 1000 };
    const averages = (...trials: readonly JudgedTrial[]) => summarize(trials, true).groups[0]?.averages?.with;
    expect(averages(stated, half, silent)).toEqual({ tokens: 100, milliseconds: 1000 });
    expect(averages(half, silent)).toEqual({ milliseconds: 1000 });
    const [group] = summarize([silent], true).groups;
    expect([group?.inputTokens, group?.outputTokens]).toEqual([undefined, undefined]);
    const texts = sectionsOf(summarize([half, silent], true))[0]?.lines.map(({ text }) => text);
    expect(texts?.slice(-2)).toEqual([
      '5 missing files requested, unknown tokens',
      'each trial on average: unknown tokens, 1.0 s with the skill',
    ]);
  });

  it('keeps clients and models separate', () => {
    const other = TRIALS.map((one) => ({ ...one, client: 'codex', verdict: 'failed' as const }));
    const { groups, cases } = summarize([...TRIALS, ...other], true);
    expect(cases).toHaveLength(6);
    expect(groups.map(({ client, with: rate }) => [client, rate?.value])).toEqual([
      ['adk', expect.closeTo(5 / 6, 5)],
      ['codex', 0],
    ]);
  });
});

describe('thresholds', () => {
  it('are met, missed, and missed if nothing is judged', () => {
    expect(missedThresholds(RESULTS, { minPass: 0.8, maxMisses: 3 })).toEqual([]);
    expect(missedThresholds(RESULTS, { minPass: 0.9, maxMisses: 2 })).toEqual([
      'demo, adk, m/1, tasks: 83.3 % passed, at least 90 % required.',
      'demo, adk, m/1, tasks: a trial requested 3 missing files, at most 2 allowed.',
    ]);
    const unjudged = summarize([trial('one', 'with', 1, null)], true);
    expect(missedThresholds(unjudged, { minPass: 0 })).toEqual([expect.stringContaining('nothing was judged')]);
  });

  it('are missed if trials without a valid run could have put the rate below', () => {
    const failed = (number: number) => ({
      ...trial('one', 'with', number, null),
      checks: [],
      reason: 'The model failed: no connection',
    });
    const passed = [1, 2, 3].map((number) => trial('one', 'with', number, true));
    const results = summarize([...passed, failed(4)], true);
    expect(missedThresholds(results, { minPass: 0.75 })).toEqual([]);
    expect(missedThresholds(results, { minPass: 0.8 })).toEqual([
      'demo, adk, m/1, tasks: 1 of 4 trials is not valid, at least 80 % required.',
    ]);
    // A case without assertions does not count: no run of it can be judged.
    const without = { ...failed(4), reason: NO_ASSERTIONS };
    expect(missedThresholds(summarize([...passed, without], true), { minPass: 1 })).toEqual([]);
  });

  it('are never shown as met by rounding', () => {
    expect(percent(0.8999)).toBe('89.9 %');
    expect(percent(0.7)).toBe('70 %');
    expect(percent(1)).toBe('100 %');
  });
});

describe('JUnit', () => {
  it('has a limited number of reasons for each case', () => {
    const trials = Array.from({ length: 500 }, (_, index) => trial('one', 'with', index + 1, false));
    const text = junit(summarize(trials, true));
    expect(text.match(/trial \d+ \(r\)/g)).toHaveLength(100);
    expect(text).toContain('more: see results.json</failure>');
  });

  it('has failures and skipped cases, and escapes texts', () => {
    const text = junit(RESULTS);
    expect(text).toContain('<testsuite name="demo · adk · m/1" tests="3" failures="1" errors="0" skipped="1">');
    expect(text).toContain('<testcase classname="demo" name="one" time="4.5"/>');
    expect(text).toContain(
      '<failure message="2 of 3 trials passed">trial 3 (r): It &#34;says&#34; so. Expected: a &#60;b&#62;</failure>',
    );
    expect(text).toContain('<skipped message="not judged: It &#34;says&#34; so."/>');
    expect(text).not.toContain('\u0007');
  });
});

it('a case of which only some trials are judged is skipped in JUnit, with the reason', () => {
  const text = junit(summarize([trial('one', 'with', 1, true), trial('one', 'with', 2, null)], true));
  expect(text).toContain('tests="1" failures="0" errors="0" skipped="1"');
  expect(text).toContain('<skipped message="1 of 2 trials passed&#10;not judged: It &#34;says&#34; so."/>');
});

describe("files for skill-creator's viewer", () => {
  const cases = ['one', 'two', 'three'].map((name) => ({
    skill: 'demo',
    case: name,
    prompt: 'Do it.',
    assertions: ['a <b>'],
  }));
  const files = new Map(
    Array.from(
      skillCreatorFiles(RESULTS.trials, cases, {
        folder: '',
        skillPath: '/demo',
        judge: 'm/judge',
        now: '2026-01-01T00:00:00Z',
        answerOf: () => 'Done.',
      }),
      (file) => [file.path, 'text' in file ? file.text : file.content],
    ),
  );

  it('are in the folders that its aggregation reads', () => {
    expect(files.get('eval-1/with_skill/run-1/grading.json')).toMatchObject({
      expectations: [{ text: 'a <b>', passed: true, evidence: expect.any(String) }],
      summary: { passed: 1, failed: 0, total: 1, pass_rate: 1 },
    });
    expect(files.get('eval-2/without_skill/run-3/timing.json')).toEqual({
      total_tokens: 12,
      duration_ms: 1500,
      total_duration_seconds: 1.5,
    });
    expect(files.get('eval-2/without_skill/run-3/outputs/metrics.json')).toEqual({
      total_tool_calls: expect.any(Number),
      errors_encountered: expect.any(Number),
      output_chars: 5,
    });
    expect(files.get('eval-2/without_skill/run-3/outputs/answer.md')).toBe('Done.');
    expect(files.get('benchmark.json')).toMatchObject({ metadata: { analyzer_model: 'm/judge' } });
    // In the folder of the case, and above its runs, where the viewer looks for the prompt.
    for (const folder of ['eval-1', 'eval-1/with_skill', 'eval-1/without_skill'])
      expect(files.get(`${folder}/eval_metadata.json`)).toMatchObject({
        eval_id: 1,
        prompt: 'Do it.',
        assertions: ['a <b>'],
      });
  });

  it('have a benchmark without the runs that are not judged in its rates', () => {
    const benchmark = files.get('benchmark.json') as {
      readonly runs: Iterable<unknown>;
      readonly run_summary: Record<string, { readonly pass_rate: { readonly mean: number } }>;
    };
    expect([...benchmark.runs]).toHaveLength(18);
    expect(benchmark.run_summary.with_skill?.pass_rate.mean).toBeCloseTo(5 / 6, 10);
    expect(benchmark.run_summary.delta).toMatchObject({ pass_rate: '+0.67', tokens: '+0' });
  });

  it('have a benchmark that compares the same cases, without runs that say nothing', () => {
    const usage = { inputTokens: 1, outputTokens: 0, costUsd: 0 };
    const trigger = { ...trial('three', 'with', 1, false), kind: 'trigger' as const, usage };
    const invalid = { ...trial('one', 'with', 4, null), checks: [], reason: 'The model failed: 500', usage };
    const trials = [...TRIALS.filter((one) => one.case !== 'three'), trigger, invalid];
    const kinds = cases.map((one) => ({
      ...one,
      kind: one.case === 'three' ? ('trigger' as const) : ('task' as const),
    }));
    const all = [
      ...skillCreatorFiles(trials, kinds, { folder: '', skillPath: '', now: '', answerOf: () => undefined }),
    ];
    const benchmark = all.find(({ path }) => path === 'benchmark.json');
    const { run_summary: summary } = (benchmark as { readonly content: unknown }).content as {
      readonly run_summary: Record<string, unknown>;
    };
    expect(summary.with_skill).toMatchObject({ pass_rate: { mean: 5 / 6 }, tokens: { mean: 12 } });
    expect(summary.delta).toMatchObject({ pass_rate: '+0.67', tokens: '+0' });
  });

  it('are separate for each model', () => {
    const other = RESULTS.trials.map((one) => ({ ...one, model: 'm/2' }));
    const groups = benchmarkGroups({
      trials: [...RESULTS.trials, ...other],
      groups: RESULTS.groups.flatMap((group) => [group, { ...group, model: 'm/2' }]),
    });
    expect(groups.map(({ folder, trials }) => [folder, [...trials]])).toEqual([
      ['demo/adk/m_1', RESULTS.trials],
      ['demo/adk/m_2', other],
    ]);
  });
});

it('writes XML that no text of a skill or a run can end', () => {
  const hostile = { ...trial('one', 'with', 1, false), skill: ']]>', case: '"/><x a="' };
  const xml = junit(
    summarize(
      [
        {
          ...hostile,
          checks: [{ ...hostile.checks[0], text: 'a ]]> b\uD800', passed: false, evidence: '<!--', events: [] }],
        },
      ],
      true,
    ),
  );
  expect(xml).not.toContain(']]>');
  expect(xml).not.toContain('<x');
  expect(xml).not.toContain('<!--');
  expect(xml).not.toMatch(/[\uD800-\uDFFF]/);
});

describe('folders of benchmarks', () => {
  it('stay in the folder of results, whatever the names are', () => {
    const trials = ['..', '.', 'a/../..', '...', ''].map((name) => ({
      ...trial('one', 'with', 1, true),
      skill: name,
      client: name,
      model: name,
    }));
    for (const { folder } of benchmarkGroups(summarize(trials, true)))
      for (const segment of folder.split('/')) expect(segment).toMatch(/^[\w-]/);
  });

  it('are different for names that look the same as folders', () => {
    const models = ['a/b', 'a_b', 'A/b', 'x'.repeat(500), `${'x'.repeat(500)}y`];
    const trials = models.map((model) => ({ ...trial('one', 'with', 1, true), model }));
    const paths = benchmarkGroups(summarize(trials, true)).map(({ folder }) => folder);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(models.length);
    for (const segment of paths.flatMap((path) => path.split('/'))) expect(segment.length).toBeLessThan(100);
  });
});

describe('results of many trials', () => {
  it('are written in linear time', () => {
    const trials = Array.from({ length: 40_000 }, (_, index) => trial(`${index % 10_000}`, 'with', index, true));
    const results = summarize(trials, true);
    const cases = results.cases.map((one) => ({ case: one.case, prompt: '', assertions: [] }));
    const start = process.cpuUsage();
    expect(junit(results)).toContain('tests="10000"');
    for (const { trials: own } of benchmarkGroups(results))
      expect(
        [...skillCreatorFiles(own, cases, { folder: '', skillPath: '', now: '', answerOf: () => undefined })].length,
      ).toBeGreaterThan(80_000);
    const { user, system } = process.cpuUsage(start);
    // In quadratic time it takes more than ten seconds.
    expect((user + system) / 1_000_000).toBeLessThan(5);
  });
});
