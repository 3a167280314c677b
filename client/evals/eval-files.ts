/** The eval files of the workspace: finds and watches them, and creates a skill's first one. */
import { basename, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { isEvalPath } from '../../skill/index.ts';
import { isInside } from '../editor/is-inside.ts';

const GLOB =
  '**/{evals/*,evals,eval,trigger_tests,trigger_eval,trigger_evals,trigger-eval,trigger-evals}.{json,yaml,yml}';
const FIRST_FILE = join('evals', 'evals.json');

/** Returns true if the name of a file in a skill's folder is one of an eval file. */
export function isEvalFile(root: string, file: string): boolean {
  return isEvalPath(relative(root, file).split(sep).join('/'));
}

/** Returns the innermost of the folders that contains a file as one of its eval files. */
export function skillOfEvalFile(roots: readonly string[], file: string): string | undefined {
  const [root] = roots.filter((one) => isInside([one], file)).toSorted((a, b) => b.length - a.length);
  return root !== undefined && isEvalFile(root, file) ? root : undefined;
}

/** Returns the eval files of skills in the workspace, by the folder of their skill, both sorted. */
export async function findEvalFiles(roots: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await vscode.workspace.findFiles(GLOB, '**/node_modules/**');
  return groupFiles(
    roots,
    found.map(({ fsPath }) => fsPath),
  );
}

/** Returns the eval files of one skill, which may be outside the workspace. */
export async function findEvalFilesOf(root: string): Promise<readonly string[]> {
  const list = async (folder: string): Promise<readonly string[]> => {
    try {
      const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.file(folder));
      return entries.map(([name]) => join(folder, name));
    } catch {
      return [];
    }
  };
  const files = [...(await list(root)), ...(await list(join(root, 'evals')))];
  return files.filter((file) => isEvalFile(root, file)).toSorted();
}

function groupFiles(roots: readonly string[], files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const file of files.toSorted()) {
    const root = skillOfEvalFile(roots, file);
    if (root !== undefined) groups.set(root, [...(groups.get(root) ?? []), file]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Watches the eval files of the workspace on disk. */
export function watchEvalFiles(listener: {
  readonly onFound: (file: vscode.Uri) => void;
  readonly onChanged?: (file: vscode.Uri) => void;
  readonly onGone?: (file: vscode.Uri) => void;
}): vscode.Disposable {
  const { onFound, onChanged, onGone } = listener;
  const watcher = vscode.workspace.createFileSystemWatcher(GLOB, false, onChanged === undefined, onGone === undefined);
  const listeners = [watcher.onDidCreate(onFound)];
  if (onChanged !== undefined) listeners.push(watcher.onDidChange(onChanged));
  if (onGone !== undefined) listeners.push(watcher.onDidDelete(onGone));
  return vscode.Disposable.from(watcher, ...listeners);
}

/**
 * Offers to create the first eval file of a skill that has none, and opens it at the first part to fill in.
 * @param cases returns the text of the file; undefined if it cannot be made
 */
export async function offerFirstEvalFile(root: string, cases: () => Promise<string | undefined>): Promise<void> {
  const name = basename(root);
  const create = 'Create evals/evals.json';
  const message = `Write a case first: ${name} has no eval file.`;
  if ((await vscode.window.showInformationMessage(message, create)) !== create) return;
  const contents = await cases();
  if (contents === undefined) {
    const failed = 'Try again, or write evals/evals.json yourself: its first cases could not be made.';
    void vscode.window.showErrorMessage(failed);
    return;
  }
  const file = vscode.Uri.file(join(root, FIRST_FILE));
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { ignoreIfExists: true, contents: Buffer.from(contents) });
  await vscode.workspace.applyEdit(edit);
  const document = await vscode.workspace.openTextDocument(file);
  const [part] = [...document.getText().matchAll(/<fill in[^<>\n]*>/g)];
  const start = document.positionAt(part?.index ?? 0);
  const end = document.positionAt((part?.index ?? 0) + (part?.[0].length ?? 0));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, end) });
}
