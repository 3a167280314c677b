/** Files that change on disk, as the editor watches them. */
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
import type { TellChanged } from './diagnostics.ts';

export interface WatchingParts {
  readonly connection: Connection;
  readonly session: Session;
  /** Without the open documents. */
  readonly disk: FileSystem;
  readonly catalogue: Catalogue;
  readonly changed: TellChanged;
}

const KINDS: Readonly<Partial<Record<FileChangeType, FileEvent['kind']>>> = {
  [FileChangeType.Created]: 'created',
  [FileChangeType.Changed]: 'changed',
  [FileChangeType.Deleted]: 'deleted',
};

/** Milliseconds after which a new folder is looked at again, each after the one before. */
const LOOK_AGAIN = [750, 3_000];
/** New folders of one notification that are looked at again. */
const MAX_FOLDERS = 50;

/**
 * Applies what the editor says of files. Watchers lose files that are written while a new folder is not yet watched, so a
 * new folder is looked at again a little later. Returns what stops that.
 */
export function followFiles({ connection, session, disk, catalogue, changed }: WatchingParts): { dispose(): void } {
  const { workspace } = session;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  connection.onDidChangeWatchedFiles(({ changes }) => {
    const events = changes.flatMap(({ uri, type }): FileEvent[] => {
      const path = pathOf(uri);
      return path === undefined ? [] : [{ path, kind: KINDS[type] ?? 'changed' }];
    });
    apply(events);
    const present = events.filter(({ kind }) => kind !== 'deleted').map(({ path }) => path);
    for (const folder of outermost(present.filter((path) => disk.kind(path) === 'folder')))
      lookAgain(folder, contentsOf(disk, folder), LOOK_AGAIN);
  });

  function apply(events: readonly FileEvent[]): void {
    changed(workspace.filesChanged(catalogue.noted(events)), true);
  }

  function lookAgain(
    folder: string,
    before: ReadonlySet<string> | undefined,
    [delay, ...later]: readonly number[],
  ): void {
    if (delay === undefined || before === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const now = contentsOf(disk, folder);
      if (now !== undefined && [...now].some((path) => !before.has(path))) apply([{ path: folder, kind: 'created' }]);
      lookAgain(folder, now, later);
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

/** Asks the editor to watch all files of the workspace, where it can be asked. */
export async function registerWatcher(
  connection: Connection,
  { workspace }: InitializeParams['capabilities'],
): Promise<void> {
  if (!workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  try {
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*' }] });
  } catch (error) {
    connection.console.warn(`The editor refused to watch files: ${String(error)}`);
  }
}

/** The folders that lie in no other of them. */
function outermost(folders: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const folder of [...new Set(folders)].sort()) {
    if (found.length === MAX_FOLDERS) break;
    if (!found.some((one) => within(one, folder) !== undefined)) found.push(folder);
  }
  return found;
}
