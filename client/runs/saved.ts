import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { RunFinished, RunStarted } from '../../runtime/protocol/events.ts';
import { isObject, type Loose } from '../panel/trace/read.ts';
import { readFinished, readStarted } from './saved-events.ts';

/** A run on disk, known by the two ends of its journal. */
export interface SavedRun {
  /** Absolute path. */
  readonly journal: string;
  readonly started: RunStarted;
  /** Absent while it runs, or where its process was killed. */
  readonly finished?: RunFinished;
}

/** Enough for any first event but a huge prompt, and for a last one with a long answer. */
const WINDOW = 128 * 1024;

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
    const { size } = stat;
    const buffer = Buffer.alloc(Math.min(size, WINDOW));
    const head = buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, 0));
    const tail = buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, size - buffer.length));
    return [parse(head.split('\n', 1)[0]), parse(tail.trimEnd().split('\n').at(-1))];
  } catch {
    return [undefined, undefined];
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The run of this journal; undefined where it cannot be read or does not begin as a journal does. */
export function savedRun(journal: string): SavedRun | undefined {
  const [first, last] = ends(journal);
  const started = first === undefined ? undefined : readStarted(first);
  if (started === undefined) return undefined;
  const finished = last === undefined ? undefined : readFinished(last);
  return { journal, started, ...(finished && { finished }) };
}

/** The runs in these folders of runs, newest first. A folder without a readable journal is left out. */
export function savedRuns(folders: readonly string[]): readonly SavedRun[] {
  const runs = folders.flatMap((folder) => {
    try {
      return readdirSync(folder).flatMap((name) => savedRun(join(folder, name, 'journal.jsonl')) ?? []);
    } catch {
      // No run has been saved there.
      return [];
    }
  });
  return runs.sort((a, b) => b.started.time.localeCompare(a.started.time));
}
