/** The only access of `skill/` to files. The language server overlays open buffers on the disk; tests use a map. */

export type ReadResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' }
  | { readonly kind: 'too-large'; readonly size: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly message: string };

export interface DirectoryEntry {
  readonly name: string;
  /** The kind of a link is that of its target; a dead link is left out, except SKILL.md, which is then a file. */
  readonly kind: 'file' | 'folder';
  readonly link: boolean;
}

/**
 * A file system. Synchronous on purpose: reading many small files is ten times faster that way, and the caller decides
 * on the thread. Paths are absolute, with `/`. Nothing throws.
 */
export interface FileSystem {
  read(path: string): ReadResult;
  /** The entries of a folder in code-unit order; empty if the folder is missing or unreadable. */
  list(folder: string): readonly DirectoryEntry[];
  kind(path: string): 'file' | 'folder' | undefined;
  /** The names of the links in a folder that lead to nothing, in code-unit order. Absent if the file system cannot tell. */
  deadLinks?(folder: string): readonly string[];
  /** False for a folder whose entries cannot be listed. Absent if the file system cannot tell. */
  canList?(folder: string): boolean;
  /** The size of a file in bytes, without reading it. Absent if the file system cannot tell. */
  size?(path: string): number | undefined;
  /** The path with every link resolved, or undefined if it does not exist. */
  realPath(path: string): string | undefined;
}
