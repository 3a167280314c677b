import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { StartRunParams, StartRunResult } from '../../runtime/protocol/rpc.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { SkillSummary } from '../../server/protocol.ts';
import { clientParams } from '../dialogs/client-choice.ts';
import type { ModelChoice, RunMemory } from '../dialogs/memory.ts';
import { isEmptyWindow } from '../dialogs/offer-command.ts';
import { askForFolder } from '../dialogs/open-folder.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { isInside } from '../editor/is-inside.ts';
import type { LanguageServer } from '../language/start.ts';
import { ensureKey, setMissingKey } from '../models/choose.ts';
import type { ModelServices } from '../models/services.ts';
import { startWithKeys } from '../models/start-with-keys.ts';
import type { PendingTimeline } from '../panel/panels.ts';
import type { RunManager } from '../runs/manager.ts';
import { runsFolder } from '../runs/runs-folder.ts';
import { readRunSettings } from '../runs/settings.ts';
import type { StartOutcome } from '../runtime-process/controls.ts';
import { agentKey, agentsOfWorkspace } from './agent-step.ts';
import { askForRun, folderOfSkills, type RunPreset } from './run-dialog.ts';

export interface RunAgentContext {
  readonly server: LanguageServer;
  readonly runs: RunManager;
  readonly memory: RunMemory;
  readonly models: ModelServices;
  readonly storage: vscode.Uri;
  /**
   * Shows the timeline of a run; with `preserveFocus`, the focus stays where it is.
   * @param keeps journal of a run whose timeline stays open
   */
  show(journal: string, preserveFocus?: boolean, keeps?: string): void;
  /** Focuses the timeline of a run, unless it has been closed. */
  focus(journal: string): void;
  /** Opens the timeline of a run that is about to start. */
  open(): PendingTimeline;
}

/** The command's argument: a skill's folder (code lens), its SKILL.md (editor title, Explorer) or nothing. */
export type RunAgentArgument = string | vscode.Uri | undefined;

const UNTRUSTED = 'Trust this workspace to run agents. Skills can contain scripts.';

/** Returns the folder of the skill that a command was invoked on. */
export function folderOf(argument: RunAgentArgument): string | undefined {
  if (argument === undefined) return undefined;
  if (typeof argument === 'string') return argument;
  return /^skill\.md$/i.test(basename(argument.fsPath)) ? dirname(argument.fsPath) : argument.fsPath;
}

/** Converts a path from the language server, which always uses `/`, to the platform's separators. */
export const nativePath = (path: string): string => vscode.Uri.file(path).fsPath;

/** Saves the dirty files in these folders, because a run reads from disk. Returns false if a save failed. */
export async function saveDirtyFiles(folders: readonly string[]): Promise<boolean> {
  const dirty = vscode.workspace.textDocuments.filter(
    (document) => document.isDirty && isInside(folders, document.uri.fsPath),
  );
  const results = await Promise.all(dirty.map((document) => document.save()));
  return results.every(Boolean);
}

/**
 * Starts a run with the saved keys of its agents' endpoints and shows it, in a trusted workspace only. Prompts for missing
 * keys first. Every failure is shown to the user with the next step. Returns the run if it has started.
 * @param opened its timeline, if it is open already; closed if the run does not start
 */
export async function startRun(
  context: RunAgentContext,
  params: StartRunParams,
  opened?: PendingTimeline,
): Promise<StartRunResult | undefined> {
  if (!(await requireTrust(UNTRUSTED))) {
    opened?.dispose();
    return undefined;
  }
  // VS Code loads the page while the keys are read and the run's process starts.
  let timeline: PendingTimeline | undefined = opened ?? context.open();
  let started: StartOutcome | undefined;
  try {
    started = await startWithSavedKeys(context, params, {
      beforePrompt() {
        timeline?.dispose();
        timeline = undefined;
      },
      beforeStart() {
        timeline ??= context.open();
      },
    });
  } finally {
    if (started?.kind !== 'started') timeline?.dispose();
  }
  if (started === undefined) return undefined;
  if (started.kind === 'started') {
    timeline?.show(started.run.journal);
    return started.run;
  }
  const showLog = 'Show Log';
  const choice = await vscode.window.showErrorMessage(`The run did not start: ${started.message}`, showLog);
  if (choice === showLog) await vscode.commands.executeCommand('skillwright.showLog');
  return undefined;
}

interface StartSteps {
  /** Called before a prompt for a key: a page that loads behind it would take the focus from it. */
  readonly beforePrompt: () => void;
  /** Called before each attempt to start the run. */
  readonly beforeStart: () => void;
}

/** Starts a run with the saved keys; prompts for those that are missing. Returns undefined if cancelled. */
async function startWithSavedKeys(
  { models, runs }: RunAgentContext,
  params: StartRunParams,
  { beforePrompt, beforeStart }: StartSteps,
): Promise<StartOutcome | undefined> {
  const { model: id, baseUrl, agent } = params;
  const model: ModelChoice = defined({ id, baseUrl });
  if (!(await ensureKey(models, model, beforePrompt))) return undefined;
  return startWithKeys({
    readKeys: () => models.keys.keysForRun(model, agent !== undefined),
    start(keys) {
      beforeStart();
      return runs.start({ ...params, ...keys });
    },
    promptForKey(missing) {
      beforePrompt();
      return setMissingKey(models, missing);
    },
  });
}

/** Implements "Skillwright: Run Agent". `preset` has answers that the user need not give. */
export async function runAgent(
  context: RunAgentContext,
  argument: RunAgentArgument,
  preset: RunPreset = {},
): Promise<void> {
  if (!(await requireTrust(UNTRUSTED))) return;
  context.runs.prepare();
  const opened: { timeline?: PendingTimeline | undefined } = {};
  try {
    const params = await askForParams(context, argument, preset, () => {
      opened.timeline = context.open();
    });
    if (params === undefined) return;
    const { timeline } = opened;
    // From here on `startRun` closes it.
    opened.timeline = undefined;
    await startRun(context, params, timeline);
  } finally {
    opened.timeline?.dispose();
    context.runs.discardPrepared();
  }
}

/** Finds the skill in a folder, either in the workspace or among the user's skills that the Skills view lists. */
async function skillIn(
  folder: string,
  skills: readonly SkillSummary[],
  server: LanguageServer,
): Promise<SkillSummary | undefined> {
  const isMatch = (skill: SkillSummary): boolean => nativePath(skill.root) === nativePath(folder);
  return skills.find(isMatch) ?? (await server.catalogue())?.skills.find(isMatch);
}

/**
 * Asks the user for everything that a run needs, and saves its files. Returns undefined if cancelled or a file could not be
 * saved.
 * @param onAnswered called after the last answer, before the files are saved
 */
export async function askForParams(
  context: RunAgentContext,
  argument: RunAgentArgument,
  preset: RunPreset = {},
  onAnswered: () => void = () => {},
): Promise<StartRunParams | undefined> {
  const folder = folderOf(argument);
  const skills = context.server.skills();
  if (folder === undefined && isEmptyWindow() && (await skills).length === 0) {
    await askForFolder('Open a folder that contains a skill first.');
    return undefined;
  }
  const preselected = folder === undefined ? undefined : await skillIn(folder, await skills, context.server);
  const choice = await askForRun(skills, await agentsOfWorkspace(), context.models, preselected, preset);
  if (choice === undefined) return undefined;
  if (choice === 'no-skill') {
    await vscode.commands.executeCommand('skillwright.newSkill');
    return undefined;
  }
  onAnswered();
  const { agent, prompt, model, client } = choice;
  const firstSkill = choice.skills[0];
  const folders = choice.skills.map((skill) => nativePath(skill.root));
  // An agent's modules and skills are next to its file.
  if (!(await saveDirtyFiles(agent === undefined ? folders : [...folders, agent.folder]))) {
    void vscode.window.showErrorMessage(
      'Save the changed files and run again. One could not be saved, and a run reads from disk.',
    );
    return undefined;
  }
  const key = agent === undefined ? undefined : agentKey(agent);
  const { skills: chosen, subjects } = choice;
  await context.memory.remember({ agent: key, skills: chosen.map(({ name }) => name), subjects, prompt, model });
  // A choice that replaces the agent's own client, or comes from a session, is for this run only; any other is remembered for
  // the workspace.
  if (client !== undefined && agent?.client === undefined && client !== preset.client)
    await context.memory.chooseClient(client);
  const scope = vscode.Uri.file(firstSkill?.root ?? agent?.folder ?? '');
  return defined({
    prompt,
    skills: choice.skills.map((skill) => skill.root),
    agent: agent?.agent,
    folder: agent?.folder,
    ...(client !== undefined && clientParams(client, folderOfSkills(choice.skills)?.uri.fsPath)),
    model: model.id,
    baseUrl: model.baseUrl,
    ...readRunSettings(scope),
    runs: runsFolder(scope, context.storage),
    trusted: vscode.workspace.isTrusted,
  });
}
