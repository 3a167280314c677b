import * as vscode from 'vscode';
import { isInside } from '../editor/is-inside.ts';
import { onFileSetChanges, onMarkdownChanges } from '../editor/markdown-changes.ts';
import type { RunLibrary } from '../runs/library.ts';
import { withoutCreatedFiles } from './created-files.ts';
import { currentText } from './current-text.ts';
import { findRequestedLines, type RequestedLine } from './file-requests.ts';
import { type FileMisses, type LastRun, LatestMisses } from './latest-misses.ts';
import { locateMisses, type MissLocation } from './miss-locations.ts';

/** Delay before the first refresh, in milliseconds, so that it does not slow down startup. */
const INITIAL_DELAY_MS = 2_000;

/** The lines of a file that name files requested by a run. */
export interface FileRequests {
  readonly journal: string;
  readonly simulated: boolean;
  readonly lines: readonly RequestedLine[];
}

const NO_REQUESTS: FileRequests = { journal: '', simulated: false, lines: [] };

/** Serializes what is shown of the last runs, for comparison. */
const serializeLastRuns = (last: ReadonlyMap<string, LastRun>): string =>
  JSON.stringify(
    [...last].map(([root, { run, loaded, misses, foundPaths }]) => [root, run.journal, loaded, misses, ...foundPaths]),
  );

function requestsIn(found: FileMisses | undefined, content: string | undefined): FileRequests {
  if (found?.requests === undefined || content === undefined) return NO_REQUESTS;
  const { journal, simulated, requests } = found;
  return { journal, simulated, lines: findRequestedLines(requests, content) };
}

/** Keeps the misses of each skill's last run, located in the current texts. */
export class MissStore implements vscode.Disposable {
  readonly #library: RunLibrary;
  readonly #latest = new LatestMisses();
  readonly #changed = new vscode.EventEmitter<readonly string[]>();
  readonly #ran = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[];
  #fileMisses: ReadonlyMap<string, FileMisses> = new Map();
  readonly #locations = new Map<string, readonly MissLocation[]>();
  readonly #requests = new Map<string, FileRequests>();
  #refreshing: Promise<void> | undefined;
  #isStale = false;
  readonly #initialRefresh: ReturnType<typeof setTimeout>;

  /** Fires with the absolute paths of files whose misses or requests changed. */
  readonly onDidChange = this.#changed.event;

  /** Fires when a skill has a new last run or its last run continued. */
  readonly onDidRun = this.#ran.event;

  constructor(library: RunLibrary) {
    this.#library = library;
    this.#initialRefresh = setTimeout(() => this.refresh(), INITIAL_DELAY_MS);
    const locate = ({ uri }: { readonly uri: vscode.Uri }) => {
      if (this.#fileMisses.has(uri.fsPath)) void this.#locate([uri.fsPath]);
    };
    this.#disposables = [
      this.#changed,
      this.#ran,
      ...onMarkdownChanges(locate),
      ...onFileSetChanges((file) => {
        const roots = [...this.#fileMisses].filter(([, { root }]) => isInside([root], file));
        if (roots.length > 0) void this.#locate(roots.map(([path]) => path));
      }),
      library.onDidChange(() => this.refresh()),
    ];
  }

  /** Files with misses. */
  get files(): readonly string[] {
    return [...this.#locations.keys()];
  }

  /** Returns the misses in a file, in the order of its lines. */
  of(file: string): readonly MissLocation[] {
    return this.#locations.get(file) ?? [];
  }

  /**
   * Returns the last run that used a skill, with the number of its misses that were fixed since. `root` is its absolute path in
   * the platform's notation.
   */
  lastRun(root: string): LastRun | undefined {
    const last = this.#latest.lastRuns.get(root);
    if (last === undefined || last.misses === 0) return last;
    const inSkill = this.files.filter((file) => isInside([root], file));
    const left = inSkill.flatMap((file) => this.of(file)).reduce((sum, { misses }) => sum + misses.length, 0);
    return { ...last, fixed: Math.max(0, last.misses - left) };
  }

  /** Returns the lines of a file that name files which the last run requested successfully. */
  requests(file: string): FileRequests {
    return this.#requests.get(file) ?? NO_REQUESTS;
  }

  /** Updates the last runs and their misses. Only one refresh runs at a time. */
  refresh(): void {
    if (this.#refreshing !== undefined) {
      this.#isStale = true;
      return;
    }
    this.#refreshing = this.#refreshOnce().finally(() => {
      this.#refreshing = undefined;
      if (!this.#isStale) return;
      this.#isStale = false;
      this.refresh();
    });
  }

  async #refreshOnce(): Promise<void> {
    const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
    const runs = (await this.#library.list()).map(({ run }) => run);
    const before = this.#fileMisses;
    const lastRunsBefore = serializeLastRuns(this.#latest.lastRuns);
    this.#fileMisses = await this.#latest.collect(runs, folders);
    await this.#locate([...new Set([...before.keys(), ...this.#fileMisses.keys()])]);
    // After the misses were located, so that none counts as fixed.
    if (serializeLastRuns(this.#latest.lastRuns) !== lastRunsBefore) this.#ran.fire();
  }

  async #locate(files: readonly string[]): Promise<void> {
    const changed: string[] = [];
    for (const file of files) {
      const content = await currentText(file);
      const found = this.#fileMisses.get(file);
      const locations =
        found === undefined || content === undefined ? [] : locateMisses(await withoutCreatedFiles(found), content);
      const requests = requestsIn(found, content);
      if (JSON.stringify([locations, requests]) === JSON.stringify([this.of(file), this.requests(file)])) continue;
      if (locations.length === 0) this.#locations.delete(file);
      else this.#locations.set(file, locations);
      if (requests.lines.length === 0) this.#requests.delete(file);
      else this.#requests.set(file, requests);
      changed.push(file);
    }
    if (changed.length > 0) this.#changed.fire(changed);
  }

  dispose(): void {
    clearTimeout(this.#initialRefresh);
    for (const one of this.#disposables) one.dispose();
  }
}
