/** The Runs view in the activity bar: its tree and its commands. */

import * as vscode from 'vscode';
import { formatCount } from '../../runtime/text/count.ts';
import { isWaitingForUser, selectResumable, titleOf } from '../runs/describe.ts';
import type { LibraryRun, RunLibrary } from '../runs/library.ts';
import { MAX_NAME_LENGTH } from '../runs/meta.ts';
import { deleteRuns, undoDelete } from './delete-runs.ts';
import { focusedRows } from './focused-row.ts';
import type { GroupBy } from './grouping.ts';
import { type PromptNode, type RunNode, type RunsNode, RunsTree } from './runs-tree.ts';
import { sessionDrop } from './session-drop.ts';

/** The dependencies of the view. */
export interface RunsViewContext {
  readonly library: RunLibrary;
  /** Workspace state, which stores the grouping of runs. */
  readonly state: vscode.Memento;
  show(journal: string): void;
  /** Shows the run with the focus in the box for a further prompt. */
  answer(journal: string): void;
  /** Shows one of its prompts, by the `seq` of its `run_started`. */
  showPrompt(journal: string, seq: number): void;
  stop(journal: string): void;
  resume(journal: string): PromiseLike<void>;
  exportRun(journal: string): PromiseLike<void>;
  /** Compares a run with one that the user selects, two runs with each other, or a run with the one before an edit. */
  compareWith(journal: string): PromiseLike<void>;
  compareSelected(journals: readonly string[]): PromiseLike<void>;
  compareBeforeEdit(journal: string): PromiseLike<void>;
  /** Opens the session of another agent by the absolute path of its file. */
  openSession(file: string): PromiseLike<void>;
  /** Called after these runs were deleted. */
  forget(journals: readonly string[]): void;
}

const GROUP_BY_KEY = 'runs.groupBy';
/** Delay before waiting runs are first counted, in milliseconds, so that it does not slow down startup. */
const INITIAL_DELAY_MS = 2_000;

const setContext = (key: string, value: unknown): void => {
  void vscode.commands.executeCommand('setContext', `skillwright.runs.${key}`, value);
};

/** Creates the view and registers its commands. */
export function registerRunsView(context: RunsViewContext): vscode.Disposable {
  const { library, state } = context;
  const tree = new RunsTree(library);
  const view = vscode.window.createTreeView<RunsNode>('skillwright.runs', {
    treeDataProvider: tree,
    canSelectMany: true,
    dragAndDropController: sessionDrop((file) => context.openSession(file)),
    showCollapseAll: true,
  });
  tree.onCount = (shown, all) => {
    view.message =
      tree.query === '' || shown === 0
        ? ''
        : `${shown} of ${formatCount(all, 'run')} ${shown === 1 ? 'matches' : 'match'} “${tree.query}”.`;
  };
  // Counted separately, because VS Code does not query the tree while the view is hidden.
  const count = async (): Promise<void> => {
    const runs = await library.list();
    const waiting = runs.filter((run) => isWaitingForUser(run, vscode.workspace.isTrusted)).length;
    const tooltip = waiting === 1 ? '1 run is waiting for you' : `${waiting} runs are waiting for you`;
    view.badge = waiting === 0 ? undefined : { value: waiting, tooltip };
  };
  const initialCount = setTimeout(() => void count(), INITIAL_DELAY_MS);
  const group = (by: GroupBy): void => {
    tree.by = by;
    setContext('by', by);
    void state.update(GROUP_BY_KEY, by);
  };
  const filter = (query: string): void => {
    tree.query = query;
    setContext('filtered', query.trim() !== '');
  };
  group(state.get<GroupBy>(GROUP_BY_KEY) === 'agent' ? 'agent' : 'skill');
  filter('');

  /** Returns the targets of a command: the rows that it was invoked on, or the focused row. */
  const targets = async (node: RunsNode | undefined, several?: readonly RunsNode[]): Promise<readonly RunNode[]> => {
    const nodes = several ?? (node === undefined ? await focusedRows(view) : [node]);
    const runs = nodes.filter((one) => one.kind === 'run');
    return runs.filter((run, index) => runs.findIndex((one) => one.run.journal === run.run.journal) === index);
  };
  const each = (act: (run: RunNode) => unknown) => async (node?: RunsNode, several?: readonly RunsNode[]) => {
    for (const run of await targets(node, several)) void act(run);
  };
  const command = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    tree,
    view,
    { dispose: () => clearTimeout(initialCount) },
    library.onDidChange(() => void count()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void count()),
    command(
      'skillwright.runs.open',
      each(({ run }) => context.show(run.journal)),
    ),
    command('skillwright.runs.answer', async (node?: RunsNode) => {
      const [run] = await targets(node);
      if (run !== undefined) context.answer(run.run.journal);
    }),
    command('skillwright.runs.openPrompt', ({ run, prompt }: PromptNode) =>
      context.showPrompt(run.run.journal, prompt.seq),
    ),
    command(
      'skillwright.runs.openText',
      each(({ run }) => vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(run.journal), 'default')),
    ),
    command(
      'skillwright.runs.stop',
      each(({ run }) => context.stop(run.journal)),
    ),
    command('skillwright.runs.export', async (node?: RunsNode) => {
      const [run] = await targets(node);
      if (run !== undefined) await context.exportRun(run.run.journal);
    }),
    command('skillwright.runs.compare', async (node?: RunsNode) => {
      const [run] = await targets(node);
      if (run !== undefined) await context.compareWith(run.run.journal);
    }),
    command('skillwright.runs.compareSelected', async (node?: RunsNode, several?: readonly RunsNode[]) =>
      context.compareSelected((await targets(node, several)).map(({ run }) => run.journal)),
    ),
    command('skillwright.runs.compareBeforeEdit', async (node?: RunsNode) => {
      const [run] = await targets(node);
      if (run !== undefined) await context.compareBeforeEdit(run.run.journal);
    }),
    command('skillwright.runs.resume', async (node?: RunsNode, several?: readonly RunsNode[]) => {
      // Sequentially, because each may prompt the user.
      for (const run of selectResumable(await targets(node, several))) await resume(context, run);
    }),
    command(
      'skillwright.runs.pin',
      each((run) => setMeta(library, run, { ...run.meta, pinned: true })),
    ),
    command(
      'skillwright.runs.unpin',
      each((run) => setMeta(library, run, { ...run.meta, pinned: false })),
    ),
    command('skillwright.runs.rename', async (node?: RunsNode) => rename(library, (await targets(node))[0])),
    command('skillwright.runs.delete', async (node?: RunsNode, several?: readonly RunsNode[]) =>
      deleteRuns(context, await targets(node, several)),
    ),
    command('skillwright.runs.undoDelete', () => undoDelete(context)),
    command('skillwright.runs.groupBySkill', () => group('skill')),
    command('skillwright.runs.groupByAgent', () => group('agent')),
    command('skillwright.runs.clearFilter', () => filter('')),
    command('skillwright.runs.filter', () => askForFilter(tree.query, filter)),
    command('skillwright.runs.refresh', () => library.invalidate()),
  );
}

/** Resumes a run. A keyboard shortcut can target any run, while menus offer the command only for resumable ones. */
function resume(context: RunsViewContext, { run, activity }: RunNode): PromiseLike<void> | undefined {
  if (activity === undefined) return context.resume(run.journal);
  // An active run only needs to be shown; its pauses are answered in the timeline.
  context.show(run.journal);
  return undefined;
}

async function setMeta(library: RunLibrary, run: LibraryRun, meta: LibraryRun['meta']): Promise<void> {
  const problem = await library.setMeta(run, meta);
  if (problem !== undefined) void vscode.window.showErrorMessage(`Cannot save the change: ${problem}`);
}

async function rename(library: RunLibrary, run: LibraryRun | undefined): Promise<void> {
  if (run === undefined) return;
  const { name: before, ...others } = run.meta;
  const name = await vscode.window.showInputBox({
    title: 'Rename Run',
    prompt: 'Name of this run. Leave empty to use its prompt.',
    value: before ?? titleOf(run.run, undefined),
    validateInput: (text) => (text.length > MAX_NAME_LENGTH ? `Use at most ${MAX_NAME_LENGTH} characters.` : undefined),
  });
  if (name === undefined) return;
  const newName = name.trim();
  const isDefault = newName === '' || newName === titleOf(run.run, undefined);
  await setMeta(library, run, isDefault ? others : { ...others, name: newName });
}

/** Prompts for a filter, which is applied while the user types. Esc restores the previous filter. */
function askForFilter(before: string, filter: (query: string) => void): void {
  const input = vscode.window.createInputBox();
  let accepted = false;
  input.title = 'Filter Runs';
  input.placeholder = 'Words in the name, prompt, skill, agent, model, client or state';
  input.value = before;
  input.onDidChangeValue(filter);
  input.onDidAccept(() => {
    accepted = true;
    input.hide();
  });
  input.onDidHide(() => {
    if (!accepted) filter(before);
    input.dispose();
  });
  input.show();
}
