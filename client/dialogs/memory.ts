/** The remembered answers of dialogs: models, prompts, and those of the last run. */
import type * as vscode from 'vscode';
import { type ClientChoice, validChoice } from './client-choice.ts';

/** A model and the endpoint it is used at. */
export interface ModelChoice {
  /** `PROVIDER/ID`. */
  readonly id: string;
  readonly baseUrl?: string;
}

/** The remembered answers of the run dialog: the last agent, skills and model, and earlier prompts and models, newest first. */
export interface RunMemory {
  /** The key of the last run's agent; undefined if it had none. */
  agent(): string | undefined;
  /** The names of the skills of the last run. */
  skills(): readonly string[];
  /** The prompts of runs that share a subject with these; see `RememberedRun.subjects`. */
  prompts(subjects: readonly string[]): readonly string[];
  /** The models used in any workspace. */
  models(): readonly ModelChoice[];
  /** The model chosen last in this workspace. */
  model(): ModelChoice | undefined;
  /** The client that runs of this workspace simulate. */
  client(): ClientChoice;
  chooseClient(client: ClientChoice): Promise<void>;
  /** Sets the model of this workspace without starting a run. */
  choose(model: ModelChoice): Promise<void>;
  remember(run: RememberedRun): Promise<void>;
  /** Fires when a model is chosen in this workspace. */
  readonly onDidChangeModel: vscode.Event<void>;
}

/** The answers that a run was started with. */
interface RememberedRun {
  readonly agent: string | undefined;
  /** The names of its skills. */
  readonly skills: readonly string[];
  /** The skill folders that the prompt is suggested for again, or the key of an agent that needs no skills. */
  readonly subjects: readonly string[];
  readonly prompt: string;
  readonly model: ModelChoice;
}

/** Maximum number of models, and of prompts of each subject. */
const MAX_ENTRIES = 10;

/** Moves `newest` to the front of a list, without duplicates and with at most ten entries. */
export function withNewest<T>(list: readonly T[], newest: T, same: (a: T, b: T) => boolean): readonly T[] {
  return [newest, ...list.filter((one) => !same(one, newest))].slice(0, MAX_ENTRIES);
}

/** A prompt and its subjects; see `RememberedRun.subjects`. */
export interface SavedPrompt {
  readonly prompt: string;
  readonly subjects: readonly string[];
}

/** Maximum number of prompts stored in a workspace, over all subjects. */
const MAX_PROMPTS = 200;
const PROMPTS_KEY = 'run.promptsBySubject';

/** Returns the prompts of any of these subjects, newest first, without duplicates, at most ten. */
export function promptsAbout(list: readonly SavedPrompt[], subjects: readonly string[]): readonly string[] {
  const matching = list.filter((one) => one.subjects.some((subject) => subjects.includes(subject)));
  return [...new Set(matching.map(({ prompt }) => prompt))].slice(0, MAX_ENTRIES);
}

/** Adds a prompt to the front. Each subject keeps ten, so that a frequent subject does not evict the prompts of others. */
export function withPrompt(list: readonly SavedPrompt[], newest: SavedPrompt): readonly SavedPrompt[] {
  const counts = new Map<string, number>();
  const same = (one: SavedPrompt): boolean =>
    one.prompt === newest.prompt && one.subjects.join('\n') === newest.subjects.join('\n');
  return [newest, ...list.filter((one) => !same(one))]
    .filter(({ subjects }) => {
      const lowestCount = Math.min(...subjects.map((subject) => counts.get(subject) ?? 0));
      for (const subject of subjects) counts.set(subject, (counts.get(subject) ?? 0) + 1);
      return lowestCount < MAX_ENTRIES;
    })
    .slice(0, MAX_PROMPTS);
}

/**
 * Creates a memory on top of VS Code's storage. Recent models are shared by all workspaces, the rest is per workspace.
 * @param emitter fires when a model is chosen
 */
export function runMemory(
  workspace: vscode.Memento,
  global: vscode.Memento,
  emitter: Pick<vscode.EventEmitter<void>, 'event' | 'fire'>,
): RunMemory {
  const savedPrompts = (): readonly SavedPrompt[] => workspace.get<readonly SavedPrompt[]>(PROMPTS_KEY, []);
  const models = (): readonly ModelChoice[] => global.get<readonly ModelChoice[]>('run.models', []);
  const choose = async (model: ModelChoice): Promise<void> => {
    await Promise.all([
      workspace.update('run.model', model),
      // A model that was chosen but never run is remembered, too, so that its name need not be typed again.
      global.update(
        'run.models',
        withNewest(models(), model, (a, b) => a.id === b.id && a.baseUrl === b.baseUrl),
      ),
    ]);
    emitter.fire();
  };
  return {
    agent: () => workspace.get<string>('run.agent'),
    skills: () => workspace.get<readonly string[]>('run.skills', []),
    prompts: (subjects) => promptsAbout(savedPrompts(), subjects),
    models,
    model: () => workspace.get<ModelChoice>('run.model'),
    client: () => validChoice(workspace.get('run.client')) ?? { id: 'adk' },
    chooseClient: async (client) => workspace.update('run.client', client),
    choose,
    async remember({ agent, skills, subjects, prompt, model }) {
      // In one step: VS Code writes all values together, and a run waits for it.
      await Promise.all([
        workspace.update('run.agent', agent),
        skills.length > 0 ? workspace.update('run.skills', skills) : undefined,
        workspace.update(PROMPTS_KEY, withPrompt(savedPrompts(), { prompt, subjects })),
        choose(model),
      ]);
    },
    onDidChangeModel: emitter.event,
  };
}
