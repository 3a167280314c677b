/** Converts changes to texts and paths into a `WorkspaceEdit`, as far as the editor supports it. */

import type {
  AnnotatedTextEdit,
  ChangeAnnotation,
  ClientCapabilities,
  RenameFile,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { defined, setOwn } from '../../skill/index.ts';
import type { Change, Changes } from '../renaming/change.ts';
import type { PathMove } from '../renaming/rename-context.ts';
import { textOf } from '../renaming/verify-replacements.ts';
import { Lines } from '../workspace/lines.ts';
import { uriOf } from '../workspace/uris.ts';
import { type Session, uriFor } from './session.ts';

/** The editor's support for `WorkspaceEdit`. */
export interface RenameSupport {
  readonly documentChanges: boolean;
  /** Supports renaming files as part of an edit. */
  readonly files: boolean;
  /** Supports confirmation of uncertain changes. */
  readonly annotations: boolean;
}

export function renameSupport({ workspace }: ClientCapabilities): RenameSupport {
  const edit = workspace?.workspaceEdit;
  // Neovim 0.7 lists resource operations, which require document changes, but does not declare document changes.
  const documentChanges = edit?.documentChanges ?? (edit?.resourceOperations ?? []).length > 0;
  return {
    documentChanges,
    files: documentChanges && (edit?.resourceOperations ?? []).includes('rename'),
    annotations: documentChanges && edit?.changeAnnotationSupport !== undefined,
  };
}

/**
 * Builds one edit from all changes, texts before files; undefined if nothing changes. Uncertain changes are omitted if the
 * editor cannot ask for confirmation.
 */
export function workspaceEdit(
  session: Session,
  changes: Changes,
  moves: readonly PathMove[],
  support: RenameSupport,
): WorkspaceEdit | undefined {
  const annotations: Record<string, ChangeAnnotation> = {};
  const documents = [...changes].flatMap(([path, all]): TextDocumentEdit[] => {
    const lines = linesOf(session, path);
    const edits = all
      .filter(({ doubt }) => doubt === undefined || support.annotations)
      .map((change) => annotate(change, lines, annotations));
    const version = session.buffers.get(path)?.version ?? null;
    return edits.length === 0 ? [] : [{ textDocument: { uri: uriFor(session, path), version }, edits }];
  });
  if (documents.length + moves.length === 0) return undefined;
  if (!support.documentChanges) {
    const plain = documents.map(({ textDocument, edits }): [string, TextEdit[]] => [
      textDocument.uri,
      edits.filter(isText),
    ]);
    return { changes: Object.fromEntries(plain) };
  }
  const files = moves.map(
    ({ from, to }): RenameFile => ({ kind: 'rename', oldUri: uriFor(session, from), newUri: uriOf(to) }),
  );
  const needsConfirmation = Object.keys(annotations).length > 0;
  return defined({
    documentChanges: [...documents, ...files],
    changeAnnotations: needsConfirmation ? annotations : undefined,
  });
}

const isText = (edit: TextDocumentEdit['edits'][number]): edit is TextEdit => 'newText' in edit;

function annotate(
  { range, text, doubt }: Change,
  lines: Lines,
  annotations: Record<string, ChangeAnnotation>,
): TextEdit | AnnotatedTextEdit {
  const edit = { range: lines.range(range), newText: text };
  if (doubt === undefined) return edit;
  setOwn(annotations, doubt, { label: doubt, needsConfirmation: true });
  return { ...edit, annotationId: doubt };
}

/** Returns the lines of a text with the editor's positions, which exclude a byte order mark in a file that is not open. */
function linesOf({ workspace, buffers }: Session, path: string): Lines {
  return editorLines(textOf(workspace, path) ?? '', buffers.get(path) !== undefined);
}

/** Returns the lines of a text with the editor's positions. `isOpen`: it is open in the editor. */
export const editorLines = (text: string, isOpen: boolean): Lines =>
  isOpen || !text.startsWith('\uFEFF') ? new Lines(text) : new BomLines(text);

/** Lines of a text that starts with a byte order mark, with positions that exclude it. */
class BomLines extends Lines {
  override position(offset: number): { readonly line: number; readonly character: number } {
    const { line, character } = super.position(offset);
    return { line, character: line === 0 ? Math.max(0, character - 1) : character };
  }

  override range(range: Parameters<Lines['range']>[0]): ReturnType<Lines['range']> {
    return { start: this.position(range.start), end: this.position(range.end) };
  }
}
