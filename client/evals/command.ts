import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { defined } from '../../runtime/text/objects.ts';
import { resolveSkillRoot } from '../commands/pick-skill.ts';
import { folderOf, nativePath, type RunAgentArgument } from '../commands/run-agent.ts';
import type { ModelChoice, RunMemory } from '../dialogs/memory.ts';
import { offerCommand } from '../dialogs/offer-command.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { openSourceRange } from '../editor/fixes.ts';
import type { LanguageServer } from '../language/start.ts';
import { chooseModel } from '../models/choose.ts';
import { parseModelName } from '../models/model-names.ts';
import { readModelSettings } from '../models/settings.ts';
import { SavedPages } from '../runs/saved-pages.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import { allowScripts, openScript } from './allow-scripts.ts';
import type { BaselineChoice } from './baseline-choice.ts';
import { askForBaseline } from './baseline-step.ts';
import { findEvalFiles, findEvalFilesOf, offerFirstEvalFile, skillOfEvalFile, watchEvalFiles } from './eval-files.ts';
import { AGAIN, AGAINST, ALLOW, CASE, EVALUATE, EXPORT, MESSAGE, MODEL, SCRIPT, SHOW, TRIAL } from './links.ts';
import { EvalPanels } from './panels.ts';
import { runOfMessage } from './report-run.ts';
import type { EvalRunner } from './run-eval.ts';
import { parseSavedEval, type SavedEval } from './saved-eval.ts';
import { readEvalSettings } from './settings.ts';
import { EvalTests, UNTRUSTED } from './tests.ts';

export interface EvalContext extends EvalRunner {
  readonly server: LanguageServer;
  readonly memory: RunMemory;
  /** The extension's storage folder for this workspace. */
  readonly workspaceStorage: vscode.Uri;
  /** Shows the timeline of a run. */
  show(journal: string): void;
}

/** Returns what to compare a skill with; undefined for what the settings say. */
type BaselineOf = (root: string) => Promise<BaselineChoice | 'cancelled' | undefined>;

/** The question before an eval, if any: for the model in any case, or if no setting has one. */
type Asks = 'model' | 'model without setting' | 'nothing';

/** Registers "Skillwright: Evaluate This Skill", its page, and the cases in the Test Explorer. */
export function registerEvals(context: EvalContext): vscode.Disposable {
  const saved = new SavedPages(join(context.workspaceStorage.fsPath, 'evals'), parseSavedEval);
  const panels = new EvalPanels(saved);
  const { server, runtime, log } = context;
  const roots = async (): Promise<readonly string[]> => (await server.skills()).map(({ root }) => nativePath(root));
  let tests: EvalTests | undefined;
  const openTests = (): EvalTests => {
    tests ??= new EvalTests({
      runner: context,
      panels,
      roots,
      list: (params) => queryRuntime(runtime, log, (process) => process.listEvalCases(params)),
      models: (root, asks) => modelsFor(context, root, asks),
    });
    return tests;
  };
  const openTestsFor = async (file: string): Promise<void> => {
    if (tests === undefined && skillOfEvalFile(await roots(), file) !== undefined) openTests();
  };
  // Without eval files the Test Explorer would be an empty view in the activity bar.
  void roots().then(async (found) => (await findEvalFiles(found)).size > 0 && openTests());
  const evaluate = async (
    argument: RunAgentArgument,
    { asks, baselineOf }: { readonly asks: Asks; readonly baselineOf?: BaselineOf },
  ): Promise<void> => {
    if (!(await requireTrust(UNTRUSTED))) return;
    const texts = { title: 'Evaluate a Skill', placeHolder: 'Select the skill whose eval cases to run' };
    const root = await resolveSkillRoot(server, folderOf(argument), texts);
    if (root === undefined) return;
    if ((await findEvalFilesOf(root)).length === 0)
      return offerFirstEvalFile(root, () => queryRuntime(runtime, log, (process) => process.firstEvalCases(root)));
    const baseline = await baselineOf?.(root);
    if (baseline === 'cancelled') return;
    const asksForModel =
      asks === 'model' || (asks === 'model without setting' && readEvalSettings(root).models.length === 0);
    const models = await modelsFor(context, root, asksForModel);
    if (models !== undefined) await openTests().runSkill(root, defined({ models, baseline }));
  };
  const lastBaseline = async (root: string) => saved.find(root)?.baseline;
  const chooseBaseline = async (root: string) => (await askForBaseline(root, await lastBaseline(root))) ?? 'cancelled';
  const showRun = (root: string, run: string): void => {
    const trial = saved
      .find(root)
      ?.cases.flatMap(({ trials }) => trials)
      .find((one) => one.run === run);
    if (trial !== undefined) context.show(trial.journal);
    else void vscode.window.showInformationMessage('Evaluate the skill again. The results have no such run any more.');
  };
  const command = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    panels,
    { dispose: () => tests?.dispose() },
    watchEvalFiles({ onFound: ({ fsPath }) => void openTestsFor(fsPath) }),
    // The creation of a file can be missed, for example while the editor starts.
    vscode.workspace.onDidOpenTextDocument(({ uri, languageId }) => {
      if (languageId !== 'markdown') void openTestsFor(uri.fsPath);
    }),
    command(EVALUATE, (argument: RunAgentArgument) => evaluate(argument, { asks: 'model without setting' })),
    command(AGAINST, (argument: RunAgentArgument) =>
      evaluate(argument, { asks: 'model without setting', baselineOf: chooseBaseline }),
    ),
    command(AGAIN, (root: string) => evaluate(root, { asks: 'nothing', baselineOf: lastBaseline })),
    command(MODEL, (root: string) => evaluate(root, { asks: 'model', baselineOf: lastBaseline })),
    command(ALLOW, async (root: string) => {
      const { cases = [], skill = '' } = saved.find(root) ?? {};
      if (await allowScripts(context, { root, skill, cases }))
        await evaluate(root, { asks: 'nothing', baselineOf: lastBaseline });
    }),
    command(SCRIPT, (root: string, path: string) => openScript(root, path)),
    command(SHOW, (argument: RunAgentArgument | vscode.TestItem) => showResults(server, panels, tests, argument)),
    command(TRIAL, (root: string, run: string) => showRun(root, run)),
    command(CASE, async (root: string, number: number) => {
      const one = saved.find(root)?.cases[number];
      if (one !== undefined) await openSourceRange({ file: nativePath(one.file), line: one.line, column: one.column });
    }),
    command(EXPORT, (root: string) => exportPage(root, saved)),
    command(MESSAGE, (shown: { readonly test: vscode.TestItem; readonly message: vscode.TestMessage }) => {
      const run = runOfMessage(shown.message);
      const root = tests?.tree.node(shown.test)?.root;
      if (run !== undefined && root !== undefined) showRun(root, run);
    }),
  );
}

/** Returns the models to evaluate with: those of the settings, the one of runs, or one that the user chooses. */
async function modelsFor(
  { models: services, memory }: EvalContext,
  root: string,
  asks: boolean,
): Promise<readonly ModelChoice[] | undefined> {
  const { models } = readEvalSettings(root);
  if (!asks && models.length > 0) return readModels(models);
  const last = memory.model();
  if (!asks && last !== undefined) return [last];
  const chosen = await chooseModel(services, { title: 'Evaluate with a Model' });
  if (chosen.kind !== 'value') return undefined;
  await memory.choose(chosen.value);
  return [chosen.value];
}

async function readModels(names: readonly string[]): Promise<readonly ModelChoice[] | undefined> {
  const { endpoints } = readModelSettings();
  const parsed = names.map((name) => parseModelName(name, endpoints));
  const problem = parsed.find((one) => typeof one === 'string');
  if (problem === undefined) return parsed.filter((one) => typeof one === 'object');
  const open = 'Open Setting';
  const message = `Correct the setting skillwright.evals.models. ${problem}`;
  if ((await vscode.window.showErrorMessage(message, open)) === open)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'skillwright.evals.models');
  return undefined;
}

/** Shows the last results of a skill, of the skill of an item of the Test Explorer, or of the one that the user picks. */
async function showResults(
  server: LanguageServer,
  panels: EvalPanels,
  tests: EvalTests | undefined,
  argument: RunAgentArgument | vscode.TestItem,
): Promise<void> {
  const isItem = typeof argument === 'object' && 'children' in argument;
  const folder = isItem ? tests?.tree.node(argument)?.root : folderOf(argument);
  const texts = { title: 'Eval Results', placeHolder: 'Select the skill whose results to show' };
  const root = await resolveSkillRoot(server, folder, texts);
  if (root !== undefined && !panels.show(root))
    await offerCommand('Evaluate the skill first: there are no results in this workspace.', 'Evaluate', EVALUATE);
}

/** Writes the page without its links to VS Code, and offers to open the file. */
async function exportPage(root: string, saved: SavedPages<SavedEval>): Promise<void> {
  const found = saved.find(root);
  if (found === undefined) return;
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(root))?.uri ?? vscode.Uri.file(dirname(root));
  const target = await vscode.window.showSaveDialog({
    title: 'Save Eval Results',
    defaultUri: vscode.Uri.joinPath(folder, 'eval-results.html'),
    filters: { HTML: ['html'] },
  });
  if (target === undefined) return;
  try {
    await writeFile(target.fsPath, `${found.offlinePage}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`Choose another file. The results could not be saved: ${reason}`);
    return;
  }
  const open = 'Open in Browser';
  if ((await vscode.window.showInformationMessage('The results were saved.', open)) === open)
    await vscode.env.openExternal(target);
}
