import * as vscode from 'vscode';
import { EXAMPLE, EXAMPLE_FILES } from './example-skill-files.ts';
import { isEmptyWindow } from './lead-to.ts';
import { exists, folderForSkill } from './new-skill.ts';
import { askForFolder } from './open-folder.ts';

/** Command "Skillwright: New Example Skill": writes a skill with two faults to try everything on, or opens the one that is there. */
export async function exampleSkill(): Promise<void> {
  const title = 'New Example Skill';
  if (isEmptyWindow()) {
    await askForFolder('The example is a skill, and a skill lives in a folder. Open one first; an empty one will do.');
    return;
  }
  const parent = await folderForSkill(title);
  if (parent === undefined) return;
  const folder = vscode.Uri.joinPath(parent, EXAMPLE);
  const file = vscode.Uri.joinPath(folder, 'SKILL.md');
  try {
    // What is there may have been worked on.
    if (!(await exists(folder))) {
      for (const [path, text] of Object.entries(EXAMPLE_FILES))
        await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, path), new TextEncoder().encode(text));
    }
    await vscode.window.showTextDocument(file);
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`The example is not at ${folder.fsPath}, and could not be written: ${told}`);
  }
}
