/** Changes of texts and paths as a `WorkspaceEdit`, by what the editor understands. */
import type {
  AnnotatedTextEdit,
  ChangeAnnotation,
  ClientCapabilities,
  RenameFile,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import type { Change, Changes } from '../renaming/change.ts';
import type { PathMove } from '../renaming/known.ts';
import { textOf } from '../renaming/verified.ts';
import { Lines } from '../workspace/lines.ts';
import { uriOf } from '../workspace/uris.ts';
import { type Session, uriFor } from './session.ts';

/** What of `WorkspaceEdit` an editor understands. */
export interface RenameSupport {
  readonly documentChanges: boolean;
  /** It renames files as a part of an edit. */
  readonly files: boolean;
  /** It asks about changes that are in doubt. */
  readonly annotations: boolean;
}

export function renameSupport({ workspace }: ClientCapabilities): RenameSupport {
  const edit = workspace?.workspaceEdit;
  // Neovim 0.7 lists what can be done with files, which travels in these alone, and does not say that it takes them.
  const documentChanges = edit?.documentChanges ?? (edit?.resourceOperations ?? []).length > 0;
  return {
    documentChanges,
    files: documentChanges && (edit?.resourceOperations ?? []).includes('rename'),
    annotations: documentChanges && edit?.changeAnnotationSupport !== undefined,
  };
}

/**
 * All changes as one edit, the texts before the files; undefined where nothing changes. What is in doubt is left out where
 * the editor cannot ask about it.
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
      .map((change) => annotated(change, lines, annotations));
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
  const asks = Object.keys(annotations).length > 0;
  return { documentChanges: [...documents, ...files], ...(asks ? { changeAnnotations: annotations } : {}) };
}

const isText = (edit: TextDocumentEdit['edits'][number]): edit is TextEdit => 'newText' in edit;

function annotated(
  { range, text, doubt }: Change,
  lines: Lines,
  annotations: Record<string, ChangeAnnotation>,
): TextEdit | AnnotatedTextEdit {
  const edit = { range: lines.range(range), newText: text };
  if (doubt === undefined) return edit;
  annotations[doubt] = { label: doubt, needsConfirmation: true };
  return { ...edit, annotationId: doubt };
}

/** Places as the editor counts: of a file that it has not opened, a byte order mark is no character to it. */
function linesOf({ workspace, buffers }: Session, path: string): Lines {
  const text = textOf(workspace, path) ?? '';
  if (buffers.get(path) !== undefined || !text.startsWith('\uFEFF')) return new Lines(text);
  return new MarkedLines(text);
}

class MarkedLines extends Lines {
  override position(offset: number): { readonly line: number; readonly character: number } {
    const { line, character } = super.position(offset);
    return { line, character: line === 0 ? Math.max(0, character - 1) : character };
  }

  override range(range: Parameters<Lines['range']>[0]): ReturnType<Lines['range']> {
    return { start: this.position(range.start), end: this.position(range.end) };
  }
}
