/** Simulates a process that writes the journal of a run, event by event like the runtime. */
import { openSync, writeSync } from 'node:fs';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import type { Noted } from '../timeline/watch.ts';
import { steady } from './commands.ts';
import { append, eventsOf, linesOf, newJournal, rowsAfter } from './journal.ts';

export interface LiveOptions {
  /** Events a second. */
  readonly rate: number;
  readonly seconds: number;
}

export interface Sent {
  /** Events that created a row, in microseconds of the monotonic clock. */
  readonly sent: readonly Noted[];
  readonly events: number;
  /** Seconds. */
  readonly duration: number;
}

export interface Writer {
  readonly journal: string;
  /** The current number of rows. */
  rows(): number;
  /** Writes for this many seconds. */
  write(seconds: number): Promise<Sent>;
}

/** Placeholder for the time of an event until it is written. */
const TIME = '<now>';

/** Starts a run that has this many rows. */
export function newWriter(folder: string, existingRows: number, { rate, seconds }: LiveOptions): Writer {
  const all = eventsOf(folder, existingRows + (rate * seconds) / 2 + 1000);
  const rows = rowsAfter(all);
  const head = existingRows === 0 ? 1 : rows.findIndex((count) => count >= existingRows) + 1;
  const late = Date.now() - Date.parse(all[head - 1]?.time ?? '');
  // The existing events end now.
  const shiftTime = (event: RunEvent) => ({ ...event, time: new Date(Date.parse(event.time) + late).toISOString() });
  const journal = newJournal(folder, `live-${Date.now()}`);
  append(journal, all.slice(0, head).map(shiftTime));
  const file = openSync(journal, 'a');
  let next = head;
  return {
    journal,
    rows: () => rows[next - 1] ?? 0,
    async write(seconds) {
      const sent: Noted[] = [];
      const first = next;
      // Generated in advance: in a real run another process creates the events, so this one should use little processor time.
      const last = Math.min(all.length, first + Math.ceil(seconds * rate));
      const lines = all.slice(first, last).map((event) => linesOf([{ ...event, time: TIME }]).split(TIME));
      const from = steady();
      while (steady() - from < seconds * 1e6) {
        await new Promise((done) => setTimeout(done, 1));
        const due = Math.min(last, first + Math.floor(((steady() - from) / 1e6) * rate));
        for (; next < due; next++) {
          const time = steady();
          writeSync(file, (lines[next - first] ?? []).join(new Date().toISOString()));
          if ((rows[next] ?? 0) > (rows[next - 1] ?? 0)) sent.push([time, rows[next] ?? 0]);
        }
      }
      return { sent, events: next - first, duration: (steady() - from) / 1e6 };
    },
  };
}
