import type { SkillSummary } from '../../server/protocol.ts';
import type { ModelChoice, RunMemory } from '../dialogs/memory.ts';
import { type PickItem, pickStep, type StepResult } from '../dialogs/multi-step.ts';
import { chooseModel } from '../models/choose.ts';
import type { ModelServices } from '../models/services.ts';
import type { AgentSummary } from '../runs/agents.ts';
import { agentKey, agentStep } from './agent-step.ts';
import { type StepPosition, skillStep } from './skill-step.ts';

/** The answers collected by the dialog. */
export interface RunChoice {
  readonly agent: AgentSummary | undefined;
  /** The chosen skills, without those that the agent provides. */
  readonly skills: readonly SkillSummary[];
  /** The subjects that the prompt is remembered for; see `RunMemory.prompts`. */
  readonly subjects: readonly string[];
  readonly prompt: string;
  readonly model: ModelChoice;
}

const TITLE = 'Run Agent';

function promptStep(
  memory: RunMemory,
  subjects: readonly string[],
  position: StepPosition,
): Promise<StepResult<string>> {
  const asItem = (text: string): PickItem<string> => ({ label: text, value: text });
  return pickStep({
    ...position,
    placeholder: 'Enter a prompt or select a previous one',
    items: memory.prompts(subjects).map(asItem),
    itemFromInput: (text) => (text.trim() === '' ? undefined : asItem(text.trim())),
    emptyItem: {
      label: 'Follow the skill step by step.',
      description: 'default',
      value: 'Follow the skill step by step.',
    },
  });
}

/** Returns the skills that an agent declares, if it declares any; the skill step is then skipped. */
function skillsOf(agent: AgentSummary | undefined, all: readonly SkillSummary[]): readonly SkillSummary[] | undefined {
  return agent?.skills === undefined ? undefined : all.filter((skill) => agent.skills?.includes(skill.name));
}

/** Maximum number of subjects remembered for a prompt. A run on all skills of a large workspace is not about any one. */
const MAX_SUBJECTS = 20;

function subjectsOf(agent: AgentSummary | undefined, skills: readonly SkillSummary[]): readonly string[] {
  if (skills.length === 0) return agent === undefined ? [] : [agentKey(agent)];
  return skills.slice(0, MAX_SUBJECTS).map(({ root }) => root);
}

type Step = 'agent' | 'skill' | 'prompt' | 'model';

/**
 * Prompts for the agent (if the workspace has any), skills, prompt and model, with the last answers preselected. Back
 * returns to the previous step. The skill of the active editor is listed first and checked.
 * @param given the skill to use; skips the skill step
 * @returns the answers; `no-skill` if the user wants to create a skill first; undefined if cancelled
 */
export async function askForRun(
  skills: Promise<readonly SkillSummary[]>,
  agents: readonly AgentSummary[],
  models: ModelServices,
  given: SkillSummary | undefined,
): Promise<RunChoice | 'no-skill' | undefined> {
  const { memory } = models;
  let agent: AgentSummary | undefined;
  let chosen: readonly SkillSummary[] = given === undefined ? [] : [given];
  let prompt = '';
  const effectiveSkills = async (): Promise<readonly SkillSummary[]> =>
    (given === undefined ? skillsOf(agent, await skills) : undefined) ?? chosen;
  for (let stepIndex = 0; ; ) {
    const promptsForSkills = given === undefined && agent?.skills === undefined;
    const steps: readonly Step[] = [
      ...(agents.length === 0 ? [] : (['agent'] as const)),
      ...(promptsForSkills ? (['skill'] as const) : []),
      'prompt',
      'model',
    ];
    const position = { title: TITLE, step: stepIndex + 1, totalSteps: steps.length };
    const step = steps[stepIndex] ?? 'model';
    let kind: StepResult<unknown>['kind'];
    if (step === 'agent') {
      const result = await agentStep(agents, memory, position);
      kind = result.kind;
      if (result.kind === 'value') agent = result.value === 'none' ? undefined : result.value;
    } else if (step === 'skill') {
      const result = await skillStep(skills, memory, agent, position);
      kind = result.kind;
      if (result.kind === 'value' && result.value === 'create') return 'no-skill';
      if (result.kind === 'value' && result.value !== 'create') chosen = result.value;
    } else if (step === 'prompt') {
      const result = await promptStep(memory, subjectsOf(agent, await effectiveSkills()), position);
      kind = result.kind;
      if (result.kind === 'value') prompt = result.value;
    } else {
      const agentModel = agent?.model === undefined ? {} : { agentModel: { id: agent.model } };
      const result = await chooseModel(models, { ...position, ...agentModel });
      kind = result.kind;
      if (result.kind === 'value') {
        const skillsOfRun = await effectiveSkills();
        return { agent, skills: skillsOfRun, subjects: subjectsOf(agent, skillsOfRun), prompt, model: result.value };
      }
    }
    if (kind === 'cancelled') return undefined;
    stepIndex = Math.max(0, kind === 'back' ? stepIndex - 1 : stepIndex + 1);
  }
}
