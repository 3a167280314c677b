import type { OtlpSpan } from '../otlp/span.ts';
import { SpanBuilder } from '../otlp/span-builder.ts';
import { traceLines } from '../otlp/trace-lines.ts';
import type { ExportSource } from './source.ts';

/** Returns the spans of a run, each when it is complete. */
export function* spansOf({ run, events, requestOf }: ExportSource): Generator<OtlpSpan> {
  const builder = new SpanBuilder({ run, requestOf });
  for (const event of events) yield* builder.add(event);
  yield* builder.finish();
}

/** Returns a run as OTLP in JSON Lines. */
export function* exportOtlp(source: ExportSource): Generator<string> {
  for (const line of traceLines(spansOf(source))) yield `${line}\n`;
}
