/** Notices changes of the files that the catalogs of clients are made of. */
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { CatalogsShown } from '../../runtime/protocol/catalog.ts';

/** Debounce time before the catalogs are read again, in milliseconds: an installed plugin changes many files. */
const DEBOUNCE_MS = 400;
/**
 * Time between two looks at the sources, in milliseconds: VS Code does not notice what is created in folders that were created just
 * before, as agents do it.
 */
const LOOK_MS = 3_000;
/** Files whose appearance anywhere in the workspace can make a new source. */
const IN_WORKSPACE = '**/{[sS][kK][iI][lL][lL].[mM][dD],plugin.json,marketplace.json,gemini-extension.json}';

/** Calls `changed` some time after sources have changed. Nothing is watched before `watch` is called. */
export class SourceWatcher implements vscode.Disposable {
  readonly #changed: () => void;
  #watchers: vscode.Disposable[] = [];
  #watched = '';
  #timer: NodeJS.Timeout | undefined;
  #looks: NodeJS.Timeout | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Watches these sources instead of earlier ones. */
  watch({ folders, files }: CatalogsShown['sources']): void {
    const key = JSON.stringify([folders, files]);
    if (key === this.#watched) return;
    this.#stop();
    this.#watched = key;
    this.#add(IN_WORKSPACE);
    for (const folder of folders) this.#add(new vscode.RelativePattern(vscode.Uri.file(folder), '**/*'));
    for (const file of files) this.#add(new vscode.RelativePattern(vscode.Uri.file(dirname(file)), basename(file)));
    const paths = [...folders, ...files];
    let seen = timesOf(paths);
    this.#looks = setInterval(() => {
      const times = timesOf(paths);
      if (times !== seen) this.#later();
      seen = times;
    }, LOOK_MS);
  }

  #add(pattern: vscode.GlobPattern): void {
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const later = (): void => this.#later();
    this.#watchers.push(watcher, watcher.onDidChange(later), watcher.onDidCreate(later), watcher.onDidDelete(later));
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#changed, DEBOUNCE_MS);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#looks);
    for (const one of this.#watchers) one.dispose();
    this.#watchers = [];
  }

  dispose(): void {
    this.#stop();
    this.#watched = '';
  }
}

/** Returns the times at which files and folders were last changed, as text. */
function timesOf(paths: readonly string[]): string {
  const timeOf = (path: string): number => {
    try {
      return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    } catch {
      return 0;
    }
  };
  return paths.map(timeOf).join(' ');
}
