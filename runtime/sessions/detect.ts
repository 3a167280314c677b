import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { parseBoundedJson } from '../protocol/json-depth.ts';
import { DECLINED } from './declined.ts';
import { FORMATS } from './formats.ts';
import { chunksOf, LineSplitter, trimLine, UnreadableFile } from './lines.ts';
import type { Sample, SessionFormat } from './log/format.ts';
import { type Fields, isFields } from './log/values.ts';
import { isDatabase, readOpencodeDatabase } from './opencode-database.ts';
import { parseLine } from './parse-record.ts';

/** Number of records of a sample, and of the lines that are read to find them. */
const SAMPLE_RECORDS = 20;
const SAMPLE_LINES = 200;
/** Largest document that is parsed as one JSON value, in bytes. */
export const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;

/** The format of a file, or why it is not read. */
export type Detected =
  | { readonly kind: 'format'; readonly format: SessionFormat; readonly sample: Sample }
  /** A session of a format that is not read. */
  | { readonly kind: 'declined'; readonly title: string }
  | { readonly kind: 'none' };

/** Detects the format of a sample by its content, most specific formats first. */
export function detectFormat(sample: Sample): Detected {
  const format = FORMATS.find(({ detect }) => detect(sample));
  if (format !== undefined) return { kind: 'format', format, sample };
  const declined = DECLINED.find(({ detect }) => detect(sample));
  return declined === undefined ? { kind: 'none' } : { kind: 'declined', title: declined.title };
}

/**
 * Reads the beginning of a file; all of it if it is one JSON document. Of a database it reads a session: the one with the id
 * `session`, by default the latest. Throws `UnreadableFile`.
 */
export async function readSample(path: string, session?: string): Promise<Sample> {
  if (isDatabase(path)) {
    const document = readOpencodeDatabase(path, session);
    return document === undefined ? { records: [] } : { records: [document], document };
  }
  const records: Fields[] = [];
  let lines = 0;
  let first: string | undefined;
  let isFirstRecord = false;
  const add = (line: string | undefined): boolean => {
    const parsed = parseLine(line);
    if (parsed.kind === 'blank') return false;
    lines++;
    first ??= trimLine(line ?? '').slice(0, 200);
    if (parsed.kind === 'record') {
      records.push(parsed.record);
      isFirstRecord ||= lines === 1;
    }
    return records.length >= SAMPLE_RECORDS || lines >= SAMPLE_LINES;
  };
  const splitter = new LineSplitter();
  let isFull = false;
  reading: for await (const chunk of chunksOf(path)) {
    for (const line of splitter.push(chunk)) {
      isFull = add(line);
      if (isFull) break reading;
    }
  }
  if (!isFull) for (const line of splitter.end()) add(line);
  if (isFirstRecord && (lines > 1 || isFull)) return { records };
  const document = first === undefined || isFirstRecord ? records[0] : readDocument(path, first);
  if (document === undefined) return { records };
  return { records: isFields(document) ? [document] : [], document };
}

/** Parses a file as one JSON value, after a line that a program printed before it. Undefined if it is none. */
function readDocument(path: string, first: string): unknown {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    if (fstatSync(fd).size > MAX_DOCUMENT_BYTES) return undefined;
    const text = trimLine(readFileSync(fd, 'utf8'));
    const isMessage = !/^[[{]/.test(first);
    return parseBoundedJson(isMessage ? text.slice(text.indexOf('\n') + 1) : text);
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Returns the message for a file whose format is not read. */
export function notRead(detected: Exclude<Detected, { kind: 'format' }>): string {
  return detected.kind === 'declined'
    ? `Choose another session: the format of ${detected.title} is not read.`
    : 'Choose a session of Claude Code, Codex, VS Code or another format in skillwright import --help: this is none.';
}

export { UnreadableFile };
