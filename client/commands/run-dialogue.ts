import type { SkillSummary } from '../../server/protocol.ts';
import type { ModelChoice, RunMemory } from '../dialogues/memory.ts';
import { type PickItem, pickStep, type StepResult } from '../dialogues/multi-step.ts';
import { chooseModel } from '../models/choose.ts';
import type { ModelParts } from '../models/parts.ts';
import type { AgentSummary } from '../runs/agents.ts';
import { agentKey, agentStep } from './agent-step.ts';
import { type Place, skillStep } from './skill-step.ts';

/** What the dialogue collects. */
export interface RunChoice {
  readonly agent: AgentSummary | undefined;
  /** Those that an agent brings itself are not among them. */
  readonly skills: readonly SkillSummary[];
  /** What the prompt is remembered with. */
  readonly subjects: readonly string[];
  readonly prompt: string;
  readonly model: ModelChoice;
}

const TITLE = 'Run Agent';

function promptStep(memory: RunMemory, subjects: readonly string[], place: Place): Promise<StepResult<string>> {
  const asItem = (text: string): PickItem<string> => ({ label: text, value: text });
  return pickStep({
    ...place,
    placeholder: 'What should the agent do? Type a prompt, or choose an earlier one',
    items: memory.prompts(subjects).map(asItem),
    typed: (text) => (text.trim() === '' ? undefined : asItem(text.trim())),
    empty: { label: 'Follow the skill step by step.', description: 'default', value: 'Follow the skill step by step.' },
  });
}

/** The skills that an agent asks for by itself, where it does: then nobody is asked for more. */
function skillsOf(agent: AgentSummary | undefined, all: readonly SkillSummary[]): readonly SkillSummary[] | undefined {
  return agent?.skills === undefined ? undefined : all.filter((skill) => agent.skills?.includes(skill.name));
}

/** Subjects beyond these are not remembered: who runs on all skills of a large workspace means none of them. */
const MOST_SUBJECTS = 20;

function subjectsOf(agent: AgentSummary | undefined, skills: readonly SkillSummary[]): readonly string[] {
  if (skills.length === 0) return agent === undefined ? [] : [agentKey(agent)];
  return skills.slice(0, MOST_SUBJECTS).map(({ root }) => root);
}

type Step = 'agent' | 'skill' | 'prompt' | 'model';

/**
 * Asks for agent (where the workspace has some), skill, prompt and model, with the last answers first; Back goes one step
 * back. `given` is a skill that is not asked for any more; that of the open editor stands first, and is checked. Undefined where the
 * user left, or where there is no skill.
 */
export async function askForRun(
  skills: Promise<readonly SkillSummary[]>,
  agents: readonly AgentSummary[],
  models: ModelParts,
  given: SkillSummary | undefined,
): Promise<RunChoice | 'no-skill' | undefined> {
  const { memory } = models;
  let agent: AgentSummary | undefined;
  let chosen: readonly SkillSummary[] = given === undefined ? [] : [given];
  let prompt = '';
  const used = async (): Promise<readonly SkillSummary[]> =>
    (given === undefined ? skillsOf(agent, await skills) : undefined) ?? chosen;
  for (let at = 0; ; ) {
    const asked = given === undefined && agent?.skills === undefined;
    const steps: readonly Step[] = [
      ...(agents.length === 0 ? [] : (['agent'] as const)),
      ...(asked ? (['skill'] as const) : []),
      'prompt',
      'model',
    ];
    const place = { title: TITLE, step: at + 1, totalSteps: steps.length };
    const step = steps[at] ?? 'model';
    let kind: StepResult<unknown>['kind'];
    if (step === 'agent') {
      const result = await agentStep(agents, memory, place);
      kind = result.kind;
      if (result.kind === 'value') agent = result.value === 'none' ? undefined : result.value;
    } else if (step === 'skill') {
      const result = await skillStep(skills, memory, agent, place);
      kind = result.kind;
      if (result.kind === 'value' && result.value === 'create') return 'no-skill';
      if (result.kind === 'value' && result.value !== 'create') chosen = result.value;
    } else if (step === 'prompt') {
      const result = await promptStep(memory, subjectsOf(agent, await used()), place);
      kind = result.kind;
      if (result.kind === 'value') prompt = result.value;
    } else {
      const own = agent?.model === undefined ? {} : { own: { id: agent.model } };
      const result = await chooseModel(models, { ...place, ...own });
      kind = result.kind;
      if (result.kind === 'value') {
        const offered = await used();
        return { agent, skills: offered, subjects: subjectsOf(agent, offered), prompt, model: result.value };
      }
    }
    if (kind === 'cancelled') return undefined;
    at = Math.max(0, kind === 'back' ? at - 1 : at + 1);
  }
}
