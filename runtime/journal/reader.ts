import { readFileSync, statSync } from 'node:fs';
import { messageOf } from '../errors.ts';
import type { RunEvent } from '../protocol/events.ts';
import { parseShallow } from '../protocol/levels.ts';
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
  /** The first line that is not the event which it has to be, in words; absent where only what follows `wholeBytes` is torn. */
  readonly damage?: string;
}

/**
 * Reads a journal. A bad line is reported and skipped, so that one damaged event never hides a run; whoever goes on with
 * the run looks at `damage` first. Nothing throws.
 */
export function readJournal(path: string): JournalContent {
  let content: Buffer;
  let text: string;
  try {
    // A pipe or a device would be waited for, or read, for ever.
    if (!statSync(path).isFile()) throw new Error('not a file');
    content = readFileSync(path);
    // Throws above half a gigabyte.
    text = content.toString('utf8');
  } catch (error) {
    return { events: [], problems: [{ line: 0, message: messageOf(error) }], wholeBytes: 0, unended: false, bytes: 0 };
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

/** What somebody is told who wants to go on with a run whose journal is damaged. */
export function damaged(path: string, damage: string): string {
  return `The journal is damaged, so that nobody can tell what this run has done already: ${path}, ${damage}. Put the line right or the journal back from a copy, or begin a new run.`;
}

/** One line of a journal, or what is wrong with it. Events of a later version pass: readers ignore types they do not know. */
function parseEvent(line: string): RunEvent | string {
  let value: unknown;
  try {
    value = parseShallow(line);
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
