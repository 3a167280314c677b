/**
 * Our own exports as OTLP (`skillwright export --format otlp`), in JSON Lines or as one document: the events from which they
 * were created. Spans of other scopes in the same file are left out.
 */

import { createHash } from 'node:crypto';
import type { AnyEvent } from '../../otlp/event-fields.ts';
import { eventsOfSpan, inOrder, ownSpans } from '../../otlp/restore-events.ts';
import type { RunEvent } from '../../protocol/events.ts';
import { LogReader, type SessionFormat, type Survey } from '../log/format.ts';
import { isOwnEvent } from '../log/own-event.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../log/values.ts';

export const skillwrightOtlp: SessionFormat = {
  id: 'skillwright-otlp',
  title: 'Skillwright (OTLP export)',
  keepsIds: true,
  detect: ({ records }) => records.some((record) => ownSpans(record).length > 0),
  time: (record) => ownSpans(record).flatMap(eventsOfSpan)[0]?.time,
  session: (record) => {
    const started = ownSpans(record)
      .flatMap(eventsOfSpan)
      .find(({ type }) => type === 'run_started');
    return textOf(started?.run);
  },
  split(document) {
    const { resourceSpans, ...header } = fieldsOf(document);
    return [header, ...listOf(resourceSpans).flatMap(spansIn)];
  },
  lists: { resourceSpans: { scopeSpans: { spans: {} } } },
  survey: () => new LateEvents(),
  open: (log, survey) => new OtlpReader(log, survey),
};

/** Returns the spans of an element of `resourceSpans`, each in a document of its own. */
function spansIn(entry: unknown): readonly Fields[] {
  const { scopeSpans, ...resource } = fieldsOf(entry);
  return listOf(scopeSpans).flatMap((one) => {
    const { spans, ...scope } = fieldsOf(one);
    return listOf(spans).map((span) => ({
      resourceSpans: [{ ...resource, scopeSpans: [{ ...scope, spans: [span] }] }],
    }));
  });
}

interface FoundEvent {
  readonly event: AnyEvent;
  readonly record: number;
}

/** The events of a file, each once: it can have been exported twice. */
class NewEvents {
  private readonly known = new Set<string>();

  /** Returns the events of a record that no earlier record has, in order; undefined if it has none at all. */
  of(record: Fields): readonly AnyEvent[] | undefined {
    const events = ownSpans(record)
      .flatMap(eventsOfSpan)
      .filter((event) => isOwnEvent(event as unknown as Fields));
    return events.length === 0 ? undefined : events.filter((event) => this.isNew(event)).sort(inOrder);
  }

  /** Only raw records share their `seq` with other events. */
  private isNew({ seq, type, record }: AnyEvent): boolean {
    const id = type === 'raw_record' ? `${seq} ${hashOf(record)}` : String(seq);
    if (this.known.has(id)) return false;
    this.known.add(id);
    return true;
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64');
}

/**
 * The events that are written after later ones, because a span is written when it ends: the start of a run, calls of agents
 * and simultaneous calls. Only these are held in memory.
 */
class LateEvents implements Survey {
  readonly events: FoundEvent[] = [];
  private readonly fresh = new NewEvents();
  private last: AnyEvent | undefined;

  note(record: Fields, number: number): void {
    for (const event of this.fresh.of(record) ?? []) {
      if (this.last !== undefined && inOrder(event, this.last) < 0) this.events.push({ event, record: number });
      else this.last = event;
    }
  }
}

/** Passes on the events in the order of the run. */
class OtlpReader extends LogReader {
  private readonly fresh = new NewEvents();
  /** The first of the late events that have not been passed on is the last of the list. */
  private readonly late: FoundEvent[];
  private last: AnyEvent | undefined;

  constructor(log: SessionLog, survey: Survey | undefined) {
    super(log);
    this.late = survey instanceof LateEvents ? survey.events.sort((a, b) => inOrder(b.event, a.event)) : [];
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    if (ownSpans(record).length === 0) return 'metadata';
    const fresh = this.fresh.of(record);
    if (fresh === undefined) return 'raw';
    for (const event of fresh) {
      // A late one, as in the survey.
      if (this.last !== undefined && inOrder(event, this.last) < 0) continue;
      this.passLate(event);
      this.last = event;
      this.log.passOn(event as unknown as RunEvent, at);
    }
    return fresh.length > 0 ? 'used' : 'duplicate';
  }

  raw(record: Fields, at: RecordPosition): void {
    this.log.passRaw(record, this.last?.seq ?? 0, at);
  }

  end(): void {
    this.passLate();
  }

  /** Passes on the late events before an event, or all. */
  private passLate(before?: AnyEvent): void {
    for (let next = this.late.at(-1); next !== undefined; next = this.late.at(-1)) {
      if (before !== undefined && inOrder(next.event, before) >= 0) return;
      this.late.pop();
      this.log.passOn(next.event as unknown as RunEvent, { record: next.record, time: next.event.time });
    }
  }
}
