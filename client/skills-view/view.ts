/** The Skills view in the activity bar: its tree, and the commands on it. */
import * as vscode from 'vscode';
import type { MissStore } from '../misses/miss-store.ts';
import type { SkillsNode } from './nodes.ts';
import { type SkillSource, SkillsTree } from './tree.ts';

/** What the view asks of the rest of the extension. */
export interface SkillsViewParts {
  readonly source: SkillSource;
  readonly misses: MissStore;
  /** Shows the timeline of a run. */
  show(journal: string): void;
}

/** Shows the view and registers its commands. */
export function registerSkillsView({ source, misses, show }: SkillsViewParts): vscode.Disposable {
  const tree = new SkillsTree(source, misses);
  const view = vscode.window.createTreeView<SkillsNode>('skillwright.skills', {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  /** On the row that it was called on, or the selected one. */
  const command = (name: string, act: (node: SkillsNode) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(name, (node: SkillsNode | undefined) => {
      const row = node ?? view.selection[0];
      return row && act(row);
    });
  const run = vscode.commands.executeCommand;
  return vscode.Disposable.from(
    tree,
    view,
    command('skillwright.skills.open', (node) => open(uriOf(node))),
    command('skillwright.skills.run', (node) => run('skillwright.runAgent', rootOf(node))),
    command('skillwright.skills.stress', (node) => run('skillwright.stressSkill', rootOf(node))),
    command('skillwright.skills.openRun', (node) => node.kind === 'run' && show(node.last.run.journal)),
    command('skillwright.skills.newHere', (node) => run('skillwright.newSkill', folderOf(node))),
    command('skillwright.skills.reveal', (node) => reveal(placeOf(node))),
    command('skillwright.skills.copyPath', (node) => vscode.env.clipboard.writeText(placeOf(node).fsPath)),
    command('skillwright.skills.findReferences', (node) => run('skillwright.findFileReferences', uriOf(node))),
    vscode.commands.registerCommand('skillwright.skills.refresh', () => tree.refresh()),
  );
}

/** The file that a row stands for; of all but files the SKILL.md. */
function uriOf(node: SkillsNode): vscode.Uri | undefined {
  if (node.kind === 'folder') return undefined;
  if (node.kind === 'file') return vscode.Uri.parse(node.file.uri, true);
  return vscode.Uri.parse(node.kind === 'skill' ? node.skill.uri : node.of.skill.uri, true);
}

/** The folder of the skill that a row is about. */
function rootOf(node: SkillsNode): string | undefined {
  if (node.kind === 'folder') return undefined;
  return node.kind === 'skill' ? node.skill.root : node.of.skill.root;
}

/** Where skills lie that stand beside this one. */
function folderOf(node: SkillsNode): vscode.Uri {
  if (node.kind === 'folder') return vscode.Uri.file(node.path);
  return vscode.Uri.file(node.kind === 'skill' ? node.folder.path : node.of.folder.path);
}

/** The file or folder on disk that a row is about. */
function placeOf(node: SkillsNode): vscode.Uri {
  if (node.kind === 'file') return vscode.Uri.parse(node.file.uri, true);
  return vscode.Uri.file(node.kind === 'folder' ? node.path : (rootOf(node) ?? ''));
}

async function open(uri: vscode.Uri | undefined): Promise<void> {
  if (uri !== undefined) await vscode.commands.executeCommand('vscode.open', uri);
}

/** In VS Code's explorer, or, since that shows the workspace alone, in that of the system. */
async function reveal(place: vscode.Uri): Promise<void> {
  const inside = vscode.workspace.getWorkspaceFolder(place) !== undefined;
  await vscode.commands.executeCommand(inside ? 'revealInExplorer' : 'revealFileInOS', place);
}
