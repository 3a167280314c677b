import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { NoteEvent } from '../../runtime/protocol/events.ts';
import { isObject, type Loose } from '../panel/trace/read.ts';
import { readFinished, readInterrupted, readStarted, type SavedEnd, type SavedStart } from './saved-events.ts';

/** A run on disk, known by the two ends of its journal. */
export interface SavedRun {
  /** Absolute path. */
  readonly journal: string;
  readonly started: SavedStart;
  /** Absent while it runs, or where its process was killed. */
  readonly finished?: SavedEnd;
  /** What interrupted it, where its last event says so. */
  readonly interrupted?: NoteEvent['interrupted'];
}

/** Bytes read at either end at first, and where the event there is longer: a huge prompt, a long answer. */
const WINDOWS = [8 * 1024, 256 * 1024, 4 * 1024 * 1024];

function parse(line: string | undefined): Loose | undefined {
  if (line === undefined || line === '') return undefined;
  try {
    const event: unknown = JSON.parse(line);
    return isObject(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

/** First and last event of a journal, read from its two ends only, so that a long run costs no more than a short one. */
function ends(journal: string): readonly [Loose | undefined, Loose | undefined] {
  let descriptor: number | undefined;
  try {
    // Non-blocking: a named pipe in place of a journal would hold the editor for ever.
    descriptor = openSync(journal, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return [undefined, undefined];
    return [parse(endOf(descriptor, stat.size, 'first')), parse(endOf(descriptor, stat.size, 'last'))];
  } catch {
    return [undefined, undefined];
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The first or the last line; undefined where it is longer than the largest window. */
function endOf(descriptor: number, size: number, which: 'first' | 'last'): string | undefined {
  for (const window of WINDOWS) {
    const buffer = Buffer.alloc(Math.min(size, window));
    const from = which === 'first' ? 0 : size - buffer.length;
    const bytes = buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, from));
    const whole = bytes.length === size;
    if (which === 'first') {
      const end = bytes.indexOf(10);
      if (end !== -1 || whole) return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
    } else {
      const end = bytes.at(-1) === 10 ? bytes.length - 1 : bytes.length;
      const start = end === 0 ? -1 : bytes.lastIndexOf(10, end - 1);
      if (start !== -1 || whole) return bytes.toString('utf8', start + 1, end);
    }
  }
  return undefined;
}

/** The run of this journal; undefined where it cannot be read or does not begin as a journal does. */
export function savedRun(journal: string): SavedRun | undefined {
  const [first, last] = ends(journal);
  const started = first === undefined ? undefined : readStarted(first, journal);
  if (started === undefined) return undefined;
  const finished = last === undefined ? undefined : readFinished(last);
  const interrupted = last === undefined ? undefined : readInterrupted(last);
  return { journal, started, ...(finished && { finished }), ...(interrupted && { interrupted }) };
}

/** The runs in these folders of runs, newest first. A folder without a readable journal is left out. */
export function savedRuns(folders: readonly string[]): readonly SavedRun[] {
  const runs = folders.flatMap((folder) => {
    try {
      // A dot stands before what was deleted and may come back.
      const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
      return names.flatMap((name) => savedRun(join(folder, name, 'journal.jsonl')) ?? []);
    } catch {
      // There are no saved runs there.
      return [];
    }
  });
  return runs.sort((a, b) => b.started.time.localeCompare(a.started.time));
}
