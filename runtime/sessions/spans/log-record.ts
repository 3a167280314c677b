/** Events of model calls that are log records: instrumentations can keep messages out of spans. */
import { hash } from 'node:crypto';
import { type Fields, fieldsOf, isFields, parseJsonOrText, textOf } from '../../text/values.ts';
import { textAt } from './attributes.ts';
import { nanosToMs, otlpAnyValue, otlpAttributes, type SpanEvent } from './span.ts';

/** An event of a model call. */
export interface LogEvent {
  /** The span in which it occurred; undefined if the record has none. */
  readonly span: string | undefined;
  readonly trace: string | undefined;
  /** Epoch milliseconds; 0 if it is missing. */
  readonly time: number;
  readonly event: SpanEvent;
  /** The same for a record that was exported twice. */
  readonly identity: string;
}

const DETAILS = 'gen_ai.client.inference.operation.details';
const OUTPUT = /^gen_ai\.(?:choice|content\.completion)$/;
/** Besides `DETAILS`: an event for each message, as of the conventions until 1.36 and until 1.27. */
const MESSAGE = /^gen_ai\.(?:(?:system|user|assistant|tool)\.message|content\.prompt)$/;

/** True for the event that describes a whole call. */
export function isDetails({ event }: LogEvent): boolean {
  return event.name === DETAILS;
}

/** True for a message of the model. */
export function isOutput({ name }: SpanEvent): boolean {
  return OUTPUT.test(name);
}

/** True for a message to the model. */
export function isInput({ name }: SpanEvent): boolean {
  return MESSAGE.test(name);
}

/** Reads a log record of OTLP's JSON encoding; undefined if it is not an event of a model call. */
export function otlpLogEvent(value: unknown): LogEvent | undefined {
  const record = fieldsOf(value);
  const attributes = otlpAttributes(record.attributes);
  const name = textOf(record.eventName) || textAt(attributes, 'event.name');
  if (name === undefined || !(name === DETAILS || OUTPUT.test(name) || MESSAGE.test(name))) return undefined;
  const span = textOf(record.spanId) ?? '';
  const trace = textOf(record.traceId);
  const time = nanosToMs(record.timeUnixNano) || nanosToMs(record.observedTimeUnixNano);
  const event = { name, attributes: { ...attributes, ...bodyFields(record.body) } };
  return {
    // An id of only zeros is invalid.
    span: /^0*$/.test(span) ? undefined : span,
    trace,
    time,
    event,
    identity: hash('sha256', JSON.stringify([trace, span, time, event]), 'base64'),
  };
}

/** Returns the fields of a body. Some writers encode it as JSON text. */
function bodyFields(body: unknown): Fields {
  const value = otlpAnyValue(body);
  const parsed = typeof value === 'string' ? parseJsonOrText(value) : value;
  if (isFields(parsed)) return parsed;
  return typeof value === 'string' && value !== '' ? { content: value } : {};
}
