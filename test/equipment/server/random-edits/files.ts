import type { DirectoryEntry, FileSystem } from '../../../../skill/index.ts';
import { dirname, within } from '../../../../skill/index.ts';

/** A mutable in-memory file system. A folder exists while it contains a file. */
export class ChangingFiles implements FileSystem {
  readonly texts: Map<string, string>;
  /** Entries by folder. */
  readonly #folders = new Map<string, Map<string, DirectoryEntry>>();

  constructor(texts: Iterable<readonly [string, string]>) {
    this.texts = new Map();
    for (const [path, text] of texts) this.write(path, text);
  }

  write(path: string, text: string): void {
    this.texts.set(path, text);
    for (let child = path, kind: DirectoryEntry['kind'] = 'file'; child !== '/'; kind = 'folder') {
      const folder = dirname(child);
      const names = this.#folders.get(folder);
      const name = child.slice(folder === '/' ? 1 : folder.length + 1);
      const entry: DirectoryEntry = { name, kind, link: false };
      if (names?.has(name)) return;
      if (names) names.set(name, entry);
      else this.#folders.set(folder, new Map([[name, entry]]));
      child = folder;
    }
  }

  /** Removes a file, or a folder with its contents. */
  remove(path: string): void {
    for (const one of [...this.texts.keys()]) if (within(path, one) !== undefined) this.#removeFile(one);
  }

  #removeFile(path: string): void {
    this.texts.delete(path);
    for (let child = path; child !== '/'; child = dirname(child)) {
      const folder = dirname(child);
      const names = this.#folders.get(folder);
      names?.delete(child.slice(folder === '/' ? 1 : folder.length + 1));
      if (names?.size !== 0) return;
      this.#folders.delete(folder);
    }
  }

  readonly read: FileSystem['read'] = (path) => {
    const text = this.texts.get(path);
    if (text !== undefined) return { kind: 'text', text };
    return this.#folders.has(path) ? { kind: 'unreadable', message: 'not a file' } : { kind: 'missing' };
  };
  readonly list: FileSystem['list'] = (folder) =>
    [...(this.#folders.get(folder)?.values() ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
  readonly kind: FileSystem['kind'] = (path) =>
    this.texts.has(path) ? 'file' : this.#folders.has(path) ? 'folder' : undefined;
  readonly realPath: FileSystem['realPath'] = (path) => (this.kind(path) ? path : undefined);
}
