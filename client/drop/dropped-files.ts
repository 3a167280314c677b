import * as vscode from 'vscode';

/** A dropped or pasted file. */
export interface DroppedFile {
  readonly name: string;
  readonly uri?: vscode.Uri;
  /** The contents, if VS Code provides them. */
  readonly data?: vscode.DataTransferFile;
}

const URI_LIST = 'text/uri-list';
/** Maximum number of files. More are most likely a folder that was dropped by mistake. */
const MAX_FILES = 50;

/** The MIME types to handle: files from the Explorer, and files and images from other programs. */
export const MIME_TYPES: readonly string[] = [URI_LIST, 'files', 'image/*'];

/** Returns the files of a drop or paste. Empty if it contains anything else, such as a web address. */
export async function filesIn(transfer: vscode.DataTransfer): Promise<readonly DroppedFile[]> {
  const listed = await listedFiles(transfer);
  if (listed === 'other') return [];
  if (listed.length > 0) return listed;
  const files: DroppedFile[] = [];
  for (const [mime, item] of transfer) {
    const data = item.asFile();
    if (data === undefined) continue;
    const { uri } = data;
    if (uri !== undefined && uri.scheme === 'file') files.push({ name: nameOf(uri), uri, data });
    else files.push({ name: data.name || `image${extensionOf(mime)}`, data });
  }
  return files.length > MAX_FILES ? [] : files;
}

/** Parses the URI list (RFC 2483). Returns `other` if one of the URIs is not a file on this machine. */
async function listedFiles(transfer: vscode.DataTransfer): Promise<readonly DroppedFile[] | 'other'> {
  const text = (await transfer.get(URI_LIST)?.asString()) ?? '';
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.length > MAX_FILES) return 'other';
  const files: DroppedFile[] = [];
  for (const line of lines) {
    const uri = parseFileUri(line.trim());
    if (uri === undefined) return 'other';
    files.push({ name: nameOf(uri), uri });
  }
  return files;
}

function parseFileUri(text: string): vscode.Uri | undefined {
  try {
    const uri = vscode.Uri.parse(text, true);
    // In a remote or browser window, the Explorer provides `vscode-remote` URIs.
    if (uri.scheme === 'vscode-remote') return vscode.Uri.file(uri.path);
    return uri.scheme === 'file' ? uri : undefined;
  } catch {
    return undefined;
  }
}

const nameOf = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

/** Returns the extension of an image type: `.png` for `image/png`. */
function extensionOf(mime: string): string {
  const kind = /^image\/([a-z]+)/.exec(mime)?.[1];
  return kind === undefined ? '' : kind === 'jpeg' ? '.jpg' : `.${kind}`;
}
