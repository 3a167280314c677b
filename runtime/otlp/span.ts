/** Spans of OTLP in its JSON encoding (opentelemetry-proto, `trace.proto`). */
import { createHash } from 'node:crypto';
import type { Attribute } from './attributes.ts';

/** A moment within a span. */
export interface SpanEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

export const SPAN_KIND = { internal: 1, client: 3 } as const;
export const STATUS_ERROR = 2;

export interface OtlpSpan {
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  /** Nanoseconds since 1970. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly SpanEvent[];
  readonly status: { readonly code?: number; readonly message?: string };
}

/** Returns the id of a run's trace: the same in every export. */
export function traceIdOf(run: string): string {
  return hash(run, 32);
}

/** Returns the id of the span that the event with this `seq` opens. */
export function spanIdOf(run: string, seq: number): string {
  return hash(`${run}#${seq}`, 16);
}

/** Returns the id of the span of an agent that runs in the call of a tool, which the event with this `seq` opens. */
export function subagentSpanIdOf(run: string, seq: number, agent: string): string {
  return hash(`${run}#${seq}#${agent}`, 16);
}

// An id of only zeros is invalid, but a hash of only zeros is too improbable to handle.
function hash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** Converts an ISO 8601 time to nanoseconds since 1970; undefined if it is invalid. */
export function nanoseconds(time: string): string | undefined {
  const ms = Date.parse(time);
  return Number.isFinite(ms) && ms >= 0 ? `${BigInt(ms) * 1_000_000n}` : undefined;
}

/** Converts nanoseconds since 1970 to ISO 8601 with milliseconds; undefined if they are invalid. */
export function isoTime(nano: unknown): string | undefined {
  if (typeof nano !== 'string' || !/^\d{1,20}$/.test(nano)) return undefined;
  const ms = Number(BigInt(nano) / 1_000_000n);
  return ms <= 8_640_000_000_000_000 ? new Date(ms).toISOString() : undefined;
}
