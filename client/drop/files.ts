import * as vscode from 'vscode';

/** A file that is dropped or pasted. */
export interface GivenFile {
  readonly name: string;
  readonly uri?: vscode.Uri;
  /** What is in it, where VS Code hands that over. */
  readonly data?: vscode.DataTransferFile;
}

const URI_LIST = 'text/uri-list';
/** More at once is a folder by mistake. */
const MOST_FILES = 50;

/** What makes VS Code ask us: files of the explorer, and files and images from outside. */
export const MIME_TYPES: readonly string[] = [URI_LIST, 'files', 'image/*'];

/** The files of a drop or paste; none where it holds anything else, as an address of the web. */
export async function filesIn(transfer: vscode.DataTransfer): Promise<readonly GivenFile[]> {
  const listed = await listedFiles(transfer);
  if (listed === 'other') return [];
  if (listed.length > 0) return listed;
  const files: GivenFile[] = [];
  for (const [mime, item] of transfer) {
    const data = item.asFile();
    if (data === undefined) continue;
    const { uri } = data;
    if (uri !== undefined && uri.scheme === 'file') files.push({ name: nameOf(uri), uri, data });
    else files.push({ name: data.name || `image${endOf(mime)}`, data });
  }
  return files.length > MOST_FILES ? [] : files;
}

/** What the list of addresses has, after RFC 2483; `other` where one of them is no file of this machine. */
async function listedFiles(transfer: vscode.DataTransfer): Promise<readonly GivenFile[] | 'other'> {
  const text = (await transfer.get(URI_LIST)?.asString()) ?? '';
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.length > MOST_FILES) return 'other';
  const files: GivenFile[] = [];
  for (const line of lines) {
    const uri = parsed(line.trim());
    if (uri === undefined) return 'other';
    files.push({ name: nameOf(uri), uri });
  }
  return files;
}

function parsed(text: string): vscode.Uri | undefined {
  try {
    const uri = vscode.Uri.parse(text, true);
    // Where the window is a browser's or another machine's, the explorer hands out addresses of that.
    if (uri.scheme === 'vscode-remote') return vscode.Uri.file(uri.path);
    return uri.scheme === 'file' ? uri : undefined;
  } catch {
    return undefined;
  }
}

const nameOf = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

/** `.png` for `image/png`. */
function endOf(mime: string): string {
  const kind = /^image\/([a-z]+)/.exec(mime)?.[1];
  return kind === undefined ? '' : kind === 'jpeg' ? '.jpg' : `.${kind}`;
}
