import * as vscode from 'vscode';
import type { PauseAnswer } from '../../runtime/protocol/events.ts';
import { wholeText } from '../../runtime/protocol/whole.ts';
import { type RunAgentParts, startRun } from '../commands/run-agent.ts';
import { openPlace, placeOf } from '../editor/fixes.ts';
import { isInside } from '../editor/inside.ts';
import { openCause } from '../editor/open-cause.ts';
import { linesOf } from '../editor/words.ts';
import { wordsNaming } from '../misses/naming.ts';
import { textOf } from '../misses/text.ts';
import type { RunControl, RunRef } from '../panel/control.ts';
import { again, doubtsAbout } from '../runs/again.ts';
import { doubtsAboutAgent, readResumable } from '../runs/resumable.ts';
import { savedRun } from '../runs/saved.ts';
import { runSettings } from '../runs/settings.ts';
import { setKeyOfRun } from './offer-key.ts';
import { resumeRun } from './resume.ts';
import { timelineFixes } from './timeline-fixes.ts';

/** Characters of a credential below which the runtime takes it for no answer. */
const SHORTEST = 6;

async function runAgain(parts: RunAgentParts, { journal }: RunRef): Promise<void> {
  const saved = savedRun(journal);
  if (saved === undefined) {
    void vscode.window.showErrorMessage('This run cannot be started again: its journal cannot be read.');
    return;
  }
  const params = again(saved.started, journal, vscode.workspace.isTrusted);
  const folders = workspaceFolders();
  const doubts = [...doubtsAbout(params, folders, parts.memory.models()), ...doubtsAboutAgent(saved.started, folders)];
  if (doubts.length > 0 && !(await agreed('Run this again?', doubts.join('\n'), 'Run Again'))) return;
  // What a journal does not say of its limits is as the user has it now.
  await startRun(parts, { ...runSettings(vscode.Uri.file(journal)), ...params });
}

function workspaceFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

async function agreed(question: string, detail: string, yes: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

async function answer(parts: RunAgentParts, { journal }: RunRef, id: string, given: PauseAnswer): Promise<void> {
  let credential: string | undefined;
  if (given === 'credential') {
    const live = parts.runs.find(journal);
    // Several may wait: the run's process tells of the last one, its journal of all.
    const last = live?.waiting?.id === id ? live.waiting : undefined;
    const asked = last ?? (await readResumable(journal))?.waiting.find((pause) => pause.id === id);
    // Esc leaves the run waiting: a credential can be looked up first.
    credential = await vscode.window.showInputBox({
      title: 'Credential for this run',
      prompt: wholeText(asked?.hint ?? '') || 'It is given to this run alone and written nowhere.',
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) =>
        text === '' || text.length >= SHORTEST ? undefined : 'Too short: it could not be kept out of the journal.',
    });
    if (credential === undefined || credential === '') return;
  }
  const said = { id, answer: given, ...(credential !== undefined && { credential }) };
  if (parts.runs.find(journal) === undefined) return resumeRun(parts, journal, [said]);
  if (await parts.runs.answer(journal, said)) return;
  void vscode.window.showWarningMessage('This run no longer waits for this answer. Look at what it waits for now.');
}

/** What the timeline may ask of the extension. Every failure is told to the user here. */
export function runControl(parts: RunAgentParts): RunControl {
  /** A journal names files as it likes: by itself nothing is read but what the user has opened as a folder, and runs. */
  const mayRead = (file: string): boolean => isInside([...workspaceFolders(), parts.storage.fsPath], file);
  const open = async (file: string, show: () => Promise<unknown>): Promise<void> => {
    const asked = 'This file lies outside the workspace. Open it?';
    if (!mayRead(file) && !(await agreed(asked, file.slice(0, 500), 'Open'))) return;
    await show();
    // A step of the walkthrough is done.
    await vscode.commands.executeCommand('setContext', 'skillwright.sourceOpened', true);
  };
  return {
    stop: ({ journal }) => parts.runs.stop(journal),
    answer: (run, pause, given) => answer(parts, run, pause, given),
    runAgain: (run) => runAgain(parts, run),
    resume: ({ journal }) => resumeRun(parts, journal),
    ...timelineFixes(mayRead),
    setKey: (run) => setKeyOfRun(parts, run.journal, () => void runAgain(parts, run)),
    textOf: async (file) => (mayRead(file) ? textOf(file) : undefined),
    openSource: (target) => open(target.file, () => openPlace(target)),
    openCause: (cause) => open(cause.file, () => openCause(cause)),
    async openNaming(skill, path, file) {
      const content = mayRead(skill) ? await textOf(skill) : undefined;
      const [words] = wordsNaming(path, linesOf(content ?? ''));
      if (words === undefined) return this.openSource(file);
      await openPlace(placeOf(skill, words));
    },
    async openText({ content, language }) {
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language }));
    },
    copy: (text) => vscode.env.clipboard.writeText(text),
    skills: async () => (await parts.server.skills()).map(({ name, description }) => ({ name, description })),
    async runAgent(name) {
      const skill = (await parts.server.skills()).find((one) => one.name === name);
      await vscode.commands.executeCommand('skillwright.runAgent', skill?.root);
    },
    openRun: () => vscode.commands.executeCommand('skillwright.openRun'),
  };
}
