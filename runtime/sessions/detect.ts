import { statSync } from 'node:fs';
import { openFile, readAndClose } from '../confined/read-file.ts';
import { messageOf } from '../errors.ts';
import { parseBoundedJson } from '../text/json-depth.ts';
import { type Fields, isFields, textOf } from '../text/values.ts';
import { isDatabase } from './database.ts';
import { DECLINED } from './declined.ts';
import { readOutline } from './document-lists.ts';
import { FORMATS } from './formats.ts';
import { chunksOf, LineSplitter, textOfBytes, trimLine, UnreadableFile } from './lines.ts';
import type { DocumentLists, Sample, SessionFormat } from './log/format.ts';
import { LineParser } from './parse-record.ts';
import { readSessionDatabase } from './session-database.ts';

/** Maximum number of specific records in a sample, and of lines that are read to find them. */
const SAMPLE_RECORDS = 20;
const SAMPLE_LINES = 200;
/** Records that can be at the beginning of a session in large numbers, and do not count. */
const UNSPECIFIC =
  /^(?:file-history-\w+|summary|queue-operation|progress|attachment|permission-mode|mode|last-prompt)$/;
/** Largest document that is parsed as one JSON value, in bytes, if its format cannot be read in parts. */
const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;
/** Larger documents are read in parts, and longer lines are not looked at for a sample, in bytes. */
const MAX_ENTIRE_BYTES = 16 * 1024 * 1024;
/** The lists of all formats. */
const LISTS: DocumentLists = Object.fromEntries(FORMATS.flatMap(({ lists }) => Object.entries(lists ?? {})));

/** The format of a file, or why it is not read. */
export type DetectResult =
  | { readonly kind: 'format'; readonly format: SessionFormat; readonly sample: Sample }
  /** A session of a format that is not read. */
  | { readonly kind: 'declined'; readonly title: string }
  | { readonly kind: 'none' };

/** Detects the format of a sample by its content, most specific formats first. */
export function detectFormat(sample: Sample): DetectResult {
  const format = FORMATS.find(({ detect }) => detect(sample));
  if (format !== undefined) return { kind: 'format', format, sample };
  const declined = DECLINED.find(({ detect }) => detect(sample));
  return declined === undefined ? { kind: 'none' } : { kind: 'declined', title: declined.title };
}

/**
 * Reads the beginning of a file; all of it if it is one JSON document of at most `maxEntire` bytes, and the outline of a larger
 * one. Of a database it reads a session: the one with the id `session`, by default the latest. Throws `UnreadableFile`.
 */
export async function readSample(path: string, session?: string, maxEntire = MAX_ENTIRE_BYTES): Promise<Sample> {
  if (isDatabase(path)) {
    const document = readSessionDatabase(path, session);
    return document === undefined ? { records: [] } : { records: [document], document };
  }
  const records: Fields[] = [];
  let lines = 0;
  let specific = 0;
  let isFirstRecord = false;
  const parser = new LineParser();
  const add = (line: string | undefined): boolean => {
    for (const parsed of parser.push(line)) {
      if (parsed.kind === 'blank') continue;
      lines++;
      if (parsed.kind === 'record') {
        records.push(parsed.record);
        if (!UNSPECIFIC.test(textOf(parsed.record.type) ?? '')) specific++;
        isFirstRecord ||= lines === 1;
      }
    }
    return specific >= SAMPLE_RECORDS || lines >= SAMPLE_LINES;
  };
  const splitter = new LineSplitter(maxEntire);
  let isFull = false;
  reading: for await (const chunk of chunksOf(path)) {
    for (const line of splitter.push(chunk)) {
      isFull = add(line);
      if (isFull) break reading;
    }
  }
  if (!isFull) for (const line of splitter.end()) add(line);
  if (isFirstRecord && (lines > 1 || isFull)) return { records };
  const isLarge = !isFirstRecord && statSync(path).size > maxEntire;
  if (isLarge) return outlineSample(path, records);
  const document = isFirstRecord ? records[0] : readDocument(path);
  return document === undefined ? { records } : { records: isFields(document) ? [document] : [], document };
}

/** Reads the outline of a large document, or the first one of large lines before others. */
async function outlineSample(path: string, others: readonly Fields[]): Promise<Sample> {
  const limits = { elements: SAMPLE_RECORDS, limit: MAX_DOCUMENT_BYTES };
  const outline = await readOutline(chunksOf(path), LISTS, limits);
  if (outline === undefined) return { records: others };
  const { value, isDocument } = outline;
  if (isDocument) return { records: isFields(value) ? [value] : [], document: value, isOutline: true };
  return { records: isFields(value) ? [value, ...others] : others };
}

/** Detects the format of a file, or of a session in a database. Returns why the file cannot be read. */
export async function detectFile(path: string, session?: string): Promise<DetectResult | string> {
  try {
    // Reading a pipe or a device might never end.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) return `Specify a file: ${path} is not a file.`;
    return detectFormat(await readSample(path, session));
  } catch (error) {
    return `${path} cannot be read. ${error instanceof UnreadableFile ? error.message : messageOf(error)}`;
  }
}

/**
 * Parses a file as one JSON value, after a line that a program printed before it. Undefined if it is not one, or has more than
 * 256 MB.
 */
export function readDocument(path: string): unknown {
  const opened = openFile(path);
  const bytes = opened.kind === 'open' ? readAndClose(opened, MAX_DOCUMENT_BYTES) : opened;
  if (!Buffer.isBuffer(bytes)) return undefined;
  try {
    const text = trimLine(textOfBytes(bytes));
    const isMessage = !/^[[{]/.test(text);
    return parseBoundedJson(isMessage ? text.slice(text.indexOf('\n') + 1) : text);
  } catch {
    return undefined;
  }
}

/** Returns the message for a file whose format is not read. */
export function unreadMessage(detected: Exclude<DetectResult, { kind: 'format' }>): string {
  return detected.kind === 'declined'
    ? `Choose another session: the format of ${detected.title} is not read.`
    : 'Choose a session of Claude Code, Codex, VS Code or another format in skillwright import --help: this file is not a session.';
}

export { UnreadableFile };
