/** Events of model calls that are log records: instrumentations can keep messages out of spans. */
import { type Fields, fieldsOf, isFields, parseJsonOrText, textOf } from '../log/values.ts';
import { textAt } from './attributes.ts';
import { nanosToMs, otlpAnyValue, otlpAttributes, type SpanEvent } from './span.ts';

/** An event of a model call. */
export interface LogEvent {
  /** The span of the call; undefined if the record has none. */
  readonly span: string | undefined;
  readonly trace: string | undefined;
  /** Epoch milliseconds; 0 if it is missing. */
  readonly time: number;
  readonly event: SpanEvent;
}

/** The event that describes a whole call, which may have no span. */
export const DETAILS = 'gen_ai.client.inference.operation.details';

/** The current event, one for each message until 1.36 of the conventions, and those of before 1.28. */
const OF_MODEL_CALL =
  /^gen_ai\.(?:client\.inference\.operation\.details|(?:system|user|assistant|tool)\.message|choice|content\.(?:prompt|completion))$/;

/** Reads a log record of OTLP's JSON encoding; undefined if it is not an event of a model call. */
export function otlpLogEvent(value: unknown): LogEvent | undefined {
  const record = fieldsOf(value);
  const attributes = otlpAttributes(record.attributes);
  const name = textOf(record.eventName) || textAt(attributes, 'event.name');
  if (name === undefined || !OF_MODEL_CALL.test(name)) return undefined;
  return {
    span: textOf(record.spanId) || undefined,
    trace: textOf(record.traceId),
    time: nanosToMs(record.timeUnixNano) || nanosToMs(record.observedTimeUnixNano),
    event: { name, attributes: { ...attributes, ...bodyFields(record.body) } },
  };
}

/** Returns the fields of a body. Some writers encode it as JSON text. */
function bodyFields(body: unknown): Fields {
  const value = otlpAnyValue(body);
  const parsed = typeof value === 'string' ? parseJsonOrText(value) : value;
  if (isFields(parsed)) return parsed;
  return typeof value === 'string' && value !== '' ? { content: value } : {};
}
