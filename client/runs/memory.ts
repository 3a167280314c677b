import type * as vscode from 'vscode';

/** A model as the picker remembers it. */
export interface ModelChoice {
  /** `PROVIDER/ID`. */
  readonly id: string;
  readonly baseUrl?: string;
}

/** What the dialogue remembers: the last agent, skill and model of this workspace, prompts and models, newest first. */
export interface RunMemory {
  /** Absent where the last run had none. */
  agent(): string | undefined;
  skill(): string | undefined;
  prompts(): readonly string[];
  /** Those that were used, in all workspaces. */
  models(): readonly ModelChoice[];
  /** The one that was chosen last in this workspace. */
  model(): ModelChoice | undefined;
  /** Chooses the model of this workspace, without a run. */
  choose(model: ModelChoice): Promise<void>;
  remember(run: RememberedRun): Promise<void>;
}

/** What a run was started with. */
interface RememberedRun {
  readonly agent: string | undefined;
  /** Absent where the agent has its own. */
  readonly skill: string | undefined;
  readonly prompt: string;
  readonly model: ModelChoice;
}

const KEPT = 10;

/** Newest first, each once, at most ten. */
export function remembered<T>(list: readonly T[], newest: T, same: (a: T, b: T) => boolean): readonly T[] {
  return [newest, ...list.filter((one) => !same(one, newest))].slice(0, KEPT);
}

/** A memory over VS Code's own storage: prompts, agent, skill and model in the workspace, models over all workspaces. */
export function runMemory(workspace: vscode.Memento, global: vscode.Memento): RunMemory {
  const prompts = (): readonly string[] => workspace.get<readonly string[]>('run.prompts', []);
  const models = (): readonly ModelChoice[] => global.get<readonly ModelChoice[]>('run.models', []);
  return {
    agent: () => workspace.get<string>('run.agent'),
    skill: () => workspace.get<string>('run.skill'),
    prompts,
    models,
    model: () => workspace.get<ModelChoice>('run.model'),
    choose: async (model) => workspace.update('run.model', model),
    async remember({ agent, skill, prompt, model }) {
      await workspace.update('run.agent', agent);
      if (skill !== undefined) await workspace.update('run.skill', skill);
      await workspace.update(
        'run.prompts',
        remembered(prompts(), prompt, (a, b) => a === b),
      );
      await workspace.update('run.model', model);
      await global.update(
        'run.models',
        remembered(models(), model, (a, b) => a.id === b.id && a.baseUrl === b.baseUrl),
      );
    },
  };
}
