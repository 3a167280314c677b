/**
 * Serves the documentation pages that ship with the extension under their own URI scheme. VS Code opens the link of a
 * diagnostic (in Problems, the hover and the peek view) by scheme: a `file:` link opens the page's source, a `command:`
 * link does nothing in the peek view, and a `vscode:` link prompts first. For this scheme, `package.json` sets the Markdown
 * preview as the editor.
 */
import { posix } from 'node:path';
import * as vscode from 'vscode';

const SCHEME = 'skillwright-docs';

/** The URI of the folder with the rules' pages. */
export const RULE_PAGES = `${SCHEME}:/rules`;

/** Registers the pages as a read-only file system. */
export function servePages(extension: vscode.Uri): vscode.Disposable {
  const pages = new Pages(vscode.Uri.joinPath(extension, 'docs'));
  return vscode.workspace.registerFileSystemProvider(SCHEME, pages, { isReadonly: true, isCaseSensitive: true });
}

class Pages implements vscode.FileSystemProvider {
  readonly #folder: vscode.Uri;
  /** Never fires, because the pages do not change. */
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

  /** Returns the file of a page. `..` cannot leave the folder. */
  #fileOf({ path }: vscode.Uri): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, posix.join('/', path));
  }
}
