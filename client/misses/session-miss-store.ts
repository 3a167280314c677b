import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { SessionMiss, SessionMisses } from '../../runtime/protocol/sessions.ts';
import { isInside } from '../editor/is-inside.ts';
import { onFileSetChanges, onMarkdownChanges } from '../editor/markdown-changes.ts';
import { existingPaths } from './created-files.ts';
import { currentText } from './current-text.ts';
import { locateSessionMisses, mergeSessions, type SessionMissLocation } from './session-misses.ts';

/** The key of the workspace state that stores the misses for the next start. */
const STATE_KEY = 'sessions.misses';

/**
 * Keeps the misses of the sessions that the user listed or opened, located in the current texts. Sessions are never read
 * for this; what was found is stored in the workspace state.
 */
export class SessionMissStore implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #skillFolders: () => Promise<readonly string[]>;
  readonly #changed = new vscode.EventEmitter<readonly string[]>();
  readonly #locations = new Map<string, readonly SessionMissLocation[]>();
  readonly #disposables: readonly vscode.Disposable[];
  #sessions: readonly SessionMisses[];
  #locating = Promise.resolve();

  /** Fires with the absolute paths of files whose misses changed. */
  readonly onDidChange = this.#changed.event;

  /**
   * @param state the workspace state
   * @param skillFolders returns the folders of the current skills, absolute
   */
  constructor(state: vscode.Memento, skillFolders: () => Promise<readonly string[]>) {
    this.#state = state;
    this.#skillFolders = skillFolders;
    this.#sessions = state.get<readonly SessionMisses[]>(STATE_KEY, []);
    this.#disposables = [
      this.#changed,
      ...onMarkdownChanges(({ uri }) => {
        this.#locate(this.#files(this.#sessions).filter((file) => file === uri.fsPath));
      }),
      // A file that was created can be the one that was missed.
      ...onFileSetChanges((created) => {
        this.#locate(this.#files(this.#sessions).filter((file) => isInside([dirname(file)], created)));
      }),
    ];
    this.#locate(this.#files(this.#sessions));
  }

  /** Files with misses. */
  get files(): readonly string[] {
    return [...this.#locations.keys()];
  }

  /** Returns the misses in a file, in the order of its lines. */
  of(file: string): readonly SessionMissLocation[] {
    return this.#locations.get(file) ?? [];
  }

  /** Adds sessions that were read, including those without misses, which replaces what is known about them. */
  add(sessions: readonly SessionMisses[]): void {
    const before = this.#sessions;
    const found = sessions.map((one) => ({ ...one, misses: one.misses.map(withNativeFile) }));
    this.#set(mergeSessions(before, found));
  }

  /** Removes all misses of sessions. */
  clear(): void {
    this.#set([]);
  }

  #set(sessions: readonly SessionMisses[]): void {
    const before = this.#sessions;
    if (JSON.stringify(before) === JSON.stringify(sessions)) return;
    this.#sessions = sessions;
    void this.#state.update(STATE_KEY, sessions.length === 0 ? undefined : sessions);
    this.#locate(this.#files([...before, ...sessions]));
  }

  #files(sessions: readonly SessionMisses[]): readonly string[] {
    return [...new Set(sessions.flatMap(({ misses }) => misses.map(({ cause }) => cause.file)))];
  }

  /** Locates the misses in these files again, one request after the other. */
  #locate(files: readonly string[]): void {
    if (files.length > 0) this.#locating = this.#locating.then(() => this.#locateNow(files));
  }

  async #locateNow(files: readonly string[]): Promise<void> {
    const folders = await this.#skillFolders().catch(() => []);
    const changed: string[] = [];
    for (const file of files) {
      const [root] = folders.filter((folder) => isInside([folder], file)).sort((a, b) => b.length - a.length);
      // A session can name any file, so only those of current skills are read.
      const content = root === undefined ? undefined : await currentText(file);
      const missing = root === undefined ? [] : await this.#missingIn(root, file);
      const locations = content === undefined ? [] : locateSessionMisses(missing, file, content);
      if (JSON.stringify(locations) === JSON.stringify(this.of(file))) continue;
      if (locations.length === 0) this.#locations.delete(file);
      else this.#locations.set(file, locations);
      changed.push(file);
    }
    if (changed.length > 0) this.#changed.fire(changed);
  }

  /**
   * Returns the misses at the words of a file whose paths do not exist in the skill now. Those that were looked for outside of
   * the skill stay.
   */
  async #missingIn(root: string, file: string): Promise<readonly SessionMisses[]> {
    const sessions = this.#sessions.map((one) => ({
      ...one,
      misses: one.misses.filter(({ cause }) => cause.file === file),
    }));
    const existing = await existingPaths(
      root,
      sessions.flatMap(({ misses }) => misses.map(({ path }) => path)),
    );
    return sessions.map((one) => ({
      ...one,
      misses: one.misses.filter(({ path, outside }) => outside === true || !existing.has(path)),
    }));
  }

  dispose(): void {
    for (const one of this.#disposables) one.dispose();
  }
}

/** Converts the file of a cause to the platform's notation. */
function withNativeFile(miss: SessionMiss): SessionMiss {
  const { cause } = miss;
  return { ...miss, cause: { ...cause, file: vscode.Uri.file(cause.file).fsPath } };
}
