import * as vscode from 'vscode';
import { titleOf } from '../runs/describe.ts';
import type { Deletion, LibraryRun, RunLibrary } from '../runs/library.ts';

interface DeletionContext {
  readonly library: RunLibrary;
  forget(journals: readonly string[]): void;
}

/** The last deletion that can still be undone. */
let lastDeletion: Deletion | undefined;

function setUndoable(deletion: Deletion | undefined): void {
  lastDeletion = deletion;
  void vscode.commands.executeCommand('setContext', 'skillwright.runs.undoable', deletion !== undefined);
}

const nameOf = (run: LibraryRun): string => `“${titleOf(run.run, run.meta.name)}”`;

/** Deletes runs after a confirmation. Active runs are not deleted; a message asks the user to stop them first. */
export async function deleteRuns(parts: DeletionContext, runs: readonly LibraryRun[]): Promise<void> {
  const busy = runs.filter((run) => run.activity !== undefined);
  if (busy[0] !== undefined) {
    const subject = busy.length === 1 ? `${nameOf(busy[0])} is` : `${busy.length} of these runs are`;
    void vscode.window.showWarningMessage(`Stop the run before you delete it. ${subject} still in progress.`);
    return;
  }
  if (runs[0] === undefined) return;
  const subject = runs.length === 1 ? `the run ${nameOf(runs[0])}` : `${runs.length} runs`;
  const detail = 'This deletes the journal and all related files from disk. You can undo it for a while.';
  const confirm = 'Delete';
  if ((await vscode.window.showWarningMessage(`Delete ${subject}?`, { modal: true, detail }, confirm)) !== confirm)
    return;
  await removeRuns(parts, runs);
}

/** Deletes runs and offers to undo it until the message is closed or other runs are deleted. */
export async function removeRuns(parts: DeletionContext, runs: readonly LibraryRun[]): Promise<void> {
  // A new deletion replaces the one that could be undone until now.
  if (lastDeletion !== undefined) void parts.library.purge(lastDeletion);
  const deletion = await parts.library.delete(runs);
  parts.forget(deletion.deleted.map(({ run }) => run.run.journal));
  for (const { run, message } of deletion.failed)
    void vscode.window.showErrorMessage(`Cannot delete ${nameOf(run)}: ${message}.`);
  if (deletion.deleted.length === 0) return;
  setUndoable(deletion);
  const undo = 'Undo';
  const [first] = deletion.deleted;
  const subject =
    deletion.deleted.length === 1 && first ? `the run ${nameOf(first.run)}` : `${deletion.deleted.length} runs`;
  const choice = await vscode.window.showInformationMessage(`Deleted ${subject}.`, undo);
  if (lastDeletion !== deletion) return;
  if (choice === undo) await undoDelete(parts);
  else {
    setUndoable(undefined);
    await parts.library.purge(deletion);
  }
}

/** Undoes the last deletion if that is still possible. */
export async function undoDelete({ library }: DeletionContext): Promise<void> {
  if (lastDeletion === undefined) return;
  const deletion = lastDeletion;
  setUndoable(undefined);
  const lost = await library.undo(deletion);
  if (lost[0] !== undefined)
    void vscode.window.showErrorMessage(`Cannot restore ${lost.map(({ run }) => nameOf(run)).join(', ')}.`);
}
