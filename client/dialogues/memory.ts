import type * as vscode from 'vscode';

/** A model as the picker remembers it. */
export interface ModelChoice {
  /** `PROVIDER/ID`. */
  readonly id: string;
  readonly baseUrl?: string;
}

/** What the dialogue remembers: the last agent, skills and model of this workspace, prompts and models, newest first. */
export interface RunMemory {
  /** Absent where the last run had none. */
  agent(): string | undefined;
  /** Names of the skills of the last run. */
  skills(): readonly string[];
  /** Prompts of runs that had any of these; see `RememberedRun.subjects`. */
  prompts(subjects: readonly string[]): readonly string[];
  /** Those that were used, in all workspaces. */
  models(): readonly ModelChoice[];
  /** The one that was chosen last in this workspace. */
  model(): ModelChoice | undefined;
  /** Chooses the model of this workspace, without a run. */
  choose(model: ModelChoice): Promise<void>;
  remember(run: RememberedRun): Promise<void>;
  /** Another model of this workspace was chosen. */
  readonly onDidChangeModel: vscode.Event<void>;
}

/** What a run was started with. */
interface RememberedRun {
  readonly agent: string | undefined;
  /** Names of its skills. */
  readonly skills: readonly string[];
  /** What the prompt is about, and offered for again: folders of skills, or the key of an agent that needs none. */
  readonly subjects: readonly string[];
  readonly prompt: string;
  readonly model: ModelChoice;
}

const KEPT = 10;

/** Newest first, each once, at most ten. */
export function remembered<T>(list: readonly T[], newest: T, same: (a: T, b: T) => boolean): readonly T[] {
  return [newest, ...list.filter((one) => !same(one, newest))].slice(0, KEPT);
}

/** A prompt, and what it was about. */
export interface KeptPrompt {
  readonly prompt: string;
  readonly subjects: readonly string[];
}

/** Prompts that are kept in a workspace, over all of its skills. */
const KEPT_PROMPTS = 200;
const PROMPTS = 'run.promptsBySubject';

/** The prompts of any of these subjects, newest first, each once, at most ten. */
export function promptsAbout(list: readonly KeptPrompt[], subjects: readonly string[]): readonly string[] {
  const about = list.filter((one) => one.subjects.some((subject) => subjects.includes(subject)));
  return [...new Set(about.map(({ prompt }) => prompt))].slice(0, KEPT);
}

/** The list with this one in front. Of each subject ten are kept: one that is used often drives out no other's. */
export function withPrompt(list: readonly KeptPrompt[], newest: KeptPrompt): readonly KeptPrompt[] {
  const counts = new Map<string, number>();
  const same = (one: KeptPrompt): boolean =>
    one.prompt === newest.prompt && one.subjects.join('\n') === newest.subjects.join('\n');
  return [newest, ...list.filter((one) => !same(one))]
    .filter(({ subjects }) => {
      const most = Math.min(...subjects.map((subject) => counts.get(subject) ?? 0));
      for (const subject of subjects) counts.set(subject, (counts.get(subject) ?? 0) + 1);
      return most < KEPT;
    })
    .slice(0, KEPT_PROMPTS);
}

/**
 * A memory over VS Code's own storage: prompts, agent, skills and model in the workspace, models over all workspaces.
 * @param emitter fires where another model is chosen
 */
export function runMemory(
  workspace: vscode.Memento,
  global: vscode.Memento,
  emitter: Pick<vscode.EventEmitter<void>, 'event' | 'fire'>,
): RunMemory {
  const kept = (): readonly KeptPrompt[] => workspace.get<readonly KeptPrompt[]>(PROMPTS, []);
  const models = (): readonly ModelChoice[] => global.get<readonly ModelChoice[]>('run.models', []);
  const choose = async (model: ModelChoice): Promise<void> => {
    await workspace.update('run.model', model);
    // One that was only chosen must be there again, too: nobody types the name of a model twice.
    await global.update(
      'run.models',
      remembered(models(), model, (a, b) => a.id === b.id && a.baseUrl === b.baseUrl),
    );
    emitter.fire();
  };
  return {
    agent: () => workspace.get<string>('run.agent'),
    skills: () => workspace.get<readonly string[]>('run.skills', []),
    prompts: (subjects) => promptsAbout(kept(), subjects),
    models,
    model: () => workspace.get<ModelChoice>('run.model'),
    choose,
    async remember({ agent, skills, subjects, prompt, model }) {
      await workspace.update('run.agent', agent);
      if (skills.length > 0) await workspace.update('run.skills', skills);
      await workspace.update(PROMPTS, withPrompt(kept(), { prompt, subjects }));
      await choose(model);
    },
    onDidChangeModel: emitter.event,
  };
}
