import * as vscode from 'vscode';
import { oneLine } from '../panel/trace/read.ts';
import { isolated, modelOf, stateOf, timeOf } from '../runs/describe.ts';
import type { FileNode, FilesNode, FolderNode, SkillNode, SkillsNode } from './nodes.ts';
import { rowUri } from './problems.ts';
import { counted, full, lastRunOf, type ProblemCount, problemsOf, short, shortTokensOf, tokensOf } from './words.ts';

/** What rows show besides their own data. */
export interface Facts {
  problems(root: string): ProblemCount;
  /** What the last run did to a skill, in a few words; undefined where none is known. */
  lastRun(root: string): string | undefined;
  /** How many requests of the last run missed because of this file's words; an absolute path of this system. */
  misses(file: string): number;
  /** Whether the last run asked for this file and got it. */
  wasRead(root: string, path: string): boolean;
}

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Folders open by themselves where they hold no more skills than this. */
const MOST_OPEN = 50;

/** The row of a node. */
export function itemOf(node: SkillsNode, facts: Facts): vscode.TreeItem {
  switch (node.kind) {
    case 'folder':
      return folderItem(node);
    case 'skill':
      return skillItem(node, facts);
    case 'file':
      return fileItem(node, facts);
    case 'unreferenced':
    case 'others':
      return filesItem(node);
    case 'tokens':
      return tokensItem(node);
    case 'run':
      return runItem(node);
    case 'unreadable': {
      const why = 'SKILL.md cannot be read';
      return { ...factItem(node, 'error', why, `${why}. Open it to see why.`), command: opening(node.of.skill.uri) };
    }
  }
}

const opening = (uri: string): vscode.Command => ({
  command: 'vscode.open',
  title: 'Open',
  arguments: [vscode.Uri.parse(uri, true)],
});

const FOLDER_ICONS = { workspace: 'root-folder', opened: 'folder-opened', user: 'account' } as const;
const SCOPES = { workspace: 'workspace', opened: 'opened from elsewhere', user: 'your own' } as const;

function folderItem({ path, label, scope, inside, clients, skills }: FolderNode): vscode.TreeItem {
  const item = new vscode.TreeItem(label, skills.length > MOST_OPEN ? Collapsed : Expanded);
  item.id = `folder ${scope} ${path}`;
  item.iconPath = new vscode.ThemeIcon(FOLDER_ICONS[scope]);
  item.description = full(skills.length);
  item.contextValue = `folder ${scope}${inside ? ' inside' : ''}`;
  const told = [`${counted(skills.length, 'skill')} in ${label}`, SCOPES[scope]];
  if (clients.length > 0) told.push(`read by ${clients.join(', ')}`);
  if (scope === 'user') told.push('checked once you open them');
  item.tooltip = `${told.join('; ')}.`;
  item.accessibilityInformation = { label: told.join(', ') };
  return item;
}

function skillItem({ skill, folder }: SkillNode, facts: Facts): vscode.TreeItem {
  const { name, description, root, scope, tokens } = skill;
  const title = oneLine(name, 80);
  const ran = facts.lastRun(root);
  const item = new vscode.TreeItem(title, Collapsed);
  item.id = `skill ${root}`;
  item.iconPath = new vscode.ThemeIcon('book');
  item.resourceUri = rowUri(root);
  item.contextValue = `skill ${scope}${folder.inside ? ' inside' : ''}`;
  // Words of a skill, which may run from right to left.
  const said = isolated(oneLine(description, 200));
  item.description = [...(ran === undefined ? [] : [ran]), said].filter((one) => one !== '').join(' · ');
  const problems = problemsOf(facts.problems(root));
  const cost = `about ${counted(tokens, 'token')} in the catalogue`;
  const last = ran === undefined ? '' : `last run: ${ran}`;
  const heard = [`skill ${title}`, problems, last, cost, oneLine(description, 200)];
  item.accessibilityInformation = { label: heard.filter((one) => one !== '').join(', ') };
  // Text of a skill is text: `appendText` escapes it.
  const tip = new vscode.MarkdownString();
  tip.appendText(title).appendMarkdown('\n\n').appendText(oneLine(description, 1_024)).appendMarkdown('\n\n---\n\n');
  for (const one of [problems, last, cost, root]) if (one !== '') tip.appendText(one).appendMarkdown('\n\n');
  item.tooltip = tip;
  if (folder.scope === 'user') item.tooltip.appendMarkdown('One of your own skills: checked once you open it.');
  return item;
}

function fileItem(node: FileNode, facts: Facts): vscode.TreeItem {
  const { file, of } = node;
  const uri = vscode.Uri.parse(file.uri, true);
  const slash = file.path.lastIndexOf('/');
  const name = file.path.slice(slash + 1);
  const item = new vscode.TreeItem(oneLine(name, 200), file.leadsTo.length > 0 ? Collapsed : None);
  item.id = idOf(node);
  // VS Code shows the file's icon, and its problems as the explorer does.
  item.resourceUri = uri;
  item.iconPath = vscode.ThemeIcon.File;
  item.command = opening(file.uri);
  item.contextValue = `file ${of.skill.scope}`;
  const missed = counted(facts.misses(uri.fsPath), 'miss', 'misses');
  const where = slash < 0 ? [] : [oneLine(file.path.slice(0, slash), 200)];
  const size = file.tokens === undefined ? [] : [short(file.tokens)];
  item.description = [...where, ...size, ...(missed === '' ? [] : [missed])].join(' · ');
  const told = [
    oneLine(file.path, 300),
    ...(file.tokens === undefined ? [] : [`about ${counted(file.tokens, 'token') || 'no tokens'}`]),
    wayOf(node),
    ...(missed === '' ? [] : [`${missed} in the last run`]),
    ...(facts.wasRead(of.skill.root, file.path) ? ['read in the last run'] : []),
  ];
  item.tooltip = told.join('\n');
  item.accessibilityInformation = { label: told.join(', ') };
  return item;
}

/** How a model comes to a file. */
function wayOf({ parent, file, of }: FileNode): string {
  if (parent.kind === 'file') return `reached through ${oneLine(parent.file.path, 300)}`;
  if (parent.kind === 'unreferenced') return 'no text leads to it';
  if (parent.kind === 'others') return 'needs no reference';
  return file.uri === of.skill.uri ? 'the instructions' : 'reached from SKILL.md';
}

function idOf({ parent, file, of }: FileNode): string {
  const list = parent.kind === 'unreferenced' || parent.kind === 'others' ? parent.kind : 'file';
  return `${list} ${of.skill.root} ${file.path}`;
}

const LISTS = {
  unreferenced: {
    icon: 'debug-disconnect',
    label: 'Not referenced',
    tip: 'No text of the skill leads to these files, so no model opens them. Name each where it is needed, or take it out.',
  },
  others: {
    icon: 'files',
    label: 'Other files',
    tip: 'Files that need no reference: licences, tests, files for people; or all of them, where there are too many to tell.',
  },
} as const;

function filesItem({ kind, files, omitted, of }: FilesNode): vscode.TreeItem {
  const { icon, label, tip } = LISTS[kind];
  const item = new vscode.TreeItem(label, kind === 'unreferenced' ? Expanded : Collapsed);
  item.id = `${kind} ${of.skill.root}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  const all = files.length + omitted;
  item.description = omitted === 0 ? full(all) : `${full(files.length)} of ${full(all)}`;
  item.contextValue = 'list';
  item.tooltip = tip;
  item.accessibilityInformation = { label: `${label}, ${counted(all, 'file')}` };
  return item;
}

function factItem({ kind, of }: Extract<SkillsNode, { of: SkillNode }>, icon: string, label: string, heard: string) {
  const item = new vscode.TreeItem(label, None);
  item.id = `${kind} ${of.skill.root}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = kind;
  item.tooltip = heard;
  item.accessibilityInformation = { label: heard };
  return item;
}

function tokensItem(node: Extract<SkillsNode, { kind: 'tokens' }>): vscode.TreeItem {
  const item = factItem(node, 'symbol-numeric', shortTokensOf(node.tokens), tokensOf(node.tokens));
  item.description = 'tokens listed · loaded · bundled';
  return item;
}

function runItem(node: Extract<SkillsNode, { kind: 'run' }>): vscode.TreeItem {
  const { run, foundPaths: found } = node.last;
  const did = lastRunOf(node.last);
  const time = timeOf(run, new Date(), vscode.env.language);
  const read = counted(found.size, 'file');
  const told = [did, ...(read === '' ? [] : [`${read} read`]), stateOf(run, undefined).text, modelOf(run), time];
  const heard = `Last run: ${told.filter((one) => one !== '').join(', ')}`;
  const item = factItem(node, node.last.misses > 0 ? 'debug-alt' : 'history', `Last run: ${did}`, heard);
  item.description = [time, ...(run.started.simulated ? ['simulated'] : [])].filter((one) => one !== '').join(' · ');
  item.command = { command: 'skillwright.skills.openRun', title: 'Open Timeline', arguments: [node] };
  return item;
}
