import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { removeCopyOfRun } from '../../runtime/disk/client-copy.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { Catalog, type ListedRun } from './catalog.ts';
import type { RunManager } from './manager.ts';
import { type RunMeta, writeMeta } from './meta.ts';
import { moveToTrash, purge, purgeExpired, restore, type TrashedRun } from './removal.ts';
import { expiredRuns, runsWithExpiredCopy } from './retention.ts';
import { runsFolders } from './runs-folder.ts';

/** Minimum interval between two scans of the disk: in milliseconds, and as a multiple of the duration of a scan. */
const MIN_INTERVAL_MS = 400;
const INTERVAL_FACTOR = 8;

/** The current activity of a run. `elsewhere` means in another process than this window's; undefined means none. */
export type Activity = 'running' | 'waiting' | 'elsewhere' | undefined;

/** A run with the state that views show. */
export interface LibraryRun extends ListedRun {
  readonly activity: Activity;
  /** Number of model calls so far; undefined if this window does not know it. */
  readonly calls: number | undefined;
}

/** The result of a deletion. */
export interface Deletion {
  readonly deleted: readonly { readonly run: LibraryRun; readonly trashed: TrashedRun }[];
  readonly failed: readonly { readonly run: LibraryRun; readonly message: string }[];
}

/** All runs in this window's folders: saved runs, combined with the state of live ones. */
export class RunLibrary implements vscode.Disposable {
  readonly #runs: RunManager;
  readonly #storage: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;
  readonly #catalog = new Catalog();
  readonly #calls = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[] = [];
  #watchers: vscode.Disposable[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The last scan of the disk, cached until something changes. */
  #listing: Promise<readonly ListedRun[]> | undefined;
  #listDuration = 0;

  /** Fires when runs were added, removed or changed, at most a few times per second. Listeners call `list` again. */
  readonly onDidChange = this.#changed.event;

  constructor(runs: RunManager, storage: vscode.Uri, log: vscode.LogOutputChannel) {
    this.#runs = runs;
    this.#storage = storage;
    this.#log = log;
    this.#watch();
    this.#disposables.push(
      runs.onDidChange(() => this.invalidate()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#watch();
        this.invalidate();
      }),
    );
  }

  /** Lists all runs, newest first. */
  async list(): Promise<readonly LibraryRun[]> {
    this.#listing ??= this.#readCatalog();
    return (await this.#listing).map((one) => {
      const { journal, finished } = one.run;
      return { ...one, activity: this.#activityOf(one), calls: this.#calls.get(journal) ?? finished?.llmCalls };
    });
  }

  async #readCatalog(): Promise<readonly ListedRun[]> {
    const start = performance.now();
    const listed = await this.#catalog.list(runsFolders(this.#storage));
    this.#listDuration = performance.now() - start;
    return listed;
  }

  #activityOf({ run, locked }: ListedRun): Activity {
    const live = this.#runs.find(run.journal);
    if (live !== undefined) return live.waiting === undefined ? 'running' : 'waiting';
    return locked ? 'elsewhere' : undefined;
  }

  /** Handles events of a live run and counts its model calls. */
  events(journal: string, events: readonly RunEvent[]): void {
    for (const event of events) if (event.type === 'llm_request') this.#calls.set(journal, event.call);
    this.invalidate();
  }

  /** Handles the end of a run, whose state is then read from its journal, and applies the retention settings. */
  ended(journal: string): void {
    this.#calls.delete(journal);
    this.invalidate();
    void this.applyRetention();
  }

  /** Sets or removes the name and pin of a run. Returns an error message if it fails. */
  async setMeta(run: LibraryRun, meta: RunMeta): Promise<string | undefined> {
    const problem = await writeMeta(dirname(run.run.journal), meta);
    this.invalidate();
    return problem;
  }

  /** Deletes runs, except live ones. `undo` restores them until `purge` removes them from disk. */
  async delete(runs: readonly LibraryRun[]): Promise<Deletion> {
    const deleted: Deletion['deleted'][number][] = [];
    const failed: Deletion['failed'][number][] = [];
    for (const run of runs) {
      const { journal } = run.run;
      const removal =
        this.#runs.find(journal) === undefined
          ? await moveToTrash(journal)
          : ({ kind: 'failed', message: 'it is running' } as const);
      if (removal.kind === 'trashed') deleted.push({ run, trashed: removal.run });
      else failed.push({ run, message: removal.message });
    }
    this.invalidate();
    return { deleted, failed };
  }

  /** Restores deleted runs. Returns those that could not be restored. */
  async undo({ deleted }: Deletion): Promise<Deletion['deleted']> {
    const lost: Deletion['deleted'][number][] = [];
    for (const one of deleted) if (!(await restore(one.trashed))) lost.push(one);
    this.invalidate();
    return lost;
  }

  /** Permanently removes deleted runs from disk. */
  async purge({ deleted }: Deletion): Promise<void> {
    for (const { trashed } of deleted) await purge(trashed);
  }

  /** Deletes runs that exceed the retention settings, and purges deleted runs that a closed window left behind. */
  async applyRetention(now = Date.now()): Promise<void> {
    await purgeExpired(runsFolders(this.#storage), now);
    const section = vscode.workspace.getConfiguration('skillwright.runs.retention');
    const retention = { days: section.get<number>('days', 0), count: section.get<number>('count', 0) };
    if (retention.days <= 0 && retention.count <= 0) return;
    const deletion = await this.delete(expiredRuns(await this.list(), retention, now));
    await this.purge(deletion);
    for (const { run } of runsWithExpiredCopy(await this.list(), retention, now)) await removeCopyOfRun(run.journal);
    if (deletion.deleted.length > 0)
      this.#log.info(`Deleted ${deletion.deleted.length} saved runs as configured in skillwright.runs.retention.`);
  }

  /** Invalidates the list and schedules `onDidChange`. */
  invalidate(): void {
    this.#listing = undefined;
    const fire = () => {
      this.#timer = undefined;
      this.#changed.fire();
    };
    this.#timer ??= setTimeout(fire, Math.max(MIN_INTERVAL_MS, INTERVAL_FACTOR * this.#listDuration));
  }

  /** Watches the folders for changes by other processes. */
  #watch(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    this.#watchers = runsFolders(this.#storage).map((folder) => {
      const pattern = new vscode.RelativePattern(
        vscode.Uri.file(folder),
        '*/{journal.jsonl,meta.json,journal.jsonl.lock}',
      );
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const invalidate = (): void => this.invalidate();
      return vscode.Disposable.from(
        watcher,
        watcher.onDidCreate(invalidate),
        watcher.onDidChange(invalidate),
        watcher.onDidDelete(invalidate),
      );
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const one of [...this.#watchers, ...this.#disposables, this.#changed]) one.dispose();
  }
}
