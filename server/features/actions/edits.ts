/** Edits of a workspace in the form that the client understands. */
import type { ClientCapabilities, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import type { TextEdit } from '../../rules/rule.ts';
import { Lines } from '../../workspace/lines.ts';
import { uriOf } from '../../workspace/uris.ts';
import { type Session, uriFor } from '../session.ts';

/** What of code actions and of `WorkspaceEdit` the client understands. */
export interface EditSupport {
  readonly documentChanges: boolean;
  readonly create: boolean;
  /** It asks for an action's edit when the action is chosen. */
  readonly resolve?: boolean;
  /** It shows why an action cannot be done. */
  readonly disabled?: boolean;
}

export function editSupport({ workspace, textDocument }: ClientCapabilities): EditSupport {
  const edit = workspace?.workspaceEdit;
  // Neovim 0.7 lists what can be done with files, which travels in these alone, and does not say that it takes them.
  const documentChanges = edit?.documentChanges ?? (edit?.resourceOperations ?? []).length > 0;
  const action = textDocument?.codeAction;
  return {
    documentChanges,
    create: documentChanges && (edit?.resourceOperations ?? []).includes('create'),
    resolve: action?.dataSupport === true && (action.resolveSupport?.properties.includes('edit') ?? false),
    disabled: action?.disabledSupport ?? false,
  };
}

/** Changes of one document's text. */
export interface DocumentEdits {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  /** Those of `text`, where they are known: of a long document they take a while. */
  readonly lines?: Lines;
  readonly edits: readonly TextEdit[];
}

/** Changes of the texts of several documents. */
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
        // With its version, so that the editor refuses an edit that came too late for the text.
        textDocument: { uri: uriFor(session, path), version: session.buffers.get(path)?.version ?? null },
        edits,
      }),
    ),
  };
}

/** A new file with a text, and then changes of other documents. Only for clients that can create files. */
export function withNewFile(path: string, text: string, rest: WorkspaceEdit = {}): WorkspaceEdit {
  const uri = uriOf(path);
  const top = { line: 0, character: 0 };
  const insert = { textDocument: { uri, version: null }, edits: [{ range: { start: top, end: top }, newText: text }] };
  return {
    documentChanges: [
      // Without text nothing is lost where it is there by now; with text the edit must fail then.
      { kind: 'create', uri, ...(text === '' ? { options: { ignoreIfExists: true } } : {}) },
      ...(text === '' ? [] : [insert]),
      ...(rest.documentChanges ?? []),
    ],
  };
}
