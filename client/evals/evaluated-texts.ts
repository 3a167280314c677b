/** Detects whether a skill has changed since its eval. */
import * as vscode from 'vscode';
import { EVAL_FILES } from '../../runtime/protocol/eval-files.ts';
import { isInside } from '../editor/is-inside.ts';
import { hashTexts, type TextHashes } from '../misses/text-hashes.ts';

/** Time without changes before the texts of a skill are compared, in milliseconds. */
const DEBOUNCE_MS = 200;

/** Hashes what an eval depends on: the files of the skill, without its cases. */
export function hashEvaluated(root: string): Promise<TextHashes> {
  return hashTexts(root, { kind: 'all', excluded: EVAL_FILES });
}

/** Calls `onChange` after a file of a skill changes, in an editor or on disk, also if it is one with cases. */
export function watchSkill(root: string, onChange: () => void): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const changed = ({ fsPath }: vscode.Uri): void => {
    if (!isInside([root], fsPath)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, DEBOUNCE_MS);
  };
  const files = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(root), '**/*'));
  return vscode.Disposable.from(
    { dispose: () => clearTimeout(timer) },
    files,
    files.onDidChange(changed),
    files.onDidCreate(changed),
    files.onDidDelete(changed),
    vscode.workspace.onDidChangeTextDocument(({ document }) => changed(document.uri)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => changed(uri)),
  );
}
