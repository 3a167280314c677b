import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { Catalog, type ListedRun } from './catalog.ts';
import type { RunManager } from './manager.ts';
import { type RunMeta, writeMeta } from './meta.ts';
import { runsFolders } from './place.ts';
import { putBack, removeForGood, removeLeftBehind, type SetAside, setAside } from './removal.ts';
import { expired } from './retention.ts';

/** Milliseconds between two looks at the disk, and how many times as long as a look takes they are apart at least. */
const REST = 400;
const REST_SHARE = 8;

/** Who works on a run now, if anybody. */
export type AtWork = 'running' | 'waiting' | 'elsewhere' | undefined;

/** A run as views show it. */
export interface LibraryRun extends ListedRun {
  readonly atWork: AtWork;
  /** Model calls so far; undefined where nothing of this window counts them. */
  readonly calls: number | undefined;
}

/** What became of a deletion. */
export interface Deletion {
  readonly deleted: readonly { readonly run: LibraryRun; readonly place: SetAside }[];
  readonly failed: readonly { readonly run: LibraryRun; readonly message: string }[];
}

/** All runs of this window's folders: those on disk, and what is known of those that go on. */
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
  /** The last look at the disk, for all who ask until something changes. */
  #listing: Promise<readonly ListedRun[]> | undefined;
  #took = 0;

  /** Runs came, went or changed. At most a few times a second; who listens asks for the list anew. */
  readonly onDidChange = this.#changed.event;

  constructor(runs: RunManager, storage: vscode.Uri, log: vscode.LogOutputChannel) {
    this.#runs = runs;
    this.#storage = storage;
    this.#log = log;
    this.#watch();
    this.#disposables.push(
      runs.onDidChange(() => this.touch()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#watch();
        this.touch();
      }),
    );
  }

  /** Newest first. */
  async list(): Promise<readonly LibraryRun[]> {
    this.#listing ??= this.#look();
    return (await this.#listing).map((one) => {
      const { journal, finished } = one.run;
      return { ...one, atWork: this.#atWork(one), calls: this.#calls.get(journal) ?? finished?.llmCalls };
    });
  }

  async #look(): Promise<readonly ListedRun[]> {
    const began = performance.now();
    const listed = await this.#catalog.list(runsFolders(this.#storage));
    this.#took = performance.now() - began;
    return listed;
  }

  #atWork({ run, held }: ListedRun): AtWork {
    const live = this.#runs.find(run.journal);
    if (live !== undefined) return live.waiting === undefined ? 'running' : 'waiting';
    return held ? 'elsewhere' : undefined;
  }

  /** Counts the model calls of a run that goes on. */
  events(journal: string, events: readonly RunEvent[]): void {
    for (const event of events) if (event.type === 'llm_request') this.#calls.set(journal, event.call);
    this.touch();
  }

  /** The run has ended: its journal tells the rest, and what is kept no longer goes. */
  ended(journal: string): void {
    this.#calls.delete(journal);
    this.touch();
    void this.applyRetention();
  }

  /** Gives a run a name or a pin, or takes them. @returns a sentence where it failed */
  async setMeta(run: LibraryRun, meta: RunMeta): Promise<string | undefined> {
    const problem = await writeMeta(dirname(run.run.journal), meta);
    this.touch();
    return problem;
  }

  /** Deletes runs, all but those that go on; `undo` brings them back until `settle` removes them for good. */
  async delete(runs: readonly LibraryRun[]): Promise<Deletion> {
    const deleted: Deletion['deleted'][number][] = [];
    const failed: Deletion['failed'][number][] = [];
    for (const run of runs) {
      const { journal } = run.run;
      const removal =
        this.#runs.find(journal) === undefined
          ? await setAside(journal)
          : ({ kind: 'failed', message: 'it is running' } as const);
      if (removal.kind === 'aside') deleted.push({ run, place: removal.run });
      else failed.push({ run, message: removal.message });
    }
    this.touch();
    return { deleted, failed };
  }

  /** Brings deleted runs back; those that could not be. */
  async undo({ deleted }: Deletion): Promise<Deletion['deleted']> {
    const lost: Deletion['deleted'][number][] = [];
    for (const one of deleted) if (!(await putBack(one.place))) lost.push(one);
    this.touch();
    return lost;
  }

  /** Removes deleted runs from the disk. */
  async settle({ deleted }: Deletion): Promise<void> {
    for (const { place } of deleted) await removeForGood(place);
  }

  /** Removes what the setting keeps no longer, and what a closed window left behind. */
  async applyRetention(now = Date.now()): Promise<void> {
    await removeLeftBehind(runsFolders(this.#storage), now);
    const section = vscode.workspace.getConfiguration('skillwright.runs.retention');
    const retention = { days: section.get<number>('days', 0), count: section.get<number>('count', 0) };
    if (retention.days <= 0 && retention.count <= 0) return;
    const gone = await this.delete(expired(await this.list(), retention, now));
    await this.settle(gone);
    if (gone.deleted.length > 0)
      this.#log.info(`${gone.deleted.length} saved runs were deleted, as skillwright.runs.retention says.`);
  }

  /** Tells soon that something changed. */
  touch(): void {
    this.#listing = undefined;
    const fire = () => {
      this.#timer = undefined;
      this.#changed.fire();
    };
    this.#timer ??= setTimeout(fire, Math.max(REST, REST_SHARE * this.#took));
  }

  /** Runs of other processes come and go on disk. */
  #watch(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    this.#watchers = runsFolders(this.#storage).map((folder) => {
      const pattern = new vscode.RelativePattern(
        vscode.Uri.file(folder),
        '*/{journal.jsonl,meta.json,journal.jsonl.lock}',
      );
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const touch = (): void => this.touch();
      return vscode.Disposable.from(
        watcher,
        watcher.onDidCreate(touch),
        watcher.onDidChange(touch),
        watcher.onDidDelete(touch),
      );
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const one of [...this.#watchers, ...this.#disposables, this.#changed]) one.dispose();
  }
}
