import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { basename, within } from '../../skill/index.ts';
import { PROJECT_FILE } from '../project-file.ts';
import { pathOf } from './uris.ts';

export interface Buffer {
  readonly uri: string;
  readonly version: number;
}

/** Returns true if the path is a `.skillwright.json`. */
export function isSettings(path: string): boolean {
  return basename(path) === PROJECT_FILE;
}

/** The documents that are open in the editor, by path. Their text overrides the disk, except for settings, which apply once saved. */
export class Buffers {
  readonly #documents = new Map<string, TextDocument>();
  /** Text by path, for `overlay` of `skill/`. */
  readonly texts = new Map<string, string>();

  /** Returns the path; undefined for a document that is not a file. */
  open(uri: string, languageId: string, version: number, text: string): string | undefined {
    const path = pathOf(uri);
    if (path === undefined) return undefined;
    this.#documents.set(path, TextDocument.create(uri, languageId, version, text));
    if (!isSettings(path)) this.texts.set(path, text);
    return path;
  }

  /** Returns the path; undefined if the document is not open. */
  change(uri: string, version: number, changes: TextDocumentContentChangeEvent[]): string | undefined {
    const path = pathOf(uri);
    const document = path === undefined ? undefined : this.#documents.get(path);
    if (path === undefined || document === undefined) return undefined;
    const changed = TextDocument.update(document, changes, version);
    this.#documents.set(path, changed);
    if (!isSettings(path)) this.texts.set(path, changed.getText());
    return path;
  }

  close(uri: string): string | undefined {
    const path = pathOf(uri);
    if (path === undefined || !this.#documents.delete(path)) return undefined;
    this.texts.delete(path);
    return path;
  }

  get(path: string): Buffer | undefined {
    return this.#documents.get(path);
  }

  /** Returns the text of an open document, also of settings that are not saved. */
  textOf(path: string): string | undefined {
    return this.#documents.get(path)?.getText();
  }

  /** Returns true if a document in this folder or below is open. */
  someUnder(folder: string): boolean {
    return [...this.#documents.keys()].some((path) => within(folder, path) !== undefined);
  }

  paths(): IterableIterator<string> {
    return this.#documents.keys();
  }
}
