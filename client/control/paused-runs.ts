import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { RunManager } from '../runs/manager.ts';

const SCHEME = 'skillwright-paused';

interface PausedRun {
  readonly journal: string;
  /** Of its last change, in milliseconds since 1970. */
  time: number;
  text: string;
}

/**
 * The documents of paused runs: what would be sent or executed, as JSON. Saving one changes it; the run continues with the
 * saved text.
 */
export class PausedRuns implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #runs: RunManager;
  readonly #paused = new Map<string, PausedRun>();
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  readonly #registered: vscode.Disposable;

  /** @param show shows in a run's timelines where it is paused, or that it continues */
  constructor(runs: RunManager, show: (journal: string, stopped: string | undefined) => void) {
    this.#runs = runs;
    this.#registered = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(SCHEME, this, { isCaseSensitive: true }),
      runs.onDidStop(async ({ journal, stopped }) => {
        show(journal, stopped?.description);
        if (stopped === undefined) return this.#forget(journal);
        const uri = uriOf(journal, stopped.description);
        this.#paused.set(uri.path, { journal, time: Date.now(), text: stopped.document });
        // It may still be open from an earlier pause at the same step.
        this.#changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
        await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
      }),
    );
  }

  /** Lets a run continue, with the changes in its document, which are saved first. */
  async continue(journal: string): Promise<void> {
    const dirty = vscode.workspace.textDocuments.filter(
      ({ isDirty, uri }) => isDirty && uri.scheme === SCHEME && this.#paused.get(uri.path)?.journal === journal,
    );
    const saved = await Promise.all(dirty.map((document) => document.save()));
    // Saving has shown what is wrong.
    if (saved.every(Boolean)) this.#runs.continue(journal);
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { time, text } = this.#find(uri);
    return { type: vscode.FileType.File, ctime: time, mtime: time, size: Buffer.byteLength(text) };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return Buffer.from(this.#find(uri).text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const paused = this.#find(uri);
    const text = Buffer.from(content).toString('utf8');
    const problem = await this.#runs.editStopped(paused.journal, text);
    if (problem !== '') throw vscode.FileSystemError.Unavailable(problem);
    paused.text = text;
    paused.time = Date.now();
    this.#changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changes.dispose();
  }

  #find(uri: vscode.Uri): PausedRun {
    const paused = this.#paused.get(uri.path);
    if (paused === undefined) throw vscode.FileSystemError.FileNotFound('The run has continued.');
    return paused;
  }

  /** Closes the documents of a run that has continued: they can no longer be changed. */
  async #forget(journal: string): Promise<void> {
    const paths = [...this.#paused].flatMap(([path, paused]) => (paused.journal === journal ? [path] : []));
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all);
    const open = tabs.filter(
      ({ input, isDirty }) =>
        !isDirty &&
        input instanceof vscode.TabInputText &&
        input.uri.scheme === SCHEME &&
        paths.includes(input.uri.path),
    );
    // Before the tabs are closed: the run may pause again at the same step.
    for (const path of paths) this.#paused.delete(path);
    await vscode.window.tabGroups.close(open);
    const left = paths.filter((path) => !this.#paused.has(path));
    this.#changes.fire(
      left.map((path) => ({ type: vscode.FileChangeType.Deleted, uri: vscode.Uri.from({ scheme: SCHEME, path }) })),
    );
  }
}

function uriOf(journal: string, description: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${basename(dirname(journal))}/${description}.json` });
}
