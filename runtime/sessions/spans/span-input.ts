import { LRUCache } from 'lru-cache';
import type { ReadFate } from '../log/record.ts';
import { textAt } from './attributes.ts';
import { type Finding, findingOf, hasAnswer, hasMessages, sizeOf, textSize } from './finding.ts';
import { isDetails, isInput, isOutput, type LogEvent } from './log-record.ts';
import type { SharedParts } from './shared-parts.ts';
import type { RecordedSpan } from './span.ts';
import { type Moment, TimeOrder } from './time-order.ts';
import { eventSize, type RecordedEvent, WaitingEvents } from './waiting-events.ts';

/** The finding of a span, and the record of the span with those of its events. */
export interface Content {
  finding: Finding;
  readonly record: number;
  readonly eventRecords: number[];
}

/** Maximum number of events that are recognized if they are repeated. */
const MAX_KNOWN = 50_000;

/** A span without its content. */
export type Identity = Omit<RecordedSpan, 'attributes' | 'events'>;

/** A moment of a span: its start, or its end for a tool or an agent. */
export interface SpanMoment extends Moment {
  span: Identity;
  readonly content: Content;
  /** True if a span inside it is a model call, or says what an agent used: sums are not added to their parts. */
  hasInner?: boolean;
}

/** A model call that has not been written and may have messages in log records. */
interface OpenCall {
  span: RecordedSpan;
  readonly moment: SpanMoment;
  /** At most one of them describes the whole call. */
  readonly events: RecordedEvent[];
}

/**
 * The state of a span: `open` for a model call that events can complete, or `closed` if it has been written; `complete` for one
 * with messages of its own; `other` for one that is not a model call; `early` if its events became a call before it was read.
 */
type State = 'open' | 'closed' | 'complete' | 'other' | 'early';

/**
 * The spans of a session and the events of model calls that are log records, in any order. Emits the finding of each span, in the
 * order of time.
 */
export class SpanInput {
  private readonly shared: SharedParts;
  private readonly order: TimeOrder<SpanMoment>;
  private readonly states = new Map<string, State>();
  /** The keys of the spans around others. */
  private readonly parents = new Map<string, string>();
  /** The most tokens in of a model call inside a span, by the keys of the spans with one. */
  private readonly innerTokens = new Map<string, number>();
  private readonly waiting = new WaitingEvents((key, events) => this.addEarly(key, events));
  private readonly calls = new Map<string, OpenCall>();
  /** The latest events by their identities: an exporter repeats what it sent shortly before. */
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN });
  private ownCalls = 0;

  /** @param write receives the moments of the spans */
  constructor(shared: SharedParts, write: (moment: SpanMoment) => void) {
    this.shared = shared;
    this.order = new TimeOrder((moment) => {
      if (moment.isEnd !== true) this.close(moment);
      moment.hasInner = this.hasInner(moment);
      write(moment);
    });
  }

  /** Adds a span of a record and returns the outcome of the record. */
  add(span: RecordedSpan, record: number): ReadFate {
    const key = keyOf(span.trace, span.id);
    const state = this.states.get(key);
    if (state === 'early' && findingOf(span).kind === 'model') return this.addLate(key, span, record);
    if (state !== undefined && state !== 'early') return 'duplicate';
    const events = this.waiting.take(key);
    const finding = this.addSpan(key, span, record, events);
    if (finding.kind !== 'model') this.addCallsInside(span.id, events);
    const isUsed =
      finding.kind === 'model' ||
      finding.kind === 'tool' ||
      (finding.kind === 'agent' && (finding.prompt !== undefined || hasAnswer(finding)));
    return isUsed ? 'used' : 'metadata';
  }

  /**
   * Adds an event of a model call that is a log record, and returns the outcome of the record. It belongs to the model call in whose
   * span it occurred. In other spans, and without one, the events are a call.
   */
  addEvent(log: LogEvent, record: number): ReadFate {
    if (this.known.has(log.identity)) return 'duplicate';
    const event = { ...log, record };
    // One message without its call says nothing about the others.
    if (log.span === undefined && !isDetails(log)) return 'raw';
    this.known.set(log.identity, true);
    if (log.span === undefined) {
      this.addCall([event], undefined);
      return 'used';
    }
    const key = keyOf(log.trace, log.span);
    const state = this.states.get(key);
    if (state === undefined || state === 'other') this.waiting.add(key, event);
    else return this.addTo(key, event);
    return 'used';
  }

  /** Emits everything that is buffered. */
  end(): void {
    this.waiting.flush();
    this.order.flush();
  }

  /** Adds an event to the model call whose span it names. */
  private addTo(key: string, event: RecordedEvent): ReadFate {
    const call = this.calls.get(key);
    if (call === undefined) return this.states.get(key) === 'complete' ? 'duplicate' : 'raw';
    // Another call in the same span.
    if (isDetails(event) && call.events.some(isDetails)) {
      this.addCall([event], event.span);
      return 'used';
    }
    call.events.push(event);
    call.moment.content.eventRecords.push(event.record);
    this.order.grow(call.moment, eventSize(event));
    return 'used';
  }

  /** Adds the events of a span that has not been read so far. */
  private addEarly(key: string, events: readonly RecordedEvent[]): void {
    const [first] = events;
    if (first === undefined) return;
    if (this.states.get(key) === 'other') {
      this.addCallsInside(first.span, events);
      return;
    }
    this.addSpan(key, spanOfEvents(first.span ?? '', events, undefined), first.record, events);
    this.states.set(key, this.calls.has(key) ? 'early' : 'closed');
  }

  /** Adds a span whose events became a call before it was read. */
  private addLate(key: string, span: RecordedSpan, record: number): ReadFate {
    const call = this.calls.get(key);
    this.states.set(key, call === undefined ? 'closed' : 'open');
    if (call === undefined) return 'raw';
    const { attributes: _, events: __, ...identity } = span;
    call.span = span;
    call.moment.span = identity;
    call.moment.content.eventRecords.push(record);
    return 'used';
  }

  /** Adds the events of a span that is not a model call: each that describes a whole call is one, and so are all messages together. */
  private addCallsInside(span: string | undefined, events: readonly RecordedEvent[]): void {
    const messages = events.filter((event) => !isDetails(event));
    for (const event of events) if (isDetails(event)) this.addCall([event], span);
    if (messages.length > 0) this.addCall(messages, span);
  }

  /** Adds a model call that has no span. */
  private addCall(events: readonly RecordedEvent[], parent: string | undefined): void {
    const [first, ...others] = events;
    if (first === undefined) return;
    const id = `event-${++this.ownCalls}`;
    this.addSpan(keyOf(first.trace, id), completed(spanOfEvents(id, events, parent), events), first.record, others);
  }

  /** @param logs the events of a model call that have been read before */
  private addSpan(key: string, whole: RecordedSpan, record: number, logs: readonly RecordedEvent[]): Finding {
    const { finding, size } = this.shared.of(findingOf(whole));
    const { attributes, events, ...span } = whole;
    const { start, end } = span;
    const isModel = finding.kind === 'model';
    const isOpen = isModel && !hasMessages(finding);
    const details = logs.find(isDetails);
    const own = isModel ? logs.filter((event) => !isDetails(event) || event === details) : [];
    const content: Content = { finding, record, eventRecords: own.map((event) => event.record) };
    const held = isOpen ? textSize([attributes, events]) + own.reduce((sum, event) => sum + eventSize(event), 0) : 0;
    const moment = { span, content, time: start, start, end, size: sizeOf(finding) + size + held };
    const isCall = isModel || hasAnswer(finding);
    if (span.parent !== undefined)
      this.addInner(key, keyOf(span.trace, span.parent), isCall ? tokensIn(finding) : undefined);
    this.states.set(key, isOpen ? 'open' : isModel ? 'complete' : 'other');
    if (isOpen) this.calls.set(key, { span: whole, moment, events: [...own] });
    this.order.add(moment);
    if (finding.kind === 'tool' || hasAnswer(finding))
      this.order.add({ span, content, time: end, start, end, size: 0, isEnd: true });
    // Other calls in the same span.
    if (isModel) for (const event of logs) if (!own.includes(event)) this.addCall([event], event.span);
    return finding;
  }

  /** Records that a span is inside another one, and with it the model calls inside: spans come in any order. */
  private addInner(key: string, parent: string, tokens: number | undefined): void {
    this.parents.set(key, parent);
    const inside = Math.max(tokens ?? -1, this.innerTokens.get(key) ?? -1);
    let outer: string | undefined = parent;
    while (outer !== undefined && inside > (this.innerTokens.get(outer) ?? -1)) {
      this.innerTokens.set(outer, inside);
      outer = this.parents.get(outer);
    }
  }

  /** True if a span has a model call inside that it may include: a sum is not smaller than its parts. */
  private hasInner({ span, content: { finding } }: SpanMoment): boolean {
    const inside = this.innerTokens.get(keyOf(span.trace, span.id));
    if (inside === undefined) return false;
    return finding.kind !== 'model' || finding.usage?.inputTokens === undefined || finding.usage.inputTokens >= inside;
  }

  /** Completes the finding of a call that is about to be written. */
  private close({ span, content }: SpanMoment): void {
    const key = keyOf(span.trace, span.id);
    const call = this.calls.get(key);
    if (call === undefined || call.moment.content !== content) return;
    this.calls.delete(key);
    if (this.states.get(key) === 'open') this.states.set(key, 'closed');
    content.finding = this.shared.of(findingOf(completed(call.span, call.events))).finding;
  }
}

/** Returns the tokens in of a model call or an agent; 0 if the span does not state them. */
function tokensIn(finding: Finding): number {
  return (finding.kind === 'model' || finding.kind === 'agent' ? finding.usage?.inputTokens : undefined) ?? 0;
}

/** Identifies a span. */
function keyOf(trace: string | undefined, id: string): string {
  return `${trace ?? ''} ${id}`;
}

/** Returns a span for events without one. */
function spanOfEvents(id: string, events: readonly RecordedEvent[], parent: string | undefined): RecordedSpan {
  const times = events.map(({ time }) => time);
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const attributes = { 'gen_ai.operation.name': 'chat' };
  return {
    id,
    trace: events[0]?.trace,
    parent,
    name: 'chat',
    start,
    end,
    attributes,
    events: [],
    failure: undefined,
  };
}

/**
 * Returns the span of a model call with what log records say of it: the attributes that it does not have itself, and the
 * messages, in the order of time, unless it has those of that direction.
 */
function completed(span: RecordedSpan, logs: readonly LogEvent[]): RecordedSpan {
  const sorted = logs.toSorted((a, b) => a.time - b.time);
  const details = sorted.find(isDetails)?.event.attributes ?? {};
  const [hasInput, hasOutput] = [span.events.some(isInput), span.events.some(isOutput)];
  const messages = sorted
    .map(({ event }) => event)
    .filter((event) => (isInput(event) && !hasInput) || (isOutput(event) && !hasOutput));
  return {
    ...span,
    attributes: { ...details, ...span.attributes },
    events: [...span.events, ...messages],
    failure: span.failure ?? textAt(details, 'error.type'),
  };
}
