/** Our own journals, `.skillwright/runs/RUN/journal.jsonl`: their events as they are. Nothing is left out. */
import type { RunEvent } from '../../protocol/events.ts';
import { type Fields, textOf } from '../../text/values.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import { isOwnEvent } from '../log/own-event.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';

export const skillwright: SessionFormat = {
  id: 'skillwright',
  title: 'Skillwright',
  keepsIds: true,
  detect: ({ records }) =>
    records.some(
      ({ type, run, seq, invocation }) =>
        type === 'run_started' && typeof run === 'string' && Number.isInteger(seq) && typeof invocation === 'string',
    ),
  time: (record) => record.time,
  session: (record) => (record.type === 'run_started' ? textOf(record.run) : undefined),
  open: (log) => new JournalReader(log),
};

class JournalReader extends LogReader {
  private lastSeq = 0;

  read(record: Fields, at: RecordPosition): ReadFate {
    // Output of `import --json`.
    if (record.type === 'import_finished') return 'metadata';
    if (!isOwnEvent(record)) return 'raw';
    const event = record as unknown as RunEvent;
    if (event.seq <= this.lastSeq) return 'duplicate';
    this.lastSeq = event.seq;
    this.log.passOn(event, at);
    return 'used';
  }

  raw(record: Fields, at: RecordPosition): void {
    this.log.passRaw(record, this.lastSeq, at);
  }
}
