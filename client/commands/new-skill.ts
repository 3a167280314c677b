import { isAbsolute, relative } from 'node:path';
import * as vscode from 'vscode';
import { formatCount } from '../../runtime/text/count.ts';
import type { SkillSummary } from '../../server/protocol.ts';
import { isEmptyWindow } from '../dialogs/offer-command.ts';
import { askForFolder } from '../dialogs/open-folder.ts';
import { openCreated } from './open-created.ts';
import { skillNameOf, skillTemplate } from './skill-template.ts';
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

/** Returns the problem with the text of a skill's name, or the name that is made from it if that is another one. */
async function checkName(
  parent: vscode.Uri,
  text: string,
): Promise<vscode.InputBoxValidationMessage | string | undefined> {
  if (text.trim() === '') return 'Enter a name.';
  const name = skillNameOf(text);
  if (name === '') return 'Use at least one letter from a to z or a digit.';
  if (await exists(vscode.Uri.joinPath(parent, name))) return `${name} already exists.`;
  if (name === text) return undefined;
  const message = `The skill will be named ${name}: lowercase letters, digits and single hyphens.`;
  return { message, severity: vscode.InputBoxValidationSeverity.Info };
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
  const written = await vscode.window.showInputBox({
    title: 'New Skill',
    prompt: 'Name of the skill and its folder',
    placeHolder: 'release-notes',
    ignoreFocusOut: true,
    validateInput: (text) => checkName(parent, text),
  });
  if (written === undefined) return;
  const name = skillNameOf(written);
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
