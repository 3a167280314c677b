/** Journals of generated runs, in the runtime's format. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { longRun } from '../../client/panel/harness/runs.ts';
import { addEvent } from '../../client/panel/trace/fold.ts';
import { createTrace } from '../../client/panel/trace/span.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';

/** Creates an empty journal for a run in the workspace. Returns its path. */
export function newJournal(folder: string, name: string): string {
  const file = join(folder, '.skillwright/runs', name, 'journal.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}

/** Returns the events of a generated run with this many rows. */
export function eventsOf(folder: string, rows: number): RunEvent[] {
  return longRun(join(folder, 'skills'), rows);
}

export function append(file: string, events: readonly RunEvent[]): void {
  // In chunks: a long run is more than one string can hold.
  for (let from = 0; from < events.length; from += 10_000)
    appendFileSync(file, linesOf(events.slice(from, from + 10_000)));
}

export function linesOf(events: readonly RunEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

/** Returns the number of rows after each event. */
export function rowsAfter(events: readonly RunEvent[]): readonly number[] {
  const trace = createTrace();
  return events.map((event) => {
    addEvent(trace, event);
    return trace.spans.length;
  });
}
