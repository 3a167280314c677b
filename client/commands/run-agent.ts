import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';
import type { SkillSummary } from '../../server/protocol.ts';
import { isEmptyWindow } from '../dialogues/lead-to.ts';
import type { RunMemory } from '../dialogues/memory.ts';
import { askForFolder } from '../dialogues/open-folder.ts';
import { trusted } from '../dialogues/trusted.ts';
import { isInside } from '../editor/inside.ts';
import type { LanguageServer } from '../language/start.ts';
import { askForKey, hasKey } from '../models/choose.ts';
import { beginWithKeys } from '../models/needed-keys.ts';
import type { ModelParts } from '../models/parts.ts';
import type { OpeningTimeline } from '../panel/panels.ts';
import type { RunManager } from '../runs/manager.ts';
import { runsFolder } from '../runs/place.ts';
import { runSettings } from '../runs/settings.ts';
import type { StartedRun } from '../runtime-process/process.ts';
import { agentKey, agentsOfWorkspace } from './agent-step.ts';
import { askForRun } from './run-dialogue.ts';

export interface RunAgentParts {
  readonly server: LanguageServer;
  readonly runs: RunManager;
  readonly memory: RunMemory;
  readonly models: ModelParts;
  readonly storage: vscode.Uri;
  /** Shows the timeline of a run that goes on again; without the focus where the user is elsewhere. */
  show(journal: string, preserveFocus?: boolean): void;
  /** Opens the timeline of a run that is about to begin. */
  open(): OpeningTimeline;
}

/** What a caller may hand the command: a skill's folder (code lens), its SKILL.md (editor title, explorer) or nothing. */
export type RunAgentArgument = string | vscode.Uri | undefined;

const UNTRUSTED = 'An agent runs only in a workspace that you trust: a skill can bring scripts.';

/** The folder of the skill that a command was called on. */
export function folderOf(argument: RunAgentArgument): string | undefined {
  if (argument === undefined) return undefined;
  if (typeof argument === 'string') return argument;
  return /^skill\.md$/i.test(basename(argument.fsPath)) ? dirname(argument.fsPath) : argument.fsPath;
}

/** A path as this system writes it; the language server's have `/` everywhere. */
export const nativePath = (path: string): string => vscode.Uri.file(path).fsPath;

/** A run reads the disk, so what the user has typed must be there; false where a save failed. */
export async function saved(folders: readonly string[]): Promise<boolean> {
  const dirty = vscode.workspace.textDocuments.filter(
    (document) => document.isDirty && isInside(folders, document.uri.fsPath),
  );
  const results = await Promise.all(dirty.map((document) => document.save()));
  return results.every(Boolean);
}

/**
 * Starts a run and shows it, in a trusted workspace only, with the keys that were entered for the endpoints of its agents;
 * where some are needed and not there, they are asked for before it begins. Every failure is told to the user with what to do next.
 */
export async function startRun(parts: RunAgentParts, params: StartRunParams): Promise<void> {
  if (!(await trusted(UNTRUSTED))) return;
  const { model: id, baseUrl, agent } = params;
  const model = { id, ...(baseUrl === undefined ? {} : { baseUrl }) };
  if (!(await hasKey(parts.models, model))) return;
  const started = await beginWithKeys({
    keys: () => parts.models.keys.forRun(model, agent !== undefined),
    begin: (keys) => beginShown(parts, { ...params, ...keys }),
    ask: (missing) => askForKey(parts.models, missing),
  });
  if (started === undefined || started.kind === 'started') return;
  const log = 'Show Log';
  const choice = await vscode.window.showErrorMessage(`The run did not start: ${started.message}`, log);
  if (choice === log) await vscode.commands.executeCommand('skillwright.showLog');
}

/** Starts a run in a timeline that is opened at once, and closed where the run does not begin. */
async function beginShown({ open, runs }: RunAgentParts, params: StartRunParams): Promise<StartedRun> {
  const timeline = open();
  const started = await runs.start(params);
  if (started.kind === 'started') timeline.show(started.run.journal);
  else timeline.dispose();
  return started;
}

/** Command "Skillwright: Run Agent". */
export async function runAgent(parts: RunAgentParts, argument: RunAgentArgument): Promise<void> {
  if (!(await trusted(UNTRUSTED))) return;
  parts.runs.prepare();
  try {
    await askAndRun(parts, argument);
  } finally {
    parts.runs.unprepare();
  }
}

/** The skill of a folder: one of the workspace, or of the user's own that the Skills view shows. */
async function skillIn(
  folder: string,
  skills: readonly SkillSummary[],
  server: LanguageServer,
): Promise<SkillSummary | undefined> {
  const isIt = (skill: SkillSummary): boolean => nativePath(skill.root) === nativePath(folder);
  return skills.find(isIt) ?? (await server.catalogue())?.skills.find(isIt);
}

async function askAndRun(parts: RunAgentParts, argument: RunAgentArgument): Promise<void> {
  const folder = folderOf(argument);
  const skills = parts.server.skills();
  if (folder === undefined && isEmptyWindow() && (await skills).length === 0) {
    await askForFolder('An agent runs on a skill, and a skill lives in a folder. Open one first.');
    return;
  }
  const given = folder === undefined ? undefined : await skillIn(folder, await skills, parts.server);
  const choice = await askForRun(skills, await agentsOfWorkspace(), parts.models, given);
  if (choice === undefined) return;
  if (choice === 'no-skill') {
    await vscode.commands.executeCommand('skillwright.newSkill');
    return;
  }
  const { agent, prompt, model } = choice;
  const first = choice.skills[0];
  const folders = choice.skills.map((skill) => nativePath(skill.root));
  // Its modules and skills stand beside its file.
  if (!(await saved(agent === undefined ? folders : [...folders, agent.folder]))) {
    void vscode.window.showErrorMessage(
      'A changed file could not be saved, so the run would read old text. Save it and run again.',
    );
    return;
  }
  const key = agent === undefined ? undefined : agentKey(agent);
  const { skills: chosen, subjects } = choice;
  await parts.memory.remember({ agent: key, skills: chosen.map(({ name }) => name), subjects, prompt, model });
  const scope = vscode.Uri.file(first?.root ?? agent?.folder ?? '');
  await startRun(parts, {
    prompt,
    skills: choice.skills.map((skill) => skill.root),
    ...(agent !== undefined && { agent: agent.agent, folder: agent.folder }),
    model: model.id,
    ...(model.baseUrl !== undefined && { baseUrl: model.baseUrl }),
    ...runSettings(scope),
    runs: runsFolder(scope, parts.storage),
    trusted: vscode.workspace.isTrusted,
  });
}
