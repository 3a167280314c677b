/** The content of the page: own runs as they change, and sessions of other agents once they are asked for. */
import * as vscode from 'vscode';
import type { RowsFound, RowsListed } from '../../runtime/protocol/session-rows.ts';
import { defined } from '../../runtime/text/objects.ts';
import { readModelSettings } from '../models/settings.ts';
import { modelOf } from '../runs/describe.ts';
import type { TableStatus, ToTablePage } from '../timeline/runs-table/protocol.ts';
import type { RunsTableContext } from './context.ts';
import { readRows } from './row-reader.ts';
import { keyOf, RowStore } from './row-store.ts';

export class TableContent implements vscode.Disposable {
  readonly store = new RowStore((run) => modelOf(run, readModelSettings().endpoints));
  /** The report of the sessions, once all of them have been read. */
  report: Pick<RowsListed, 'html' | 'json'> | undefined;
  private readonly context: RunsTableContext;
  private readonly post: (message: ToTablePage) => void;
  private readonly listener: vscode.Disposable;
  private status: TableStatus = { sessions: 'none', otherFiles: 0, trials: 0, failure: '' };
  private readingRuns: vscode.CancellationTokenSource | undefined;
  private readingSessions: vscode.CancellationTokenSource | undefined;
  private isVisible = true;
  private isOutdated = false;
  private isDisposed = false;

  /** @param post sends a message to the page, which is ready */
  constructor(context: RunsTableContext, post: (message: ToTablePage) => void) {
    this.context = context;
    this.post = post;
    this.listener = context.library.onDidChange(() => void this.update());
  }

  /** Sends everything to a page that was just loaded. */
  async sendAll(): Promise<void> {
    this.store.reset();
    await this.sendSkills();
    await this.update();
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    if (isVisible && this.isOutdated) void this.update();
  }

  /** Ends what is being read. What was read so far stays. */
  stop(): void {
    this.readingRuns?.cancel();
    this.readingSessions?.cancel();
  }

  /** Reads the sessions of other agents on this machine, which the user has asked for. */
  async readSessions(): Promise<void> {
    if (this.readingSessions !== undefined) return;
    const stop = new vscode.CancellationTokenSource();
    this.readingSessions = stop;
    const found = new Set<string>();
    void this.sendSkills();
    this.setStatus({ sessions: 'reading', progress: { read: 0, files: 0 }, failure: '' });
    const onPart = ({ rows, read, files }: RowsFound): void => {
      for (const row of rows) found.add(keyOf(row));
      this.store.addSessions(rows);
      this.setStatus({ progress: { read, files } });
    };
    const result = await readRows(this.context.sessions, undefined, onPart, stop.token);
    this.readingSessions = undefined;
    if (this.isDisposed) return;
    if (result.kind === 'read') {
      const { otherFiles, trials, misses, html, json } = result.listed;
      this.store.keepSessions(found);
      this.report = { html, json };
      this.context.sessions.addMisses(misses);
      this.setStatus({ sessions: 'read', otherFiles, trials });
    } else if (result.kind === 'stopped') this.setStatus({ sessions: 'stopped' });
    else
      this.setStatus({
        sessions: found.size > 0 ? 'stopped' : 'none',
        failure: `Try again. The sessions could not be read: ${result.message}`,
      });
  }

  dispose(): void {
    this.isDisposed = true;
    this.stop();
    this.listener.dispose();
  }

  /** Sends the names of the skills in the workspace, as they are now. */
  private async sendSkills(): Promise<void> {
    const skills = await this.context.sessions.server.skills();
    this.post({ type: 'workspaceSkills', names: skills.map(({ name }) => name) });
  }

  /** Shows the own runs as they are now, and reads the journals of those that have ended. */
  private async update(): Promise<void> {
    this.isOutdated = !this.isVisible;
    if (!this.isVisible) return;
    this.store.setRuns(await this.context.library.list());
    if (this.isDisposed) return;
    this.setStatus({});
    await this.readRuns();
  }

  private async readRuns(): Promise<void> {
    const journals = this.store.unread;
    if (this.readingRuns !== undefined || journals.length === 0) return;
    const stop = new vscode.CancellationTokenSource();
    this.readingRuns = stop;
    const onPart = ({ rows, read, files }: RowsFound): void => {
      this.store.describe(rows);
      this.setStatus({ runs: { read, files } });
    };
    await readRows(this.context.sessions, journals, onPart, stop.token);
    this.readingRuns = undefined;
    if (this.isDisposed) return;
    // Those that could not be read, or are left because it was stopped.
    this.store.giveUp(journals);
    this.setStatus({ runs: undefined });
    // Runs that ended in the meantime.
    await this.readRuns();
  }

  /** Sends what has changed. */
  private setStatus(changes: { readonly [key in keyof TableStatus]?: TableStatus[key] | undefined }): void {
    this.status = defined<TableStatus>({ ...this.status, ...changes } as TableStatus);
    const { batches, removed } = this.store.takeChanges();
    if (removed.length > 0) this.post({ type: 'removed', ids: removed });
    for (const batch of batches) this.post({ type: 'rows', batch });
    this.post({ type: 'status', status: this.status });
  }
}
