import * as vscode from 'vscode';
import type { PauseAnswer } from '../../runtime/protocol/events.ts';
import type { AnswerParams } from '../../runtime/protocol/rpc.ts';
import { inlineText } from '../../runtime/text/inline-text.ts';
import { defined } from '../../runtime/text/objects.ts';
import { visibleStart, visibleText } from '../../runtime/text/visible-text.ts';
import { type RunAgentContext, runAgent, saveDirtyFiles, startRun } from '../commands/run-agent.ts';
import { focusFrame } from '../debug/focus-frame.ts';
import { choiceForClient } from '../dialogs/client-choice.ts';
import { openSourceRange, sourceRangeOf } from '../editor/fixes.ts';
import { isInside } from '../editor/is-inside.ts';
import { openCause } from '../editor/open-cause.ts';
import { linesOf } from '../editor/recorded-words.ts';
import { currentText } from '../misses/current-text.ts';
import { findMentions } from '../misses/mentions.ts';
import { displayName } from '../models/model-names.ts';
import { readModelSettings } from '../models/settings.ts';
import type { RunControl, RunRef } from '../panel/control.ts';
import { rerunParams, rerunWarnings } from '../runs/rerun.ts';
import { agentWarnings, readResumable } from '../runs/resumable.ts';
import { readSavedRun } from '../runs/saved-runs.ts';
import { readRunSettings } from '../runs/settings.ts';
import type { ValueEditors } from './edit-value.ts';
import { debugFrom, runFrom } from './fork.ts';
import { setKeyOfRun } from './offer-key.ts';
import type { PausedRuns } from './paused-runs.ts';
import { promptRun } from './prompt-run.ts';
import { debugResumed, resumeRun } from './resume.ts';
import type { ChangedTexts } from './show-changes.ts';
import { timelineFixes } from './timeline-fixes.ts';

/** Minimum length of a credential; the runtime rejects shorter ones. */
const MIN_CREDENTIAL_LENGTH = 6;

async function runAgain(context: RunAgentContext, { journal }: RunRef): Promise<void> {
  const saved = readSavedRun(journal);
  if (saved === undefined) {
    void vscode.window.showErrorMessage('Cannot run this again: its journal cannot be read.');
    return;
  }
  const params = rerunParams(saved.started, journal, vscode.workspace.isTrusted);
  const folders = workspaceFolders();
  const warnings = [
    ...rerunWarnings(params, folders, context.memory.models()),
    ...agentWarnings(saved.started, folders),
  ];
  if (warnings.length > 0 && !(await confirm('Run this again?', warnings.join('\n'), 'Run Again'))) return;
  if (!(await saveDirtyFiles(params.skills))) {
    void vscode.window.showErrorMessage(
      'A changed file could not be saved, and a run reads from disk. Save the files of the skill, and run again.',
    );
    return;
  }
  // Limits that the journal does not record come from the current settings.
  await startRun(context, { ...readRunSettings(vscode.Uri.file(journal)), ...params });
}

function workspaceFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

async function confirm(message: string, detail: string, button: string): Promise<boolean> {
  return (
    (await vscode.window.showWarningMessage(message, { modal: true, detail: visibleText(detail) }, button)) === button
  );
}

async function answer(context: RunAgentContext, { journal }: RunRef, id: string, given: PauseAnswer): Promise<void> {
  let credential: string | undefined;
  if (given === 'credential') {
    const live = context.runs.find(journal);
    // Several pauses may be open: the run's process knows the last one, its journal all of them.
    const livePause = live?.waiting?.id === id ? live.waiting : undefined;
    const pause = livePause ?? (await readResumable(journal))?.waiting.find((one) => one.id === id);
    // Esc leaves the run waiting, so that the user can look the credential up.
    credential = await vscode.window.showInputBox({
      title: 'Credential for this run',
      prompt:
        visibleText(inlineText(pause?.hint ?? '')) || 'The credential is passed to this run only and is not stored.',
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) =>
        text === '' || text.length >= MIN_CREDENTIAL_LENGTH
          ? undefined
          : `Enter at least ${MIN_CREDENTIAL_LENGTH} characters. A shorter credential cannot be redacted from the journal.`,
    });
    if (credential === undefined || credential === '') return;
  }
  const reply = defined<AnswerParams>({ id, answer: given, credential });
  if (context.runs.find(journal) === undefined) return void (await resumeRun(context, journal, { replies: [reply] }));
  if (await context.runs.answer(journal, reply)) return;
  void vscode.window.showWarningMessage(
    'Check what the run is waiting for now. It is no longer waiting for this answer.',
  );
}

/** Creates the actions that a timeline can trigger in the extension. Every failure is shown to the user here. */
export function runControl(
  context: RunAgentContext,
  changedTexts: ChangedTexts,
  pausedRuns: PausedRuns,
  editors: ValueEditors,
  estimateTokens: NonNullable<RunControl['estimateTokens']>,
): RunControl {
  /** A journal can name any file. Only files of workspace folders and of saved runs are read without a confirmation. */
  const mayRead = (file: string): boolean => isInside([...workspaceFolders(), context.storage.fsPath], file);
  const openConfirmed = async (file: string, show: () => Promise<unknown>): Promise<void> => {
    const message = 'Open a file outside the workspace?';
    if (!mayRead(file) && !(await confirm(message, visibleStart(file, 500), 'Open'))) return;
    await show();
    // Completes a step of the walkthrough.
    await vscode.commands.executeCommand('setContext', 'skillwright.sourceOpened', true);
  };
  return {
    stop: ({ journal }) => context.runs.stop(journal),
    pause: ({ journal }) => context.runs.pause(journal),
    continue: ({ journal }) => pausedRuns.continue(journal),
    answer: (run, pause, given) => answer(context, run, pause, given),
    runAgain: (run) => runAgain(context, run),
    sendPrompt: ({ journal }, prompt) => promptRun(context, journal, prompt),
    runFrom: (run, seq) => runFrom(context, editors, run, seq),
    selectStep: ({ run, journal }, seq) => focusFrame(run, seq, () => context.focus(journal)),
    debugFrom: (run, seq) => debugFrom(context, editors, run, seq),
    resume: async ({ journal }) => void (await resumeRun(context, journal)),
    debugResumed: ({ journal }) => debugResumed(journal),
    openChanges: (run) => changedTexts.show(run),
    ...timelineFixes(mayRead),
    setKey: (run) => setKeyOfRun(context, run.journal, () => void runAgain(context, run)),
    textOf: async (file) => (mayRead(file) ? currentText(file) : undefined),
    openSource: (target) => openConfirmed(target.file, () => openSourceRange(target)),
    openCause: (cause) => openConfirmed(cause.file, () => openCause(cause)),
    async openNaming(skill, path, file) {
      const content = mayRead(skill) ? await currentText(skill) : undefined;
      const [words] = findMentions(path, linesOf(content ?? ''));
      if (words === undefined) return this.openSource(file);
      await openSourceRange(sourceRangeOf(skill, words));
    },
    async openText({ content, language }) {
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language }));
    },
    estimateTokens,
    nameOfModel: (id, baseUrl) => displayName(defined({ id, baseUrl }), readModelSettings().endpoints),
    copy: (text) => vscode.env.clipboard.writeText(text),
    skills: async () => (await context.server.skills()).map(({ name, description }) => ({ name, description })),
    async runAgent(name) {
      const skill = (await context.server.skills()).find((one) => one.name === name);
      await vscode.commands.executeCommand('skillwright.runAgent', skill?.root);
    },
    async runPrompt({ prompt, client, skills }) {
      const choice = client === undefined ? undefined : choiceForClient(client);
      await runAgent(context, undefined, defined({ prompt, skills, client: choice }));
    },
    openRun: () => vscode.commands.executeCommand('skillwright.openRun'),
  };
}
