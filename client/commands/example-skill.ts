import * as vscode from 'vscode';
import type { SkillSummary } from '../../server/protocol.ts';
import { isEmptyWindow } from '../dialogs/offer-command.ts';
import { askForFolder } from '../dialogs/open-folder.ts';
import { EXAMPLE, writeMissing } from './example-skill-files.ts';
import { exists, pickSkillsFolder } from './new-skill.ts';

/**
 * Implements "Skillwright: New Example Skill". Writes a skill with two faults to try everything on, or restores the
 * missing files of an existing one, and opens its SKILL.md.
 */
export async function exampleSkill(skills: Promise<readonly SkillSummary[]>): Promise<void> {
  const title = 'New Example Skill';
  if (isEmptyWindow()) {
    await askForFolder('Open a folder for the example skill first. An empty one will do.');
    return;
  }
  const parent = await pickSkillsFolder(title, skills);
  if (parent === undefined) return;
  const folder = vscode.Uri.joinPath(parent, EXAMPLE);
  const at = (path: string): vscode.Uri => vscode.Uri.joinPath(folder, path);
  try {
    await writeMissing(
      (path) => exists(at(path)),
      (path, text) => vscode.workspace.fs.writeFile(at(path), new TextEncoder().encode(text)),
    );
    await vscode.window.showTextDocument(at('SKILL.md'));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`Cannot create or open the example at ${folder.fsPath}: ${message}`);
  }
}
