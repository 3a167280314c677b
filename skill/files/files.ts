/** The only door from `skill/` to files. The language server lays open buffers over the disk; tests use a map. */

export type ReadResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' }
  | { readonly kind: 'too-large'; readonly size: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly message: string };

export interface DirectoryEntry {
  readonly name: string;
  /** A link is reported as what it leads to; a dead one is left out. */
  readonly kind: 'file' | 'folder';
  readonly link: boolean;
}

/** Synchronous on purpose: reading many small files is ten times faster so, and the caller decides the thread. Paths are absolute, with `/`. Nothing throws. */
export interface FileSystem {
  read(path: string): ReadResult;
  /** Entries of a folder in code-unit order; empty where there is none or it cannot be read. */
  list(folder: string): readonly DirectoryEntry[];
  kind(path: string): 'file' | 'folder' | undefined;
  /** How many bytes a file has, told without reading it; absent where the file system cannot tell. */
  size?(path: string): number | undefined;
  /** The path with every link followed, or undefined where it does not exist. */
  realPath(path: string): string | undefined;
}
