import * as vscode from 'vscode';
import { SIMULATED_PARTS } from '../../runtime/protocol/simulated-client.ts';
import { formatCount } from '../../runtime/text/count.ts';
import { defined } from '../../runtime/text/objects.ts';
import { versionOfClient } from '../panel/trace/client-name.ts';
import { oneLine } from '../panel/trace/read.ts';
import {
  canResume,
  clientOf,
  formatCalls,
  formatCallsShort,
  isolateRtl,
  modelOf,
  shortModelOf,
  stateOf,
  timesOf,
  titleOf,
} from '../runs/describe.ts';
import type { LibraryRun, RunLibrary } from '../runs/library.ts';
import { familiesOf } from './families.ts';
import { filterRuns, type Group, type GroupBy, groupRuns } from './grouping.ts';

/** A run in the tree and its group; a run can be in several groups. */
export interface RunNode extends LibraryRun {
  readonly kind: 'run';
  readonly group: Group;
  /** The formatted start time; empty if the journal contains none. */
  readonly time: string;
  /** The row of the run that it was forked from, if that is in the same group. */
  readonly origin?: RunNode;
  /** Its forks in the same group. */
  readonly forks: readonly LibraryRun[];
}

export type RunsNode = Group | RunNode;

/** The tree of the Runs view. */
export class RunsTree implements vscode.TreeDataProvider<RunsNode>, vscode.Disposable {
  readonly #library: RunLibrary;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #listener: vscode.Disposable;
  #by: GroupBy = 'skill';
  #query = '';
  /** Called after each refresh with the number of matching runs and of all runs. */
  onCount: (shown: number, all: number) => void = () => undefined;

  constructor(library: RunLibrary) {
    this.#library = library;
    this.#listener = library.onDidChange(() => this.#changed.fire());
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
      const shown = filterRuns(all, this.#query);
      this.onCount(shown.length, all.length);
      return [...groupRuns(shown, this.#by)];
    }
    const group = node.kind === 'run' ? node.group : node;
    const { roots, forksOf } = familiesOf(group.runs);
    const runs = node.kind === 'run' ? node.forks : roots;
    const times = timesOf(group.runs, new Date(), vscode.env.language);
    return runs.map(
      (run): RunNode => ({
        ...run,
        kind: 'run',
        group,
        time: times.get(run.run.journal) ?? '',
        forks: forksOf(run),
        ...defined<Pick<RunNode, 'origin'>>({ origin: node.kind === 'run' ? node : undefined }),
      }),
    );
  }

  getParent(node: RunsNode): RunsNode | undefined {
    return node.kind === 'run' ? (node.origin ?? node.group) : undefined;
  }

  getTreeItem(node: RunsNode): vscode.TreeItem {
    return node.kind === 'group' ? groupItem(node, this.#query !== '') : runItem(node);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}

const GROUP_ICONS = { pinned: 'pinned', skill: 'book', agent: 'hubot' } as const;

function groupItem({ key, label, type: what, runs }: Group, open: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  // A filter expands its groups. VS Code stores the collapsed state by id, so they need a different one.
  item.id = open ? `found ${key}` : key;
  item.iconPath = new vscode.ThemeIcon(GROUP_ICONS[what]);
  item.description = String(runs.length);
  item.contextValue = 'group';
  const count = formatCount(runs.length, 'run');
  item.tooltip = `${label}: ${count}`;
  item.accessibilityInformation = { label: what === 'pinned' ? `Pinned, ${count}` : `${what} ${label}, ${count}` };
  return item;
}

/**
 * Creates the row of a run. It begins with what the user knows it by: its name or its prompt. What distinguishes runs of the same
 * prompt follows: time, calls and model.
 */
function runItem(node: RunNode): vscode.TreeItem {
  const { run, meta, activity, calls, group, time } = node;
  const title = titleOf(run, meta.name);
  const state = stateOf(run, activity);
  const short = [time, ...(calls === undefined ? [] : [formatCallsShort(calls)]), shortModelOf(run)];
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const isFamily = node.forks.length > 0;
  const item = new vscode.TreeItem(isolateRtl(title), isFamily ? Expanded : None);
  // VS Code would keep a row collapsed that had no forks when it was first shown.
  item.id = `${group.key} ${run.journal}${isFamily ? ' family' : ''}`;
  item.iconPath = new vscode.ThemeIcon(
    state.icon,
    state.color === undefined ? undefined : new vscode.ThemeColor(state.color),
  );
  // Every row of a simulated run must show that no real model was used.
  const simulated = run.started.simulated ? ['simulated'] : [];
  // So must every row of a simulated client.
  const client = clientOf(run);
  const { forked } = run.started;
  const fork = forked === undefined ? [] : [`fork at event ${forked.at}`];
  const prompt = meta.name === undefined ? '' : isolateRtl(titleOf(run, undefined));
  item.description = [...short, ...fork, ...simulated, client, prompt].filter((part) => part !== '').join(' · ');
  const facts = [state.text, ...(calls === undefined ? [] : [formatCalls(calls)]), modelOf(run), client, time, ...fork];
  const shown = facts.filter((fact) => fact !== '');
  item.contextValue = contextOf(node);
  item.command = { command: 'skillwright.runs.open', title: 'Open Timeline', arguments: [node] };
  item.accessibilityInformation = { label: [title, ...shown, ...(meta.pinned ? ['pinned'] : [])].join(', ') };
  item.tooltip = tooltipOf(node, title, shown);
  return item;
}

/** Returns the `contextValue` for menus: `run`, then flags such as `pinned` and `live`. */
function contextOf({ run, meta, activity }: LibraryRun): string {
  const resumable = canResume(run.finished?.reason);
  const isLive = activity === 'running' || activity === 'waiting';
  return [
    'run',
    meta.pinned ? 'pinned' : 'unpinned',
    ...(isLive ? ['live'] : []),
    ...(activity === undefined ? ['idle', ...(resumable ? ['resumable'] : [])] : []),
  ].join(' ');
}

function tooltipOf({ run, origin: from }: RunNode, title: string, facts: readonly string[]): vscode.MarkdownString {
  const { started, finished } = run;
  const origin = from === undefined ? undefined : titleOf(from.run, from.meta.name);
  // `appendText` escapes Markdown in the texts of models and users.
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
  if (started.forked !== undefined)
    line('Fork of', `${oneLine(origin ?? started.forked.run, 120)}, at event ${started.forked.at}`);
  line('Prompt', oneLine(started.prompt, 300));
  line('Skills', oneLine(started.skills.map((skill) => skill.name).join(', '), 300));
  line('Agent', oneLine(started.agent, 80));
  if (started.client !== undefined) {
    line('Client', `${versionOfClient(started.client)}, simulated: ${SIMULATED_PARTS}`);
    line(
      'Workspace',
      started.workspace === undefined ? 'an empty folder' : `a copy of ${oneLine(started.workspace, 300)}`,
    );
  }
  line('Reply', oneLine(finished?.text ?? '', 300));
  return tip;
}
