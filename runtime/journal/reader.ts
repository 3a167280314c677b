import { readFileSync } from 'node:fs';
import { messageOf } from '../errors.ts';
import type { RunEvent } from '../protocol/events.ts';

export interface JournalContent {
  readonly events: readonly RunEvent[];
  /** Lines that could not be read, counted from 1; line 0 is the file as a whole. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** Bytes up to and with the last line end; what follows is a line that was never finished. */
  readonly wholeBytes: number;
  readonly bytes: number;
}

/** Reads a journal. A bad line is reported and skipped, so that one damaged event never hides a run. Nothing throws. */
export function readJournal(path: string): JournalContent {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    return { events: [], problems: [{ line: 0, message: messageOf(error) }], wholeBytes: 0, bytes: 0 };
  }
  const wholeBytes = content.lastIndexOf(0x0a) + 1;
  const events: RunEvent[] = [];
  const problems: { line: number; message: string }[] = [];
  const lines = content.toString('utf8').split('\n');
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const event = parseEvent(line);
    if (typeof event === 'string') problems.push({ line: index + 1, message: event });
    else events.push(event);
  });
  return { events, problems, wholeBytes, bytes: content.length };
}

/** One line of a journal, or what is wrong with it. Events of a later version pass: readers ignore types they do not know. */
export function parseEvent(line: string): RunEvent | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not JSON';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object';
  const event = value as Partial<RunEvent>;
  if (typeof event.seq !== 'number' || !Number.isInteger(event.seq) || event.seq < 1) return 'no seq';
  if (typeof event.type !== 'string') return 'no type';
  if (typeof event.time !== 'string') return 'no time';
  if (typeof event.invocation !== 'string') return 'no invocation';
  return event as RunEvent;
}
