/** The disk as a `FileSystem`: this folder is the only one of `skill/` that imports node. */
import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readdirSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import type { DirectoryEntry, FileSystem, ReadResult } from '../files/files.ts';

/** Texts above this many bytes are not read: no skill needs them, and a model could not load them. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;

const slashes = (path: string): string => (process.platform === 'win32' ? path.replaceAll('\\', '/') : path);

/** Told of every look at the disk: what the system said about the place before, and then what was seen there. */
export interface Onlooker {
  /** `bytes` are good during the call only; undefined where nothing was read. */
  file(path: string, stat: Stats | undefined, bytes?: Uint8Array): void;
  folder(path: string, stat: Stats | undefined, entries: readonly DirectoryEntry[]): void;
  kind(path: string, kind: 'file' | 'folder' | undefined): void;
  realPath(path: string, real: string | undefined): void;
}

/** A `FileSystem` over the disk. Nothing is cached, nothing throws. */
export function diskFiles(onlooker?: Onlooker): FileSystem {
  const size = (path: string) => statOf(path)?.size;
  if (onlooker === undefined) return { read, list, kind, realPath, size };
  const kindSeen = (path: string) => {
    const answer = kind(path);
    onlooker.kind(path, answer);
    return answer;
  };
  return {
    read: (path) => read(path, onlooker),
    list(folder) {
      const stat = statOf(folder);
      const entries = list(folder, kindSeen);
      onlooker.folder(folder, stat, entries);
      return entries;
    },
    kind: kindSeen,
    realPath(path) {
      const answer = realPath(path);
      onlooker.realPath(path, answer);
      return answer;
    },
  };
}

/** What the system says about a path, links followed; undefined where there is nothing or it cannot be told. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function read(path: string, onlooker?: Onlooker): ReadResult {
  let file: number;
  try {
    // Non-blocking, so that a named pipe called SKILL.md does not wait for a writer for ever.
    file = openSync(path, process.platform === 'win32' ? 'r' : 0o4000);
  } catch (error) {
    onlooker?.file(path, undefined);
    return failure(error);
  }
  try {
    const stat = fstatSync(file);
    const bytes = stat.isFile() && stat.size <= MAX_TEXT_BYTES ? bytesOf(file, stat.size) : undefined;
    onlooker?.file(path, stat, bytes);
    if (bytes) return decodeText(bytes);
    return stat.isFile() ? { kind: 'too-large', size: stat.size } : { kind: 'unreadable', message: 'not a file' };
  } catch (error) {
    return failure(error);
  } finally {
    closeSync(file);
  }
}

/** Memory that is new costs more than reading does: all files are read into one. */
let buffer = Buffer.allocUnsafe(256 * 1024);

/** The first `size` bytes of an open file, good until the next call. Throws as `readSync` does. */
export function bytesOf(file: number, size: number): Buffer {
  if (size > buffer.length) buffer = Buffer.allocUnsafe(Math.max(size, MAX_TEXT_BYTES));
  let length = 0;
  while (length < size) {
    const count = readSync(file, buffer, length, size - length, length);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}

// A byte order mark is kept, so that offsets into the text are offsets into the file.
function decodeText(bytes: Buffer): ReadResult {
  if (bytes.includes(0) || !isUtf8(bytes)) return { kind: 'binary' };
  return { kind: 'text', text: bytes.toString('utf8') };
}

function failure(error: unknown): ReadResult {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
  return { kind: 'unreadable', message: error instanceof Error ? error.message : String(error) };
}

/** Listed whatever it is, so that whoever looks for it comes to read it. */
const SETTINGS = '.skillwright.json';

function list(folder: string, kindOf = kind): readonly DirectoryEntry[] {
  try {
    const entries: DirectoryEntry[] = [];
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile()) entries.push({ name: entry.name, kind: 'file', link: false });
      else if (entry.isDirectory()) entries.push({ name: entry.name, kind: 'folder', link: false });
      else {
        const target = entry.isSymbolicLink() ? kindOf(`${folder}/${entry.name}`) : undefined;
        // Settings that cannot be read are told, not passed over: a pipe, a link that leads nowhere or round in a circle.
        const kind = target ?? (entry.name === SETTINGS ? 'file' : undefined);
        if (kind !== undefined) entries.push({ name: entry.name, kind, link: entry.isSymbolicLink() });
      }
    }
    return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  } catch {
    return [];
  }
}

function kind(path: string): 'file' | 'folder' | undefined {
  const stat = statOf(path);
  return stat?.isFile() ? 'file' : stat?.isDirectory() ? 'folder' : undefined;
}

function realPath(path: string): string | undefined {
  try {
    return slashes(realpathSync.native(path));
  } catch {
    return undefined;
  }
}
