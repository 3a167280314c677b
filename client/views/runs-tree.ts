import * as vscode from 'vscode';
import { oneLine } from '../panel/trace/read.ts';
import { apart, callsOf, canGoOn, isolated, modelOf, stateOf, timeOf, titleOf } from '../runs/describe.ts';
import type { LibraryRun, RunLibrary } from '../runs/library.ts';
import { type Group, type GroupBy, groupsOf, matching } from './grouping.ts';

/** A run in the tree, with the group that it stands in: it may stand in several. */
export interface RunNode extends LibraryRun {
  readonly kind: 'run';
  readonly group: Group;
  /** What tells it from others of its title there. */
  readonly apart: string | undefined;
}

export type RunsNode = Group | RunNode;

/** The tree of the Runs view. */
export class RunsTree implements vscode.TreeDataProvider<RunsNode>, vscode.Disposable {
  readonly #library: RunLibrary;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #listening: vscode.Disposable;
  #by: GroupBy = 'skill';
  #query = '';
  /** Told after each look: how many runs are shown, of how many. */
  onCount: (shown: number, all: number) => void = () => undefined;

  constructor(library: RunLibrary) {
    this.#library = library;
    this.#listening = library.onDidChange(() => this.#changed.fire());
  }

  set by(by: GroupBy) {
    this.#by = by;
    this.#changed.fire();
  }

  get query(): string {
    return this.#query;
  }

  set query(query: string) {
    this.#query = query;
    this.#changed.fire();
  }

  async getChildren(node?: RunsNode): Promise<RunsNode[]> {
    if (node === undefined) {
      const all = await this.#library.list();
      const shown = matching(all, this.#query);
      this.onCount(shown.length, all.length);
      return [...groupsOf(shown, this.#by)];
    }
    if (node.kind === 'run') return [];
    const told = apart(node.runs, new Date());
    return node.runs.map((run) => ({ ...run, kind: 'run', group: node, apart: told.get(run.run.journal) }));
  }

  getParent(node: RunsNode): RunsNode | undefined {
    return node.kind === 'run' ? node.group : undefined;
  }

  getTreeItem(node: RunsNode): vscode.TreeItem {
    return node.kind === 'group' ? groupItem(node, this.#query !== '') : runItem(node);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}

const GROUP_ICONS = { pinned: 'pinned', skill: 'book', agent: 'hubot' } as const;

function groupItem({ key, label, what, runs }: Group, open: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  // A filter opens what it finds: under another id, since VS Code keeps by it what the user folded.
  item.id = open ? `found ${key}` : key;
  item.iconPath = new vscode.ThemeIcon(GROUP_ICONS[what]);
  item.description = String(runs.length);
  item.contextValue = 'group';
  const count = `${runs.length} run${runs.length === 1 ? '' : 's'}`;
  item.tooltip = `${label}: ${count}`;
  item.accessibilityInformation = { label: what === 'pinned' ? `Pinned, ${count}` : `${what} ${label}, ${count}` };
  return item;
}

function runItem(node: RunNode): vscode.TreeItem {
  const { run, meta, atWork, calls, group, apart } = node;
  const title = titleOf(run, meta.name);
  const state = stateOf(run, atWork);
  const time = timeOf(run, new Date());
  const label = apart === undefined ? isolated(title) : `${apart} · ${isolated(title)}`;
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  item.id = `${group.key} ${run.journal}`;
  item.iconPath = new vscode.ThemeIcon(
    state.icon,
    state.color === undefined ? undefined : new vscode.ThemeColor(state.color),
  );
  const count = calls === undefined ? [] : [callsOf(calls)];
  const facts = [state.text, ...count, modelOf(run), apart ?? time].filter((fact) => fact !== '');
  // What no view may leave out stands where a narrow one still shows it.
  const { simulated, model } = run.started;
  const when = apart === undefined ? time : '';
  const told = simulated
    ? ['simulated', ...count, when, oneLine(model.replace(/^simulated\//, ''), 80)]
    : [...count, when, oneLine(model, 80)];
  item.description = told.filter((fact) => fact !== '').join(' · ');
  item.contextValue = contextOf(node);
  item.command = { command: 'skillwright.runs.open', title: 'Open Timeline', arguments: [node] };
  item.accessibilityInformation = { label: [title, ...facts, ...(meta.pinned ? ['pinned'] : [])].join(', ') };
  item.tooltip = tooltipOf(node, title, facts);
  return item;
}

/** What menus ask for: `run`, then words such as `pinned` and `live`. */
function contextOf({ run, meta, atWork }: LibraryRun): string {
  const open = canGoOn(run.finished?.reason);
  const own = atWork === 'running' || atWork === 'waiting';
  return [
    'run',
    meta.pinned ? 'pinned' : 'loose',
    ...(own ? ['live'] : []),
    ...(atWork === undefined ? ['still', ...(open ? ['resumable'] : [])] : []),
  ].join(' ');
}

function tooltipOf({ run }: LibraryRun, title: string, facts: readonly string[]): vscode.MarkdownString {
  const { started, finished } = run;
  // Text of models and of the user is text: `appendText` escapes it.
  const tip = new vscode.MarkdownString();
  tip.appendText(title);
  tip.appendMarkdown('\n\n---\n\n');
  const line = (name: string, value: string): void => {
    if (value === '') return;
    tip.appendMarkdown(`**${name}** `);
    tip.appendText(value);
    tip.appendMarkdown('\n\n');
  };
  line('State', facts.join(', '));
  line('Prompt', oneLine(started.prompt, 300));
  line('Skills', oneLine(started.skills.map((skill) => skill.name).join(', '), 300));
  line('Agent', oneLine(started.agent, 80));
  line('Answer', oneLine(finished?.text ?? '', 300));
  return tip;
}
