import { dirname } from 'node:path';
import { defined, lengthProblem, type Skill } from '../../../skill/index.ts';
import type { RunSpec } from '../../run/run-spec.ts';
import { frontmatterOf } from '../../toolset/load-skill.ts';
import { TurnBudget } from '../../turn-budget.ts';
import type { EvalProblem } from '../cases/eval-case.ts';
import type { ClientRunner } from '../runner/client-runner.ts';
import { installedTwin } from '../runner/installed-twin.ts';
import { type ContentHash, contentHash } from '../trials/content-hash.ts';
import { type PlannedTrial, type PlanOptions, planTrials, type TrialSettings } from '../trials/plan.ts';
import type { CaseWorkspaces } from './case-workspaces.ts';
import { type CollectedCase, collectCases, type LocatedUnfilled } from './collect-cases.ts';
import { copiedFiles } from './copied-files.ts';
import { type EvalPlan, publicSettings, settingsOfAll, summarizeSkill } from './eval-plan.ts';
import { findTwins, isSameSkill, type Twin } from './find-twin.ts';

interface TemplateBase {
  readonly client: string;
  /** Version of the client's profile; changes the ids of its trials. */
  readonly version: string;
  readonly model: string;
  /** Settings that affect the outcome of its runs, in addition to those of all runs. */
  readonly settings?: TrialSettings;
}

/** A trial in the embedded runtime. */
export interface RuntimeTemplate extends TemplateBase {
  readonly spec: RunSpec;
  readonly runner?: undefined;
}

/** A trial in the real client, by the author's own command. */
export interface RunnerTemplate extends TemplateBase {
  readonly runner: ClientRunner;
  readonly spec?: undefined;
}

/** The client and model of a trial, with everything else that its run needs. */
export type RunTemplate = RuntimeTemplate | RunnerTemplate;

/** Options for the trials of several skills. */
export interface PrepareOptions {
  readonly skills: readonly Skill[];
  /** Files with cases, absolute; empty for each skill's own. */
  readonly caseFiles: readonly string[];
  /** One for each client and model. */
  readonly templates: readonly RunTemplate[];
  /** Trials of each case on each side. */
  readonly trials: number;
  /** The earlier text of the skill to compare with; absent to compare with its absence. */
  readonly baseline?: Skill;
  /** Other skills that are offered on both sides. */
  readonly distractors: readonly Skill[];
  /** Folder that the clients copy as their workspace, absolute. */
  readonly workspace?: string;
  /** Settings that affect the outcome of runs, for the ids of trials. */
  readonly settings: TrialSettings;
  readonly runtimeVersion: string;
  readonly signal: AbortSignal;
}

/** A trial with everything that its run needs. */
export interface PreparedTrial {
  readonly trial: PlannedTrial;
  /** The skill under test, present or not. */
  readonly skill: Skill;
  readonly template: RunTemplate;
  /** Absolute path of its workspace; absent for an empty one. */
  readonly workspace?: string;
}

export interface PreparedTrials {
  readonly kind: 'prepared';
  readonly trials: readonly PreparedTrial[];
  /** Everything that the trials depend on. */
  readonly plan: EvalPlan;
  /** Cases that are not run. */
  readonly unfilled: readonly LocatedUnfilled[];
  /** Sentences about what may be wrong with the cases. */
  readonly warnings: readonly string[];
}

type Failure = { readonly kind: 'failed'; readonly message?: string; readonly problems?: readonly EvalProblem[] };

/** Number of trials that are prepared without giving a turn to the event loop. */
const TRIALS_PER_TURN = 1000;

/** Reads the cases and plans the trials, or returns the problems that must be solved first. */
export async function prepareTrials(
  options: PrepareOptions,
  workspaces: CaseWorkspaces,
): Promise<PreparedTrials | Failure> {
  const problems: EvalProblem[] = [];
  const cases = new Map<Skill, readonly CollectedCase[]>();
  const warnings: string[] = [];
  const unfilled: LocatedUnfilled[] = [];
  for (const skill of options.skills) {
    const collected = await collectCases(skill, options.caseFiles);
    problems.push(...collected.problems, ...workspaceProblems(options, collected.cases));
    warnings.push(...collected.warnings);
    unfilled.push(...collected.unfilled);
    cases.set(skill, collected.cases);
  }
  if (problems.length > 0) return { kind: 'failed', problems };
  if (unfilled.length > 0 && [...cases.values()].every((own) => own.length === 0))
    return { kind: 'failed', problems: unfilled.map(unfilledProblem) };
  const unlisted = unlistedSkill(options);
  if (unlisted !== undefined) return { kind: 'failed', message: unlisted };
  const twin = twinProblem(options);
  if (twin !== undefined) return { kind: 'failed', message: twin };
  const base = await hashWorkspace(options, workspaces);
  if ('message' in base) return { kind: 'failed', message: base.message };
  const hashes = new Hashes(options.signal);
  const searched = new Set<string>();
  const trials: PreparedTrial[] = [];
  const plans: PlanOptions[] = [];
  for (const [skill, own] of cases) {
    const plan = await planSkill({ ...options, ...base }, skill, own, hashes);
    if (typeof plan === 'string') return { kind: 'failed', message: plan };
    plans.push(plan);
    const content = await hashes.of(skill);
    // An earlier text of the skill has these files anyway.
    if (options.baseline === undefined && content.kind === 'hash') warnings.push(...copiedFiles(own, content.files));
    const planned: readonly PlannedTrial[] = planTrials(plan);
    const filesOf = new Map(own.map((one) => [one.caseName, one]));
    const budget = new TurnBudget(TRIALS_PER_TURN);
    for (const trial of planned) {
      budget.spend(1);
      if (budget.isSpent) await budget.nextTurn();
      const one = filesOf.get(trial.caseName);
      const template = options.templates.find(({ client, model }) => client === trial.client && model === trial.model);
      if (one === undefined || template === undefined) continue;
      const found = workspaces.folderFor(one.files, one.workspaceFiles);
      if ('message' in found) return { kind: 'failed', message: found.message };
      const { folder } = found;
      if (folder !== undefined && one.workspaceFiles.length > 0 && !searched.has(`${skill.name} ${folder}`)) {
        searched.add(`${skill.name} ${folder}`);
        const search = await findTwins(folder, [skill], options.signal);
        const where = `Remove a file of case ${one.caseName}`;
        if (search.kind === 'twin') return { kind: 'failed', message: `${where}: ${describeTwin(search.twin)}.` };
        if (search.kind === 'failed') return search;
      }
      const workspace = folder === undefined ? {} : { workspace: folder };
      trials.push({ trial, skill, template, ...workspace });
    }
  }
  return { kind: 'prepared', trials, plan: describePlans(plans, trials, options, unfilled), unfilled, warnings };
}

/** Returns the problem with a case that is not filled in, if nothing else can be run. */
export function unfilledProblem({ source, missing }: LocatedUnfilled): EvalProblem {
  return {
    file: source.file,
    ...source.position,
    message: `The case ${source.id} is not filled in: it still has ${missing}. Fill it in.`,
  };
}

/** Describes the plans of all skills, which share everything but the skill and its cases. */
function describePlans(
  plans: readonly PlanOptions[],
  trials: readonly PreparedTrial[],
  { runtimeVersion, trials: trialsPerCase, settings, templates }: PrepareOptions,
  unfilled: readonly LocatedUnfilled[],
): EvalPlan {
  const { clients = [], models = [], distractors = [], workspace } = plans[0] ?? {};
  return defined({
    version: 1,
    runtimeVersion,
    trialsPerCase,
    clients,
    models,
    distractors,
    workspace,
    settings: publicSettings(settingsOfAll(settings, templates)),
    skills: plans.map(summarizeSkill),
    notFilledIn: unfilled.length === 0 ? undefined : unfilled.map(({ source: _, ...one }) => one),
    trials: trials.map(({ trial }) => trial.id),
  });
}

/** Returns the plan of the trials of one skill, or an error message. */
async function planSkill(
  options: PrepareOptions & HashedWorkspace,
  skill: Skill,
  cases: readonly CollectedCase[],
  hashes: Hashes,
): Promise<PlanOptions | string> {
  const { baseline, distractors, workspaceHash, templates, trials, settings, runtimeVersion } = options;
  const content = await hashes.of(skill);
  const earlier = baseline && (await hashes.of(baseline));
  const others = await Promise.all(distractors.map((one) => hashes.of(one)));
  const failed = [content, ...(earlier === undefined ? [] : [earlier]), ...others].find((one) => one.kind === 'failed');
  if (failed?.kind === 'failed') return failed.message;
  const hashOf = (one: typeof content): string => (one.kind === 'hash' ? one.hash : '');
  return defined({
    skill,
    content: hashOf(content),
    cases,
    trials,
    settings,
    runtimeVersion,
    settingsOf: (client, model) =>
      templates.find((one) => one.client === client && one.model === model)?.settings ?? {},
    baseline:
      baseline === undefined || earlier === undefined ? undefined : { skill: baseline, content: hashOf(earlier) },
    clients: unique(templates.map(({ client, version }) => ({ id: client, version }))),
    models: [...new Set(templates.map(({ model }) => model))],
    distractors: distractors.map(({ name }, index) => `${name} ${others[index] && hashOf(others[index])}`).sort(),
    workspace: workspaceHash,
  });
}

function unique<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return items.filter(({ id }, index) => items.findIndex((other) => other.id === id) === index);
}

/** Returns a message about a skill that a client of the eval skips, so that nothing could be learned from its trials. */
function unlistedSkill({ skills, templates }: PrepareOptions): string | undefined {
  for (const skill of skills)
    for (const client of new Set(templates.map((template) => template.client))) {
      const problem = lengthProblem(client, frontmatterOf(skill));
      if (problem !== undefined) return `Shorten it, or leave out the client ${client}: ${problem} (${skill.root}).`;
    }
  return undefined;
}

/** Hashes of skills, each computed once. */
class Hashes {
  private readonly known = new Map<string, Promise<ContentHash>>();
  private readonly signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  of({ root }: Skill): Promise<ContentHash> {
    const hash = this.known.get(root) ?? contentHash(root, this.signal);
    this.known.set(root, hash);
    return hash;
  }
}

/** Returns the cases whose files cannot be provided, because ADK's tools have no workspace. */
function workspaceProblems({ templates }: PrepareOptions, cases: readonly CollectedCase[]): readonly EvalProblem[] {
  if (templates.every(({ client }) => client !== 'adk')) return [];
  return cases.flatMap(({ case: one, workspaceFiles }) => {
    if (workspaceFiles.length === 0) return [];
    const message = `Choose another client, such as --client claude-code: case ${one.id} has files, and adk has no workspace.`;
    return [{ file: one.file, ...one.position, message }];
  });
}

/** Returns a message if a skill under test could be found among the others, so that a baseline would not be without it. */
function twinProblem({ skills, distractors, baseline, templates }: PrepareOptions): string | undefined {
  for (const skill of skills) {
    const other = distractors.find((one) => isSameSkill(one, skill));
    const has = `${other?.root} has the same ${other?.name === skill.name ? 'name' : 'instructions'} as the skill under test`;
    if (other !== undefined) return `Remove a skill from --with: ${has}.`;
    if (baseline !== undefined && baseline.name !== skill.name)
      return `Choose the earlier text of ${skill.name} as the baseline: ${baseline.root} is the skill ${baseline.name}.`;
    for (const { runner } of templates) {
      const installed = runner && installedTwin(runner, skill, isSameSkill);
      if (installed !== undefined)
        return `Move ${dirname(installed)} away during the eval: ${runner?.profile.name} would find it in both sides.`;
    }
  }
  return undefined;
}

interface HashedWorkspace {
  /** Hash of the paths and contents of the workspace, the same on every machine; absent for an empty one. */
  readonly workspaceHash?: string;
}

/** Returns the hash of the workspace, or a message if a skill under test could be found there. */
async function hashWorkspace(
  { skills, signal }: PrepareOptions,
  workspaces: CaseWorkspaces,
): Promise<HashedWorkspace | { readonly message: string }> {
  const base = workspaces.baseFolder();
  if ('message' in base) return base;
  if (base.folder === undefined) return {};
  const search = await findTwins(base.folder, skills, signal);
  if (search.kind === 'failed') return search;
  if (search.kind === 'twin') return { message: `Choose another workspace: ${describeTwin(search.twin)}.` };
  return { workspaceHash: search.hash };
}

function describeTwin({ path, hasName }: Twin): string {
  return hasName
    ? `${path} has the same name as the skill under test`
    : `${path} contains the instructions of the skill under test`;
}
