/** Rename requests, and files that the editor moves or deletes. */
import type { ClientCapabilities, Connection, FileRename } from 'vscode-languageserver';
import { MessageType, ResponseError, ShowMessageNotification } from 'vscode-languageserver';
import {
  afterMoving,
  beforeDeleting,
  beforeMoving,
  type CompletedRename,
  completedRename,
} from '../features/file-operations.ts';
import { prepareRename, rename } from '../features/rename.ts';
import type { Session } from '../features/session.ts';
import { renameSupport } from '../features/workspace-edit.ts';
import type { MayWrite } from '../renaming/move-errors.ts';
import { pathOf } from '../workspace/uris.ts';
import type { Affected } from '../workspace/workspace.ts';

export interface RenamingOptions {
  readonly client: ClientCapabilities;
  readonly mayWrite: MayWrite;
  /** Resolves when the workspace is loaded. */
  readonly ready: Promise<void>;
  /** Called with the possible changes after files were renamed. */
  readonly changed: (affected: Affected) => void;
}

export function serveRenames(
  connection: Connection,
  session: Session,
  { client, mayWrite, ready, changed }: RenamingOptions,
): void {
  const support = renameSupport(client);
  /** The last rename that moves files: an editor that applies it sends another request for these files. */
  let last: CompletedRename | undefined;
  /** The message to show after files are deleted, by their paths. */
  let deleting: { readonly key: string; readonly message: string } | undefined;

  connection.onPrepareRename(async ({ textDocument, position }) => {
    await ready;
    const path = pathOf(textDocument.uri);
    return path === undefined ? null : prepareRename(session, path, position);
  });
  connection.onRenameRequest(async ({ textDocument, position, newName }) => {
    await ready;
    const path = pathOf(textDocument.uri);
    const done = path === undefined ? undefined : rename(session, path, position, newName, support, mayWrite);
    if (done === undefined || done instanceof ResponseError) return done ?? null;
    last = done.moves.length > 0 ? completedRename(session, done.moves, done.changes) : undefined;
    // An editor that does not report renamed files is notified immediately.
    if (!client.workspace?.fileOperations?.didRename) showWarning(afterMoving(session, done.moves));
    return done.edit;
  });

  connection.workspace.onWillRenameFiles(async ({ files }) => {
    await ready;
    const edit = beforeMoving(session, movesOf(files), support, last);
    last = undefined;
    return edit ?? null;
  });
  connection.workspace.onDidRenameFiles(({ files }) => {
    const moves = movesOf(files);
    changed(session.workspace.renamed(moves));
    showWarning(afterMoving(session, moves));
  });
  connection.workspace.onWillDeleteFiles(async ({ files }) => {
    await ready;
    const paths = files.flatMap(({ uri }) => pathOf(uri) ?? []);
    const message = beforeDeleting(session, paths);
    deleting = message === undefined ? undefined : { key: paths.join('\0'), message };
    // Do not change the text: only the author knows the new wording.
    return null;
  });
  connection.workspace.onDidDeleteFiles(({ files }) => {
    const key = files.flatMap(({ uri }) => pathOf(uri) ?? []).join('\0');
    if (deleting?.key === key) showWarning(deleting.message);
    deleting = undefined;
  });

  function showWarning(message: string | undefined): void {
    if (message === undefined) return;
    // A plain notification: some editors do not support message requests.
    connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message }).catch(() => {});
  }
}

const movesOf = (files: readonly FileRename[]) =>
  files.flatMap(({ oldUri, newUri }) => {
    const [from, to] = [pathOf(oldUri), pathOf(newUri)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
