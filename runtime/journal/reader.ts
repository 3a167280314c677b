import { constants } from 'node:buffer';
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { defined } from '../../skill/index.ts';
import { openFile, readAndClose } from '../confined/read-file.ts';
import { codeOf, messageOf } from '../errors.ts';
import type { RunEvent } from '../protocol/events.ts';
import { parseBoundedJson } from '../text/json-depth.ts';
import { shapeProblem } from './event-shape.ts';

/** The content of a journal, as far as it could be read. */
export interface JournalContent {
  readonly events: readonly RunEvent[];
  /** Lines that could not be read, from 1. Line 0 stands for the entire file. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** Size of the complete lines, in bytes. Anything after them is an unfinished line. */
  readonly completeBytes: number;
  /** True if the last event lacks its line end. */
  readonly lacksLineEnd: boolean;
  readonly bytes: number;
  /** The reason why nothing was read, if so. */
  readonly unread?: Unread;
  /** A description of the first line that is not the expected event; absent if only the end of the file is incomplete. */
  readonly damage?: string;
}

/** The reason why a journal was not read: it does not exist, or an error message. */
export type Unread =
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Present if the journal exceeds the limit, to which readers of any size are an alternative. */
      readonly isTooLarge?: true;
    };

/** Maximum size of a journal, in bytes: its text must fit into a single V8 string. */
const MAX_BYTES = constants.MAX_STRING_LENGTH;
const MB = 1024 * 1024;

/**
 * Reads a journal. Invalid lines are reported and skipped, so that one damaged event never hides a run; check `damage`
 * before resuming a run. Never throws.
 */
export function readJournal(path: string): JournalContent {
  let content: Buffer;
  let text: string;
  try {
    const stat = statSync(path);
    // Reading a pipe or a device might never end.
    if (!stat.isFile()) return unreadContent('not a file', notAFile(path));
    if (stat.size > MAX_BYTES) {
      const size = `${Math.ceil(stat.size / MB)} MB, at most ${Math.round(MAX_BYTES / MB)} MB`;
      const message = `Start a new run: the journal of ${runOf(path)} is too large to read (${size}): ${path}`;
      const content = unreadContent('too large', message);
      return { ...content, unread: { kind: 'failed', message, isTooLarge: true } };
    }
    const opened = openFile(path);
    const read = opened.kind === 'open' ? readAndClose(opened, MAX_BYTES) : opened;
    if (!Buffer.isBuffer(read)) throw new Error(read.kind === 'refused' ? read.why : read.message);
    content = read;
    text = content.toString('utf8');
  } catch (error) {
    const message = messageOf(error);
    const isMissing = codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
    return unreadContent(message, isMissing ? undefined : readFailure(path, message));
  }
  let completeBytes = content.lastIndexOf(0x0a) + 1;
  let lacksLineEnd = false;
  let damage: string | undefined;
  const events: RunEvent[] = [];
  const problems: { line: number; message: string }[] = [];
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const isLast = index === lines.length - 1;
    const event = parseEvent(line);
    const expectedSeq = (events.at(-1)?.seq ?? 0) + 1;
    if (typeof event === 'string') {
      problems.push({ line: index + 1, message: event });
      if (!isLast) damage ??= `line ${index + 1}: ${event}`;
      return;
    }
    if (event.seq !== expectedSeq) damage ??= `line ${index + 1}: its seq is ${event.seq}, not ${expectedSeq}`;
    events.push(event);
    // Only the line end is missing.
    if (isLast) {
      completeBytes = content.length;
      lacksLineEnd = true;
    }
  });
  return defined({
    events,
    problems,
    completeBytes,
    lacksLineEnd,
    bytes: content.length,
    damage,
  });
}

const runOf = (path: string): string => `run ${basename(dirname(path))}`;

/** Returns the error message for a journal that cannot be read. */
export const readFailure = (path: string, reason: string): string =>
  `The journal of ${runOf(path)} cannot be read: ${reason}`;

/** Returns the error message for a journal that is a folder, a pipe or a device. */
export const notAFile = (path: string): string => `The journal of ${runOf(path)} is not a file: ${path}`;

/**
 * Returns the content of a journal of which nothing was read.
 * @param message absent if there is no journal
 */
export function unreadContent(problem: string, message: string | undefined): JournalContent {
  const why: Unread = message === undefined ? { kind: 'missing' } : { kind: 'failed', message };
  return {
    events: [],
    problems: [{ line: 0, message: problem }],
    completeBytes: 0,
    lacksLineEnd: false,
    bytes: 0,
    unread: why,
  };
}

/** The error message for resuming a run whose journal is damaged. */
export function damageMessage(path: string, damage: string): string {
  return `Restore the journal from a copy or start a new run: the journal is damaged, so it is unknown what this run has already done: ${path}, ${damage}.`;
}

/** Parses one line of a journal, or returns what is wrong with it. Unknown types pass: they come from later versions. */
export function parseEvent(line: string): RunEvent | string {
  let value: unknown;
  try {
    value = parseBoundedJson(line);
  } catch {
    return 'not JSON';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object';
  const event = value as Partial<RunEvent>;
  if (typeof event.seq !== 'number' || !Number.isInteger(event.seq) || event.seq < 1) return 'no seq';
  if (typeof event.type !== 'string') return 'no type';
  if (typeof event.time !== 'string') return 'no time';
  if (typeof event.invocation !== 'string') return 'no invocation';
  if (event.agent === undefined) return 'no agent';
  return shapeProblem(event as RunEvent) ?? (event as RunEvent);
}
