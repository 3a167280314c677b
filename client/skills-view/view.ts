/** The Skills view in the activity bar: its tree and its commands. */
import * as vscode from 'vscode';
import type { MissStore } from '../misses/miss-store.ts';
import type { SkillsNode } from './nodes.ts';
import { type SkillSource, SkillsTree } from './tree.ts';

/** The dependencies of the view. */
export interface SkillsViewContext {
  readonly source: SkillSource;
  readonly misses: MissStore;
  /** Shows the timeline of a run. */
  show(journal: string): void;
}

/** Creates the view and registers its commands. */
export function registerSkillsView({ source, misses, show }: SkillsViewContext): vscode.Disposable {
  const tree = new SkillsTree(source, misses);
  const view = vscode.window.createTreeView<SkillsNode>('skillwright.skills', {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  /** Registers a command on the row that it is invoked on, or else on the selected row. */
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
    command('skillwright.skills.evaluate', (node) => run('skillwright.evaluateSkill', rootOf(node))),
    command('skillwright.skills.inUse', (node) => run('skillwright.showSkillsInUse', nameOf(node))),
    command('skillwright.skills.clientsSee', (node) => run('skillwright.showWhatClientsSee', rootOf(node))),
    command('skillwright.skills.openRun', (node) => node.kind === 'run' && show(node.last.run.journal)),
    command('skillwright.skills.newHere', (node) => run('skillwright.newSkill', folderOf(node))),
    command('skillwright.skills.reveal', (node) => reveal(diskUriOf(node))),
    command('skillwright.skills.copyPath', (node) => vscode.env.clipboard.writeText(diskUriOf(node).fsPath)),
    command('skillwright.skills.findReferences', (node) => run('skillwright.findFileReferences', uriOf(node))),
    vscode.commands.registerCommand('skillwright.skills.refresh', () => tree.refresh()),
  );
}

/** Returns the file of a row; for a row other than a file, the skill's SKILL.md. */
function uriOf(node: SkillsNode): vscode.Uri | undefined {
  if (node.kind === 'folder') return undefined;
  if (node.kind === 'file') return vscode.Uri.parse(node.file.uri, true);
  return vscode.Uri.parse(node.kind === 'skill' ? node.skill.uri : node.skillNode.skill.uri, true);
}

/** Returns the folder of the skill of a row. */
function rootOf(node: SkillsNode): string | undefined {
  if (node.kind === 'folder') return undefined;
  return node.kind === 'skill' ? node.skill.root : node.skillNode.skill.root;
}

/** Returns the name of the skill of a row. */
function nameOf(node: SkillsNode): string | undefined {
  if (node.kind === 'folder') return undefined;
  return node.kind === 'skill' ? node.skill.name : node.skillNode.skill.name;
}

/** Returns the folder that contains the skill of a row. */
function folderOf(node: SkillsNode): vscode.Uri {
  if (node.kind === 'folder') return vscode.Uri.file(node.path);
  return vscode.Uri.file(node.kind === 'skill' ? node.folder.path : node.skillNode.folder.path);
}

/** Returns the file or folder of a row on disk. */
function diskUriOf(node: SkillsNode): vscode.Uri {
  if (node.kind === 'file') return vscode.Uri.parse(node.file.uri, true);
  return vscode.Uri.file(node.kind === 'folder' ? node.path : (rootOf(node) ?? ''));
}

async function open(uri: vscode.Uri | undefined): Promise<void> {
  if (uri !== undefined) await vscode.commands.executeCommand('vscode.open', uri);
}

/** Reveals a path in VS Code's Explorer or, if it is outside the workspace, in the system's file manager. */
async function reveal(uri: vscode.Uri): Promise<void> {
  const inWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(inWorkspace ? 'revealInExplorer' : 'revealFileInOS', uri);
}
