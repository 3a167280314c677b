/** Spans of traces in a common form. */
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../../text/values.ts';

/** An event of a span. */
export interface SpanEvent {
  readonly name: string;
  readonly attributes: Fields;
}

/** A span. Times are epoch milliseconds; 0 if they are missing. */
export interface RecordedSpan {
  readonly id: string;
  readonly trace: string | undefined;
  readonly parent: string | undefined;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Attributes as plain values: texts, numbers, lists and objects. */
  readonly attributes: Fields;
  readonly events: readonly SpanEvent[];
  /** The error, if the span failed. */
  readonly failure: string | undefined;
}

/** Reads a span of OTLP's JSON encoding; undefined if it has no id. */
export function otlpSpan(value: unknown): RecordedSpan | undefined {
  const span = fieldsOf(value);
  const id = textOf(span.spanId);
  if (id === undefined || id === '') return undefined;
  const start = nanosToMs(span.startTimeUnixNano);
  const { code, message } = fieldsOf(span.status);
  return {
    id,
    trace: textOf(span.traceId),
    parent: textOf(span.parentSpanId) || undefined,
    name: textOf(span.name) ?? '',
    start,
    end: Math.max(start, nanosToMs(span.endTimeUnixNano)),
    attributes: otlpAttributes(span.attributes),
    events: listOf(span.events).map((event) => ({
      name: textOf(fieldsOf(event).name) ?? '',
      attributes: otlpAttributes(fieldsOf(event).attributes),
    })),
    failure: code === 2 || code === 'STATUS_CODE_ERROR' ? (textOf(message) ?? '') : undefined,
  };
}

/** Reads OTLP's list of keys and typed values. */
export function otlpAttributes(list: unknown): Fields {
  const pairs = listOf(list).filter(isFields);
  return Object.fromEntries(pairs.map(({ key, value }) => [textOf(key) ?? '', otlpAnyValue(value)]));
}

/** Returns the plain value of OTLP's `AnyValue`. */
export function otlpAnyValue(value: unknown, depth = 0): unknown {
  const any = fieldsOf(value);
  if (depth > 100) return undefined;
  if (typeof any.stringValue === 'string' || typeof any.boolValue === 'boolean')
    return any.stringValue ?? any.boolValue;
  const number = any.intValue ?? any.doubleValue;
  if (number !== undefined) return Number(number);
  if (isFields(any.arrayValue)) return listOf(any.arrayValue.values).map((inner) => otlpAnyValue(inner, depth + 1));
  if (isFields(any.kvlistValue))
    return Object.fromEntries(
      listOf(any.kvlistValue.values).map((pair) => [
        textOf(fieldsOf(pair).key) ?? '',
        otlpAnyValue(fieldsOf(pair).value, depth + 1),
      ]),
    );
  return any.bytesValue;
}

/** Reads a span as ADK's web server and its SQLite exporter return it, with times in nanoseconds. */
export function adkSpan(value: unknown): RecordedSpan | undefined {
  const span = fieldsOf(value);
  const id = idOf(span.span_id);
  if (id === undefined) return undefined;
  const start = nanosToMs(span.start_time ?? span.start_time_unix_nano);
  return {
    id,
    trace: idOf(span.trace_id),
    parent: idOf(span.parent_span_id),
    name: textOf(span.name) ?? '',
    start,
    end: Math.max(start, nanosToMs(span.end_time ?? span.end_time_unix_nano)),
    attributes: fieldsOf(span.attributes),
    events: [],
    failure: span.status_code === 'ERROR' ? (textOf(span.status_description) ?? '') : undefined,
  };
}

/** Reads an id. ADK's are numbers whose last digits are lost in JSON, in a span and its children alike. */
function idOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value) || undefined;
}

/** Converts nanoseconds, as a text or a number, to milliseconds; 0 if they are not a valid time. */
export function nanosToMs(value: unknown): number {
  const text = typeof value === 'string' && /^\d{10,20}$/.test(value) ? value : undefined;
  // The last digits of a text would be lost in a number, and a rounded time could be before that of the parent.
  const ms =
    text !== undefined
      ? Number(text.slice(0, -6)) + Number(text.slice(-6)) / 1e6
      : typeof value === 'number'
        ? value / 1e6
        : 0;
  return Number.isFinite(ms) && ms > 0 && ms < 8.64e15 ? ms : 0;
}
