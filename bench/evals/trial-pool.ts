import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { evaluate } from '../../runtime/evals/evaluate.ts';
import type { TrialResult } from '../../runtime/evals/results/results.ts';
import { TrialStore } from '../../runtime/evals/trials/trial-store.ts';
import { readJournal } from '../../runtime/journal/reader.ts';
import { JOURNAL_FILE } from '../../runtime/journal/writer.ts';
import { HEADLESS } from '../../runtime/loop/interfaces/host.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { isFirstToolSkill } from './first-tool.ts';
import { makeUpSkill, templateFor } from './made-up-skill.ts';

/** The rates of the model, in tenths. */
export const TENTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** Real trials by the probability with which the model passes or triggers. */
export interface TrialPool {
  /** By rate in tenths: trials of tasks with and without the skill. */
  readonly tasks: ReadonlyMap<number, Readonly<Record<'with' | 'without', readonly TrialResult[]>>>;
  /** By rate in tenths: trials of triggers, with what the model did and skill-creator's way of counting. */
  readonly triggers: ReadonlyMap<number, readonly PooledTrigger[]>;
  /** Trials whose verdict is not what the model did. */
  readonly wrong: number;
}

export interface PooledTrigger {
  readonly trial: TrialResult;
  /** True if the model loaded the skill. */
  readonly truth: boolean;
  /** True if skill-creator counts it. */
  readonly isFirstTool: boolean;
}

/**
 * Runs trials through the eval, with a model in the same process that decides each one on its own: 20 cases for each rate.
 * @param tasks trials for each rate and side
 * @param triggers trials for each rate
 */
export async function fillPool(tasks: number, triggers: number): Promise<TrialPool> {
  const taskPool = new Map<number, Record<'with' | 'without', TrialResult[]>>();
  const triggerPool = new Map<number, PooledTrigger[]>();
  let wrong = 0;
  for (const rate of TENTHS) {
    const sides = { with: [] as TrialResult[], without: [] as TrialResult[] };
    for (const { trial, side } of await runCases(rate, tasks, false)) {
      if ((trial.verdict === 'passed') !== isLucky(rate, trial, side) || trial.verdict === 'not_judged') wrong++;
      sides[side].push(trial);
    }
    taskPool.set(rate, sides);
    const own = (await runCases(rate, triggers, true)).map(({ trial, side, events }): PooledTrigger => {
      const truth = isLucky(rate, trial, side);
      if (trial.triggered !== truth) wrong++;
      return { trial, truth, isFirstTool: isFirstToolSkill(events) };
    });
    triggerPool.set(rate, own);
    process.stderr.write(`\rpool: ${rate} of ${TENTHS.length} rates\u001B[K`);
  }
  process.stderr.write('\r\u001B[K');
  return { tasks: taskPool, triggers: triggerPool, wrong };
}

const CASES = 20;

interface PooledTrial {
  readonly trial: TrialResult;
  readonly side: 'with' | 'without';
  readonly events: readonly RunEvent[];
}

async function runCases(rate: number, count: number, isTrigger: boolean): Promise<readonly PooledTrial[]> {
  const prompts = Array.from({ length: CASES }, (_, index) => `Rate ${rate}, case ${index + 1}.`);
  const check = { check: 'substring', value: 'It works.' };
  const made = makeUpSkill(
    prompts.map((prompt, index) =>
      isTrigger
        ? { id: index + 1, query: prompt, should_trigger: true }
        : { id: index + 1, prompt, assertions: [check] },
    ),
  );
  const opened = TrialStore.open(join(made.folder, 'out'));
  if (opened.kind === 'failed') throw new Error(opened.message);
  const { store } = opened;
  try {
    const client = isTrigger ? 'claude-code' : 'adk';
    const end = await evaluate({
      skills: [made.skill],
      caseFiles: [],
      templates: [await templateFor(made, client, pooledModel(isTrigger))],
      trials: Math.ceil(count / CASES),
      distractors: [],
      settings: {},
      runtimeVersion: '1',
      store,
      jobs: 4,
      host: HEADLESS,
      signal: new AbortController().signal,
    });
    if (end.kind === 'failed') throw new Error(JSON.stringify(end));
    return Array.from(end.results.trials, (trial) => {
      const events = isTrigger ? readJournal(join(store.runs, trial.run, JOURNAL_FILE)).events : [];
      return { trial, side: trial.side, events };
    });
  } finally {
    store.close();
    made.remove();
  }
}

/** The decision of the model in a trial: true with the probability of its rate, independent of all other trials. */
function isLucky(rate: number, { case: name, number }: Pick<TrialResult, 'case' | 'number'>, side: string): boolean {
  return uniform([rate, Number(name), number, side]) < rate / 10;
}

function uniform(key: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(key)).digest().readUInt32BE(0) / 2 ** 32;
}

/** A model that decides by the rate and case in the prompt, its seed, and whether the skill is offered. */
function pooledModel(isTrigger: boolean): LanguageModelV4 {
  return scriptedModel((request) => {
    const { prompt, seed = 0 } = request;
    const replies = prompt.filter(({ role }) => role === 'assistant');
    if (!isTrigger && replies.length === 0) return { calls: [['list_skills', {}]] };
    const [, rate = '', name = ''] = /Rate (\d+), case (\d+)/.exec(JSON.stringify(prompt)) ?? [];
    const side = isTrigger || isListed(request) ? 'with' : 'without';
    const lucky = isLucky(Number(rate), { case: name, number: seed }, side);
    if (!isTrigger) return { text: lucky ? 'It works.' : 'It fails.' };
    // Half of the runs look around before anything else.
    if (replies.length === 0 && uniform(['look', rate, name, seed]) < 0.5)
      return { calls: [['Glob', { pattern: '*' }]] };
    return lucky && !JSON.stringify(replies).includes('"Skill"')
      ? { calls: [['Skill', { skill: 'notes' }]] }
      : { text: 'Done.' };
  });
}

/** True if the skill was in the list that the model requested. */
function isListed({ prompt }: LanguageModelV4CallOptions): boolean {
  return JSON.stringify(prompt.filter(({ role }) => role === 'tool')).includes('Writes notes.');
}
