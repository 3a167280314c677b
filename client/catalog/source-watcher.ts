/** Notices changes of the files that the catalogs of clients are made of. */
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { CatalogsShown } from '../../runtime/protocol/catalog.ts';

/** Debounce time before the catalogs are read again, in milliseconds: an installed plugin changes many files. */
const DEBOUNCE_MS = 400;
/** Files whose appearance anywhere in the workspace can make a new source. */
const IN_WORKSPACE = '**/{[sS][kK][iI][lL][lL].[mM][dD],plugin.json,marketplace.json,gemini-extension.json}';

/** Calls `changed` some time after sources have changed. Nothing is watched before `watch` is called. */
export class SourceWatcher implements vscode.Disposable {
  readonly #changed: () => void;
  #watchers: vscode.Disposable[] = [];
  #watched = '';
  #timer: NodeJS.Timeout | undefined;

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
  }

  #add(pattern: vscode.GlobPattern): void {
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const later = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#changed, DEBOUNCE_MS);
    };
    this.#watchers.push(watcher, watcher.onDidChange(later), watcher.onDidCreate(later), watcher.onDidDelete(later));
  }

  #stop(): void {
    clearTimeout(this.#timer);
    for (const one of this.#watchers) one.dispose();
    this.#watchers = [];
  }

  dispose(): void {
    this.#stop();
    this.#watched = '';
  }
}
