/** Drop and paste of files into a skill's documents: inserts their paths, and copies files from outside the skill into it. */
import * as vscode from 'vscode';
import { defined } from '../../runtime/text/objects.ts';
import type { WrittenPaths } from '../../server/protocol.ts';
import { type DroppedFile, filesIn, MIME_TYPES } from './dropped-files.ts';

type IncomingFile = { readonly name: string; readonly uri?: string };

/** Formats paths for insertion into a document. Implemented by the language server. */
export interface PathWriter {
  writePaths(
    document: vscode.Uri,
    position: vscode.Position,
    files: readonly IncomingFile[],
  ): Promise<WrittenPaths | undefined>;
}

/**
 * A kind below that of attachments, to which VS Code's own Markdown support yields. Our edit is therefore the default, and
 * VS Code's remains available in the list of alternatives.
 */
const KIND = vscode.DocumentDropOrPasteEditKind.Empty.append('markdown', 'link', 'image', 'attachment', 'skillwright');
/** Maximum size of a copied file, in bytes. Larger files do not belong in a skill. */
const MAX_BYTES = 20 * 1024 * 1024;

const SELECTOR: vscode.DocumentSelector = [
  { scheme: 'file', language: 'skill' },
  { scheme: 'file', language: 'markdown' },
];

interface Edit {
  readonly text: string;
  readonly title: string;
  readonly additionalEdit: vscode.WorkspaceEdit | undefined;
}

/** Registers the drop and paste providers. The server returns paths for documents of skills only. */
export function registerDropAndPaste(writer: PathWriter): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentDropEditProvider(
      SELECTOR,
      {
        async provideDocumentDropEdits(document, position, transfer, token) {
          const edit = await editFor(writer, document, position, transfer, token);
          if (edit === undefined) return undefined;
          const drop = new vscode.DocumentDropEdit(literalSnippet(edit.text), edit.title, KIND);
          if (edit.additionalEdit !== undefined) drop.additionalEdit = edit.additionalEdit;
          return drop;
        },
      },
      { providedDropEditKinds: [KIND], dropMimeTypes: MIME_TYPES },
    ),
    vscode.languages.registerDocumentPasteEditProvider(
      SELECTOR,
      {
        async provideDocumentPasteEdits(document, ranges, transfer, context, token) {
          const [first] = ranges;
          if (first === undefined || (context.only !== undefined && !context.only.contains(KIND))) return undefined;
          const edit = await editFor(writer, document, first.start, transfer, token);
          if (edit === undefined) return undefined;
          const paste = new vscode.DocumentPasteEdit(literalSnippet(edit.text), edit.title, KIND);
          if (edit.additionalEdit !== undefined) paste.additionalEdit = edit.additionalEdit;
          return [paste];
        },
      },
      { providedPasteEditKinds: [KIND], pasteMimeTypes: MIME_TYPES },
    ),
  );
}

/** Creates a snippet of literal text, in which a `$` is not a variable. */
const literalSnippet = (text: string): vscode.SnippetString => new vscode.SnippetString().appendText(text);

async function editFor(
  writer: PathWriter,
  document: vscode.TextDocument,
  position: vscode.Position,
  transfer: vscode.DataTransfer,
  token: vscode.CancellationToken,
): Promise<Edit | undefined> {
  const files = await filesIn(transfer);
  if (files.length === 0 || token.isCancellationRequested) return undefined;
  const incoming = files.map(({ name, uri }): IncomingFile => defined({ name, uri: uri?.toString() }));
  const written = await writer.writePaths(document.uri, position, incoming);
  if (written === undefined || token.isCancellationRequested) return undefined;
  const copies = new vscode.WorkspaceEdit();
  for (const { file, to } of written.copies) {
    const contents = await contentsOf(files[file]);
    if (contents === undefined) return undefined;
    // A file of that name created in the meantime is not overwritten.
    copies.createFile(vscode.Uri.parse(to, true), { contents, overwrite: false, ignoreIfExists: false });
  }
  const folders = [...new Set(written.copies.map(({ to }) => to.split('/').at(-2) ?? ''))];
  const title = folders.length === 0 ? 'Insert Path in Skill' : `Copy into ${folders.join(', ')} and Insert Path`;
  return { text: written.text, title, additionalEdit: folders.length === 0 ? undefined : copies };
}

/** Returns the contents of a file. Undefined if it cannot be read or is too large for a skill. */
async function contentsOf(file: DroppedFile | undefined): Promise<Uint8Array | vscode.DataTransferFile | undefined> {
  if (file?.data !== undefined) return file.data;
  if (file?.uri === undefined) return undefined;
  try {
    const { size } = await vscode.workspace.fs.stat(file.uri);
    return size > MAX_BYTES ? undefined : await vscode.workspace.fs.readFile(file.uri);
  } catch {
    return undefined;
  }
}
