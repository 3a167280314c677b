/** OTLP in JSON Lines: one `TracesData` per line, as OpenTelemetry's file exporter writes it. */
import { jsonLine } from '../journal/json-line.ts';
import { attribute } from './attributes.ts';
import { SCOPE } from './conventions.ts';
import type { OtlpSpan } from './span.ts';

/** Maximum number of characters of a line, unless one span is longer: readers hold a line in memory. */
const MAX_LINE = 1_000_000;

/** Returns the `TracesData` of some spans, which is also the body of a request to `/v1/traces`. */
export function tracesData(spans: readonly OtlpSpan[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attribute('service.name', SCOPE) },
        scopeSpans: [{ scope: { name: SCOPE }, spans }],
      },
    ],
  };
}

// Each span is serialized once, into an envelope without spans.
const [BEFORE = '', AFTER = ''] = jsonLine(tracesData([])).split('"spans":[]');

/** Returns the JSON of a `TracesData` from the JSON of its spans. */
export function envelope(spans: readonly string[]): string {
  return `${BEFORE}"spans":[${spans.join(',')}]${AFTER}`;
}

/** Returns spans as lines. */
export function* traceLines(spans: Iterable<OtlpSpan>): Generator<string> {
  let batch: string[] = [];
  let length = 0;
  for (const span of spans) {
    const text = jsonLine(span);
    if (batch.length > 0 && length + text.length > MAX_LINE) {
      yield envelope(batch);
      batch = [];
      length = 0;
    }
    batch.push(text);
    length += text.length;
  }
  if (batch.length > 0) yield envelope(batch);
}
