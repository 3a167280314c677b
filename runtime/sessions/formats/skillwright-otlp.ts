/**
 * Our own exports as OTLP in JSON Lines (`skillwright export --format otlp`): the events that they were made of. Spans of
 * other scopes in the same file are left out.
 */
import { shapeProblem } from '../../journal/event-shape.ts';
import type { AnyEvent } from '../../otlp/event-fields.ts';
import { eventsOfSpan, inOrder, ownSpans } from '../../otlp/restore-events.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { SessionFormat, SessionReader } from '../log/format.ts';
import type { At, Fate } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import { type Fields, textOf } from '../log/values.ts';

export const skillwrightOtlp: SessionFormat = {
  id: 'skillwright-otlp',
  title: 'Skillwright',
  keepsIds: true,
  detect: ({ records }) => records.some((record) => ownSpans(record).length > 0),
  time: (record) => ownSpans(record).flatMap(eventsOfSpan)[0]?.time,
  session: (record) => {
    const started = ownSpans(record).flatMap(eventsOfSpan).find(({ type }) => type === 'run_started');
    return textOf(started?.run);
  },
  split: (document) => [document],
  open: (log) => new OtlpReader(log),
};

/** Collects the events of all spans, because a span is written when it ends. */
class OtlpReader implements SessionReader {
  private readonly log: SessionLog;
  private readonly events: { readonly event: AnyEvent; readonly at: At }[] = [];
  private readonly known = new Set<string>();

  constructor(log: SessionLog) {
    this.log = log;
  }

  read(record: Fields, at: At): Exclude<Fate, 'broken'> {
    const spans = ownSpans(record);
    if (spans.length === 0) return 'metadata';
    const events = spans.flatMap(eventsOfSpan);
    const fresh = events.filter((event) => {
      const id = `${event.seq} ${event.type === 'raw_record' ? JSON.stringify(event.record) : ''}`;
      if (this.known.has(id) || isBroken(event)) return false;
      this.known.add(id);
      return true;
    });
    for (const event of fresh) this.events.push({ event, at });
    return fresh.length > 0 || events.every(isBroken) ? this.used(fresh, record, at) : 'duplicate';
  }

  end(): void {
    for (const { event, at } of this.events.sort((a, b) => inOrder(a.event, b.event)))
      this.log.passOn(event as unknown as RunEvent, at);
  }

  /** A record of our scope without a readable event is passed on as it is. */
  private used(events: readonly AnyEvent[], record: Fields, at: At): 'used' | 'raw' {
    if (events.length > 0) return 'used';
    this.log.passRaw(record, this.events.at(-1)?.event.seq ?? 0, at);
    return 'raw';
  }
}

function isBroken(event: AnyEvent): boolean {
  return !Number.isInteger(event.seq) || event.seq < 1 || shapeProblem(event as unknown as RunEvent) !== undefined;
}
