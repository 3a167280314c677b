import * as vscode from 'vscode';
import type { SkillSummary } from '../../server/protocol.ts';
import type { ModelChoice, RunMemory } from '../runs/memory.ts';
import { type PickItem, pickStep, type StepResult } from './multi-step.ts';

/** What the dialogue collects. */
export interface RunChoice {
  readonly skills: readonly SkillSummary[];
  readonly prompt: string;
  readonly model: ModelChoice;
}

const TITLE = 'Run Agent';

const SIMULATED: readonly PickItem<ModelChoice | 'endpoint'>[] = [
  {
    label: 'Simulated: weak',
    description: 'offline',
    detail: 'Reads the skill, guesses paths from its prose as weak models do, gives up after a while',
    value: { id: 'simulated/weak' },
  },
  {
    label: 'Simulated: stubborn',
    description: 'offline',
    detail: 'Never heeds an error: shows what the guards save',
    value: { id: 'simulated/stubborn' },
  },
  {
    label: 'Simulated: heeding',
    description: 'offline',
    detail: 'Stops at the first fatal answer, as a strong model does',
    value: { id: 'simulated/heeding' },
  },
];

function modelItem(model: ModelChoice): PickItem<ModelChoice | 'endpoint'> {
  const simulated = SIMULATED.find((item) => item.value !== 'endpoint' && item.value.id === model.id);
  return simulated ?? { label: model.id, ...(model.baseUrl && { description: model.baseUrl }), value: model };
}

function skillStep(
  skills: Promise<readonly SkillSummary[]>,
  memory: RunMemory,
): Promise<StepResult<readonly SkillSummary[]>> {
  const items = skills.then((all) => {
    const each = all.map(
      (skill): PickItem<readonly SkillSummary[]> => ({
        label: skill.name,
        description: vscode.workspace.asRelativePath(skill.root),
        detail: skill.description,
        value: [skill],
      }),
    );
    if (all.length < 2) return each;
    const every: PickItem<readonly SkillSummary[]> = {
      label: `All ${all.length} skills`,
      detail: 'The model chooses which to load',
      value: all,
    };
    return [...each, every];
  });
  const last = memory.skill();
  return pickStep({
    title: TITLE,
    step: 1,
    totalSteps: 3,
    placeholder: 'Which skill should the agent have?',
    items,
    ...(last !== undefined && { active: last }),
    empty: { label: 'No skill in this workspace yet', detail: 'Create one', value: [] },
  });
}

function promptStep(memory: RunMemory): Promise<StepResult<string>> {
  const asItem = (text: string): PickItem<string> => ({ label: text, value: text });
  return pickStep({
    title: TITLE,
    step: 2,
    totalSteps: 3,
    placeholder: 'What should the agent do? Type a prompt, or choose an earlier one',
    items: memory.prompts().map(asItem),
    typed: (text) => (text.trim() === '' ? undefined : asItem(text.trim())),
    empty: { label: 'Follow the skill step by step.', description: 'default', value: 'Follow the skill step by step.' },
  });
}

function addressProblem(text: string): string | undefined {
  if (!URL.canParse(text) || !/^https?:/.test(text)) return 'An http or https address, e.g. http://127.0.0.1:1234/v1';
  const { username, password } = new URL(text);
  return username === '' && password === '' ? undefined : 'Without a name and a password';
}

async function endpoint(): Promise<ModelChoice | undefined> {
  const baseUrl = await vscode.window.showInputBox({
    title: 'OpenAI-compatible endpoint',
    prompt: 'Base URL of the endpoint, with its version',
    value: 'http://127.0.0.1:1234/v1',
    ignoreFocusOut: true,
    validateInput: addressProblem,
  });
  if (baseUrl === undefined) return undefined;
  const id = await vscode.window.showInputBox({
    title: 'OpenAI-compatible endpoint',
    prompt: 'Name of the model at that endpoint',
    placeHolder: 'qwen3-8b',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'The name that the endpoint knows the model by' : undefined),
  });
  return id === undefined ? undefined : { id: `openai-compatible/${id.trim()}`, baseUrl };
}

async function modelStep(memory: RunMemory): Promise<StepResult<ModelChoice>> {
  const known = memory.models().filter((model) => model.baseUrl !== undefined);
  const last = memory.models()[0];
  const result = await pickStep<ModelChoice | 'endpoint'>({
    title: TITLE,
    step: 3,
    totalSteps: 3,
    placeholder: 'Which model? The simulated ones need no key and no network',
    items: [
      ...SIMULATED,
      ...known.map(modelItem),
      {
        label: 'OpenAI-compatible endpoint…',
        detail: 'LM Studio, Ollama, vLLM or any other, by its address',
        value: 'endpoint',
      },
    ],
    ...(last !== undefined && { active: modelItem(last).label }),
  });
  if (result.kind !== 'value') return result;
  if (result.value !== 'endpoint') return { kind: 'value', value: result.value };
  const model = await endpoint();
  return model === undefined ? { kind: 'back' } : { kind: 'value', value: model };
}

/**
 * Asks for skill, prompt and model, with the last answers first; Back goes one step back.
 * `given` skips the first step. Undefined where the user left, or where there is no skill.
 */
export async function askForRun(
  skills: Promise<readonly SkillSummary[]>,
  memory: RunMemory,
  given: SkillSummary | undefined,
): Promise<RunChoice | 'no-skill' | undefined> {
  let chosen: readonly SkillSummary[] = given === undefined ? [] : [given];
  let prompt = '';
  let step = given === undefined ? 1 : 2;
  while (true) {
    if (step <= 1) {
      const result = await skillStep(skills, memory);
      if (result.kind !== 'value') return undefined;
      if (result.value.length === 0) return 'no-skill';
      chosen = result.value;
      step = 2;
    } else if (step === 2) {
      const result = await promptStep(memory);
      if (result.kind === 'cancelled') return undefined;
      if (result.kind === 'value') prompt = result.value;
      step = result.kind === 'back' ? 1 : 3;
    } else {
      const result = await modelStep(memory);
      if (result.kind === 'cancelled') return undefined;
      if (result.kind === 'value') return { skills: chosen, prompt, model: result.value };
      step = 2;
    }
  }
}
