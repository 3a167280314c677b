import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { pickStep } from '../dialogs/multi-step.ts';
import { type BaselineAnswer, type BaselineChoice, baselineItems } from './baseline-choice.ts';

/**
 * Asks what to compare a skill with. Undefined if the user cancels.
 * @param root absolute path of the skill
 * @param recent the choice of its last eval
 */
export async function askForBaseline(
  root: string,
  recent: BaselineChoice | undefined,
): Promise<BaselineChoice | undefined> {
  const chosen = await pickStep<BaselineAnswer>({
    title: `Evaluate ${basename(root)} Against…`,
    placeholder: 'Select what to compare the skill with',
    items: baselineItems(isInRepository(root), recent),
  });
  if (chosen.kind !== 'value') return undefined;
  if (chosen.value.kind === 'ask for revision') return askForRevision();
  if (chosen.value.kind === 'ask for folder') return askForFolder();
  return chosen.value;
}

async function askForRevision(): Promise<BaselineChoice | undefined> {
  const text = await vscode.window.showInputBox({
    title: 'Evaluate Against a Revision',
    prompt: 'A branch, tag or commit that has an earlier text of the skill',
    placeHolder: 'origin/main',
    ignoreFocusOut: true,
    validateInput: (input) => (/^\s*(?:-|$)/.test(input) ? 'Enter a branch, tag or commit.' : undefined),
  });
  return text === undefined ? undefined : { kind: 'revision', revision: text.trim() };
}

async function askForFolder(): Promise<BaselineChoice | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFolders: true,
      canSelectFiles: false,
      openLabel: 'Evaluate Against This Folder',
      title: 'Folder of the Earlier Text',
    })) ?? [];
  return folder && { kind: 'folder', folder: folder.fsPath };
}

/** True if a folder is in a git repository. */
function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
}
