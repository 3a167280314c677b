import { isAbsolute, relative } from 'node:path';
import * as vscode from 'vscode';
import { formatCount } from '../../runtime/text/count.ts';
import type { SkillSummary } from '../../server/protocol.ts';
import { isEmptyWindow } from '../dialogs/offer-command.ts';
import { askForFolder } from '../dialogs/open-folder.ts';
import { openCreated } from './open-created.ts';
import { nameProblem, skillTemplate } from './skill-template.ts';
import { skillsFolders } from './skills-folders.ts';

/** Returns true if a file or folder exists. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

async function pickFolderIn(
  folder: vscode.WorkspaceFolder,
  title: string,
  skills: Promise<readonly SkillSummary[]>,
): Promise<vscode.Uri | undefined> {
  const items = async () => {
    const inside = (await skills).flatMap(({ root }) => {
      const path = relative(folder.uri.fsPath, vscode.Uri.file(root).fsPath).replaceAll('\\', '/');
      return isAbsolute(path) || path.startsWith('..') ? [] : [path];
    });
    return Promise.all(
      skillsFolders(inside).map(async ({ path, skills }) => {
        const uri = vscode.Uri.joinPath(folder.uri, path);
        const status = skills === 0 && (await exists(uri)) ? 'exists' : '';
        return {
          label: path === '' ? folder.name : path,
          description: skills === 0 ? status : formatCount(skills, 'skill'),
          uri,
        };
      }),
    );
  };
  const chosen = await vscode.window.showQuickPick(items(), {
    title,
    placeHolder: `Select the location of the skill in ${folder.name}`,
    ignoreFocusOut: true,
  });
  return chosen?.uri;
}

/** Prompts for the folder that will contain a new skill. Undefined if cancelled. A workspace folder must be open. */
export async function pickSkillsFolder(
  title: string,
  skills: Promise<readonly SkillSummary[]>,
): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder =
    folders.length === 1
      ? folders[0]
      : await vscode.window.showWorkspaceFolderPick({
          placeHolder: 'Select the workspace folder of the skill',
          ignoreFocusOut: true,
        });
  return folder && pickFolderIn(folder, title, skills);
}

/**
 * Implements "Skillwright: New Skill". Prompts for a name, a description and, unless it is `given`, a folder, then writes
 * a valid SKILL.md and opens it with the first placeholder selected.
 */
export async function newSkill(skills: Promise<readonly SkillSummary[]>, given?: vscode.Uri): Promise<void> {
  if (given === undefined && isEmptyWindow()) {
    await askForFolder('Open a folder for the skill first.');
    return;
  }
  const parent = given ?? (await pickSkillsFolder('New Skill', skills));
  if (parent === undefined) return;
  const name = await vscode.window.showInputBox({
    title: 'New Skill',
    prompt: 'Name of the skill and its folder: lowercase letters, digits and single hyphens',
    placeHolder: 'release-notes',
    ignoreFocusOut: true,
    validateInput: async (text) =>
      nameProblem(text) ?? ((await exists(vscode.Uri.joinPath(parent, text))) ? `${text} already exists.` : undefined),
  });
  if (name === undefined) return;
  const description = await vscode.window.showInputBox({
    title: 'New Skill',
    prompt: 'Description: what the skill does and when to use it',
    placeHolder: 'Writes release notes from the commit log. Use when the user asks for a changelog or release notes.',
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' || text.length > 1024
        ? 'Enter 1 to 1,024 characters. This is all that a model sees before it loads the skill.'
        : undefined,
  });
  if (description === undefined) return;
  const file = vscode.Uri.joinPath(parent, name, 'SKILL.md');
  const { text, selection: first } = skillTemplate(name, description.trim());
  try {
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(parent, name));
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  } catch (error) {
    void vscode.window.showErrorMessage(`Cannot create ${file.fsPath}: ${String(error)}`);
    return;
  }
  // Select the first placeholder, so that typing replaces it.
  await openCreated(file, new vscode.Range(first.line, first.from, first.line, first.to));
}
