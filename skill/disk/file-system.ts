/** The disk as a `FileSystem`. Only this folder of `skill/` imports Node. */
import { isUtf8 } from 'node:buffer';
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import type { DirectoryEntry, FileSystem, ReadResult } from '../files/files.ts';

/** Maximum size of a text file, in bytes. No skill needs larger ones, and no model could load them. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/** Converts a path of this system to slashes. */
export const toSlashes = (path: string): string => (process.platform === 'win32' ? path.replaceAll('\\', '/') : path);

/** An observer of disk access. Each method receives the file's status before the access, then the result. */
export interface DiskObserver {
  /** `bytes` are valid during the call only; undefined if nothing was read. */
  file(path: string, stat: Stats | undefined, bytes?: Uint8Array): void;
  folder(path: string, stat: Stats | undefined, entries: readonly DirectoryEntry[]): void;
  kind(path: string, kind: 'file' | 'folder' | undefined): void;
  realPath(path: string, real: string | undefined): void;
}

/** Creates a `FileSystem` over the disk. It caches nothing and never throws. */
export function diskFiles(observer?: DiskObserver): FileSystem {
  const size = (path: string) => statOf(path)?.size;
  if (observer === undefined) return { read, list, kind, realPath, size, canList, deadLinks };
  const observedKind = (path: string) => {
    const answer = kind(path);
    observer.kind(path, answer);
    return answer;
  };
  return {
    read: (path) => read(path, observer),
    list(folder) {
      const stat = statOf(folder);
      const entries = list(folder, observedKind);
      observer.folder(folder, stat, entries);
      return entries;
    },
    kind: observedKind,
    // Only of folders that are listed as well, so that their links are observed.
    deadLinks,
    realPath(path) {
      const answer = realPath(path);
      observer.realPath(path, answer);
      return answer;
    },
  };
}

/** Returns the status of a path, following links; undefined if there is nothing or it cannot be determined. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function read(path: string, observer?: DiskObserver): ReadResult {
  let file: number;
  try {
    // Non-blocking, or opening a named pipe called SKILL.md would wait for a writer.
    file = openSync(path, process.platform === 'win32' ? 'r' : 0o4000);
  } catch (error) {
    observer?.file(path, undefined);
    return failure(error);
  }
  try {
    const stat = fstatSync(file);
    const bytes = stat.isFile() && stat.size <= MAX_TEXT_BYTES ? readBytes(file, stat.size) : undefined;
    observer?.file(path, stat, bytes);
    if (bytes) return decodeText(bytes);
    return stat.isFile() ? { kind: 'too-large', size: stat.size } : { kind: 'unreadable', message: 'not a file' };
  } catch (error) {
    return failure(error);
  } finally {
    closeSync(file);
  }
}

/** One buffer for all files, since allocating memory takes longer than reading. */
let buffer = Buffer.allocUnsafe(256 * 1024);

/** Reads the first `size` bytes of an open file. The result is valid until the next call. Throws like `readSync`. */
export function readBytes(file: number, size: number): Buffer {
  if (size > buffer.length) buffer = Buffer.allocUnsafe(Math.max(size, MAX_TEXT_BYTES));
  let length = 0;
  while (length < size) {
    const count = readSync(file, buffer, length, size - length, length);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}

/** Returns the text of a file. The byte order mark is kept, so offsets into the text are offsets into the file. */
export function decodeText(bytes: Buffer): ReadResult {
  if (bytes.includes(0) || !isUtf8(bytes)) return { kind: 'binary' };
  return { kind: 'text', text: bytes.toString('utf8') };
}

function failure(error: unknown): ReadResult {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
  return { kind: 'unreadable', message: error instanceof Error ? error.message : String(error) };
}

/** Always listed, whatever it is, so a reader can report that it is unreadable. */
const ALWAYS_LISTED = /^(?:\.skillwright\.json|skill\.md)$/i;

function list(folder: string, kindOf = kind): readonly DirectoryEntry[] {
  try {
    const entries: DirectoryEntry[] = [];
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile()) entries.push({ name: entry.name, kind: 'file', link: false });
      else if (entry.isDirectory()) entries.push({ name: entry.name, kind: 'folder', link: false });
      else {
        const target = entry.isSymbolicLink() ? kindOf(`${folder}/${entry.name}`) : undefined;
        // A pipe, or a dead or circular link, must be reported, not skipped.
        const kind = target ?? (ALWAYS_LISTED.test(entry.name) ? 'file' : undefined);
        if (kind !== undefined) entries.push({ name: entry.name, kind, link: entry.isSymbolicLink() });
      }
    }
    return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  } catch {
    return [];
  }
}

function deadLinks(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink() && statOf(`${folder}/${entry.name}`) === undefined)
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function canList(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EACCES');
  }
}

function kind(path: string): 'file' | 'folder' | undefined {
  const stat = statOf(path);
  return stat?.isFile() ? 'file' : stat?.isDirectory() ? 'folder' : undefined;
}

function realPath(path: string): string | undefined {
  try {
    return toSlashes(realpathSync.native(path));
  } catch {
    return undefined;
  }
}
