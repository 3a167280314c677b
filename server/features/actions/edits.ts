/** Builds workspace edits in the form that the client supports. */
import type { ClientCapabilities, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { defined, dirname, join } from '../../../skill/index.ts';
import type { TextEdit } from '../../rules/rule/rule.ts';
import { Lines } from '../../workspace/lines.ts';
import { uriOf } from '../../workspace/uris.ts';
import { type Session, uriFor } from '../session.ts';

/** The client's support for code actions and `WorkspaceEdit`. */
export interface EditSupport {
  readonly documentChanges: boolean;
  readonly create: boolean;
  readonly rename?: boolean;
  /** The client requests the edit when an action is chosen. */
  readonly resolve?: boolean;
  /** The client shows why an action is disabled. */
  readonly disabled?: boolean;
}

export function editSupport({ workspace, textDocument }: ClientCapabilities): EditSupport {
  const edit = workspace?.workspaceEdit;
  // Neovim 0.7 lists resource operations, which require document changes, but does not declare document changes.
  const documentChanges = edit?.documentChanges ?? (edit?.resourceOperations ?? []).length > 0;
  const action = textDocument?.codeAction;
  return {
    documentChanges,
    create: documentChanges && (edit?.resourceOperations ?? []).includes('create'),
    rename: documentChanges && (edit?.resourceOperations ?? []).includes('rename'),
    resolve: action?.dataSupport === true && (action.resolveSupport?.properties.includes('edit') ?? false),
    disabled: action?.disabledSupport ?? false,
  };
}

/** Text edits of one document. */
export interface DocumentEdits {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  /** The lines of `text`, if known: computing them for a long document takes a while. */
  readonly lines?: Lines;
  readonly edits: readonly TextEdit[];
}

/** Builds an edit of several documents. */
export function textEdits(session: Session, all: readonly DocumentEdits[], support: EditSupport): WorkspaceEdit {
  const changes = all.map(({ path, text, edits, lines = new Lines(text) }) => ({
    path,
    edits: edits.map((edit) => ({ range: lines.range(edit.range), newText: edit.text })),
  }));
  if (!support.documentChanges)
    return { changes: Object.fromEntries(changes.map(({ path, edits }) => [uriFor(session, path), edits])) };
  return {
    documentChanges: changes.map(
      ({ path, edits }): TextDocumentEdit => ({
        // With the version, so that the editor rejects an edit of an outdated text.
        textDocument: { uri: uriFor(session, path), version: session.buffers.get(path)?.version ?? null },
        edits,
      }),
    ),
  };
}

/** Builds an edit that creates a file with a text, then edits other documents. Only for clients that can create files. */
export function withNewFile(path: string, text: string, rest: WorkspaceEdit = {}): WorkspaceEdit {
  const uri = uriOf(path);
  const top = { line: 0, character: 0 };
  const insert = { textDocument: { uri, version: null }, edits: [{ range: { start: top, end: top }, newText: text }] };
  return {
    documentChanges: [
      // Creating an empty file may ignore an existing one; creating a file with text must fail then.
      defined({ kind: 'create', uri, options: text === '' ? { ignoreIfExists: true } : undefined }),
      ...(text === '' ? [] : [insert]),
      ...(rest.documentChanges ?? []),
    ],
  };
}

/** Builds an edit that gives a file another name in its folder. Only for clients that can rename files. */
export const withNewName = (path: string, name: string): WorkspaceEdit => ({
  documentChanges: [{ kind: 'rename', oldUri: uriOf(path), newUri: uriOf(join(dirname(path), name)) }],
});
