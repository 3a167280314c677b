import * as vscode from 'vscode';
import { titleOf } from '../runs/describe.ts';
import type { Deletion, LibraryRun, RunLibrary } from '../runs/library.ts';

interface Parts {
  readonly library: RunLibrary;
  forget(journals: readonly string[]): void;
}

/** The last deletion that can still be taken back. */
let last: Deletion | undefined;

function keep(deletion: Deletion | undefined): void {
  last = deletion;
  void vscode.commands.executeCommand('setContext', 'skillwright.runs.undoable', deletion !== undefined);
}

const nameOf = (run: LibraryRun): string => `“${titleOf(run.run, run.meta.name)}”`;

/** Asks, then deletes. A run that goes on is not deleted; that is said with what to do. */
export async function deleteRuns(parts: Parts, runs: readonly LibraryRun[]): Promise<void> {
  const busy = runs.filter((run) => run.atWork !== undefined);
  if (busy[0] !== undefined) {
    const what = busy.length === 1 ? `${nameOf(busy[0])} is` : `${busy.length} of these runs are`;
    void vscode.window.showWarningMessage(`${what} still in progress. Stop the run first, then delete it.`);
    return;
  }
  if (runs[0] === undefined) return;
  const what = runs.length === 1 ? `the run ${nameOf(runs[0])}` : `${runs.length} runs`;
  const detail = 'The journal and all that belongs to it go from the disk. You can undo this for a while.';
  const yes = 'Delete';
  if ((await vscode.window.showWarningMessage(`Delete ${what}?`, { modal: true, detail }, yes)) !== yes) return;
  await removeRuns(parts, runs);
}

/** Deletes runs, and offers the way back until the message is closed or the next deletion comes. */
export async function removeRuns(parts: Parts, runs: readonly LibraryRun[]): Promise<void> {
  // What could have been undone until now is gone with the next deletion.
  if (last !== undefined) void parts.library.settle(last);
  const deletion = await parts.library.delete(runs);
  parts.forget(deletion.deleted.map(({ run }) => run.run.journal));
  for (const { run, message } of deletion.failed)
    void vscode.window.showErrorMessage(`${nameOf(run)} was not deleted: ${message}.`);
  if (deletion.deleted.length === 0) return;
  keep(deletion);
  const undo = 'Undo';
  const [first] = deletion.deleted;
  const what =
    deletion.deleted.length === 1 && first ? `the run ${nameOf(first.run)}` : `${deletion.deleted.length} runs`;
  const choice = await vscode.window.showInformationMessage(`Deleted ${what}.`, undo);
  if (last !== deletion) return;
  if (choice === undo) await undoDelete(parts);
  else {
    keep(undefined);
    await parts.library.settle(deletion);
  }
}

/** Brings back what was deleted last, as long as that is possible. */
export async function undoDelete({ library }: Parts): Promise<void> {
  if (last === undefined) return;
  const deletion = last;
  keep(undefined);
  const lost = await library.undo(deletion);
  if (lost[0] !== undefined)
    void vscode.window.showErrorMessage(`Not brought back: ${lost.map(({ run }) => nameOf(run)).join(', ')}.`);
}
