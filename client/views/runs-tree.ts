import * as vscode from 'vscode';
import { SIMULATED_PARTS } from '../../runtime/protocol/simulated-client.ts';
import { formatCount } from '../../runtime/text/count.ts';
import { defined } from '../../runtime/text/objects.ts';
import { readModelSettings } from '../models/settings.ts';
import { versionOfClient } from '../panel/trace/client-name.ts';
import { oneLine } from '../panel/trace/read.ts';
import {
  canResume,
  clientOf,
  formatCalls,
  formatCallsShort,
  isolateRtl,
  modelOf,
  stateOf,
  timesOf,
  titleOf,
} from '../runs/describe.ts';
import type { LibraryRun, RunLibrary } from '../runs/library.ts';
import { type RunPrompt, RunPrompts } from '../runs/prompts.ts';
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

/** A further prompt of a run. */
export interface PromptNode {
  readonly kind: 'prompt';
  readonly run: RunNode;
  readonly prompt: RunPrompt;
  /** Its number in the run, from 1. */
  readonly number: number;
}

export type RunsNode = Group | RunNode | PromptNode;

/**
 * Time after the last answer to VS Code before the tree is refreshed, in milliseconds. If a refresh reaches VS Code while it
 * asks for the rows of a group, the group can stay empty until the next refresh.
 */
const SETTLE_MS = 150;

/** The tree of the Runs view. */
export class RunsTree implements vscode.TreeDataProvider<RunsNode>, vscode.Disposable {
  readonly #library: RunLibrary;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #listener: vscode.Disposable;
  readonly #prompts = new RunPrompts();
  /** Number of requests for rows that are not answered yet. */
  #asked = 0;
  #isOutdated = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #by: GroupBy = 'skill';
  #query = '';
  /** Called after each refresh with the number of matching runs and of all runs. */
  onCount: (shown: number, all: number) => void = () => undefined;

  constructor(library: RunLibrary) {
    this.#library = library;
    this.#listener = library.onDidChange(() => {
      this.#isOutdated = true;
      this.#refreshSettled();
    });
  }

  /** Refreshes the tree as soon as VS Code has asked for nothing for a while. */
  #refreshSettled(): void {
    clearTimeout(this.#timer);
    if (this.#asked > 0) return;
    this.#timer = setTimeout(() => {
      this.#isOutdated = false;
      this.#changed.fire();
    }, SETTLE_MS);
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
    this.#asked++;
    try {
      return await this.#childrenOf(node);
    } finally {
      this.#asked--;
      if (this.#isOutdated) this.#refreshSettled();
    }
  }

  async #childrenOf(node: RunsNode | undefined): Promise<RunsNode[]> {
    if (node === undefined) {
      const all = await this.#library.list();
      const shown = filterRuns(all, this.#query);
      this.onCount(shown.length, all.length);
      return [...groupRuns(shown, this.#by)];
    }
    if (node.kind === 'prompt') return [];
    const group = node.kind === 'run' ? node.group : node;
    const { roots, forksOf } = familiesOf(group.runs);
    const runs = node.kind === 'run' ? node.forks : roots;
    const times = timesOf(group.runs, new Date(), vscode.env.language);
    const below = runs.map(
      (run): RunNode => ({
        ...run,
        kind: 'run',
        group,
        time: times.get(run.run.journal) ?? '',
        forks: forksOf(run),
        ...defined<Pick<RunNode, 'origin'>>({ origin: node.kind === 'run' ? node : undefined }),
      }),
    );
    return node.kind === 'run' && node.run.isContinued ? [...(await this.#furtherPrompts(node)), ...below] : below;
  }

  async #furtherPrompts(run: RunNode): Promise<readonly PromptNode[]> {
    const prompts = await this.#prompts.of(run.run.journal);
    return prompts.map((prompt, index): PromptNode => ({ kind: 'prompt', run, prompt, number: index + 1 })).slice(1);
  }

  getParent(node: RunsNode): RunsNode | undefined {
    if (node.kind === 'prompt') return node.run;
    return node.kind === 'run' ? (node.origin ?? node.group) : undefined;
  }

  getTreeItem(node: RunsNode): vscode.TreeItem {
    if (node.kind === 'prompt') return promptItem(node);
    if (node.kind === 'group') return groupItem(node, this.#query !== '');
    return runItem(node, modelOf(node.run, readModelSettings().endpoints));
  }

  dispose(): void {
    clearTimeout(this.#timer);
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
function runItem(node: RunNode, model: string): vscode.TreeItem {
  const { run, meta, activity, calls, group, time } = node;
  const title = titleOf(run, meta.name);
  const state = stateOf(run, activity);
  const short = [time, ...(calls === undefined ? [] : [formatCallsShort(calls)]), model];
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const isFamily = node.forks.length > 0 || run.isContinued === true;
  const item = new vscode.TreeItem(isolateRtl(title), isFamily ? Expanded : None);
  // VS Code would keep a row collapsed that had no forks when it was first shown.
  item.id = `${group.key} ${run.journal}${isFamily ? ' family' : ''}`;
  item.iconPath = new vscode.ThemeIcon(
    state.icon,
    state.color === undefined ? undefined : new vscode.ThemeColor(state.color),
  );
  // Every row of a simulated client must show that, as the model's name does for a simulated model.
  const client = clientOf(run);
  const { forked } = run.started;
  const fork = [
    ...(forked === undefined ? [] : [`fork at event ${forked.at}`]),
    ...(run.isContinued ? ['continued'] : []),
  ];
  const prompt = meta.name === undefined ? '' : isolateRtl(titleOf(run, undefined));
  item.description = [...short, ...fork, client, prompt].filter((part) => part !== '').join(' · ');
  const facts = [state.text, ...(calls === undefined ? [] : [formatCalls(calls)]), model, client, time, ...fork];
  const shown = facts.filter((fact) => fact !== '');
  item.contextValue = contextOf(node);
  item.command = { command: 'skillwright.runs.open', title: 'Open Timeline', arguments: [node] };
  item.accessibilityInformation = { label: [title, ...shown, ...(meta.pinned ? ['pinned'] : [])].join(', ') };
  item.tooltip = tooltipOf(node, title, shown);
  return item;
}

/** Creates the row of a further prompt, which leads to its rows in the timeline. */
function promptItem(node: PromptNode): vscode.TreeItem {
  const { prompt, run, number } = node;
  const item = new vscode.TreeItem(isolateRtl(prompt.text));
  item.id = `${run.group.key} ${run.run.journal} ${prompt.seq}`;
  item.iconPath = new vscode.ThemeIcon('comment');
  item.description = `prompt ${number}`;
  item.contextValue = 'prompt';
  item.command = { command: 'skillwright.runs.openPrompt', title: 'Open in Timeline', arguments: [node] };
  item.accessibilityInformation = { label: `${prompt.text}, prompt ${number} of the run` };
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
