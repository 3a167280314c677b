/**
 * Traces in OTLP's JSON encoding: one document, or lines as the Collector's file exporter and our own export write them; and
 * the export of VS Code's Agent Debug Logs, which is one document. A line is a record, and so is each span of a document.
 *
 * Skips spans of other operations, metrics, and the totals that spans of agents repeat. Treats a file as one session, even
 * if it has several traces.
 */
import { LogReader, type Sample, type SessionFormat } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../log/values.ts';
import { textAt } from '../spans/attributes.ts';
import { nanosToMs, otlpAttributes, otlpSpan } from '../spans/span.ts';
import { SpanLog } from '../spans/span-log.ts';

const isTrace = ({ resourceSpans }: Fields): boolean => Array.isArray(resourceSpans);
const isOfVsCode = ({ copilotChat }: Fields): boolean => isFields(copilotChat);

export const vscodeOtlp: SessionFormat = {
  ...sharedFields(),
  id: 'vscode-otlp',
  title: 'VS Code (Agent Debug Logs export)',
  client: 'vscode',
  detect: ({ records }: Sample) => records.some((record) => isTrace(record) && isOfVsCode(record)),
};

export const otlp: SessionFormat = {
  ...sharedFields(),
  id: 'otlp',
  title: 'OpenTelemetry (OTLP JSON)',
  detect: ({ records }: Sample) => records.some(isTrace),
};

function sharedFields(): Pick<SessionFormat, 'time' | 'session' | 'split' | 'lists' | 'open'> {
  return {
    time(record) {
      const ms = nanosToMs(fieldsOf(spansOf(record)[0]).startTimeUnixNano);
      return ms === 0 ? undefined : ms;
    },
    session(record) {
      const session = textOf(fieldsOf(record.copilotChat).sessionId);
      if (session !== undefined) return session;
      for (const span of spansOf(record)) {
        const ids = {
          ...otlpAttributes(fieldsOf(record.resource).attributes),
          ...otlpAttributes(fieldsOf(span).attributes),
        };
        const id = textAt(ids, 'gen_ai.conversation.id', 'gcp.vertex.agent.session_id', 'session.id');
        if (id !== undefined) return id;
      }
      return undefined;
    },
    split(document) {
      const { resourceSpans, ...header } = fieldsOf(document);
      return [header, ...spansIn(resourceSpans).map(({ span, resource }) => ({ span, resource }))];
    },
    lists: { resourceSpans: { scopeSpans: { spans: {} }, instrumentationLibrarySpans: { spans: {} } } },
    open: (log) => new OtlpReader(log),
  };
}

class OtlpReader extends LogReader {
  private readonly spans: SpanLog;

  constructor(log: SessionLog) {
    super(log);
    this.spans = new SpanLog(log);
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    if ('resourceLogs' in record || 'resourceMetrics' in record) return 'metadata';
    // The rest of a document without its spans.
    if (!('resourceSpans' in record) && !('span' in record))
      return isOfVsCode(record) || Object.keys(record).length === 0 ? 'metadata' : 'raw';
    const fates = spansOf(record).map((value) => {
      const span = otlpSpan(value);
      return span === undefined ? 'raw' : this.spans.add(span, at.record);
    });
    return (['used', 'raw', 'duplicate'] as const).find((fate) => fates.includes(fate)) ?? 'metadata';
  }

  end(): void {
    this.spans.end();
  }
}

/** Returns the spans of a record: those of a line, or the one that was split from a document. */
function spansOf(record: Fields): readonly unknown[] {
  return 'span' in record ? [record.span] : spansIn(record.resourceSpans).map(({ span }) => span);
}

function spansIn(resourceSpans: unknown): readonly { readonly span: unknown; readonly resource: unknown }[] {
  return listOf(resourceSpans).flatMap((entry) => {
    const { resource, scopeSpans, instrumentationLibrarySpans } = fieldsOf(entry);
    return listOf(scopeSpans ?? instrumentationLibrarySpans).flatMap((scope) =>
      listOf(fieldsOf(scope).spans).map((span) => ({ span, resource })),
    );
  });
}
