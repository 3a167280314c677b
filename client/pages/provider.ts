/**
 * The pages that ship with the extension, under a scheme of their own. VS Code opens the link of a finding from Problems, its
 * hover and the peek at it by scheme: a `file:` link ends in an editor of the page's source, a `command:` link does nothing
 * in the peek, and `vscode:` asks first. For this scheme `package.json` names the Markdown preview as the editor.
 */
import { posix } from 'node:path';
import * as vscode from 'vscode';

const SCHEME = 'skillwright-docs';

/** URI of the folder of the rules' pages. */
export const RULE_PAGES = `${SCHEME}:/rules`;

/** Makes the pages readable; nothing can be written there. */
export function servePages(extension: vscode.Uri): vscode.Disposable {
  const pages = new Pages(vscode.Uri.joinPath(extension, 'docs'));
  return vscode.workspace.registerFileSystemProvider(SCHEME, pages, { isReadonly: true, isCaseSensitive: true });
}

class Pages implements vscode.FileSystemProvider {
  readonly #folder: vscode.Uri;
  /** They stay as they were installed. */
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(folder: vscode.Uri) {
    this.#folder = folder;
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  stat(uri: vscode.Uri): Thenable<vscode.FileStat> {
    return vscode.workspace.fs.stat(this.#fileOf(uri));
  }

  readFile(uri: vscode.Uri): Thenable<Uint8Array> {
    return vscode.workspace.fs.readFile(this.#fileOf(uri));
  }

  readDirectory(uri: vscode.Uri): Thenable<[string, vscode.FileType][]> {
    return vscode.workspace.fs.readDirectory(this.#fileOf(uri));
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** The file behind a page; `..` leads no further up than the folder. */
  #fileOf({ path }: vscode.Uri): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, posix.join('/', path));
  }
}
