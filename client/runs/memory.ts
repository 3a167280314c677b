import type * as vscode from 'vscode';

/** A model as the picker remembers it. */
export interface ModelChoice {
  /** `PROVIDER/ID`. */
  readonly id: string;
  readonly baseUrl?: string;
}

/** What the dialogue remembers in this workspace: the last skill, prompts and models, newest first. */
export interface RunMemory {
  skill(): string | undefined;
  prompts(): readonly string[];
  models(): readonly ModelChoice[];
  remember(skill: string, prompt: string, model: ModelChoice): Promise<void>;
}

const KEPT = 10;

/** Newest first, each once, at most ten. */
export function remembered<T>(list: readonly T[], newest: T, same: (a: T, b: T) => boolean): readonly T[] {
  return [newest, ...list.filter((one) => !same(one, newest))].slice(0, KEPT);
}

/** A memory over VS Code's own storage: prompts and skill in the workspace, models over all workspaces. */
export function runMemory(workspace: vscode.Memento, global: vscode.Memento): RunMemory {
  const prompts = (): readonly string[] => workspace.get<readonly string[]>('run.prompts', []);
  const models = (): readonly ModelChoice[] => global.get<readonly ModelChoice[]>('run.models', []);
  return {
    skill: () => workspace.get<string>('run.skill'),
    prompts,
    models,
    async remember(skill, prompt, model) {
      await workspace.update('run.skill', skill);
      await workspace.update(
        'run.prompts',
        remembered(prompts(), prompt, (a, b) => a === b),
      );
      await global.update(
        'run.models',
        remembered(models(), model, (a, b) => a.id === b.id && a.baseUrl === b.baseUrl),
      );
    },
  };
}
