import type { ReadFate } from '../log/record.ts';
import { type Finding, findingOf, hasAnswer, hasMessages, sizeOf, textSize } from './finding.ts';
import { DETAILS, type LogEvent } from './log-record.ts';
import type { SharedParts } from './shared-parts.ts';
import type { Span } from './span.ts';
import { type Moment, TimeOrder } from './time-order.ts';
import { type EventGroup, WaitingEvents } from './waiting-events.ts';

/** The finding of a span, and the record of the span with those of its events. Events that arrive later change it. */
export interface Content {
  finding: Finding;
  readonly record: number;
  readonly eventRecords: number[];
}

/** A moment of a span: its start, or its end for a tool or an agent. */
export interface SpanMoment extends Moment {
  readonly span: Identity;
  readonly content: Content;
}

/** A model call without messages that has not been written. */
interface IncompleteCall {
  readonly span: Span;
  readonly moment: SpanMoment;
}

/** A span without its content. */
export type Identity = Omit<Span, 'attributes' | 'events'>;

/**
 * The spans of a session and the events of model calls that are log records, in any order. Emits the finding of each span, in the
 * order of time.
 */
export class SpanInput {
  private readonly shared: SharedParts;
  private readonly order: TimeOrder<SpanMoment>;
  /** The outcome of an event's record that is read after the span, by the keys of the spans. */
  private readonly seen = new Map<string, ReadFate>();
  private readonly waiting = new WaitingEvents((key, group) => this.addWithoutSpan(key, group));
  private readonly incomplete = new Map<string, IncompleteCall>();

  /** @param write receives the moments of the spans */
  constructor(shared: SharedParts, write: (moment: SpanMoment) => void) {
    this.shared = shared;
    this.order = new TimeOrder((moment) => {
      // Later events cannot change what has been written.
      this.incomplete.delete(keyOf(moment.span.trace, moment.span.id));
      write(moment);
    });
  }

  /** Adds a span of a record and returns the outcome of the record. */
  add(span: Span, record: number): ReadFate {
    const key = keyOf(span.trace, span.id);
    if (this.seen.has(key)) return 'duplicate';
    return this.addSpan(key, span, record, this.waiting.take(key));
  }

  /**
   * Adds an event of a model call that is a log record, and returns the outcome of the record. It belongs to the span that it
   * names, before or after it; if there is none, its events are the call.
   */
  addEvent(log: LogEvent, record: number): ReadFate {
    if (log.span === undefined) {
      // One message without its call says nothing about the others.
      if (log.event.name !== DETAILS) return 'raw';
      this.addWithoutSpan(keyOf(log.trace, `event-${record}`), { events: [log], records: [record], size: 0 });
      return 'used';
    }
    const key = keyOf(log.trace, log.span);
    const call = this.incomplete.get(key);
    if (call !== undefined) {
      this.complete(key, call, log, record);
      return 'used';
    }
    const late = this.seen.get(key);
    if (late === undefined) this.waiting.add(key, log, record, textSize(log.event.attributes));
    return late ?? 'used';
  }

  /** Emits everything that is buffered. */
  end(): void {
    this.waiting.flush();
    this.order.flush();
  }

  private addSpan(key: string, original: Span, record: number, group: EventGroup | undefined): ReadFate {
    const whole = group === undefined ? original : withEvents(original, group.events);
    const { finding, size } = this.shared.of(findingOf(whole));
    const { attributes, events, ...span } = whole;
    const { start, end } = span;
    const content: Content = { finding, record, eventRecords: [...(group?.records ?? [])] };
    const isIncomplete = finding.kind === 'model' && !hasMessages(finding);
    const held = isIncomplete ? textSize([attributes, events]) : 0;
    const moment = { span, content, time: start, start, end, size: sizeOf(finding) + size + held };
    if (isIncomplete) this.incomplete.set(key, { span: whole, moment });
    this.order.add(moment);
    if (finding.kind === 'tool' || hasAnswer(finding))
      this.order.add({ span, content, time: end, start, end, size: 0, isEnd: true });
    this.seen.set(key, isIncomplete ? 'raw' : finding.kind === 'model' ? 'duplicate' : 'metadata');
    const isUsed =
      finding.kind === 'model' ||
      finding.kind === 'tool' ||
      (finding.kind === 'agent' && (finding.prompt !== undefined || hasAnswer(finding)));
    return isUsed ? 'used' : 'metadata';
  }

  /** Adds an event to a call. */
  private complete(key: string, { span, moment }: IncompleteCall, log: LogEvent, record: number): void {
    const whole = withEvents(span, [log]);
    const { finding, size } = this.shared.of(findingOf(whole));
    this.order.grow(moment, sizeOf(finding) + size - sizeOf(moment.content.finding));
    moment.content.finding = finding;
    moment.content.eventRecords.push(record);
    // Messages in events of their own can be followed by others.
    if (log.event.name !== DETAILS || finding.kind !== 'model' || !hasMessages(finding)) {
      this.incomplete.set(key, { span: whole, moment });
      return;
    }
    this.incomplete.delete(key);
    this.seen.set(key, 'duplicate');
  }

  /** Adds the events of a span that the session does not have as a model call. */
  private addWithoutSpan(key: string, { events, records }: EventGroup): void {
    const [first, last] = [events[0], events.at(-1)];
    const [record, ...others] = records;
    if (first === undefined || last === undefined || record === undefined) return;
    const details = events.find(({ event }) => event.name === DETAILS)?.event.attributes;
    const span: Span = {
      id: first.span ?? `event-${record}`,
      trace: first.trace,
      parent: undefined,
      name: 'chat',
      start: first.time,
      end: Math.max(first.time, last.time),
      attributes: { 'gen_ai.operation.name': 'chat', ...details },
      events: [],
      failure: undefined,
    };
    this.addSpan(key, span, record, { events, records: others, size: 0 });
  }
}

/** Identifies a span. */
function keyOf(trace: string | undefined, id: string): string {
  return `${trace ?? ''} ${id}`;
}

/** Returns a span with more events. One that describes the whole call is there only once, even if it was exported twice. */
function withEvents(span: Span, logs: readonly LogEvent[]): Span {
  const events = [...span.events];
  for (const { event } of logs)
    if (event.name !== DETAILS || events.every(({ name }) => name !== DETAILS)) events.push(event);
  return { ...span, events };
}
