import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { EvalParams } from '../../runtime/protocol/evals.ts';
import { defined } from '../../runtime/text/objects.ts';
import { isInside } from '../editor/is-inside.ts';

/** The baseline of an eval, its other skills, and the workspace of its clients. */
export type EvalPlaces = Pick<EvalParams, 'baseline' | 'others' | 'workspace'>;

/** Reads the settings with folders, or returns what to correct. */
export function readEvalPlaces(section: vscode.WorkspaceConfiguration, root: string): EvalPlaces | string {
  const baseline = readBaseline(section, root);
  if (typeof baseline === 'string') return baseline;
  const others: string[] = [];
  for (const text of section.get<readonly unknown[]>('with', [])) {
    const folder = typeof text === 'string' && text.trim() !== '' ? folderOf(section, 'with', text, root) : undefined;
    if (folder?.kind === 'refused') return folder.message;
    if (folder !== undefined) others.push(folder.path);
  }
  const text = section.get<string>('workspace', '').trim();
  const workspace = text === '' ? undefined : folderOf(section, 'workspace', text, root);
  if (workspace?.kind === 'refused') return workspace.message;
  return defined({
    baseline,
    others: others.length === 0 ? undefined : others,
    workspace: workspace?.path,
  });
}

/** Returns the earlier text of the setting, undefined for none, or what to correct. */
function readBaseline(section: vscode.WorkspaceConfiguration, root: string): EvalPlaces['baseline'] | string {
  const text = section.get<string>('baseline', '').trim();
  if (text === '') return undefined;
  if (!isPath(text)) return { kind: 'revision', revision: text };
  const folder = folderOf(section, 'baseline', text, root);
  return folder.kind === 'refused' ? folder.message : { kind: 'folder', folder: folder.path };
}

/** True for a text that starts like a path. Others are git revisions, which can contain slashes, too. */
const isPath = (text: string): boolean => isAbsolute(text) || /^\.{1,2}(?:[/\\]|$)|^~[/\\]/.test(text);

/** Returns a path without links; the path itself if nothing is there. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

type Folder =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Returns the folder of a setting, relative to the workspace folder of the skill. A folder that the workspace itself sets must
 * be in it: its files are sent to a model.
 */
function folderOf(section: vscode.WorkspaceConfiguration, name: string, text: string, root: string): Folder {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const own = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(root)) ?? folders[0];
  const path = /^~[/\\]/.test(text) ? join(homedir(), text.slice(2)) : resolve(own?.uri.fsPath ?? root, text);
  const { workspaceValue, workspaceFolderValue } = section.inspect(name) ?? {};
  const isOfWorkspace = workspaceValue !== undefined || workspaceFolderValue !== undefined;
  const roots = folders.map(({ uri }) => uri.fsPath);
  // The links are followed only below a workspace folder.
  if (isOfWorkspace && !(isInside(roots, path) && isInside(roots.map(realPath), realPath(path))))
    return {
      kind: 'refused',
      message: `Set skillwright.evals.${name} in your user settings to use ${text}: it is outside the workspace.`,
    };
  return { kind: 'folder', path };
}
