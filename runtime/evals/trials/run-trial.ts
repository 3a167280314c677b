import { defined, type Skill } from '../../../skill/index.ts';
import type { ClientRun } from '../../clients/client-run.ts';
import type { Host } from '../../loop/interfaces/host.ts';
import type { ModelLimits } from '../../loop/model-call/limits.ts';
import { readSimulatedId, simulatedId, simulatedModel } from '../../models/simulated/simulated.ts';
import { withRequest } from '../../models/wire/request-transform.ts';
import { isEvalFile } from '../../protocol/eval-files.ts';
import type { JsonObject, RunEvent, RunFinished, Usage } from '../../protocol/events.ts';
import type { RunSpec } from '../../run/run-spec.ts';
import { startRun } from '../../run/start.ts';
import { textArgument } from '../../toolset/arguments.ts';
import { lacksSandbox } from '../judging/missing-sandbox.ts';
import type { PlannedTrial } from './plan.ts';

/** The end of a trial's run. */
export type TrialEnd =
  | {
      readonly kind: 'ran';
      readonly run: string;
      readonly finished: RunFinished;
      readonly usage: Usage;
      /** True if the run is a valid trial: it ended by itself and its commands could run, or it ended with the activation of the skill. */
      readonly isComplete: boolean;
      /** True if the run ended because its money was used up. */
      readonly isOverBudget: boolean;
      /** An advice if the calls to the model's provider were given up. */
      readonly refusal?: string;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** The money of a trial that runs. */
export interface TrialBudget {
  /** US dollars that the run may spend; infinite for no limit. */
  readonly maxUsd: number;
  /** Records what the run has spent so far, in US dollars. */
  readonly charge: (totalUsd: number) => void;
}

export interface TrialOptions {
  /** The run of this client and model; its prompt, skills and model are replaced. */
  readonly template: RunSpec;
  readonly trial: PlannedTrial;
  /** The name of the skill under test. */
  readonly skillName: string;
  readonly distractors: readonly Skill[];
  /** Absolute path of the workspace with the case's files; absent for an empty one. */
  readonly workspace?: string;
  readonly budget: TrialBudget;
  readonly limits: Partial<ModelLimits>;
  readonly host: Host;
  readonly signal: AbortSignal;
  /** Called with the id of the run before anything of it is written. */
  readonly onBegin: (run: string) => void;
}

/** Performs the run of a trial. A trigger trial ends as soon as the skill is loaded. */
export async function runTrial(options: TrialOptions): Promise<TrialEnd> {
  const { template, trial, skillName, distractors, workspace, budget, limits, host, signal, onBegin } = options;
  const stop = new AbortController();
  const activation = new ActivationDetector(skillName);
  let isOverBudget = false;
  let hasSandbox = true;
  let spentUsd = 0;
  const spec: RunSpec = {
    ...template,
    prompt: trial.case.prompt,
    skills: [...(trial.skill === undefined ? [] : [trial.skill]), ...distractors],
    model: seeded(template.model, trial.number),
    ...defined<Partial<RunSpec>>({
      client:
        template.client === undefined
          ? undefined
          : { ...template.client, leavesOut: isEvalFile, ...defined<Partial<ClientRun>>({ workspace }) },
      maxCost: budget.maxUsd === Number.POSITIVE_INFINITY ? undefined : budget.maxUsd,
    }),
    limits: { ...template.limits, ...limits },
    notes: [...(template.notes ?? []), ...(trial.skill === undefined ? [absenceNote(skillName, distractors)] : [])],
  };
  const started = startRun(spec, {
    host,
    onBegin,
    signal: AbortSignal.any([signal, stop.signal]),
    onEvent: (event) => {
      if (event.type === 'guard' && event.rule === 'max_cost') isOverBudget = true;
      if (lacksSandbox(event)) hasSandbox = false;
      if (event.type === 'llm_response' && event.usage.costUsd !== undefined) {
        spentUsd += event.usage.costUsd;
        budget.charge(spentUsd);
      }
      if (activation.sees(event) && trial.case.kind === 'trigger') stop.abort();
    },
  });
  if (started.kind === 'failed') return started;
  const finished = await started.finished;
  return {
    kind: 'ran',
    run: started.run,
    finished,
    usage: finished.usage,
    isOverBudget,
    isComplete:
      (endsByItself(finished) && !isOverBudget && hasSandbox) || (trial.case.kind === 'trigger' && activation.wasSeen),
  };
}

/** Returns true if the journal of a run is that of a valid trial, as `TrialEnd.isComplete`. */
export function isCompleteRun(events: readonly RunEvent[], { case: one }: PlannedTrial, skillName: string): boolean {
  const activation = new ActivationDetector(skillName);
  for (const event of events) activation.sees(event);
  if (one.kind === 'trigger' && activation.wasSeen) return true;
  const finished = events.findLast((event) => event.type === 'run_finished');
  const isOverBudget = events.some((event) => event.type === 'guard' && event.rule === 'max_cost');
  return finished !== undefined && endsByItself(finished) && !isOverBudget && !events.some(lacksSandbox);
}

/** True if the end of a run says something about the model. */
function endsByItself({ reason }: RunFinished): boolean {
  return reason === 'final' || reason === 'guard' || reason === 'max_llm_calls';
}

/** Returns the note that documents a baseline in its journal. */
function absenceNote(skill: string, distractors: readonly Skill[]): string {
  const others =
    distractors.length === 0
      ? 'No skill is offered'
      : `Only ${distractors.map(({ name }) => name).join(', ')} can be loaded`;
  return `Baseline without ${skill}. ${others}, no SKILL.md of the workspace has its name, no file of it has its instructions, and no file of the case belongs to the skill.`;
}

/** Returns the model with a seed: the habits of a simulated model, or the request's `seed` that providers may use. */
function seeded(given: RunSpec['model'], seed: number): RunSpec['model'] {
  const { model, name, simulated } = given;
  const parsed = simulated ? readSimulatedId(name.replace(/^simulated\//, '')) : undefined;
  if (parsed !== undefined) {
    const options = { mode: parsed.mode, seed: parsed.seed ?? seed };
    return {
      model: simulatedModel({ ...options, delayMs: [0, 0] }),
      name: `simulated/${simulatedId(options)}`,
      simulated,
    };
  }
  return { ...given, model: withRequest(model, { seed }) };
}

/** Detects the first time that a skill is loaded, by the tool of ADK or of a client. */
class ActivationDetector {
  private readonly skill: string;
  /** `seq`s of calls of `load_skill` for the skill. */
  private readonly calls = new Set<number>();
  /** True once the skill was loaded. */
  wasSeen = false;

  constructor(skill: string) {
    this.skill = skill;
  }

  sees(event: RunEvent): boolean {
    if (event.type === 'tool_call' && /(?:^|_)load_skill$/.test(event.tool)) {
      const { args } = event;
      const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
      if (isObject && textArgument(args as JsonObject, 'skill_name')?.trim() === this.skill) this.calls.add(event.seq);
      return false;
    }
    if (event.type !== 'tool_result' || event.error_code !== undefined || event.unproven === true) return false;
    const { read, parent = 0 } = event;
    if (read === undefined ? !this.calls.has(parent) : read.skill !== this.skill || read.path !== 'SKILL.md')
      return false;
    this.wasSeen = true;
    return true;
  }
}
