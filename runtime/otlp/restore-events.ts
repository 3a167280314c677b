/** Restores the events of a run from spans that we exported. Everything is untrusted: anything else is ignored. */
import type { Json } from '../protocol/events.ts';
import { restoreCarried } from './carried-fields.ts';
import { SCOPE } from './conventions.ts';
import { type AnyEvent, type EventFields, readAttributes, readFields } from './event-fields.ts';
import { isoTime } from './span.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the spans of our scope in a `TracesData`. */
export function ownSpans(data: unknown): readonly Fields[] {
  return list(fields(data).resourceSpans)
    .flatMap((resource) => list(fields(resource).scopeSpans))
    .filter((one) => fields(fields(one).scope).name === SCOPE)
    .flatMap((one) => list(fields(one).spans))
    .map(fields);
}

/** Returns the events of a span, in no particular order. */
export function eventsOfSpan(span: Fields): readonly AnyEvent[] {
  const attributes = new Map<string, Json>(readAttributes(span.attributes).map(({ key, value }) => [key, value]));
  const own = [...readFields(span.attributes)].flatMap(([type, found]) => {
    // The number of messages that an attribute of the span leaves out.
    if (type === 'omitted') return [];
    restoreCarried(type, attributes, found);
    const isClosing = type === 'llm_response' || type === 'tool_result' || type === 'run_finished';
    return complete(found, isClosing ? span.endTimeUnixNano : span.startTimeUnixNano);
  });
  const inner = list(span.events).flatMap((one) => {
    const { attributes, timeUnixNano } = fields(one);
    return [...readFields(attributes).values()].flatMap((found) => complete(found, timeUnixNano));
  });
  return [...own, ...inner];
}

/** Returns the events of spans in the order of the run. */
export function eventsOfSpans(spans: readonly Fields[]): readonly AnyEvent[] {
  return spans.flatMap(eventsOfSpan).sort(inOrder);
}

/**
 * Compares events by their order in the run. Records of a session have no `seq` of their own and follow the event
 * before.
 */
export function inOrder(a: AnyEvent, b: AnyEvent): number {
  return a.seq - b.seq || Number(a.type === 'raw_record') - Number(b.type === 'raw_record');
}

function complete(found: EventFields, nano: unknown): readonly AnyEvent[] {
  const time = found.time ?? isoTime(nano);
  const { seq, type, invocation, agent } = found;
  const isEvent =
    typeof seq === 'number' && [time, type, invocation, agent].every((value) => typeof value === 'string');
  return isEvent ? [{ ...found, time } as unknown as AnyEvent] : [];
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
