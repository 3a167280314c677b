/** The disk as a `FileSystem`: the only file of `skill/` that imports node. */
import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import type { DirectoryEntry, FileSystem, ReadResult } from './files.ts';

/** Texts above this many bytes are not read: no skill needs them, and a model could not load them. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;

const slashes = (path: string): string => (process.platform === 'win32' ? path.replaceAll('\\', '/') : path);

/** A `FileSystem` over the disk. Nothing is cached, nothing throws. */
export function diskFiles(): FileSystem {
  return { read, list, kind, realPath };
}

function read(path: string): ReadResult {
  let file: number;
  try {
    // Non-blocking, so that a named pipe called SKILL.md does not wait for a writer for ever.
    file = openSync(path, process.platform === 'win32' ? 'r' : 0o4000);
  } catch (error) {
    return failure(error);
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return { kind: 'unreadable', message: 'not a file' };
    if (stat.size > MAX_TEXT_BYTES) return { kind: 'too-large', size: stat.size };
    const bytes = Buffer.allocUnsafe(stat.size);
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(file, bytes, length, bytes.length - length, length);
      if (count === 0) break;
      length += count;
    }
    return decodeText(bytes.subarray(0, length));
  } catch (error) {
    return failure(error);
  } finally {
    closeSync(file);
  }
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

function list(folder: string): readonly DirectoryEntry[] {
  try {
    const entries: DirectoryEntry[] = [];
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile()) entries.push({ name: entry.name, kind: 'file', link: false });
      else if (entry.isDirectory()) entries.push({ name: entry.name, kind: 'folder', link: false });
      else if (entry.isSymbolicLink()) {
        const target = kind(`${folder}/${entry.name}`);
        if (target !== undefined) entries.push({ name: entry.name, kind: target, link: true });
      }
    }
    return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  } catch {
    return [];
  }
}

function kind(path: string): 'file' | 'folder' | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? 'file' : stat?.isDirectory() ? 'folder' : undefined;
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return slashes(realpathSync.native(path));
  } catch {
    return undefined;
  }
}
