import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { StressParams, StressReport, StressResult } from '../../runtime/protocol/stress.ts';
import type { SkillSummary } from '../../server/protocol.ts';
import { folderOf, nativePath, type RunAgentArgument, saveDirtyFiles } from '../commands/run-agent.ts';
import { isEmptyWindow, offerCommand } from '../dialogues/offer-command.ts';
import { askForFolder } from '../dialogues/open-folder.ts';
import { requireTrust } from '../dialogues/workspace-trust.ts';
import { withAttention } from '../editor/attention.ts';
import { applyFix, openSourceRange } from '../editor/fixes.ts';
import { isInside } from '../editor/is-inside.ts';
import { openCause } from '../editor/open-cause.ts';
import type { LanguageServer } from '../language/start.ts';
import { fixesForCause } from '../misses/fixes.ts';
import { runsFolder } from '../runs/place.ts';
import { runSettings } from '../runs/settings.ts';
import { forkRuntime } from '../runtime-process/process.ts';
import { describeEnd } from './describe.ts';
import { KeptTests } from './kept.ts';
import { AGAIN, CAUSE, FIX, linksOf, MANIFEST, WORST } from './links.ts';
import { StressPanels } from './panels.ts';
import { showStress } from './show.ts';
import { type Stressed, StressStore } from './store.ts';
import { textsOf } from './texts.ts';

export interface StressParts {
  readonly server: LanguageServer;
  /** Absolute path of `dist/runtime.cjs`. */
  readonly runtime: string;
  readonly storage: vscode.Uri;
  /** The extension's storage for this workspace. */
  readonly kept: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  /** Shows the timeline of a run; without the focus where the user is elsewhere. */
  show(journal: string, preserveFocus?: boolean): void;
}

const UNTRUSTED = 'A stress test runs only in a workspace that you trust.';

/** Registers "Skillwright: Stress this Skill" and all that its results are shown by. */
export function registerStress(parts: StressParts): vscode.Disposable {
  const store = new StressStore();
  const kept = new KeptTests(join(parts.kept.fsPath, 'stress'));
  const panels = new StressPanels(
    kept,
    ({ root, skill }) => void store.set({ root, skill }),
    (root) => store.gone(root),
  );
  const stress = (argument: RunAgentArgument) => stressSkill(parts, store, panels, argument);
  const report = (root: string): void => {
    if (!panels.show(root)) void stress(root);
  };
  const command = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    store,
    panels,
    showStress(store, report),
    command('skillwright.stressSkill', stress),
    command(AGAIN, stress),
    command(WORST, (root: string) => showWorst(parts, store.result(root))),
    command(CAUSE, (root: string, number: number) => openWords(store.result(root), number)),
    command(FIX, (root: string, number: number) => fixCause(store.result(root), number)),
    command(MANIFEST, (root: string) => openManifest(store.result(root))),
  );
}

async function stressSkill(
  parts: StressParts,
  store: StressStore,
  panels: StressPanels,
  argument: RunAgentArgument,
): Promise<void> {
  if (!(await requireTrust(UNTRUSTED))) return;
  const root = await chosenRoot(parts, folderOf(argument));
  if (root === undefined) return;
  if (!(await saveDirtyFiles([root]))) {
    const sorry = 'A changed file could not be saved, so the test would read old text. Save it and try again.';
    void vscode.window.showErrorMessage(sorry);
    return;
  }
  const { seeds, prompts } = stressSettings(root);
  const texts = await textsOf(root);
  const params = { ...paramsFor(root), seeds, prompts, links: linksOf(root) };
  const { value: result, userMovedOn: elsewhere } = await withAttention(() => run(parts, basename(root), params));
  if (result === undefined) return;
  const { report, page } = result;
  const [skill] = report.skills;
  if (skill === undefined || page === undefined || skill.runs === 0) return;
  await store.set({ root, skill });
  panels.set({ root, title: `Stress Test: ${skill.skill}`, page, skill, texts }, elsewhere);
  vscode.window.setStatusBarMessage(describeEnd(skill, report.complete), 8_000);
}

/** The folder that was named, the skill that the open editor is in, or the one that the user picks. */
async function chosenRoot({ server }: StressParts, given: string | undefined): Promise<string | undefined> {
  if (given !== undefined) return nativePath(given);
  const skills = await server.skills();
  const file = vscode.window.activeTextEditor?.document.uri.fsPath;
  const around = skills.filter(({ root }) => file !== undefined && isInside([nativePath(root)], file));
  // Of a skill within another one, the inner.
  const [open] = around.toSorted((a, b) => b.root.length - a.root.length);
  if (open !== undefined) return nativePath(open.root);
  if (skills.length > 0) return picked(skills);
  if (isEmptyWindow())
    await askForFolder('A stress test runs on a skill, and a skill lives in a folder. Open one first.');
  else await offerCommand('There is no skill in this workspace yet.', 'New Skill', 'skillwright.newSkill');
  return undefined;
}

async function picked(skills: readonly SkillSummary[]): Promise<string | undefined> {
  const items = skills.map(({ name, description, root }) => ({
    label: name,
    description: vscode.workspace.asRelativePath(root),
    detail: description,
    root,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Stress Test',
    placeHolder: 'Which skill? Simulated models are run on it, many times; no language model is asked',
    matchOnDetail: true,
  });
  return chosen && nativePath(chosen.root);
}

function stressSettings(root: string): Pick<StressParams, 'seeds' | 'prompts'> {
  const section = vscode.workspace.getConfiguration('skillwright.stress', vscode.Uri.file(root));
  const prompts = section.get<readonly unknown[]>('prompts', []);
  const texts = prompts.filter((prompt): prompt is string => typeof prompt === 'string' && prompt.trim() !== '');
  return { seeds: Math.min(1_000, Math.max(1, Math.floor(section.get<number>('seeds', 10)) || 1)), prompts: texts };
}

function paramsFor(root: string): StressParams {
  const { guards, guardSettings, maxLlmCalls } = runSettings(vscode.Uri.file(root));
  const settings = guardSettings === undefined ? {} : { guardSettings };
  return { skill: root, prompts: [], models: [], seeds: 1, guards, ...settings, maxLlmCalls };
}

/** In a process of its own, with progress that can be cancelled; what went wrong has been told. */
async function run(parts: StressParts, name: string, params: StressParams): Promise<StressResult | undefined> {
  const { log } = parts;
  const process = forkRuntime(parts.runtime, {
    onEvents: () => undefined,
    onExit: (detail) => detail !== undefined && log.error(detail),
    onLog: (line) => log.debug(line),
  });
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Stress test of ${name}`, cancellable: true },
    (progress, token) => {
      let before = 0;
      progress.report({ message: 'simulated models, no language model is asked' });
      return process.stress(
        params,
        (done, planned) => {
          const share = (100 * done) / planned;
          progress.report({ message: `${done} of ${planned} simulated runs`, increment: share - before });
          before = share;
        },
        token,
      );
    },
  );
  process.leave();
  if (typeof result !== 'string') return result;
  const show = 'Show Log';
  if ((await vscode.window.showErrorMessage(`The stress test did not run: ${result}`, show)) === show) log.show();
  return undefined;
}

/** The worst run again, its journal kept: with its seed it is the same as long as the skill is. */
async function showWorst(parts: StressParts, stressed: Stressed | undefined): Promise<void> {
  const worst = stressed?.skill.worst;
  if (stressed === undefined || worst === undefined || !(await requireTrust(UNTRUSTED))) return;
  const { root } = stressed;
  const runs = runsFolder(vscode.Uri.file(root), parts.storage);
  const one = { ...paramsFor(root), models: [worst.model], prompts: [worst.prompt], runs };
  const { value: result, userMovedOn: elsewhere } = await withAttention(() => run(parts, basename(root), one));
  if (result === undefined) return;
  const journal = journalOf(result.report);
  if (journal !== undefined) parts.show(journal, elsewhere);
  else void vscode.window.showInformationMessage('This run wastes nothing any more. Run the stress test again.');
}

function journalOf({ skills: [skill] }: StressReport): string | undefined {
  return skill?.worst?.journal;
}

async function openWords(stressed: Stressed | undefined, number: number): Promise<void> {
  const cause = stressed?.skill.causes[number];
  if (cause !== undefined) await openCause({ ...cause, file: nativePath(cause.file) });
}

/** Applies the fix that the editor offers first at these words. The page says then that they have changed. */
async function fixCause(stressed: Stressed | undefined, number: number): Promise<void> {
  const cause = stressed?.skill.causes[number];
  if (cause === undefined) return;
  const [fix] = (await fixesForCause(cause)).fixes;
  if (fix === undefined || !(await applyFix(fix))) {
    const sorry = 'The fix could not be applied: these words have changed. Run the stress test again.';
    void vscode.window.showErrorMessage(sorry);
    return;
  }
  vscode.window.setStatusBarMessage(`Done: ${fix.title}. Run the stress test again to see what it saves.`, 8_000);
}

async function openManifest(stressed: Stressed | undefined): Promise<void> {
  if (stressed !== undefined) await openSourceRange({ file: nativePath(stressed.skill.file) });
}
