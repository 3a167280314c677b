/** The dialog that asks for a run's skills, agent, client, model and prompt. */
import * as vscode from 'vscode';
import type { SkillSummary } from '../../server/protocol.ts';
import type { ClientChoice } from '../dialogs/client-choice.ts';
import type { ModelChoice, RunMemory } from '../dialogs/memory.ts';
import { type PickItem, pickStep, type StepResult } from '../dialogs/multi-step.ts';
import { chooseModel } from '../models/choose.ts';
import type { ModelServices } from '../models/services.ts';
import { nameOfClient } from '../panel/trace/client-name.ts';
import type { AgentSummary } from '../runs/agents.ts';
import { agentKey, agentStep } from './agent-step.ts';
import { askForClient } from './client-step.ts';
import { describePresetPrompt } from './preset-prompt.ts';
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
  /** The client to simulate; undefined for that of the agent. */
  readonly client: ClientChoice | undefined;
}

/** Answers that are known before the dialog. */
export interface RunPreset {
  /** The title of the dialog. Default: that of "Run Agent". */
  readonly title?: string;
  /** The agent to run; skips the step that asks for it. */
  readonly agent?: AgentSummary;
  /** The first prompt to select. */
  readonly prompt?: string;
  /** Names of the skills to check; by default those of the active editor or of the last run. */
  readonly skills?: readonly string[];
  /** The client to simulate unless the user chooses another. */
  readonly client?: ClientChoice;
}

const TITLE = 'Run Agent';

/** A prompt, or the request to choose the client first. */
type PromptAnswer = string | { readonly changes: 'client' };

const DEFAULT_PROMPT = 'Follow the skill step by step.';

/** Asks the user for the prompt. The last item shows the client that the run simulates, and changes it. */
function promptStep(
  memory: RunMemory,
  subjects: readonly string[],
  client: string,
  position: StepPosition,
  preset: string | undefined,
): Promise<StepResult<PromptAnswer>> {
  const asItem = (text: string): PickItem<PromptAnswer> => ({ label: text, value: text });
  const remembered = memory.prompts(subjects).filter((text) => text !== preset);
  const prompts = [
    ...(preset === undefined ? [] : [{ ...asItem(preset), ...describePresetPrompt(preset) }]),
    ...remembered.map(asItem),
  ];
  const runAs: PickItem<PromptAnswer> = {
    label: `$(vm) Run as ${nameOfClient(client)}…`,
    description: 'change the client',
    detail: 'The tools and the list of skills that the model gets',
    value: { changes: 'client' },
  };
  const first = prompts.length > 0 ? prompts : [{ ...asItem(DEFAULT_PROMPT), description: 'default' }];
  return pickStep({
    ...position,
    placeholder: 'Enter a prompt or select a previous one',
    items: [...first, runAs],
    active: first[0]?.label ?? '',
    itemFromInput: (text) => (text.trim() === '' ? undefined : asItem(text.trim())),
  });
}

/** Returns the workspace folder of the first skill, which a client's run copies by default. */
export function folderOfSkills(skills: readonly SkillSummary[]): vscode.WorkspaceFolder | undefined {
  const [skill] = skills;
  return skill === undefined
    ? vscode.workspace.workspaceFolders?.[0]
    : vscode.workspace.getWorkspaceFolder(vscode.Uri.file(skill.root));
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
 * @param preselected the skill to use; skips the skill step
 * @returns the answers; `no-skill` if the user wants to create a skill first; undefined if cancelled
 */
export async function askForRun(
  skills: Promise<readonly SkillSummary[]>,
  agents: readonly AgentSummary[],
  models: ModelServices,
  preselected: SkillSummary | undefined,
  preset: RunPreset = {},
): Promise<RunChoice | 'no-skill' | undefined> {
  const { memory } = models;
  let { agent } = preset;
  let chosen: readonly SkillSummary[] = preselected === undefined ? [] : [preselected];
  let prompt = '';
  let chosenClient = preset.client;
  /** The client to simulate. An agent with its own simulates it until another is chosen here. */
  const clientOf = (): ClientChoice | undefined =>
    chosenClient ?? (agent?.client === undefined ? memory.client() : undefined);
  const effectiveSkills = async (): Promise<readonly SkillSummary[]> =>
    (preselected === undefined ? skillsOf(agent, await skills) : undefined) ?? chosen;
  for (let stepIndex = 0; ; ) {
    const promptsForSkills = preselected === undefined && agent?.skills === undefined;
    const steps: readonly Step[] = [
      ...(agents.length === 0 || preset.agent !== undefined ? [] : (['agent'] as const)),
      ...(promptsForSkills ? (['skill'] as const) : []),
      'prompt',
      'model',
    ];
    const clientId = clientOf()?.id ?? agent?.client ?? 'adk';
    const { title: base = TITLE } = preset;
    const title = clientId === 'adk' ? base : `${base} as ${nameOfClient(clientId)}`;
    const position = { title, step: stepIndex + 1, totalSteps: steps.length };
    const step = steps[stepIndex] ?? 'model';
    let kind: StepResult<unknown>['kind'];
    if (step === 'agent') {
      const result = await agentStep(agents, memory, position);
      kind = result.kind;
      if (result.kind === 'value') agent = result.value === 'none' ? undefined : result.value;
    } else if (step === 'skill') {
      const result = await skillStep(skills, memory, agent, position, preset.skills);
      kind = result.kind;
      if (result.kind === 'value' && result.value === 'create') return 'no-skill';
      if (result.kind === 'value' && result.value !== 'create') chosen = result.value;
    } else if (step === 'prompt') {
      const result = await promptStep(
        memory,
        subjectsOf(agent, await effectiveSkills()),
        clientId,
        position,
        preset.prompt,
      );
      kind = result.kind;
      if (result.kind === 'value' && typeof result.value === 'string') prompt = result.value;
      else if (result.kind === 'value') {
        const answer = await askForClient(clientOf() ?? memory.client(), folderOfSkills(await effectiveSkills()));
        if (answer.kind === 'cancelled') return undefined;
        if (answer.kind === 'value') chosenClient = answer.value;
        continue;
      }
    } else {
      const agentModel = agent?.model === undefined ? {} : { agentModel: { id: agent.model } };
      const result = await chooseModel(models, { ...position, ...agentModel });
      kind = result.kind;
      if (result.kind === 'value') {
        const skillsOfRun = await effectiveSkills();
        const subjects = subjectsOf(agent, skillsOfRun);
        return { agent, skills: skillsOfRun, subjects, prompt, model: result.value, client: clientOf() };
      }
    }
    if (kind === 'cancelled') return undefined;
    stepIndex = Math.max(0, kind === 'back' ? stepIndex - 1 : stepIndex + 1);
  }
}
