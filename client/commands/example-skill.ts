import * as vscode from 'vscode';
import type { SkillSummary } from '../../server/protocol.ts';
import { isEmptyWindow } from '../dialogues/lead-to.ts';
import { askForFolder } from '../dialogues/open-folder.ts';
import { EXAMPLE, writeMissing } from './example-skill-files.ts';
import { exists, folderForSkill } from './new-skill.ts';

/** Command "Skillwright: New Example Skill": writes a skill with two faults to try everything on, or opens the one that is there, with those of its files that are missing. */
export async function exampleSkill(skills: Promise<readonly SkillSummary[]>): Promise<void> {
  const title = 'New Example Skill';
  if (isEmptyWindow()) {
    await askForFolder('The example is a skill, and a skill lives in a folder. Open one first; an empty one will do.');
    return;
  }
  const parent = await folderForSkill(title, skills);
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
    const told = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`The example at ${folder.fsPath} could not be written or opened: ${told}`);
  }
}
