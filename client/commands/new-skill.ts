import { isAbsolute, relative } from 'node:path';
import * as vscode from 'vscode';
import type { SkillSummary } from '../../server/protocol.ts';
import { isEmptyWindow } from '../dialogues/lead-to.ts';
import { askForFolder } from '../dialogues/open-folder.ts';
import { openCreated } from './open-created.ts';
import { homesOf } from './skill-homes.ts';
import { nameProblem, skillTemplate } from './skill-template.ts';

/** Whether there is a file or folder. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

async function home(
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
      homesOf(inside).map(async ({ path, skills }) => {
        const uri = vscode.Uri.joinPath(folder.uri, path);
        const there = skills === 0 && (await exists(uri)) ? 'exists' : '';
        return {
          label: path === '' ? folder.name : path,
          description: skills === 0 ? there : `${skills} skill${skills === 1 ? '' : 's'}`,
          uri,
        };
      }),
    );
  };
  const chosen = await vscode.window.showQuickPick(items(), {
    title,
    placeHolder: `Where in ${folder.name} should it live?`,
    ignoreFocusOut: true,
  });
  return chosen?.uri;
}

/** Asks in which folder of skills a new one is to be; undefined where the user left. A workspace folder must be open. */
export async function folderForSkill(
  title: string,
  skills: Promise<readonly SkillSummary[]>,
): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder =
    folders.length === 1
      ? folders[0]
      : await vscode.window.showWorkspaceFolderPick({
          placeHolder: 'Which folder is the skill for?',
          ignoreFocusOut: true,
        });
  return folder && home(folder, title, skills);
}

/** Command "Skillwright: New Skill": asks for folder (unless it is `given`), name and description, writes a sound SKILL.md and opens it where one writes on. */
export async function newSkill(skills: Promise<readonly SkillSummary[]>, given?: vscode.Uri): Promise<void> {
  if (given === undefined && isEmptyWindow()) {
    await askForFolder('A skill lives in a folder. Open one first.');
    return;
  }
  const parent = given ?? (await folderForSkill('New Skill', skills));
  if (parent === undefined) return;
  const name = await vscode.window.showInputBox({
    title: 'New Skill',
    prompt: 'Name: lowercase letters, digits and single hyphens; the folder takes it too',
    placeHolder: 'release-notes',
    ignoreFocusOut: true,
    validateInput: async (text) =>
      nameProblem(text) ?? ((await exists(vscode.Uri.joinPath(parent, text))) ? `${text} exists already.` : undefined),
  });
  if (name === undefined) return;
  const description = await vscode.window.showInputBox({
    title: 'New Skill',
    prompt: 'Description: what it does and when a model should load it',
    placeHolder: 'Writes release notes from the commit log. Use when the user asks for a changelog or release notes.',
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' || text.length > 1024
        ? 'Between 1 and 1,024 characters: it is all a model sees before loading'
        : undefined,
  });
  if (description === undefined) return;
  const file = vscode.Uri.joinPath(parent, name, 'SKILL.md');
  const { text, first } = skillTemplate(name, description.trim());
  try {
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(parent, name));
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  } catch (error) {
    void vscode.window.showErrorMessage(`The skill could not be written to ${file.fsPath}: ${String(error)}`);
    return;
  }
  // The first of the words to write over: typing goes on from there.
  await openCreated(file, new vscode.Range(first.line, first.from, first.line, first.to));
}
