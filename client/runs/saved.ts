import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent, RunFinished, RunStarted } from '../../runtime/protocol/events.ts';

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

function parse(line: string | undefined): RunEvent | undefined {
  if (line === undefined || line === '') return undefined;
  try {
    return JSON.parse(line) as RunEvent;
  } catch {
    return undefined;
  }
}

/** First and last event of a journal, read from its two ends only, so that a long run costs no more than a short one. */
function ends(journal: string): readonly [RunEvent | undefined, RunEvent | undefined] {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(journal, 'r');
    const size = fstatSync(descriptor).size;
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
  if (first?.type !== 'run_started') return undefined;
  return { journal, started: first, ...(last?.type === 'run_finished' && { finished: last }) };
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
