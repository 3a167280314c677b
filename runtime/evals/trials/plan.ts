import { createHash } from 'node:crypto';
import type { Skill } from '../../../skill/index.ts';
import type { EvalCase } from '../cases/eval-case.ts';

/** Settings of runs, by their names. */
export type TrialSettings = Readonly<Record<string, string | number | boolean>>;

/** The two sides that are compared: with the skill, and without it or with its earlier text. */
export type Side = 'with' | 'without';

/** A run to perform: one case on one side, in one client, with one model. */
export interface PlannedTrial {
  /** Hash of everything that determines the run. */
  readonly id: string;
  readonly case: EvalCase;
  /** Identifies the case in results: unique among all cases of the skill. */
  readonly caseName: string;
  readonly side: Side;
  /** The skill of this side; absent in a baseline without it. */
  readonly skill?: Skill;
  readonly client: string;
  readonly model: string;
  /** From 1. It is also the seed of the model, the same on both sides. */
  readonly number: number;
}

/** A case with everything that its trials share. */
export interface PlannedCase {
  readonly case: EvalCase;
  readonly caseName: string;
  /** Hash of the files that the case provides. */
  readonly files: string;
}

export interface PlanOptions {
  readonly skill: Skill;
  /** Hash of the skill's files, without its eval files. */
  readonly content: string;
  /** The earlier skill to compare with; absent to compare with its absence. */
  readonly baseline?: { readonly skill: Skill; readonly content: string };
  readonly cases: readonly PlannedCase[];
  readonly clients: readonly { readonly id: string; readonly version: string }[];
  readonly models: readonly string[];
  /** Trials of each case on each side. */
  readonly trials: number;
  /** Names and hashes of the other skills that are offered, sorted. */
  readonly distractors: readonly string[];
  /** Hash of the workspace; absent for an empty one. */
  readonly workspace?: string;
  /** Settings of the runs that affect their outcome. */
  readonly settings: TrialSettings;
  /** Returns further settings of the runs with a client and a model; absent if there are none. */
  readonly settingsOf?: (client: string, model: string) => TrialSettings;
  readonly runtimeVersion: string;
}

/**
 * Plans the trials of a skill, number by number, so that an eval that is stopped early has covered every case. A trigger case
 * has no baseline without the skill, where it could never trigger. The plan depends on no result.
 */
export function planTrials(options: PlanOptions): readonly PlannedTrial[] {
  const { skill, baseline, cases, clients, models, trials } = options;
  const planned: PlannedTrial[] = [];
  const used = new Set<string>();
  for (let number = 1; number <= trials; number++)
    for (const client of clients)
      for (const model of models)
        for (const { case: one, caseName, files } of cases)
          for (const side of ['with', 'without'] as const) {
            const offered = side === 'with' ? { skill, content: options.content } : baseline;
            if (offered === undefined && one.kind === 'trigger') continue;
            const key = { side, content: offered?.content, case: one, files, client, model, number };
            // Files can contain the same case twice. With one id, a run would count as two trials.
            let id = trialId(options, key);
            for (let copy = 2; used.has(id); copy++) id = trialId(options, { ...key, copy });
            used.add(id);
            const present = offered === undefined ? {} : { skill: offered.skill };
            planned.push({ id, case: one, caseName, side, ...present, client: client.id, model, number });
          }
  return planned;
}

interface TrialKey {
  readonly side: Side;
  readonly content: string | undefined;
  readonly case: EvalCase;
  readonly files: string;
  readonly client: { readonly id: string; readonly version: string };
  readonly model: string;
  readonly number: number;
  /** From 2 for a case that is the same as an earlier one; absent for the first. */
  readonly copy?: number;
}

/**
 * Returns the id of a trial. Assertions are not part of it, because they are judged from the journal: a changed assertion
 * repeats no run. Nor is the id of the case, which is its place in the file if it has none: a new case before it repeats no
 * run. In a baseline without the skill, its content is not part of it either.
 */
function trialId(
  options: PlanOptions,
  { side, content, case: one, files, client, model, number, copy }: TrialKey,
): string {
  const { skill, distractors, workspace, settingsOf, runtimeVersion } = options;
  const settings = { ...options.settings, ...settingsOf?.(client.id, model) };
  const { kind, prompt } = one;
  const key = [
    ...['skillwright-trial-2', side, skill.name, content ?? null, kind, prompt, files, distractors],
    ...[workspace ?? null, client.id, client.version, model],
    ...[Object.entries(settings).sort(), runtimeVersion, number, ...(copy === undefined ? [] : [copy])],
  ];
  // Not a part of a longer text, which V8 would keep for each trial.
  return createHash('sha256').update(JSON.stringify(key)).digest().toString('hex', 0, 16);
}
