import { describe, expect, it } from 'vitest';
import type { Skill } from '../../../skill/index.ts';
import type { EvalCase, TaskCase } from '../cases/eval-case.ts';
import { type PlannedCase, type PlanOptions, planTrials } from './plan.ts';

const skill = { name: 'notes' } as Skill;
const TASK: TaskCase = {
  kind: 'task',
  id: '1',
  prompt: 'Write it.',
  file: '/evals.json',
  position: { line: 1, column: 1 },
  files: [],
  checks: [],
};
const CASE: PlannedCase = { case: TASK, caseName: '1', files: 'f' };
const BASE: PlanOptions = {
  skill,
  content: 'c',
  cases: [CASE],
  clients: [{ id: 'adk', version: '1' }],
  models: ['a/m'],
  trials: 1,
  distractors: ['other 1'],
  workspace: 'w',
  settings: { guards: 'default' },
  runtimeVersion: '1',
};

/** Returns the ids of the first trials with and without the skill. */
function idsOf(change: Partial<PlanOptions> = {}): readonly [withSkill: string, without: string] {
  const planned = planTrials({ ...BASE, ...change });
  const [a, b] = (['with', 'without'] as const).map((side) => planned.find((one) => one.side === side)?.id);
  if (a === undefined || b === undefined) throw new Error('A side has no trial.');
  return [a, b];
}

const withCase = (change: Partial<TaskCase>, more: Partial<PlannedCase> = {}): Partial<PlanOptions> => ({
  cases: [{ ...CASE, case: { ...TASK, ...change }, ...more }],
});

describe('the id of a trial', () => {
  it('is the same for the same inputs', () => {
    expect(idsOf()).toEqual(idsOf());
    expect(idsOf()[0]).toMatch(/^[0-9a-f]{32}$/);
    // The order in which settings are written means nothing.
    const settings = { guards: 'default', install: 'user' };
    expect(idsOf({ settings })).toEqual(idsOf({ settings: Object.fromEntries(Object.entries(settings).reverse()) }));
  });

  it('differs between the sides and between numbers', () => {
    const ids = planTrials({ ...BASE, trials: 3 }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
  });

  it('differs between equal cases of several files, whose runs would otherwise count twice', () => {
    const twice = planTrials({ ...BASE, cases: [CASE, { ...CASE, caseName: 'b/1' }] });
    expect(new Set(twice.map(({ id }) => id)).size).toBe(4);
    expect(idsOf()).toEqual(twice.slice(0, 2).map(({ id }) => id));
  });

  it.each<[what: string, change: Partial<PlanOptions>]>([
    ['the prompt', withCase({ prompt: 'Write it well.' })],
    ['the files of the case', withCase({}, { files: 'g' })],
    ['the other skills', { distractors: [] }],
    ['the content of another skill', { distractors: ['other 2'] }],
    ['the workspace', { workspace: 'v' }],
    ["the client's version", { clients: [{ id: 'adk', version: '2' }] }],
    ['the client', { clients: [{ id: 'codex', version: '1' }] }],
    ['the model', { models: ['a/n'] }],
    ['a setting', { settings: { guards: 'client' } }],
    ['an additional setting', { settings: { guards: 'default', baseUrl: 'http://127.0.0.1' } }],
    ['the version of the runtime', { runtimeVersion: '2' }],
    ['the name of the skill', { skill: { ...skill, name: 'minutes' } }],
  ])('changes on both sides with %s', (_, change) => {
    const [before, after] = [idsOf(), idsOf(change)];
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it("changes with the skill's content, and then the baseline without it does not", () => {
    const [before, after] = [idsOf(), idsOf({ content: 'd' })];
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });

  it('of a baseline with an earlier text changes with that text alone', () => {
    const earlier = (content: string) => ({ baseline: { skill, content } });
    expect(idsOf(earlier('e'))[1]).not.toBe(idsOf()[1]);
    expect(idsOf(earlier('e'))[1]).not.toBe(idsOf(earlier('f'))[1]);
    expect(idsOf({ ...earlier('e'), content: 'd' })[1]).toBe(idsOf(earlier('e'))[1]);
    expect(idsOf(earlier('f'))[0]).toBe(idsOf(earlier('e'))[0]);
  });

  it('does not change with assertions, which are judged again, or with the place and id of a case', () => {
    const check = { text: 'Loads.', rule: { kind: 'prose' } } as unknown as TaskCase['checks'][number];
    expect(idsOf(withCase({ checks: [check], expectedOutput: 'x' }))).toEqual(idsOf());
    expect(idsOf(withCase({ file: '/other.json', position: { line: 9, column: 9 } }))).toEqual(idsOf());
    // A case without an id has its place in the file as one, which a new case before it changes.
    expect(idsOf(withCase({ id: '2' }))).toEqual(idsOf());
  });

  it('differs between a task and a trigger with the same prompt', () => {
    const trigger: EvalCase = {
      kind: 'trigger',
      id: '1',
      prompt: TASK.prompt,
      file: TASK.file,
      position: TASK.position,
      shouldTrigger: true,
    };
    const [planned] = planTrials({ ...BASE, cases: [{ ...CASE, case: trigger }] });
    expect(planned?.id).not.toBe(idsOf()[0]);
  });
});

describe('a plan', () => {
  it('has no baseline for triggers, except an earlier text', () => {
    const trigger: EvalCase = {
      kind: 'trigger',
      id: '1',
      prompt: 'Sing.',
      file: TASK.file,
      position: TASK.position,
      shouldTrigger: false,
    };
    const cases = [{ ...CASE, case: trigger }];
    expect(planTrials({ ...BASE, cases }).map(({ side }) => side)).toEqual(['with']);
    const baseline = { skill, content: 'e' };
    expect(planTrials({ ...BASE, cases, baseline }).map(({ side }) => side)).toEqual(['with', 'without']);
  });
});
