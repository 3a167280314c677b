import { createHash } from 'node:crypto';
import { defined, own } from '../../../skill/index.ts';
import type { EvalCase } from '../cases/eval-case.ts';
import type { PlannedCase, PlanOptions, TrialSettings } from '../trials/plan.ts';
import type { Shard } from '../trials/shard.ts';

/** A case as it was evaluated. */
export interface CaseSummary {
  readonly case: string;
  readonly kind: EvalCase['kind'];
  readonly prompt: string;
  /** Texts of the assertions of a task. */
  readonly assertions: readonly string[];
  /** Hash of the prompt, the files and the assertions. */
  readonly hash: string;
}

/** A case that was not run, because a part of it is not filled in. */
export interface UnfilledCase {
  readonly skill: string;
  readonly case: string;
  /** The part, such as `<fill in a request about something else>`. */
  readonly missing: string;
}

/** A skill as it was evaluated. */
export interface SkillSummary {
  readonly name: string;
  /** Absolute path on the machine of the eval. */
  readonly path: string;
  /** Hash of its files. */
  readonly content: string;
  /** Hash of the files of the earlier text; absent for a comparison without the skill. */
  readonly baseline?: string;
  readonly cases: readonly CaseSummary[];
}

/** Everything that the trials of an eval depend on: the content of `plan.json`. Results of the same plan can be merged. */
export interface EvalPlan {
  readonly version: 1;
  /** The part that was run; absent for all trials. */
  readonly shard?: Shard;
  readonly runtimeVersion: string;
  /** Trials of each case on each side. */
  readonly trialsPerCase: number;
  readonly clients: readonly { readonly id: string; readonly version: string }[];
  readonly models: readonly string[];
  /** Names and hashes of the other skills. */
  readonly distractors: readonly string[];
  /** Hash of the workspace; absent for an empty one. */
  readonly workspace?: string;
  readonly settings: TrialSettings;
  readonly judge?: { readonly model: string; readonly votes: number };
  readonly skills: readonly SkillSummary[];
  /** Absent if all cases are filled in. */
  readonly notFilledIn?: readonly UnfilledCase[];
  /** Ids of the trials of all shards, in the order of results. */
  readonly trials: readonly string[];
}

/** Summarizes a skill of a plan. */
export function summarizeSkill({ skill, content, baseline, cases }: PlanOptions): SkillSummary {
  return defined({
    name: skill.name,
    path: skill.root,
    content,
    cases: cases.map(summarizeCase),
    baseline: baseline?.content,
  });
}

function summarizeCase({ case: one, caseName, files }: PlannedCase): CaseSummary {
  const { kind, prompt } = one;
  const requirement = one.kind === 'task' ? [one.expectedOutput ?? null, one.checks] : one.shouldTrigger;
  const assertions = one.kind === 'task' ? one.checks.map(({ text }) => text) : [];
  return { case: caseName, kind, prompt, assertions, hash: hashOf([kind, prompt, files, requirement]) };
}

/** Settings that may contain a password or the name of an internal machine. */
const PRIVATE = new Set(['baseUrl', 'runner']);

/** Returns settings that can be published: private ones are replaced by their hashes. */
export function publicSettings(settings: TrialSettings): TrialSettings {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, PRIVATE.has(name) ? hashOf(value) : value]),
  );
}

/** Returns the settings of all runs. One that differs between clients or models has all of its values. */
export function settingsOfAll(
  shared: TrialSettings,
  templates: readonly { readonly settings?: TrialSettings }[],
): TrialSettings {
  const all = templates.map(({ settings = {} }) => settings);
  const names = [...new Set(all.flatMap((settings) => Object.keys(settings)))].sort();
  const merged = names.map((name) => {
    const values = [...new Set(all.flatMap((settings) => own(settings, name) ?? []))];
    const [first = ''] = values;
    return [name, values.length === 1 ? first : JSON.stringify(values)] as const;
  });
  return { ...shared, ...Object.fromEntries(merged) };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}
