/** Splits a file into lines without holding it in memory. */
import { closeSync, createReadStream, type ReadStream, readSync } from 'node:fs';
import { PassThrough, pipeline } from 'node:stream';
import { TextDecoder } from 'node:util';
import * as zlib from 'node:zlib';
import { type OpenFile, openFile, openOwnFile } from '../confined/read-file.ts';
import { messageOf } from '../errors.ts';

/** Maximum length of a line, in bytes. A longer one is treated as broken. */
export const MAX_LINE_BYTES = 128 * 1024 * 1024;
/** Maximum decompressed size of a compressed file, in bytes. */
const MAX_UNPACKED_BYTES = 8 * 1024 ** 3;
const CHUNK = 1024 * 1024;
const ZSTD_MAGIC = 0xfd2fb528;

/**
 * Limits of a compressed file that is read without being asked for. Sessions become 5 to 30 times as large, and a line of them has
 * 50 compressed bytes or more; text that only repeats becomes ten thousand times as large. Short lines cost the most time.
 */
const LISTED_FACTOR = 100;
const LISTED_LINE_BYTES = 32;
/** The decompressed bytes and the lines that any such file may have. */
const LISTED_BYTES = 16 * 1024 * 1024;
const LISTED_LINES = 5_000;

/** A failure to read a file, with a message for the user. */
export class UnreadableFile extends Error {}

/**
 * Opens a file that another program may have written. The caller closes the descriptor. Throws `UnreadableFile`, also for a pipe
 * or a device, because reading it might never end.
 * @param followsLink false to refuse a link at the path itself
 */
export function openSession(path: string, followsLink = true): OpenFile {
  const opened = followsLink ? openFile(path) : openOwnFile(path);
  if (opened.kind === 'open') return opened;
  throw new UnreadableFile(opened.kind === 'refused' ? opened.why : opened.message);
}

/**
 * Returns the content of a file in pieces, decompressed if it is compressed with Zstandard. A piece is valid until the next
 * one is read. Throws `UnreadableFile`.
 * @param onRead receives the number of bytes of the file that have been read, before each piece
 */
export async function* chunksOf(path: string, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  // The same file is looked at and read, also if another one takes its place.
  const { fd } = openSession(path);
  let isOpen = true;
  try {
    if (!startsWithMagic(fd)) {
      let read = 0;
      for (const chunk of chunksOfOpen(fd)) {
        read += chunk.length;
        onRead?.(read);
        yield chunk;
      }
      return;
    }
    const packed = createReadStream('', { fd, start: 0 });
    // The stream closes it.
    isOpen = false;
    yield* unpackedChunks(packed, onRead);
  } finally {
    if (isOpen) closeSync(fd);
  }
}

async function* unpackedChunks(packed: ReadStream, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  // The types declare it as always present, but Node 20 and early versions of Node 22 lack it.
  const create: typeof zlib.createZstdDecompress | undefined = zlib.createZstdDecompress;
  if (create === undefined) {
    packed.destroy();
    throw new UnreadableFile(
      `Decompress it first (zstd -d), or use Node 22.15 or newer: ${process.version} cannot read it.`,
    );
  }
  let size = 0;
  const unpacked = new PassThrough({ highWaterMark: CHUNK });
  pipeline(packed, create(), unpacked, () => undefined);
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_UNPACKED_BYTES) throw new UnreadableFile('Its decompressed content is too large (at most 8 GB).');
      onRead?.(packed.bytesRead);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof UnreadableFile
      ? error
      : new UnreadableFile(`It cannot be decompressed: ${messageOf(error)}`);
  }
}

/**
 * Returns true if a file is compressed and grows more than a session does. Only decompresses it, at most up to that size, which
 * takes a small part of the time that reading takes. Throws `UnreadableFile`.
 */
export async function growsTooMuch(path: string): Promise<boolean> {
  const {
    fd,
    stats: { size },
  } = openSession(path);
  try {
    if (!startsWithMagic(fd)) return false;
  } finally {
    closeSync(fd);
  }
  let bytes = Math.max(LISTED_BYTES, LISTED_FACTOR * size);
  let lines = Math.max(LISTED_LINES, size / LISTED_LINE_BYTES);
  for await (const chunk of chunksOf(path)) {
    bytes -= chunk.length;
    for (let end = chunk.indexOf(10); end >= 0 && lines >= 0; end = chunk.indexOf(10, end + 1)) lines--;
    if (bytes < 0 || lines < 0) return true;
  }
  return false;
}

/**
 * Returns the content of a file in pieces, each valid until the next one is read, in UTF-8: Windows PowerShell writes the
 * output of a program as UTF-16. Throws `UnreadableFile`.
 * @param followsLink false to refuse a link at the path itself
 */
export function* plainChunks(path: string, followsLink = true): Generator<Buffer> {
  const { fd } = openSession(path, followsLink);
  try {
    yield* chunksOfOpen(fd);
  } finally {
    closeSync(fd);
  }
}

/** Reads on from its position, which is its start. */
function* chunksOfOpen(fd: number): Generator<Buffer> {
  try {
    // One buffer for all pieces, because memory outside the heap would otherwise be freed too late and grow.
    const chunk = Buffer.allocUnsafe(CHUNK);
    let decoder: TextDecoder | undefined;
    for (let isFirst = true; ; isFirst = false) {
      const length = readSync(fd, chunk);
      if (length === 0) return;
      const piece = chunk.subarray(0, length);
      if (isFirst) decoder = wideDecoder(piece);
      yield decoder === undefined ? piece : Buffer.from(decoder.decode(piece, { stream: true }));
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(messageOf(error));
  }
}

/** Returns the text of a file in UTF-8 or UTF-16. */
export function textOfBytes(bytes: Buffer): string {
  return (wideDecoder(bytes) ?? new TextDecoder()).decode(bytes);
}

/** Returns the decoder for a file in UTF-16, by its byte order mark; undefined for any other file. */
function wideDecoder(start: Buffer): TextDecoder | undefined {
  const mark = start.length < 2 ? 0 : start.readUInt16BE(0);
  return mark === 0xfffe || mark === 0xfeff ? new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be') : undefined;
}

/** Does not change the position. */
function startsWithMagic(fd: number): boolean {
  try {
    const head = Buffer.alloc(4);
    return readSync(fd, head, 0, 4, 0) === 4 && head.readUInt32LE(0) === ZSTD_MAGIC;
  } catch (error) {
    throw new UnreadableFile(messageOf(error));
  }
}

/** Collects pieces of a file and returns the lines they complete. */
export class LineSplitter {
  private pieces: Buffer[] = [];
  private size = 0;
  private readonly limit: number;

  /** @param limit maximum length of a line, in bytes */
  constructor(limit = MAX_LINE_BYTES) {
    this.limit = limit;
  }

  /**
   * Returns the lines that a piece completes, without line ends. A line that is too long is returned empty, as
   * `undefined`.
   */
  *push(chunk: Buffer): Generator<string | undefined> {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      this.keep(chunk.subarray(from, end));
      from = end + 1;
      yield this.take();
    }
    // The rest is copied, because the caller can reuse the memory of the piece.
    this.keep(Buffer.from(chunk.subarray(from)));
  }

  /** Returns the last line, if the file does not end with a line end. */
  *end(): Generator<string | undefined> {
    if (this.size > 0) yield this.take();
  }

  private keep(piece: Buffer): void {
    this.size += piece.length;
    if (this.size > this.limit) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
  }

  private take(): string | undefined {
    const { pieces, size } = this;
    this.pieces = [];
    this.size = 0;
    if (size > this.limit) return undefined;
    const bytes = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    return (bytes ?? Buffer.alloc(0)).toString('utf8');
  }
}

/** Removes everything around a line's JSON: a byte order mark, the rest of a CRLF, NULs after a crash. */
export function trimLine(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && isPadding(line.charCodeAt(start))) start++;
  while (end > start && isPadding(line.charCodeAt(end - 1))) end--;
  return line.slice(start, end);
}

function isPadding(code: number): boolean {
  return code <= 0x20 || code === 0xfeff;
}
