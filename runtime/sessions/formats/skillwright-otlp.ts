/**
 * Our own exports as OTLP (`skillwright export --format otlp`), in JSON Lines or as one document: the events from which they
 * were created. Spans of other scopes in the same file are left out.
 */

import { createHash } from 'node:crypto';
import { defined } from '../../../skill/index.ts';
import { GEN_AI, OWN_PREFIX } from '../../otlp/conventions.ts';
import type { AnyEvent } from '../../otlp/event-fields.ts';
import { eventsOfSpan, inOrder, ownSpans } from '../../otlp/restore-events.ts';
import type { JsonObject, RunEvent } from '../../protocol/events.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../../text/values.ts';
import { LogReader, type SessionFormat, type Survey } from '../log/format.ts';
import { isOwnEvent } from '../log/own-event.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import { instructionsText, toolsOf } from '../messages/tools.ts';
import { otlpAttributes } from '../spans/span.ts';

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

/** The events that open and close the span of an agent. */
const AGENT_EVENTS = new Set(['run_started', 'run_resumed', 'run_finished']);

interface FoundEvent {
  readonly event: AnyEvent;
  readonly record: number;
}

interface OrderedEvent {
  readonly event: AnyEvent;
  /** True if later events can come before it in the file. Only these are held in memory. */
  readonly isLate: boolean;
}

/**
 * Decides which events of a file are late, and leaves out those that have been exported twice. A span is written when it ends,
 * or sorted by its start, so the start or the end of a run has another position than its events: both are always late. So are
 * calls of agents, and simultaneous calls.
 */
class EventOrder {
  /** The latest event that is not late. */
  last: AnyEvent | undefined;
  private readonly known = new Set<number | string>();

  /** Returns the events of a record that no earlier record has, in order; undefined if it has none at all. */
  of(record: Fields): readonly OrderedEvent[] | undefined {
    const agents = new Set<AnyEvent>();
    const events = ownSpans(record).flatMap((span) => {
      const own = eventsOfSpan(span)
        .filter((event) => isOwnEvent(event as unknown as Fields))
        .map((event) => (event.type === 'llm_request' ? { ...event, ...sentIn(span) } : event));
      if (own.some(({ type }) => AGENT_EVENTS.has(type))) for (const event of own) agents.add(event);
      return own;
    });
    if (events.length === 0) return undefined;
    return events
      .filter((event) => this.isNew(event))
      .sort(inOrder)
      .map((event) => {
        const isLate = agents.has(event) || (this.last !== undefined && inOrder(event, this.last) < 0);
        if (!isLate) this.last = event;
        return { event, isLate };
      });
  }

  /** Only raw records share their `seq` with other events. */
  private isNew({ seq, type, record }: AnyEvent): boolean {
    const id = type === 'raw_record' ? `${seq} ${hashOf(record)}` : seq;
    if (this.known.has(id)) return false;
    this.known.add(id);
    return true;
  }
}

/** Returns the parts of a model call's request that changed since the call before, as far as its span contains them. */
function sentIn(span: Fields): { readonly sent?: JsonObject } {
  const { [GEN_AI.systemInstructions]: system, [GEN_AI.toolDefinitions]: tools } = otlpAttributes(span.attributes);
  if (system === undefined && tools === undefined) return {};
  return {
    sent: defined({
      system: system === undefined ? undefined : instructionsText(system),
      tools: tools === undefined ? undefined : toolsOf(tools),
    }),
  };
}

/** True for the span of an agent in the call of a tool, whose events are in the spans within it. */
function isSubagent({ attributes }: Fields): boolean {
  const found = otlpAttributes(attributes);
  return found[GEN_AI.operation] === 'invoke_agent' && !Object.keys(found).some((key) => key.startsWith(OWN_PREFIX));
}

function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64');
}

/** The late events of a file. */
class LateEvents implements Survey {
  readonly events: FoundEvent[] = [];
  private readonly order = new EventOrder();

  note(record: Fields, number: number): void {
    for (const { event, isLate } of this.order.of(record) ?? [])
      if (isLate) this.events.push({ event, record: number });
  }
}

/** Passes on the events in the order of the run. */
class OtlpReader extends LogReader {
  private readonly order = new EventOrder();
  /** The first of the late events that have not been passed on is the last of the list. */
  private readonly late: FoundEvent[];

  constructor(log: SessionLog, survey: Survey | undefined) {
    super(log);
    this.late = survey instanceof LateEvents ? survey.events.sort((a, b) => inOrder(b.event, a.event)) : [];
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    if (ownSpans(record).length === 0) return 'metadata';
    const events = this.order.of(record);
    if (events === undefined) return ownSpans(record).every(isSubagent) ? 'metadata' : 'raw';
    for (const { event, isLate } of events) {
      if (isLate) continue;
      this.passLate(event);
      this.log.passOn(event as unknown as RunEvent, at);
    }
    return events.length > 0 ? 'used' : 'duplicate';
  }

  raw(record: Fields, at: RecordPosition): void {
    this.log.passRaw(record, this.order.last?.seq ?? 0, at);
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
