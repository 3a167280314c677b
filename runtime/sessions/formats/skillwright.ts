/** Our own journals, `.skillwright/runs/RUN/journal.jsonl`: their events as they are. Nothing is left out. */
import { shapeProblem } from '../../journal/event-shape.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { SessionFormat, SessionReader } from '../log/format.ts';
import type { At, Fate } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
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

class JournalReader implements SessionReader {
  private readonly log: SessionLog;
  private lastSeq = 0;

  constructor(log: SessionLog) {
    this.log = log;
  }

  read(record: Fields, at: At): Exclude<Fate, 'broken'> {
    // Output of `import --json`.
    if (record.type === 'import_finished') return 'metadata';
    const { seq, type, time, invocation, agent } = record;
    const texts = [type, time, invocation, agent];
    if (typeof seq !== 'number' || !Number.isInteger(seq) || seq < 1 || texts.some((text) => typeof text !== 'string'))
      return this.raw(record, at);
    if (seq <= this.lastSeq) return 'duplicate';
    const event = record as unknown as RunEvent;
    if (shapeProblem(event) !== undefined) return this.raw(record, at);
    this.lastSeq = seq;
    this.log.passOn(event, at);
    return 'used';
  }

  private raw(record: Fields, at: At): 'raw' {
    this.log.passRaw(record, this.lastSeq, at);
    return 'raw';
  }
}
