/** The Runs view in the activity bar: its tree, and the commands on it. */
import * as vscode from 'vscode';
import { titleOf, toResume, waitsForUser } from '../runs/describe.ts';
import type { LibraryRun, RunLibrary } from '../runs/library.ts';
import { LONGEST_NAME } from '../runs/meta.ts';
import { deleteRuns, undoDelete } from './delete-runs.ts';
import { focusedRows } from './focused-row.ts';
import type { GroupBy } from './grouping.ts';
import { type RunNode, type RunsNode, RunsTree } from './runs-tree.ts';

/** What the view asks of the rest of the extension. */
export interface RunsViewParts {
  readonly library: RunLibrary;
  /** Kept for the workspace: how runs are grouped. */
  readonly state: vscode.Memento;
  show(journal: string): void;
  stop(journal: string): void;
  resume(journal: string): PromiseLike<void>;
  /** These runs are no longer there. */
  forget(journals: readonly string[]): void;
}

const BY = 'runs.groupBy';
/** Milliseconds after the start before runs that wait are counted: an editor that opens has better to do. */
const FIRST_COUNT = 2_000;

const setContext = (key: string, value: unknown): void => {
  void vscode.commands.executeCommand('setContext', `skillwright.runs.${key}`, value);
};

/** Shows the view and registers its commands. */
export function registerRunsView(parts: RunsViewParts): vscode.Disposable {
  const { library, state } = parts;
  const tree = new RunsTree(library);
  const view = vscode.window.createTreeView<RunsNode>('skillwright.runs', {
    treeDataProvider: tree,
    canSelectMany: true,
    showCollapseAll: true,
  });
  tree.onCount = (shown, all) => {
    view.message = tree.query === '' || shown === 0 ? '' : `${shown} of ${all} runs match “${tree.query}”.`;
  };
  // By itself: the tree is asked for nothing while the view is hidden.
  const count = async (): Promise<void> => {
    const runs = await library.list();
    const waiting = runs.filter((run) => waitsForUser(run, vscode.workspace.isTrusted)).length;
    const tooltip = waiting === 1 ? 'A run waits for you' : `${waiting} runs wait for you`;
    view.badge = waiting === 0 ? undefined : { value: waiting, tooltip };
  };
  const first = setTimeout(() => void count(), FIRST_COUNT);
  const group = (by: GroupBy): void => {
    tree.by = by;
    setContext('by', by);
    void state.update(BY, by);
  };
  const filter = (query: string): void => {
    tree.query = query;
    setContext('filtered', query.trim() !== '');
  };
  group(state.get<GroupBy>(BY) === 'agent' ? 'agent' : 'skill');
  filter('');

  /** What a command is about: what it was called on, or where the keyboard is. */
  const chosen = async (node: RunsNode | undefined, several?: readonly RunsNode[]): Promise<readonly RunNode[]> => {
    const nodes = several ?? (node === undefined ? await focusedRows(view) : [node]);
    const runs = nodes.filter((one) => one.kind === 'run');
    return runs.filter((run, place) => runs.findIndex((one) => one.run.journal === run.run.journal) === place);
  };
  const each = (act: (run: RunNode) => unknown) => async (node?: RunsNode, several?: readonly RunsNode[]) => {
    for (const run of await chosen(node, several)) void act(run);
  };
  const command = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    tree,
    view,
    { dispose: () => clearTimeout(first) },
    library.onDidChange(() => void count()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void count()),
    command(
      'skillwright.runs.open',
      each(({ run }) => parts.show(run.journal)),
    ),
    command(
      'skillwright.runs.openText',
      each(({ run }) => vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(run.journal), 'default')),
    ),
    command(
      'skillwright.runs.stop',
      each(({ run }) => parts.stop(run.journal)),
    ),
    command('skillwright.runs.resume', async (node?: RunsNode, several?: readonly RunsNode[]) => {
      // One after the other: each may ask the user.
      for (const run of toResume(await chosen(node, several))) await resume(parts, run);
    }),
    command(
      'skillwright.runs.pin',
      each((run) => give(library, run, { ...run.meta, pinned: true })),
    ),
    command(
      'skillwright.runs.unpin',
      each((run) => give(library, run, { ...run.meta, pinned: false })),
    ),
    command('skillwright.runs.rename', async (node?: RunsNode) => rename(library, (await chosen(node))[0])),
    command('skillwright.runs.delete', async (node?: RunsNode, several?: readonly RunsNode[]) =>
      deleteRuns(parts, await chosen(node, several)),
    ),
    command('skillwright.runs.undoDelete', () => undoDelete(parts)),
    command('skillwright.runs.groupBySkill', () => group('skill')),
    command('skillwright.runs.groupByAgent', () => group('agent')),
    command('skillwright.runs.clearFilter', () => filter('')),
    command('skillwright.runs.filter', () => askForFilter(tree.query, filter)),
    command('skillwright.runs.refresh', () => library.touch()),
  );
}

/** A key can come to any run; menus offer it only where it can go on. */
function resume(parts: RunsViewParts, { run, atWork }: RunNode): PromiseLike<void> | undefined {
  if (atWork === undefined) return parts.resume(run.journal);
  // It goes on already; what it waits for is answered there.
  parts.show(run.journal);
  return undefined;
}

async function give(library: RunLibrary, run: LibraryRun, meta: LibraryRun['meta']): Promise<void> {
  const problem = await library.setMeta(run, meta);
  if (problem !== undefined) void vscode.window.showErrorMessage(`This could not be kept: ${problem}`);
}

async function rename(library: RunLibrary, run: LibraryRun | undefined): Promise<void> {
  if (run === undefined) return;
  const { name: before, ...others } = run.meta;
  const name = await vscode.window.showInputBox({
    title: 'Rename Run',
    prompt: 'A name for this run. Leave it empty to show the prompt again.',
    value: before ?? titleOf(run.run, undefined),
    validateInput: (text) => (text.length > LONGEST_NAME ? `At most ${LONGEST_NAME} characters.` : undefined),
  });
  if (name === undefined) return;
  const given = name.trim();
  const same = given === '' || given === titleOf(run.run, undefined);
  await give(library, run, same ? others : { ...others, name: given });
}

/** The tree follows as the user types; Esc puts back what was there. */
function askForFilter(before: string, filter: (query: string) => void): void {
  const input = vscode.window.createInputBox();
  let accepted = false;
  input.title = 'Filter Runs';
  input.placeholder = 'Words of a name, prompt, skill, agent, model or state';
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
