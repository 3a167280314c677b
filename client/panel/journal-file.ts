/**
 * A journal on disk: read from where it was left, and again by event. Only places of lines are kept in memory, so that
 * payloads cost nothing until a row asks for them.
 */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { blobName } from '../../runtime/protocol/blob-name.ts';
import type { Json } from '../../runtime/protocol/events.ts';
import { parseShallow } from '../../runtime/protocol/levels.ts';
import { BySeq } from './trace/by-seq.ts';
import { isBlobName, isObject, type Loose, number, text } from './trace/read.ts';

/**
 * Read and folded without a break: a few milliseconds, as what a page asks and is sent takes several turns of the
 * extension host's loop, and each waits for that.
 */
const CHUNK = 1 << 16;
/** Read first, then twice as much each time: a journal that grows is read many times a second, and has little to read. */
const FIRST_CHUNK = 1 << 14;
/** A longer line is no event of ours: payloads above 64 kB stand in blobs. */
const LONGEST_LINE = 32 << 20;
const LARGEST_BLOB = 2 << 20;
// Windows has neither flag.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export interface JournalFile {
  readonly path: string;
  /** Byte offset of the line of each event, and its length, by `seq`. */
  readonly offsets: BySeq;
  readonly lengths: BySeq;
  /** Bytes whose events were handed over. */
  position: number;
  /** Bytes whose lines were located only, ahead of `position`: their events are still to be handed over. */
  located: number;
  /** Bytes of a last line without an end, when it was read last: one that is being written, or torn. */
  tail: number;
  lines: number;
}

/** A journal of which nothing was read yet. */
export function journalFile(path: string): JournalFile {
  return { path, offsets: new BySeq(), lengths: new BySeq(), position: 0, located: 0, tail: 0, lines: 0 };
}

export type ReadOutcome = { readonly kind: 'read' } | { readonly kind: 'failed'; readonly message: string };

/**
 * Reads what was appended since the last call, whole lines only, and hands over each event in order.
 * @param onEvent gets the parsed event, or undefined for a line that is not JSON
 * @param onChunk is told after each stretch of events that others may follow
 * @param wanted leaves out lines before they are parsed
 */
export async function readNew(
  journal: JournalFile,
  onEvent: (event: unknown) => void,
  onChunk: () => void = () => undefined,
  wanted: (line: Buffer) => boolean = () => true,
): Promise<ReadOutcome> {
  return withFile(journal.path, READ, async (file) => {
    let rest = Buffer.alloc(0);
    let offset = journal.position;
    for (let size = FIRST_CHUNK; ; size = Math.min(2 * size, CHUNK)) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(size), 0, size, offset + rest.length);
      journal.tail = rest.length;
      if (bytesRead === 0) return;
      const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      const start = takeLines(journal, bytes, offset, onEvent, wanted);
      if (bytes.length - start > LONGEST_LINE) throw new Error('it holds a line of more than 32 MB');
      offset += start;
      journal.position = offset;
      rest = bytes.subarray(start);
      if (bytesRead === size) onChunk();
    }
  });
}

/** What one look at a journal that grows holds at most; used again, as there are more than a hundred in a second. */
const LOOK = Buffer.alloc(CHUNK);

/**
 * Reads the little that was appended to a journal since the last call, and hands over its events. At once: of a file
 * that another process has just written this takes less than the four turns by way of other threads, each of which
 * waits for a free processor.
 * @returns false where nothing was read, as there is more than a little, or it cannot be read: `readNew` tells
 */
export function readAppended(journal: JournalFile, onEvent: (event: unknown) => void): boolean {
  let file: number | undefined;
  try {
    file = openSync(journal.path, READ);
    const size = readSync(file, LOOK, 0, LOOK.length, journal.position);
    if (size === LOOK.length) return false;
    const taken = takeLines(journal, LOOK.subarray(0, size), journal.position, onEvent);
    journal.position += taken;
    journal.tail = size - taken;
    return true;
  } catch {
    return false;
  } finally {
    try {
      if (file !== undefined) closeSync(file);
    } catch {
      // A disk or share that went. What was read stands, and whoever follows the journal goes on doing so.
    }
  }
}

/** Hands over the whole lines of a stretch of the journal. @returns how many bytes they are */
function takeLines(
  journal: JournalFile,
  bytes: Buffer,
  offset: number,
  onEvent: (event: unknown) => void,
  wanted: (line: Buffer) => boolean = () => true,
): number {
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    const line = bytes.subarray(start, end);
    if (wanted(line)) takeLine(journal, line, offset + start, onEvent);
    start = end + 1;
  }
  return start;
}

function takeLine(journal: JournalFile, line: Buffer, offset: number, onEvent: (event: unknown) => void): void {
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
    return parseShallow(line);
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

/** Finds the places of lines that came since, and leaves them to be read. */
async function locate(journal: JournalFile): Promise<void> {
  const ahead = { ...journal, position: Math.max(journal.position, journal.located) };
  await readNew(ahead, () => undefined);
  journal.located = ahead.position;
}

/** Reads these events again, in order; what is not there is left out. */
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
 * A payload that stands beside the journal, as JSON where it is some, else as text.
 * @returns undefined where it is no payload of ours, or the file is missing, above 2 MB, a link, or holds something else
 *   than its name says
 */
export async function readBlob(journal: JournalFile, name: string): Promise<Json | undefined> {
  if (!isBlobName(name)) return undefined;
  const content = await readOrdinary(join(dirname(journal.path), name), LARGEST_BLOB, constants.O_NOFOLLOW ?? 0);
  if (content === undefined || blobName(content) !== name) return undefined;
  return (parse(content) as Json | undefined) ?? content;
}

/** What of an event can stand beside the journal where it is large, but for results, which are read by themselves. */
const APART = ['prompt', 'text', 'reasoning', 'hint', 'delta', 'args'] as const;

/** The event with what stands beside the journal in its place; what cannot be read stays a reference. */
export async function withPayloads(journal: JournalFile, event: Loose): Promise<Loose> {
  const found: Record<string, Json> = {};
  for (const key of APART) {
    const reference = event[key];
    const payload = isObject(reference) ? await readBlob(journal, text(reference, 'blob')) : undefined;
    if (payload !== undefined) found[key] = payload;
  }
  return { ...event, ...found };
}

/**
 * The text of an ordinary file of at most `most` bytes, else undefined. Opened without waiting: a named pipe would hold
 * one of the few threads that read files for ever.
 */
export async function readOrdinary(path: string, most: number, flags = 0): Promise<string | undefined> {
  let content: string | undefined;
  await withFile(path, READ | flags, async (file) => {
    const stat = await file.stat();
    if (stat.isFile() && stat.size <= most) content = await file.readFile('utf8');
  });
  return content;
}
