import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type {
  StressCause,
  StressedWords,
  StressParams,
  StressReport,
  StressResult,
} from '../../runtime/protocol/stress.ts';
import { formatCount } from '../../runtime/text/count.ts';
import { defined } from '../../runtime/text/objects.ts';
import { resolveSkillRoot } from '../commands/pick-skill.ts';
import { folderOf, nativePath, type RunAgentArgument, saveDirtyFiles } from '../commands/run-agent.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { withAttention } from '../editor/attention.ts';
import { applyFix, openSourceRange } from '../editor/fixes.ts';
import { openCause } from '../editor/open-cause.ts';
import type { LanguageServer } from '../language/start.ts';
import { fixesForCause } from '../misses/fixes.ts';
import { hashTexts } from '../misses/text-hashes.ts';
import { runsFolder } from '../runs/runs-folder.ts';
import { SavedPages } from '../runs/saved-pages.ts';
import { readRunSettings } from '../runs/settings.ts';
import { forkRuntime } from '../runtime-process/process.ts';
import { describeClients, describeEnd } from './describe.ts';
import { registerStressFeatures } from './editor-features.ts';
import { AGAIN, CAUSE, CLIENTS, FIX, FIX_WORDS, linksOf, MANIFEST, WORDS, WORST } from './links.ts';
import { StressPanels } from './panels.ts';
import { parseSavedTest } from './saved-test.ts';
import { StressStore, type StressTest } from './store.ts';

export interface StressContext {
  readonly server: LanguageServer;
  /** Absolute path of `dist/runtime.cjs`. */
  readonly runtime: string;
  readonly storage: vscode.Uri;
  /** The extension's storage folder for this workspace. */
  readonly workspaceStorage: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  /** Shows the timeline of a run; with `preserveFocus`, the focus stays where it is. */
  show(journal: string, preserveFocus?: boolean): void;
}

const PICK = {
  title: 'Stress Test',
  placeHolder: 'Select the skill to test. Only simulated models are run, no language model.',
};
const UNTRUSTED = 'Trust this workspace to run stress tests.';

/** Registers "Skillwright: Stress This Skill", its comparison of clients, its pages and its editor features. */
export function registerStress(context: StressContext): vscode.Disposable {
  const store = new StressStore();
  const savedTests = new SavedPages(join(context.workspaceStorage.fsPath, 'stress'), parseSavedTest);
  const panels = new StressPanels(
    savedTests,
    ({ root, skill, words }) => void store.set(defined({ root, skill, words })),
    (root) => store.changedCauses(root),
  );
  const stress = (argument: RunAgentArgument) => stressSkill(context, store, panels, argument, false);
  const report = (root: string): void => {
    if (!panels.show(root)) void stress(root);
  };
  const command = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    store,
    panels,
    registerStressFeatures(store, report),
    command('skillwright.stressSkill', stress),
    command(AGAIN, stress),
    command(CLIENTS, (argument: RunAgentArgument) => stressSkill(context, store, panels, argument, true)),
    command(WORDS, (root: string, number: number) => openWords(store.result(root), number)),
    command(WORST, (root: string) => showWorst(context, store.result(root))),
    command(CAUSE, (root: string, number: number) => openStressCause(store.result(root), number)),
    command(FIX, (root: string, number: number) => fixWords(store.result(root)?.skill.causes[number])),
    command(FIX_WORDS, (root: string, number: number) => fixWords(store.result(root)?.words?.[number])),
    command(MANIFEST, (root: string) => openManifest(store.result(root))),
  );
}

async function stressSkill(
  context: StressContext,
  store: StressStore,
  panels: StressPanels,
  argument: RunAgentArgument,
  comparesClients: boolean,
): Promise<void> {
  if (!(await requireTrust(UNTRUSTED))) return;
  const root = await resolveSkillRoot(context.server, folderOf(argument), PICK);
  if (root === undefined) return;
  if (!(await saveDirtyFiles([root]))) {
    const message = 'Save the changed files and try again. One could not be saved, and a stress test reads from disk.';
    void vscode.window.showErrorMessage(message);
    return;
  }
  const { seeds, prompts } = stressSettings(root);
  const texts = await hashTexts(root, { kind: 'markdown' });
  const clients = comparesClients ? { clients: ['all'] } : {};
  const params = { ...paramsFor(root), seeds, prompts, ...clients, links: linksOf(root, comparesClients) };
  const { value: result, userMovedOn } = await withAttention(() => runStressTest(context, basename(root), params));
  if (result === undefined) return;
  const { report, page } = result;
  const [skill] = report.skills;
  if (skill === undefined || page === undefined || skill.runs === 0) return;
  const [matrix] = report.matrices ?? [];
  const words = matrix === undefined ? {} : { words: matrix.words };
  await store.set({ root, skill, ...words });
  const title = matrix === undefined ? 'Stress Test' : 'Stress Test in Clients';
  panels.set({ root, title: `${title}: ${skill.skill}`, page, skill, texts, ...words }, userMovedOn);
  const end = matrix === undefined ? describeEnd(skill, report.complete) : describeClients(matrix, report.complete);
  vscode.window.setStatusBarMessage(end, 8_000);
}

function stressSettings(root: string): Pick<StressParams, 'seeds' | 'prompts'> {
  const section = vscode.workspace.getConfiguration('skillwright.stress', vscode.Uri.file(root));
  const prompts = section.get<readonly unknown[]>('prompts', []);
  const texts = prompts.filter((prompt): prompt is string => typeof prompt === 'string' && prompt.trim() !== '');
  return { seeds: Math.min(1_000, Math.max(1, Math.floor(section.get<number>('seeds', 10)) || 1)), prompts: texts };
}

function paramsFor(root: string): StressParams {
  const { guards, guardSettings, maxLlmCalls } = readRunSettings(vscode.Uri.file(root));
  const settings = guardSettings === undefined ? {} : { guardSettings };
  return { skill: root, prompts: [], models: [], seeds: 1, guards, ...settings, maxLlmCalls };
}

/** Runs a stress test in a separate process, with progress that can be cancelled. Failures are shown to the user. */
async function runStressTest(
  context: StressContext,
  name: string,
  params: StressParams,
): Promise<StressResult | undefined> {
  const { log } = context;
  const process = forkRuntime(context.runtime, {
    onEvents: () => undefined,
    onExit: (detail) => detail !== undefined && log.error(detail),
    onLog: (line) => log.debug(line),
  });
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Stress test of ${name}`, cancellable: true },
    (progress, token) => {
      let reported = 0;
      progress.report({ message: 'simulated models only' });
      return process.stress(
        params,
        (done, planned) => {
          const percent = (100 * done) / planned;
          progress.report({
            message: `${done} of ${formatCount(planned, 'simulated run')}`,
            increment: percent - reported,
          });
          reported = percent;
        },
        token,
      );
    },
  );
  process.leave();
  if (typeof result !== 'string') return result;
  const showLog = 'Show Log';
  if ((await vscode.window.showErrorMessage(`The stress test failed: ${result}`, showLog)) === showLog) log.show();
  return undefined;
}

/** Repeats the worst run and saves its journal. With the same seed, it is identical unless the skill has changed. */
async function showWorst(context: StressContext, test: StressTest | undefined): Promise<void> {
  const worst = test?.skill.worst;
  if (test === undefined || worst === undefined || !(await requireTrust(UNTRUSTED))) return;
  const { root } = test;
  const runs = runsFolder(vscode.Uri.file(root), context.storage);
  const params = { ...paramsFor(root), models: [worst.model], prompts: [worst.prompt], runs };
  const { value: result, userMovedOn } = await withAttention(() => runStressTest(context, basename(root), params));
  if (result === undefined) return;
  const journal = journalOf(result.report);
  if (journal !== undefined) context.show(journal, userMovedOn);
  else void vscode.window.showInformationMessage('Run the stress test again. This run no longer wastes any calls.');
}

function journalOf({ skills: [skill] }: StressReport): string | undefined {
  return skill?.worst?.journal;
}

async function openStressCause(test: StressTest | undefined, number: number): Promise<void> {
  const cause = test?.skill.causes[number];
  if (cause !== undefined) await openCause({ ...cause, file: nativePath(cause.file) });
}

async function openWords(test: StressTest | undefined, number: number): Promise<void> {
  const words = test?.words?.[number];
  if (words !== undefined) await openCause({ ...words, file: nativePath(words.file) });
}

/** Applies the first fix that the editor offers for words of a test. The page then marks them as changed. */
async function fixWords(cause: StressCause | StressedWords | undefined): Promise<void> {
  if (cause === undefined) return;
  const [fix] = (await fixesForCause(cause)).fixes;
  if (fix === undefined || !(await applyFix(fix))) {
    const message = 'Run the stress test again. The fix cannot be applied because the text has changed.';
    void vscode.window.showErrorMessage(message);
    return;
  }
  vscode.window.setStatusBarMessage(`Fix applied: ${fix.title}. Run the stress test again to see the effect.`, 8_000);
}

async function openManifest(test: StressTest | undefined): Promise<void> {
  if (test !== undefined) await openSourceRange({ file: nativePath(test.skill.file) });
}
