import { describe, expect, it } from 'vitest';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import { compareResults } from './compare-results.ts';
import { type JudgedTrial, summarize } from './summarize.ts';

/** Three trials of a case with the skill, of which `passed` pass; none is judged if it is undefined. */
function trials(name: string, passed: number | undefined, client = 'adk'): readonly JudgedTrial[] {
  return [1, 2, 3].map((number) => ({
    id: `${name}-${number}`,
    skill: 'demo',
    case: name,
    kind: 'task',
    side: 'with',
    client,
    model: 'm/1',
    number,
    verdict: passed === undefined ? 'not_judged' : number <= passed ? 'passed' : 'failed',
    triggered: true,
    run: 'r',
    usage: {},
    milliseconds: 1,
    misses: 0,
    calls: 1,
    checks: [],
  }));
}

function plan(hashes: Readonly<Record<string, string>>): EvalPlan {
  const cases = Object.entries(hashes).map(([name, hash]) => ({
    case: name,
    kind: 'task' as const,
    prompt: 'Do it.',
    assertions: [],
    hash,
  }));
  return {
    version: 1,
    runtimeVersion: '1',
    trialsPerCase: 3,
    clients: [],
    models: [],
    distractors: [],
    settings: {},
    skills: [{ name: 'demo', path: '/demo', content: 'c', cases }],
    trials: [],
  };
}

const results = (...all: readonly (readonly JudgedTrial[])[]) => ({ results: summarize(all.flat(), true) });

describe('compareResults', () => {
  it('compares the cases of both, and counts the others', () => {
    const before = results(trials('one', 0), trials('two', 3), trials('gone', 3), trials('unclear', undefined));
    const after = results(trials('one', 3), trials('two', 3), trials('new', 0), trials('unclear', 3));
    const comparison = compareResults(before, after);
    expect(comparison).toMatchObject({ edited: 0, added: 1, removed: 1, unjudged: 1 });
    expect(comparison.cases).toMatchObject([
      { case: 'one', before: { passed: 0, judged: 3 }, after: { passed: 3, judged: 3 } },
      { case: 'two', before: { passed: 3, judged: 3 }, after: { passed: 3, judged: 3 } },
    ]);
    expect(comparison.groups).toMatchObject([{ cases: 2, before: { value: 0.5 }, after: { value: 1 } }]);
    expect(comparison.groups[0]?.difference?.value).toBeCloseTo(0.5, 10);
  });

  it('does not compare a case whose text or assertions were edited', () => {
    const before = { ...results(trials('one', 0), trials('two', 0)), plan: plan({ one: 'a', two: 'b' }) };
    const after = { ...results(trials('one', 3), trials('two', 3)), plan: plan({ one: 'a', two: 'changed' }) };
    const comparison = compareResults(before, after);
    expect(comparison.edited).toBe(1);
    expect(comparison.cases.map((one) => one.case)).toEqual(['one']);
    // A single case has no paired interval.
    expect(comparison.groups[0]?.difference).toBeUndefined();
  });

  it('keeps clients separate', () => {
    const comparison = compareResults(results(trials('one', 3)), results(trials('one', 3, 'codex')));
    expect(comparison).toMatchObject({ cases: [], groups: [], added: 1, removed: 1 });
  });
});
