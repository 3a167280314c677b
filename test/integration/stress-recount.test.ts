/**
 * Recounts every figure of a stress report from the journals of its runs, independently of the code that creates the
 * report.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import type { StressedSkill, StressReport } from '../../runtime/protocol/stress.ts';
import { createTemporaryFolder, runCli } from './run-support.ts';

const ROOT = join(import.meta.dirname, '../..');
const SKILL = 'examples/skills/release-writer';

/** The figures of one journal. */
interface RunFigures {
  readonly model: string;
  readonly prompt: string;
  readonly reason: string;
  readonly llmCalls: number;
  readonly missed: readonly string[];
  readonly retries: number;
  readonly intervened: boolean;
}

function countJournal(journal: string): RunFigures {
  const events = readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
  const of = <T extends RunEvent['type']>(type: T) =>
    events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
  const paths = new Map(of('tool_call').map((call) => [call.seq, (call.args as { file_path?: string }).file_path]));
  const missed = of('tool_result')
    .filter(({ error_code }) => error_code !== undefined)
    .flatMap(({ parent }) => paths.get(parent ?? 0) ?? []);
  const [started] = of('run_started');
  const [finished] = of('run_finished');
  return {
    model: started?.model ?? '',
    prompt: String(started?.prompt),
    reason: finished?.reason ?? '',
    llmCalls: of('llm_response').length,
    missed,
    retries: missed.length - new Set(missed).size,
    intervened: of('guard').some(({ verdict, rule }) => verdict !== 'warn' && rule !== 'max_llm_calls'),
  };
}

async function runStress(...more: readonly string[]) {
  const runs = join(createTemporaryFolder(), 'runs');
  const args = ['stress', SKILL, '--seeds', '3', '--max-llm-calls', '30', '--format', 'json'];
  const report = async (...last: readonly string[]): Promise<StressedSkill> => {
    const { stdout } = await runCli([...args, ...more, ...last], { cwd: ROOT });
    const [skill] = (JSON.parse(stdout) as StressReport).skills;
    if (skill === undefined) throw new Error('no report');
    return skill;
  };
  const withJournals = await report('--runs', runs);
  const names = readdirSync(runs).filter((name) => !name.startsWith('.'));
  return { withJournals, report, journals: names.map((name) => countJournal(join(runs, name, 'journal.jsonl'))) };
}

const sum = (all: readonly RunFigures[], of: (one: RunFigures) => number) =>
  all.reduce((total, one) => total + of(one), 0);
const wasted = (one: RunFigures) => one.missed.length;
const median = (all: readonly RunFigures[], part: number) =>
  all.map(({ llmCalls }) => llmCalls).toSorted((a, b) => a - b)[Math.ceil(part * all.length) - 1];
const tally = (all: readonly RunFigures[]) => ({
  runs: all.length,
  wasteful: all.filter((one) => wasted(one) > 0).length,
  wastedCalls: sum(all, wasted),
  medianCalls: median(all, 0.5),
  p95Calls: median(all, 0.95),
});

test('the figures match the journals and each other', async () => {
  const { withJournals, report, journals } = await runStress();
  const result = Object.fromEntries(
    [...new Set(journals.map(({ reason }) => reason))].map((reason) => [
      reason,
      journals.filter((one) => one.reason === reason).length,
    ]),
  );
  expect(withJournals).toMatchObject({
    ...tally(journals),
    ended: result,
    llmCalls: sum(journals, ({ llmCalls }) => llmCalls),
  });
  for (const { model, ...rest } of withJournals.byModel)
    expect(rest).toEqual(tally(journals.filter((one) => one.model.startsWith(`${model}:`))));
  for (const { prompt, ...rest } of withJournals.byPrompt)
    expect(rest).toEqual(tally(journals.filter((one) => one.prompt === prompt)));

  const calls = new Map<string, number>();
  for (const path of journals.flatMap(({ missed }) => missed)) calls.set(path, (calls.get(path) ?? 0) + 1);
  const requests = [...withJournals.causes, withJournals.unexplained].flatMap(({ asked }) => asked);
  expect(Object.fromEntries(requests.map((one) => [one.path, one.calls]))).toEqual(Object.fromEntries(calls));
  expect(withJournals.causes.reduce((total, one) => total + one.retries, 0)).toBe(
    sum(journals, ({ retries }) => retries),
  );

  // "By a guard" and "guards intervened" must count the same guards.
  const intervened = journals.filter((one) => one.intervened);
  expect(withJournals.intervened).toBe(intervened.length);
  expect(intervened.filter(({ reason }) => reason === 'guard')).toHaveLength(withJournals.ended.guard ?? 0);
  expect(withJournals.causes.reduce((total, { stops }) => total + stops, 0)).toBe(withJournals.ended.guard);

  // Without journals the result is the same, and some runs are repeated without guards.
  const { unguarded, worst, ...withoutJournals } = await report();
  const { worst: _, ...same } = withJournals;
  expect(withoutJournals).toEqual(same);
  expect(worst?.wastedCalls).toBe(Math.max(...journals.map(wasted)));

  const { journals: unguardedJournals } = await runStress('--guards', 'off');
  expect(unguardedJournals.some((one) => one.intervened)).toBe(false);
  const order = (one: RunFigures) => Number(one.model.split(':')[1]);
  const endless = new Set<string>();
  const comparisons = intervened
    .toSorted((a, b) => order(a) - order(b))
    .flatMap((guarded) => {
      const family = guarded.model.split(':')[0] ?? '';
      const without = unguardedJournals.find((one) => one.model === guarded.model && one.prompt === guarded.prompt);
      if (without === undefined || endless.has(family)) return [];
      if (without.reason === 'max_llm_calls') endless.add(family);
      return [{ guarded, without }];
    });
  expect(unguarded).toEqual({
    runs: comparisons.length,
    wastedCalls: sum(
      comparisons.map(({ without }) => without),
      wasted,
    ),
    guarded: sum(
      comparisons.map(({ guarded }) => guarded),
      wasted,
    ),
    endless: comparisons.filter(({ without }) => without.reason === 'max_llm_calls').length,
  });
});
