/** Files that are dropped or pasted into a skill's document: their paths are written, and files from elsewhere copied. */
import * as vscode from 'vscode';
import type { WrittenPaths } from '../../server/protocol.ts';
import { filesIn, type GivenFile, MIME_TYPES } from './files.ts';

/** Who knows how a path is written at a place. */
export interface PathWriter {
  writePaths(
    document: vscode.Uri,
    position: vscode.Position,
    files: readonly { readonly name: string; readonly uri?: string }[],
  ): Promise<WrittenPaths | undefined>;
}

/**
 * Below the kind of an attachment, to which VS Code's own Markdown support gives way: ours is first, and its offer stays in
 * the list of what can be dropped instead. One of them is applied, never both.
 */
const KIND = vscode.DocumentDropOrPasteEditKind.Empty.append('markdown', 'link', 'image', 'attachment', 'skillwright');
/** Larger files belong into no skill. */
const MAX_BYTES = 20 * 1024 * 1024;

const SELECTOR: vscode.DocumentSelector = [
  { scheme: 'file', language: 'skill' },
  { scheme: 'file', language: 'markdown' },
];

interface Edit {
  readonly text: string;
  readonly title: string;
  readonly more: vscode.WorkspaceEdit | undefined;
}

/** Registers both; the server answers for documents of skills alone. */
export function registerDropAndPaste(writer: PathWriter): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentDropEditProvider(
      SELECTOR,
      {
        async provideDocumentDropEdits(document, position, transfer, token) {
          const made = await editFor(writer, document, position, transfer, token);
          if (made === undefined) return undefined;
          const drop = new vscode.DocumentDropEdit(literal(made.text), made.title, KIND);
          if (made.more !== undefined) drop.additionalEdit = made.more;
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
          const made = await editFor(writer, document, first.start, transfer, token);
          if (made === undefined) return undefined;
          const paste = new vscode.DocumentPasteEdit(literal(made.text), made.title, KIND);
          if (made.more !== undefined) paste.additionalEdit = made.more;
          return [paste];
        },
      },
      { providedPasteEditKinds: [KIND], pasteMimeTypes: MIME_TYPES },
    ),
  );
}

/** Text as it stands: a `$` in a name is no variable of a snippet. */
const literal = (text: string): vscode.SnippetString => new vscode.SnippetString().appendText(text);

async function editFor(
  writer: PathWriter,
  document: vscode.TextDocument,
  position: vscode.Position,
  transfer: vscode.DataTransfer,
  token: vscode.CancellationToken,
): Promise<Edit | undefined> {
  const files = await filesIn(transfer);
  if (files.length === 0 || token.isCancellationRequested) return undefined;
  const asked = files.map(({ name, uri }) => ({ name, ...(uri === undefined ? {} : { uri: uri.toString() }) }));
  const written = await writer.writePaths(document.uri, position, asked);
  if (written === undefined || token.isCancellationRequested) return undefined;
  const more = new vscode.WorkspaceEdit();
  for (const { file, to } of written.copies) {
    const contents = await contentsOf(files[file]);
    if (contents === undefined) return undefined;
    // Where something of the name came meanwhile nothing is written over.
    more.createFile(vscode.Uri.parse(to, true), { contents, overwrite: false, ignoreIfExists: false });
  }
  const folders = [...new Set(written.copies.map(({ to }) => to.split('/').at(-2) ?? ''))];
  const title = folders.length === 0 ? 'Insert Path in Skill' : `Copy into ${folders.join(', ')} and Insert Path`;
  return { text: written.text, title, more: folders.length === 0 ? undefined : more };
}

/** What a file holds; undefined where it cannot be read or is too large for a skill. */
async function contentsOf(file: GivenFile | undefined): Promise<Uint8Array | vscode.DataTransferFile | undefined> {
  if (file?.data !== undefined) return file.data;
  if (file?.uri === undefined) return undefined;
  try {
    const { size } = await vscode.workspace.fs.stat(file.uri);
    return size > MAX_BYTES ? undefined : await vscode.workspace.fs.readFile(file.uri);
  } catch {
    return undefined;
  }
}
