import { constants } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { codeOf, messageOf } from '../errors.ts';
import type { RunEvent } from '../protocol/events.ts';
import { parseBoundedJson } from '../protocol/json-depth.ts';
import { shapeProblem } from './shape.ts';

export interface JournalContent {
  readonly events: readonly RunEvent[];
  /** Lines that could not be read, counted from 1; line 0 is the file as a whole. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** Bytes of whole lines; what follows is a line that was never finished. */
  readonly wholeBytes: number;
  /** The last event lacks its line end. */
  readonly unended: boolean;
  readonly bytes: number;
  /** Why nothing was read; absent where something was. */
  readonly unread?: Unread;
  /** The first line that is not the event which it has to be, in words; absent where only what follows `wholeBytes` is torn. */
  readonly damage?: string;
}

/** Why a journal was not read: there is none, or what somebody is told who needs it. */
export type Unread = { readonly kind: 'missing' } | { readonly kind: 'failed'; readonly message: string };

/** Bytes of a journal that is read: as text it is one string, and V8 has none longer. */
const MOST_BYTES = constants.MAX_STRING_LENGTH;
const MB = 1024 * 1024;

/**
 * Reads a journal. A bad line is reported and skipped, so that one damaged event never hides a run; whoever goes on with
 * the run looks at `damage` first. Nothing throws.
 */
export function readJournal(path: string): JournalContent {
  let content: Buffer;
  let text: string;
  try {
    const stat = statSync(path);
    // A pipe or a device would be waited for, or read, for ever.
    if (!stat.isFile()) return unread('not a file', `The journal of ${runOf(path)} is not a file: ${path}`);
    if (stat.size > MOST_BYTES) {
      const size = `${Math.ceil(stat.size / MB)} MB, at most ${Math.round(MOST_BYTES / MB)} MB`;
      return unread(
        'too large',
        `Begin a new run: the journal of ${runOf(path)} is too large to read (${size}): ${path}`,
      );
    }
    content = readFileSync(path);
    text = content.toString('utf8');
  } catch (error) {
    const message = messageOf(error);
    const isMissing = codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
    return unread(message, isMissing ? undefined : `The journal of ${runOf(path)} cannot be read: ${message}`);
  }
  let wholeBytes = content.lastIndexOf(0x0a) + 1;
  let unended = false;
  let damage: string | undefined;
  const events: RunEvent[] = [];
  const problems: { line: number; message: string }[] = [];
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const isLast = index === lines.length - 1;
    const event = parseEvent(line);
    const due = (events.at(-1)?.seq ?? 0) + 1;
    if (typeof event === 'string') {
      problems.push({ line: index + 1, message: event });
      if (!isLast) damage ??= `line ${index + 1}: ${event}`;
      return;
    }
    if (event.seq !== due) damage ??= `line ${index + 1}: its seq is ${event.seq}, not ${due}`;
    events.push(event);
    // Only its line end is missing.
    if (isLast) {
      wholeBytes = content.length;
      unended = true;
    }
  });
  return { events, problems, wholeBytes, unended, bytes: content.length, ...(damage === undefined ? {} : { damage }) };
}

const runOf = (path: string): string => `run ${basename(dirname(path))}`;

/** @param message absent: there is no journal */
function unread(problem: string, message: string | undefined): JournalContent {
  const why: Unread = message === undefined ? { kind: 'missing' } : { kind: 'failed', message };
  return {
    events: [],
    problems: [{ line: 0, message: problem }],
    wholeBytes: 0,
    unended: false,
    bytes: 0,
    unread: why,
  };
}

/** What somebody is told who wants to go on with a run whose journal is damaged. */
export function damaged(path: string, damage: string): string {
  return `The journal is damaged, so that nobody can tell what this run has done already: ${path}, ${damage}. Put the line right or the journal back from a copy, or begin a new run.`;
}

/** One line of a journal, or what is wrong with it. Events of a later version pass: readers ignore types they do not know. */
function parseEvent(line: string): RunEvent | string {
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
  return shapeProblem(event as RunEvent) ?? (event as RunEvent);
}
