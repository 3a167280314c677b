/** Handles documents that the editor opens, changes, saves and closes. */
import type { Connection, InitializeParams } from 'vscode-languageserver';
import type { FileSystem } from '../../skill/index.ts';
import type { FenceTyping } from '../features/fence-typing.ts';
import type { Session } from '../features/session.ts';
import type { Catalogue } from '../features/skill-catalogue.ts';
import type { Typing } from '../features/typing.ts';
import { isSettings } from '../workspace/buffers.ts';
import { pathOf } from '../workspace/uris.ts';
import { reportsFileChanges } from './capabilities.ts';
import type { NotifyChanged } from './diagnostics.ts';

export interface DocumentsParts {
  readonly connection: Connection;
  readonly client: InitializeParams['capabilities'];
  readonly session: Session;
  /** The file system without the open documents. */
  readonly disk: FileSystem;
  readonly typing: Typing;
  readonly fences: FenceTyping;
  readonly catalogue: Catalogue;
  readonly changed: NotifyChanged;
}

/** Keeps the open documents, the workspace and the catalogue in sync with the editor. */
export function followDocuments({
  connection,
  client,
  session: { workspace, buffers },
  disk,
  typing,
  fences,
  catalogue,
  changed,
}: DocumentsParts): void {
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    const path = buffers.open(uri, languageId, version, text);
    if (path === undefined) return;
    // Unsaved settings have no effect, but findings that the editor reports for an open file are omitted.
    if (isSettings(path)) return changed({ kind: 'all' }, false);
    const appeared = disk.kind(path) === undefined;
    catalogue.handleEvents([{ path, kind: 'changed' }]);
    changed(workspace.textChanged(path, appeared), appeared);
    const known = workspace.skillOf(path);
    workspace.opened(path);
    if (workspace.skillOf(path) !== known) catalogue.changed({ kind: 'all' });
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const before = buffers.texts.get(pathOf(uri) ?? '');
    const path = buffers.change(uri, version, contentChanges);
    if (path === undefined || isSettings(path)) return;
    typing.record();
    if (before !== undefined) fences.record(path, before, buffers.texts.get(path) ?? '');
    catalogue.handleEvents([{ path, kind: 'changed' }]);
    changed(workspace.textChanged(path, false), false);
  });
  connection.onDidCloseTextDocument(({ textDocument }) => {
    const path = buffers.close(textDocument.uri);
    if (path === undefined) return;
    fences.forget(path);
    if (isSettings(path)) return changed({ kind: 'all' }, false);
    const vanished = disk.kind(path) === undefined;
    catalogue.handleEvents([{ path, kind: 'changed' }]);
    changed(workspace.textChanged(path, vanished), vanished);
  });
  connection.onDidSaveTextDocument(() => {
    if (reportsFileChanges(client)) return;
    workspace.rescan();
    catalogue.rescan();
    for (const path of buffers.paths()) workspace.opened(path);
    changed({ kind: 'all' }, true);
  });
}
