/**
 * A journal on disk, read incrementally; single events can be read again. Only the positions of lines are kept in memory, so that
 * payloads cost nothing until a row needs them.
 */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { blobName } from '../../runtime/disk/blob-name.ts';
import type { Json } from '../../runtime/protocol/events.ts';
import { parseBoundedJson } from '../../runtime/text/json-depth.ts';
import { BySeq } from './trace/by-seq.ts';
import { isBlobName, isObject, number } from './trace/read.ts';

/**
 * Bytes read and folded without yielding: a few milliseconds. Each message to or from a page takes several turns of the
 * extension host's event loop.
 */
const CHUNK = 1 << 16;
/** Size of the first read, doubled each time: a growing journal is read many times a second, with little to read. */
const FIRST_CHUNK = 1 << 14;
/** Longer lines are not valid events: payloads above 64 kB are stored in blobs. */
const MAX_LINE = 32 << 20;
const MAX_BLOB = 2 << 20;
// Windows has neither of the last two flags.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export interface JournalFile {
  readonly path: string;
  /** Byte offset of the line of each event, and its length, by `seq`. */
  readonly offsets: BySeq;
  readonly lengths: BySeq;
  /** Number of bytes whose events were emitted. */
  position: number;
  /** Number of bytes whose lines were located, ahead of `position`; their events have not been emitted yet. */
  located: number;
  /** Number of bytes of an incomplete last line at the last read: it is being written, or torn. */
  tail: number;
  lines: number;
}

/** Creates the state of a journal that has not been read yet. */
export function journalFile(path: string): JournalFile {
  return { path, offsets: new BySeq(), lengths: new BySeq(), position: 0, located: 0, tail: 0, lines: 0 };
}

export type ReadOutcome = { readonly kind: 'read' } | { readonly kind: 'failed'; readonly message: string };

/**
 * Reads the complete lines appended since the last call and emits each event in order.
 * @param onEvent receives the parsed event, or undefined for a line that is not JSON
 * @param onChunk called after each chunk of events if more may follow
 * @param accepts filters lines before they are parsed
 */
export async function readNew(
  journal: JournalFile,
  onEvent: (event: unknown) => void,
  onChunk: () => void = () => undefined,
  accepts: (line: Buffer) => boolean = () => true,
): Promise<ReadOutcome> {
  return withFile(journal.path, READ, async (file) => {
    let rest = Buffer.alloc(0);
    let offset = journal.position;
    for (let size = FIRST_CHUNK; ; size = Math.min(2 * size, CHUNK)) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(size), 0, size, offset + rest.length);
      journal.tail = rest.length;
      if (bytesRead === 0) return;
      const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      const start = emitLines(journal, bytes, offset, onEvent, accepts);
      if (bytes.length - start > MAX_LINE) throw new Error('it has a line of more than 32 MB');
      offset += start;
      journal.position = offset;
      rest = bytes.subarray(start);
      if (bytesRead === size) onChunk();
    }
  });
}

/** The buffer of `readAppended`. Reused, because there are more than a hundred calls per second. */
const APPEND_BUFFER = Buffer.alloc(CHUNK);

/**
 * Reads a small part that was appended to a journal since the last call, and emits its events. Synchronous, because the
 * file has just been written and reading it takes less time than four switches between threads on a busy machine.
 * @returns false if nothing was read because the part is too large or unreadable; `readNew` then reads or reports it
 */
export function readAppended(journal: JournalFile, onEvent: (event: unknown) => void): boolean {
  let file: number | undefined;
  try {
    file = openSync(journal.path, READ);
    const size = readSync(file, APPEND_BUFFER, 0, APPEND_BUFFER.length, journal.position);
    if (size === APPEND_BUFFER.length) return false;
    const emitted = emitLines(journal, APPEND_BUFFER.subarray(0, size), journal.position, onEvent);
    journal.position += emitted;
    journal.tail = size - emitted;
    return true;
  } catch {
    return false;
  } finally {
    try {
      if (file !== undefined) closeSync(file);
    } catch {
      // The disk or share was disconnected. The events already read stay valid, and the caller keeps following the
      // journal.
    }
  }
}

/** Emits the complete lines of a chunk of the journal. @returns their length in bytes */
function emitLines(
  journal: JournalFile,
  bytes: Buffer,
  offset: number,
  onEvent: (event: unknown) => void,
  accepts: (line: Buffer) => boolean = () => true,
): number {
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    const line = bytes.subarray(start, end);
    if (accepts(line)) emitLine(journal, line, offset + start, onEvent);
    start = end + 1;
  }
  return start;
}

function emitLine(journal: JournalFile, line: Buffer, offset: number, onEvent: (event: unknown) => void): void {
  if (line.length === 0) return;
  journal.lines++;
  const event = parse(line.toString('utf8'));
  const seq = (isObject(event) ? number(event, 'seq') : undefined) ?? journal.lines;
  if (journal.offsets.get(seq) === undefined) {
    journal.offsets.set(seq, offset);
    journal.lengths.set(seq, line.length);
  }
  onEvent(event);
}

function parse(line: string): unknown {
  try {
    return parseBoundedJson(line);
  } catch {
    return undefined;
  }
}

async function withFile(path: string, flags: number, use: (file: FileHandle) => Promise<void>): Promise<ReadOutcome> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, flags);
    await use(file);
    return { kind: 'read' };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  } finally {
    await file?.close().catch(() => undefined);
  }
}

/** Locates new lines without emitting their events. */
async function locate(journal: JournalFile): Promise<void> {
  const ahead = { ...journal, position: Math.max(journal.position, journal.located) };
  await readNew(ahead, () => undefined);
  journal.located = ahead.position;
}

/** Reads events again, in order; missing ones are left out. */
export async function readEvents(journal: JournalFile, seqs: readonly number[]): Promise<readonly Json[]> {
  if (seqs.some((seq) => journal.offsets.get(seq) === undefined)) await locate(journal);
  const events: Json[] = [];
  await withFile(journal.path, READ, async (file) => {
    for (const seq of seqs) {
      const offset = journal.offsets.get(seq);
      const length = journal.lengths.get(seq);
      if (offset === undefined || length === undefined) continue;
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
      const event = parse(buffer.toString('utf8'));
      if (event !== undefined) events.push(event as Json);
    }
  });
  return events;
}

/**
 * Reads a payload stored next to the journal: as JSON if it is JSON, else as text.
 * @returns undefined if the name is not one of ours, or the file is missing, above 2 MB, a link, or does not match the
 *   hash in its name
 */
export async function readBlob(journal: JournalFile, name: string): Promise<Json | undefined> {
  if (!isBlobName(name)) return undefined;
  const content = await readRegularFile(join(dirname(journal.path), name), MAX_BLOB, constants.O_NOFOLLOW ?? 0);
  if (content === undefined || blobName(content) !== name) return undefined;
  return (parse(content) as Json | undefined) ?? content;
}

/**
 * Reads a regular file of at most `maxSize` bytes; returns undefined otherwise. Opens it without blocking: a named pipe
 * would block one of the few file system threads forever.
 */
export async function readRegularFile(path: string, maxSize: number, flags = 0): Promise<string | undefined> {
  let content: string | undefined;
  await withFile(path, READ | flags, async (file) => {
    const stat = await file.stat();
    if (stat.isFile() && stat.size <= maxSize) content = await file.readFile('utf8');
  });
  return content;
}
