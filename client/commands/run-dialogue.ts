import * as vscode from 'vscode';
import type { SkillSummary } from '../../server/protocol.ts';
import { around } from '../editor/around.ts';
import { chooseModel } from '../models/choose.ts';
import type { ModelParts } from '../models/parts.ts';
import type { AgentSummary } from '../runs/agents.ts';
import type { ModelChoice, RunMemory } from '../runs/memory.ts';
import { agentStep } from './agent-step.ts';
import { type PickItem, pickStep, type StepResult } from './multi-step.ts';

/** What the dialogue collects. */
export interface RunChoice {
  readonly agent: AgentSummary | undefined;
  /** Those that an agent brings itself are not among them. */
  readonly skills: readonly SkillSummary[];
  readonly prompt: string;
  readonly model: ModelChoice;
}

const TITLE = 'Run Agent';

/** Where a step stands in the dialogue. */
interface Place {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

type Skills = readonly SkillSummary[] | 'create';

function skillStep(
  skills: Promise<readonly SkillSummary[]>,
  memory: RunMemory,
  agent: AgentSummary | undefined,
  place: Place,
): Promise<StepResult<Skills>> {
  const none: PickItem<Skills> = { label: 'No skill', detail: "Only the agent's own tools", value: [] };
  const open = skills.then(openSkill);
  const items = Promise.all([skills, open]).then(([all, shown]) => {
    // Who runs an agent with a skill before their eyes mostly means that one.
    const inOrder = shown === undefined ? all : [shown, ...all.filter((skill) => skill !== shown)];
    const each = inOrder.map(
      (skill): PickItem<Skills> => ({
        label: skill.name,
        description: vscode.workspace.asRelativePath(skill.root),
        detail: skill.description,
        value: [skill],
      }),
    );
    const own = agent?.hasTools === true ? [none] : [];
    if (all.length < 2) return [...own, ...each];
    const every: PickItem<Skills> = {
      label: `All ${all.length} skills`,
      detail: 'The model chooses which to load',
      value: all,
    };
    return [...own, ...each, every];
  });
  const active = open.then((shown) => shown?.name ?? memory.skill());
  return pickStep({
    ...place,
    placeholder: 'Which skill should the agent have?',
    items,
    active,
    empty: { label: 'No skill in this workspace yet', detail: 'Create one', value: 'create' },
  });
}

function promptStep(memory: RunMemory, place: Place): Promise<StepResult<string>> {
  const asItem = (text: string): PickItem<string> => ({ label: text, value: text });
  return pickStep({
    ...place,
    placeholder: 'What should the agent do? Type a prompt, or choose an earlier one',
    items: memory.prompts().map(asItem),
    typed: (text) => (text.trim() === '' ? undefined : asItem(text.trim())),
    empty: { label: 'Follow the skill step by step.', description: 'default', value: 'Follow the skill step by step.' },
  });
}

/** The skill that the open editor shows a file of. */
function openSkill(skills: readonly SkillSummary[]): SkillSummary | undefined {
  const here = skills.map((skill) => ({ root: vscode.Uri.file(skill.root).fsPath, skill }));
  return around(here, vscode.window.activeTextEditor?.document.uri.fsPath)?.skill;
}

/** The skills that an agent asks for by itself, where it does: then nobody is asked for more. */
function skillsOf(agent: AgentSummary | undefined, all: readonly SkillSummary[]): readonly SkillSummary[] | undefined {
  return agent?.skills === undefined ? undefined : all.filter((skill) => agent.skills?.includes(skill.name));
}

type Step = 'agent' | 'skill' | 'prompt' | 'model';

/**
 * Asks for agent (where the workspace has some), skill, prompt and model, with the last answers first; Back goes one step
 * back. `given` is a skill that is not asked for any more; that of the open editor stands first. Undefined where the
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
      const result = await promptStep(memory, place);
      kind = result.kind;
      if (result.kind === 'value') prompt = result.value;
    } else {
      const own = agent?.model === undefined ? {} : { own: { id: agent.model } };
      const result = await chooseModel(models, { ...place, ...own });
      kind = result.kind;
      if (result.kind === 'value') {
        const named = given === undefined ? skillsOf(agent, await skills) : undefined;
        return { agent, skills: named ?? chosen, prompt, model: result.value };
      }
    }
    if (kind === 'cancelled') return undefined;
    at = Math.max(0, kind === 'back' ? at - 1 : at + 1);
  }
}
