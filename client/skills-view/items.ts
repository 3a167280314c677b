import * as vscode from 'vscode';
import { formatNumber } from '../../runtime/text/count.ts';
import { oneLine } from '../panel/trace/read.ts';
import { isolateRtl, modelOf, stateOf, timeOf } from '../runs/describe.ts';
import {
  countIfAny,
  describeLastRun,
  describeNeeds,
  describePaths,
  describePathsShort,
  describeTokens,
  formatNumberShort,
  formatProblems,
  formatTokensShort,
  type ProblemCount,
} from './labels.ts';
import type { FileNode, FilesNode, FolderNode, NeedsNode, SkillNode, SkillsNode } from './nodes.ts';
import { rowUri } from './problems.ts';

/** The facts about skills and files that rows show in addition to their own data. */
export interface SkillFacts {
  problems(root: string): ProblemCount;
  /** Describes a skill's last run in a few words; undefined if there is none. */
  lastRun(root: string): string | undefined;
  /** Number of misses in the last run that this file caused. `file` is an absolute path in the platform's notation. */
  misses(file: string): number;
  /** Returns true if the last run successfully requested this file. */
  wasRead(root: string, path: string): boolean;
}

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Maximum number of skills in a folder that is expanded by default. */
const MAX_EXPANDED = 50;

/** Creates the row of a node. */
export function createItem(node: SkillsNode, facts: SkillFacts): vscode.TreeItem {
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
    case 'needs':
      return needsItem(node);
    case 'need':
      return needItem(node);
    case 'tokens':
      return tokensItem(node);
    case 'run':
      return runItem(node);
    case 'unreadable': {
      const problem = 'SKILL.md cannot be read';
      return {
        ...factItem(node, 'error', problem, `Open SKILL.md for details. It cannot be read.`),
        command: openCommand(node.skillNode.skill.uri),
      };
    }
  }
}

const openCommand = (uri: string): vscode.Command => ({
  command: 'vscode.open',
  title: 'Open',
  arguments: [vscode.Uri.parse(uri, true)],
});

const NEED_KINDS = { tool: 'tool', 'mcp-tool': 'MCP tool', skill: 'skill', program: 'program' } as const;
const NEED_ICONS = { tool: 'tools', 'mcp-tool': 'server', skill: 'book', program: 'terminal' } as const;

const FOLDER_ICONS = { workspace: 'root-folder', opened: 'folder-opened', user: 'account' } as const;
const SCOPES = { workspace: 'workspace', opened: 'outside the workspace', user: 'your own' } as const;

function folderItem({ path, label, scope, inWorkspace, clients, skills }: FolderNode): vscode.TreeItem {
  const item = new vscode.TreeItem(label, skills.length > MAX_EXPANDED ? Collapsed : Expanded);
  item.id = `folder ${scope} ${path}`;
  item.iconPath = new vscode.ThemeIcon(FOLDER_ICONS[scope]);
  item.description = formatNumber(skills.length);
  item.contextValue = `folder ${scope}${inWorkspace ? ' inside' : ''}`;
  const facts = [`${countIfAny(skills.length, 'skill')} in ${label}`, SCOPES[scope]];
  if (clients.length > 0) facts.push(`read by ${clients.join(', ')}`);
  if (scope === 'user') facts.push('checked when you open them');
  item.tooltip = `${facts.join('; ')}.`;
  item.accessibilityInformation = { label: facts.join(', ') };
  return item;
}

function skillItem({ skill, folder }: SkillNode, facts: SkillFacts): vscode.TreeItem {
  const { name, description, root, scope, tokens, paths } = skill;
  const title = oneLine(name, 80);
  const lastRun = facts.lastRun(root);
  const item = new vscode.TreeItem(title, Collapsed);
  item.id = `skill ${root}`;
  item.iconPath = new vscode.ThemeIcon('book');
  item.resourceUri = rowUri(root);
  item.contextValue = `skill ${scope}${folder.inWorkspace ? ' inside' : ''}`;
  // The description may be right-to-left text.
  const summary = isolateRtl(oneLine(description, 200));
  item.description = [lastRun ?? '', describePathsShort(paths), summary].filter((one) => one !== '').join(' · ');
  const problems = formatProblems(facts.problems(root));
  const cost = `about ${countIfAny(tokens, 'token')} in the catalogue`;
  const lastRunText = lastRun === undefined ? '' : `last run: ${lastRun}`;
  const counted = describePaths(paths);
  const pathsText = counted === '' ? '' : `paths without a file: ${counted}`;
  const parts = [`skill ${title}`, problems, pathsText, lastRunText, cost, oneLine(description, 200)];
  item.accessibilityInformation = { label: parts.filter((one) => one !== '').join(', ') };
  // `appendText` escapes Markdown in a skill's text.
  const tip = new vscode.MarkdownString();
  tip.appendText(title).appendMarkdown('\n\n').appendText(oneLine(description, 1_024)).appendMarkdown('\n\n---\n\n');
  if (problems !== '') tip.appendText(problems).appendMarkdown('\n\n');
  // Only our own words, which break between two of them as Markdown only.
  if (pathsText !== '') tip.appendMarkdown(`${pathsText}\n\n`);
  for (const one of [lastRunText, cost, root]) if (one !== '') tip.appendText(one).appendMarkdown('\n\n');
  item.tooltip = tip;
  if (folder.scope === 'user') item.tooltip.appendMarkdown('One of your own skills. It is checked when you open it.');
  return item;
}

function fileItem(node: FileNode, facts: SkillFacts): vscode.TreeItem {
  const { file, skillNode } = node;
  const uri = vscode.Uri.parse(file.uri, true);
  const slash = file.path.lastIndexOf('/');
  const name = file.path.slice(slash + 1);
  const item = new vscode.TreeItem(oneLine(name, 200), file.leadsTo.length > 0 ? Collapsed : None);
  item.id = idOf(node);
  // With a resource URI, VS Code shows the file's icon and problems, as in the Explorer.
  item.resourceUri = uri;
  item.iconPath = vscode.ThemeIcon.File;
  item.command = openCommand(file.uri);
  item.contextValue = `file ${skillNode.skill.scope}`;
  const missed = countIfAny(facts.misses(uri.fsPath), 'miss', 'misses');
  const folder = slash < 0 ? [] : [oneLine(file.path.slice(0, slash), 200)];
  const size = file.tokens === undefined ? [] : [formatNumberShort(file.tokens)];
  item.description = [...folder, ...size, ...(missed === '' ? [] : [missed])].join(' · ');
  const parts = [
    oneLine(file.path, 300),
    ...(file.tokens === undefined ? [] : [`about ${countIfAny(file.tokens, 'token') || 'no tokens'}`]),
    referenceOf(node),
    ...(missed === '' ? [] : [`${missed} in the last run`]),
    ...(facts.wasRead(skillNode.skill.root, file.path) ? ['read in the last run'] : []),
  ];
  item.tooltip = parts.join('\n');
  item.accessibilityInformation = { label: parts.join(', ') };
  return item;
}

/** Describes how a model reaches a file. */
function referenceOf({ parent, file, skillNode }: FileNode): string {
  if (parent.kind === 'file') return `reached through ${oneLine(parent.file.path, 300)}`;
  if (parent.kind === 'unreferenced') return 'nothing references it';
  if (parent.kind === 'others') return 'needs no reference';
  return file.uri === skillNode.skill.uri ? 'the instructions' : 'referenced by SKILL.md';
}

function idOf({ parent, file, skillNode }: FileNode): string {
  const list = parent.kind === 'unreferenced' || parent.kind === 'others' ? parent.kind : 'file';
  return `${list} ${skillNode.skill.root} ${file.path}`;
}

const LISTS = {
  unreferenced: {
    icon: 'debug-disconnect',
    label: 'Unreferenced',
    tip: 'Reference each file where it is needed, or remove it. Nothing references these files, so a model does not open them.',
  },
  others: {
    icon: 'files',
    label: 'Other files',
    tip: 'Files that need no reference, such as licenses and tests, or all files if there are too many to analyze.',
  },
} as const;

function filesItem({ kind, files, omitted, skillNode }: FilesNode): vscode.TreeItem {
  const { icon, label, tip } = LISTS[kind];
  const item = new vscode.TreeItem(label, kind === 'unreferenced' ? Expanded : Collapsed);
  item.id = `${kind} ${skillNode.skill.root}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  const total = files.length + omitted;
  item.description = omitted === 0 ? formatNumber(total) : `${formatNumber(files.length)} of ${formatNumber(total)}`;
  item.contextValue = 'list';
  item.tooltip = tip;
  item.accessibilityInformation = { label: `${label}, ${countIfAny(total, 'file')}` };
  return item;
}

function needsItem(node: NeedsNode): vscode.TreeItem {
  const item = new vscode.TreeItem('Needs', Collapsed);
  item.id = `needs ${node.skillNode.skill.root}`;
  item.iconPath = new vscode.ThemeIcon('plug');
  const missing = node.needs.filter((one) => one.missing !== undefined).length;
  item.description = describeNeeds(node.needs.length, missing);
  item.contextValue = 'list';
  item.tooltip = 'Tools, MCP tools, other skills and programs that the body tells the model to use.';
  item.accessibilityInformation = { label: `Needs, ${item.description}` };
  return item;
}

function needItem({ need, skillNode }: Extract<SkillsNode, { kind: 'need' }>): vscode.TreeItem {
  const name = oneLine(need.name, 200);
  const item = new vscode.TreeItem(name, None);
  item.id = `need ${skillNode.skill.root} ${need.kind} ${need.name}`;
  const isMissing = need.missing !== undefined;
  item.iconPath = new vscode.ThemeIcon(isMissing ? 'warning' : NEED_ICONS[need.kind]);
  const kind = NEED_KINDS[need.kind];
  item.description = isMissing ? `${kind} · not found` : kind;
  const facts = `${kind} ${name}${need.missing === undefined ? '' : `: ${oneLine(need.missing, 300).replaceAll('`', '')}`}`;
  item.tooltip = facts;
  item.accessibilityInformation = { label: facts };
  item.contextValue = 'need';
  const at = new vscode.Position(need.at.line, need.at.character);
  item.command = {
    command: 'vscode.open',
    title: 'Open',
    arguments: [vscode.Uri.parse(skillNode.skill.uri, true), { selection: new vscode.Range(at, at) }],
  };
  return item;
}

function factItem(
  { kind, skillNode }: Extract<SkillsNode, { skillNode: SkillNode }>,
  icon: string,
  label: string,
  fullText: string,
) {
  const item = new vscode.TreeItem(label, None);
  item.id = `${kind} ${skillNode.skill.root}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = kind;
  item.tooltip = fullText;
  item.accessibilityInformation = { label: fullText };
  return item;
}

function tokensItem(node: Extract<SkillsNode, { kind: 'tokens' }>): vscode.TreeItem {
  const item = factItem(node, 'symbol-numeric', formatTokensShort(node.tokens), describeTokens(node.tokens));
  item.description = 'tokens listed · loaded · bundled';
  return item;
}

function runItem(node: Extract<SkillsNode, { kind: 'run' }>): vscode.TreeItem {
  const { run, foundPaths } = node.last;
  const outcome = describeLastRun(node.last);
  const time = timeOf(run, new Date(), vscode.env.language);
  const read = countIfAny(foundPaths.size, 'file');
  const facts = [outcome, ...(read === '' ? [] : [`${read} read`]), stateOf(run, undefined).text, modelOf(run), time];
  const fullText = `Last run: ${facts.filter((one) => one !== '').join(', ')}`;
  const item = factItem(
    node,
    node.last.misses > (node.last.fixed ?? 0) ? 'debug-alt' : 'history',
    `Last run: ${outcome}`,
    fullText,
  );
  item.description = [time, ...(run.started.simulated ? ['simulated'] : [])].filter((one) => one !== '').join(' · ');
  item.command = { command: 'skillwright.skills.openRun', title: 'Open Timeline', arguments: [node] };
  return item;
}
