/** Reads the saved runs of a folder, each from the first and last event of its journal. */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findLink } from '../../runtime/disk/linked-folder.ts';
import type { NoteEvent } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import { isObject, type Loose, text } from '../panel/trace/read.ts';
import { readFinished, readInterrupted, readStarted, type SavedEnd, type SavedStart } from './saved-events.ts';

/** A saved run, read from the first and last event of its journal. */
export interface SavedRun {
  /** Absolute path of the journal. */
  readonly journal: string;
  readonly started: SavedStart;
  /** Absent while it runs and if its process was killed. */
  readonly finished?: SavedEnd;
  /** The cause of an interruption, if the last event reports one. */
  readonly interrupted?: NoteEvent['interrupted'];
  /** True if it has further prompts: its last event belongs to another one than its first. */
  readonly isContinued?: true;
}

/** Number of bytes to read at either end, increased if the event there is longer (a long prompt or reply). */
const WINDOW_SIZES = [8 * 1024, 256 * 1024, 4 * 1024 * 1024];

function parse(line: string | undefined): Loose | undefined {
  if (line === undefined || line === '') return undefined;
  try {
    const event: unknown = JSON.parse(line);
    return isObject(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the first and last event of a journal from its ends only, so that a long run costs no more than a short one. */
function readEnds(journal: string): readonly [Loose | undefined, Loose | undefined] {
  let descriptor: number | undefined;
  try {
    if (findLink(dirname(journal), basename(journal)) !== undefined) return [undefined, undefined];
    // Non-blocking, because opening a named pipe would block the extension host.
    descriptor = openSync(journal, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return [undefined, undefined];
    return [parse(readEndLine(descriptor, stat.size, 'first')), parse(readEndLine(descriptor, stat.size, 'last'))];
  } catch {
    return [undefined, undefined];
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Reads the first or the last line. Undefined if it is longer than the largest window. */
function readEndLine(descriptor: number, size: number, which: 'first' | 'last'): string | undefined {
  for (const window of WINDOW_SIZES) {
    const buffer = Buffer.alloc(Math.min(size, window));
    const from = which === 'first' ? 0 : size - buffer.length;
    const bytes = buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, from));
    const isComplete = bytes.length === size;
    if (which === 'first') {
      const end = bytes.indexOf(10);
      if (end !== -1 || isComplete) return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
    } else {
      const end = bytes.at(-1) === 10 ? bytes.length - 1 : bytes.length;
      const start = end === 0 ? -1 : bytes.lastIndexOf(10, end - 1);
      if (start !== -1 || isComplete) return bytes.toString('utf8', start + 1, end);
    }
  }
  return undefined;
}

/** Reads the run of a journal. Undefined if it cannot be read or its first event is not `run_started`. */
export function readSavedRun(journal: string): SavedRun | undefined {
  const [first, last] = readEnds(journal);
  const started = first === undefined ? undefined : readStarted(first, journal);
  if (started === undefined) return undefined;
  const finished = last === undefined ? undefined : readFinished(last);
  const interrupted = last === undefined ? undefined : readInterrupted(last);
  const invocation = last === undefined ? '' : text(last, 'invocation');
  const isContinued = invocation !== '' && started.invocation !== '' && invocation !== started.invocation;
  return defined({
    journal,
    started,
    finished: finished || undefined,
    interrupted: interrupted || undefined,
    isContinued: isContinued || undefined,
  });
}

/** Reads the runs in these folders, newest first. Subfolders without a readable journal are skipped. */
export function readSavedRuns(folders: readonly string[]): readonly SavedRun[] {
  const runs = folders.flatMap((folder) => {
    try {
      // The names of deleted runs that can be restored begin with a dot. A link may lead anywhere.
      const entries = readdirSync(folder, { withFileTypes: true });
      const own = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
      return own.flatMap(({ name }) => readSavedRun(join(folder, name, 'journal.jsonl')) ?? []);
    } catch {
      // The folder does not exist.
      return [];
    }
  });
  return runs.sort((a, b) => b.started.time.localeCompare(a.started.time));
}
