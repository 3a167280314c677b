/**
 * Our own exports as OTLP in JSON Lines (`skillwright export --format otlp`): the events from which they were created.
 * Spans of other scopes in the same file are left out.
 */
import type { AnyEvent } from '../../otlp/event-fields.ts';
import { eventsOfSpan, inOrder, ownSpans } from '../../otlp/restore-events.ts';
import type { RunEvent } from '../../protocol/events.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import { isOwnEvent } from '../log/own-event.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import { type Fields, textOf } from '../log/values.ts';

export const skillwrightOtlp: SessionFormat = {
  id: 'skillwright-otlp',
  title: 'Skillwright',
  keepsIds: true,
  detect: ({ records }) => records.some((record) => ownSpans(record).length > 0),
  time: (record) => ownSpans(record).flatMap(eventsOfSpan)[0]?.time,
  session: (record) => {
    const started = ownSpans(record)
      .flatMap(eventsOfSpan)
      .find(({ type }) => type === 'run_started');
    return textOf(started?.run);
  },
  split: (document) => [document],
  open: (log) => new OtlpReader(log),
};

/** Collects the events of all spans, because a span is written when it ends. */
class OtlpReader extends LogReader {
  private readonly events: { readonly event: AnyEvent; readonly at: RecordPosition }[] = [];
  private readonly known = new Set<string>();

  read(record: Fields, at: RecordPosition): ReadFate {
    const spans = ownSpans(record);
    if (spans.length === 0) return 'metadata';
    const events = spans.flatMap(eventsOfSpan).filter((event) => isOwnEvent(event as unknown as Fields));
    const fresh = events.filter((event) => this.isNew(event));
    for (const event of fresh) this.events.push({ event, at });
    if (events.length === 0) return 'raw';
    return fresh.length > 0 ? 'used' : 'duplicate';
  }

  raw(record: Fields, at: RecordPosition): void {
    this.log.passRaw(record, this.events.at(-1)?.event.seq ?? 0, at);
  }

  end(): void {
    for (const { event, at } of this.events.sort((a, b) => inOrder(a.event, b.event)))
      this.log.passOn(event as unknown as RunEvent, at);
  }

  /** Registers an event; false if it was exported twice. Only raw records share their `seq` with other events. */
  private isNew(event: AnyEvent): boolean {
    const id = `${event.seq} ${event.type === 'raw_record' ? JSON.stringify(event.record) : ''}`;
    if (this.known.has(id)) return false;
    this.known.add(id);
    return true;
  }
}
