/** Opens and reads files that others may have created or replaced: regular files only, never blocking, bounded. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { defined } from '../../skill/index.ts';
import { codeOf, messageOf } from '../errors.ts';

/** Why a file was not read. */
export type ReadFailure =
  /** `refused`: its path leads out of the folder, or it is not a regular file or too large. */
  | { readonly kind: 'refused'; readonly why: string }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** True if there is nothing at the path. */
      readonly isMissing?: boolean;
    };

/** An open regular file. The caller closes the descriptor. */
export interface OpenFile {
  readonly kind: 'open';
  readonly fd: number;
  readonly stats: Stats;
}

/** Does not follow a link at the path itself and does not block on a pipe or device. Windows has neither flag. */
const NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Follows links, as for a file that the user chose. */
const ANY_LINK = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The failure for a folder, a pipe or a device. */
export const NOT_REGULAR = { kind: 'refused', why: 'it is not a regular file' } as const;

/** Maximum size of a file that is read into memory without another limit, in bytes. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Opens the regular file at `path` without blocking. Follows links. */
export function openFile(path: string): OpenFile | ReadFailure {
  return open(path, ANY_LINK);
}

/** Opens the regular file at `path` without blocking, unless the last part of the path is a link. */
export function openOwnFile(path: string): OpenFile | ReadFailure {
  return open(path, NO_LINK);
}

function open(path: string, flags: number): OpenFile | ReadFailure {
  let fd: number | undefined;
  try {
    fd = openSync(path, flags);
    const stats = fstatSync(fd);
    if (stats.isFile()) return { kind: 'open', fd, stats };
    closeSync(fd);
    return NOT_REGULAR;
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    return defined({
      kind: 'failed',
      message: messageOf(error),
      isMissing: codeOf(error) === 'ENOENT' ? true : undefined,
    });
  }
}

/** Reads a file at any location without following a link at its path. Fails if it has more than `maxBytes`. */
export function readRegularFile(path: string, maxBytes = MAX_FILE_BYTES): Buffer | ReadFailure {
  const opened = openOwnFile(path);
  return opened.kind === 'open' ? readAndClose(opened, maxBytes) : opened;
}

/** Reads an open file from its start, at most `maxBytes`, and closes it. Fails if it has more, also if it is growing. */
export function readAndClose({ fd, stats }: OpenFile, maxBytes = MAX_FILE_BYTES): Buffer | ReadFailure {
  try {
    if (stats.size > maxBytes) return tooLarge(maxBytes);
    // One byte more than expected, to notice that the file has grown.
    let bytes = Buffer.allocUnsafe(stats.size + 1);
    let length = 0;
    for (let read = -1; read !== 0; length += read) {
      if (length > maxBytes) return tooLarge(maxBytes);
      if (length === bytes.length) bytes = Buffer.concat([bytes], length * 2);
      read = readSync(fd, bytes, length, bytes.length - length, length);
    }
    return bytes.subarray(0, length);
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  } finally {
    closeSync(fd);
  }
}

/** The text of a file, or why there is none. */
export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string };

/** Reads the text of a file in a folder that others may have written. Follows links. */
export function readFileText(path: string, maxBytes = MAX_FILE_BYTES): FileText {
  const opened = openFile(path);
  if (opened.kind === 'failed' && opened.isMissing === true) return { kind: 'missing' };
  const bytes = opened.kind === 'open' ? readAndClose(opened, maxBytes) : opened;
  if (Buffer.isBuffer(bytes)) return { kind: 'text', text: bytes.toString('utf8') };
  return { kind: 'failed', message: bytes.kind === 'refused' ? bytes.why : bytes.message };
}

/** Returns the text of a file as `readFileText` does, and an empty one for a missing file. Throws if it cannot be read. */
export function textOfFile(path: string): string {
  const read = readFileText(path);
  if (read.kind === 'failed') throw new Error(`${path} cannot be read: ${read.message}`);
  return read.kind === 'text' ? read.text : '';
}

function tooLarge(maxBytes: number): ReadFailure {
  return { kind: 'refused', why: `it is larger than ${Math.round((maxBytes / 1024 / 1024) * 10) / 10} MB` };
}
