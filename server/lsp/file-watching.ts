/** Handles changes on disk that the editor reports. */
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type InitializeParams,
} from 'vscode-languageserver';
import { type FileSystem, within } from '../../skill/index.ts';
import type { Session } from '../features/session.ts';
import type { Catalogue } from '../features/skill-catalogue.ts';
import { contentsOf } from '../workspace/contents.ts';
import { pathOf } from '../workspace/uris.ts';
import type { FileEvent } from '../workspace/workspace.ts';
import type { NotifyChanged } from './diagnostics.ts';

export interface WatchingParts {
  readonly connection: Connection;
  readonly session: Session;
  /** The file system without the open documents. */
  readonly disk: FileSystem;
  readonly catalogue: Catalogue;
  readonly changed: NotifyChanged;
}

const KINDS: Readonly<Partial<Record<FileChangeType, FileEvent['kind']>>> = {
  [FileChangeType.Created]: 'created',
  [FileChangeType.Changed]: 'changed',
  [FileChangeType.Deleted]: 'deleted',
};

/** Delays before a new folder is checked again, in milliseconds, each after the previous one. */
const RECHECK_DELAYS = [750, 3_000];
/** Delay in milliseconds after events until folders that were listed meanwhile are compared with the disk. */
const COMPARE_DELAY = 1_000;
/** Maximum number of new folders per notification that are checked again. */
const MAX_FOLDERS = 50;

/**
 * Applies file changes from the editor. Watchers miss files that are written before a new folder is watched, so new folders
 * are checked again after a delay. Returns a handle to stop it.
 */
export function followFiles({ connection, session, disk, catalogue, changed }: WatchingParts): { dispose(): void } {
  const { workspace } = session;
  const timers = new Set<NodeJS.Timeout>();
  let comparing: NodeJS.Timeout | undefined;

  connection.onDidChangeWatchedFiles(({ changes }) => {
    const events = changes.flatMap(({ uri, type }): FileEvent[] => {
      const path = pathOf(uri);
      return path === undefined ? [] : [{ path, kind: KINDS[type] ?? 'changed' }];
    });
    apply(events);
    compareLater();
    const present = events.filter(({ kind }) => kind !== 'deleted').flatMap(({ path }) => workspace.searchedAt(path));
    for (const folder of outermost(present.filter((path) => disk.kind(path) === 'folder')))
      recheck(folder, contentsOf(disk, folder), RECHECK_DELAYS);
  });

  function apply(events: readonly FileEvent[]): void {
    changed(workspace.filesChanged(catalogue.handleEvents(events)), true);
  }

  /** Finds changes without events, once for all events within the delay. */
  function compareLater(): void {
    if (comparing !== undefined) return;
    comparing = setTimeout(() => {
      if (comparing) timers.delete(comparing);
      comparing = undefined;
      changed(workspace.unreportedChanged(), true);
    }, COMPARE_DELAY).unref();
    timers.add(comparing);
  }

  function recheck(
    folder: string,
    before: ReadonlySet<string> | undefined,
    [delay, ...later]: readonly number[],
  ): void {
    if (delay === undefined || before === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const now = contentsOf(disk, folder);
      if (now !== undefined && [...now].some((path) => !before.has(path))) apply([{ path: folder, kind: 'created' }]);
      recheck(folder, now, later);
    }, delay).unref();
    timers.add(timer);
  }

  return {
    dispose() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** Requests that the editor watches all files of the workspace, if supported. */
export async function registerWatcher(
  connection: Connection,
  { workspace }: InitializeParams['capabilities'],
): Promise<void> {
  if (!workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  try {
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*' }] });
  } catch (error) {
    connection.console.warn(`Could not register a file watcher: ${String(error)}`);
  }
}

/** Returns the folders that are not inside another one. */
function outermost(folders: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const folder of [...new Set(folders)].sort()) {
    if (found.length === MAX_FOLDERS) break;
    if (!found.some((one) => within(one, folder) !== undefined)) found.push(folder);
  }
  return found;
}
