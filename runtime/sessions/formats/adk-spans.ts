/**
 * Spans of ADK as its web server returns those of a session (`/debug/trace/session/ID`): a list, or a span per line. Ids are
 * numbers. A model call has two spans, one inside the other.
 *
 * Ignored: spans of merged tool calls and of the agent's own steps.
 */

import { type Fields, fieldsOf, isFields, listOf } from '../../text/values.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import { textAt } from '../spans/attributes.ts';
import { adkSpan } from '../spans/span.ts';
import { SpanLog } from '../spans/span-log.ts';

const isSpan = (value: unknown): boolean =>
  isFields(value) && 'span_id' in value && 'trace_id' in value && 'start_time' in value && isFields(value.attributes);

export const adkSpans: SessionFormat = {
  id: 'adk-spans',
  title: 'ADK (spans)',
  client: 'adk',
  detect: ({ records, document }) => records.some(isSpan) || listOf(document).slice(0, 20).some(isSpan),
  time: (record) => adkSpan(record)?.start || undefined,
  session: ({ attributes }) => textAt(fieldsOf(attributes), 'gcp.vertex.agent.session_id', 'gen_ai.conversation.id'),
  split: (document) => (Array.isArray(document) ? document : [document]),
  lists: {},
  open: (log) => new AdkSpanReader(log),
};

class AdkSpanReader extends LogReader {
  private readonly spans: SpanLog;

  constructor(log: SessionLog) {
    super(log);
    this.spans = new SpanLog(log);
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    const span = adkSpan(record);
    return span === undefined ? 'raw' : this.spans.add(span, at.record);
  }

  end(): void {
    this.spans.end();
  }
}
