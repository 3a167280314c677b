import * as vscode from 'vscode';
import { oneLine } from '../panel/trace/read.ts';
import {
  callsOf,
  canGoOn,
  isolated,
  modelOf,
  shortCallsOf,
  shortModelOf,
  stateOf,
  timesOf,
  titleOf,
} from '../runs/describe.ts';
import type { LibraryRun, RunLibrary } from '../runs/library.ts';
import { type Group, type GroupBy, groupsOf, matching } from './grouping.ts';

/** A run in the tree, with the group that it stands in: it may stand in several. */
export interface RunNode extends LibraryRun {
  readonly kind: 'run';
  readonly group: Group;
  /** When it began; '' where its journal does not tell. */
  readonly time: string;
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
    const times = timesOf(node.runs, new Date(), vscode.env.language);
    return node.runs.map((run) => ({ ...run, kind: 'run', group: node, time: times.get(run.run.journal) ?? '' }));
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

/**
 * A row is cut at its end, and a narrow view shows no more than some thirty characters. So what tells runs of one skill
 * apart stands first: time, calls and model, before them only a name that the user gave. The prompt, often the same for
 * all of them, takes the room that is left.
 */
function runItem(node: RunNode): vscode.TreeItem {
  const { run, meta, atWork, calls, group, time } = node;
  const title = titleOf(run, meta.name);
  const state = stateOf(run, atWork);
  const short = [time, ...(calls === undefined ? [] : [shortCallsOf(calls)]), shortModelOf(run)];
  const label = [...(meta.name === undefined ? [] : [isolated(meta.name)]), ...short].filter((one) => one !== '');
  const item = new vscode.TreeItem(label.join(' · '), vscode.TreeItemCollapsibleState.None);
  item.id = `${group.key} ${run.journal}`;
  item.iconPath = new vscode.ThemeIcon(
    state.icon,
    state.color === undefined ? undefined : new vscode.ThemeColor(state.color),
  );
  // That no real model was asked no row may leave out.
  const simulated = run.started.simulated ? ['simulated'] : [];
  item.description = [...simulated, isolated(titleOf(run, undefined))].join(' · ');
  const facts = [state.text, ...(calls === undefined ? [] : [callsOf(calls)]), modelOf(run), time];
  const told = facts.filter((fact) => fact !== '');
  item.contextValue = contextOf(node);
  item.command = { command: 'skillwright.runs.open', title: 'Open Timeline', arguments: [node] };
  item.accessibilityInformation = { label: [title, ...told, ...(meta.pinned ? ['pinned'] : [])].join(', ') };
  item.tooltip = tooltipOf(node, title, told);
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
