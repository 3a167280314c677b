/** Our own journals, `.skillwright/runs/RUN/journal.jsonl`: their events as they are. Nothing is left out. */
import { shapeProblem } from '../../journal/event-shape.ts';
import type { RunEvent } from '../../protocol/events.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import type { At, ReadFate } from '../log/record.ts';
import { type Fields, textOf } from '../log/values.ts';

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

  read(record: Fields, at: At): ReadFate {
    // Output of `import --json`.
    if (record.type === 'import_finished') return 'metadata';
    const { seq, type, time, invocation, agent } = record;
    const texts = [type, time, invocation, agent];
    if (typeof seq !== 'number' || !Number.isInteger(seq) || seq < 1 || texts.some((text) => typeof text !== 'string'))
      return 'raw';
    if (seq <= this.lastSeq) return 'duplicate';
    const event = record as unknown as RunEvent;
    if (shapeProblem(event) !== undefined) return 'raw';
    this.lastSeq = seq;
    this.log.passOn(event, at);
    return 'used';
  }

  raw(record: Fields, at: At): void {
    this.log.passRaw(record, this.lastSeq, at);
  }
}
