/**
 * Traces in OTLP's JSON encoding, and the logs of their model calls: one document, or lines as the Collector's file exporter
 * and our own export write them; and the export of VS Code's Agent Debug Logs, which is one document. A line is a record, and so
 * is each span or log record of a document.
 *
 * Skips spans of other operations, other logs, metrics, and the totals that spans of agents repeat. Treats a file as one
 * session, even if it has several traces.
 */

import { type Fields, fieldsOf, isFields, listOf, textOf } from '../../text/values.ts';
import { LogReader, type Sample, type SessionFormat } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import { textAt } from '../spans/attributes.ts';
import { otlpLogEvent } from '../spans/log-record.ts';
import { nanosToMs, otlpAttributes, otlpSpan } from '../spans/span.ts';
import { SpanLog } from '../spans/span-log.ts';

const isTrace = ({ resourceSpans }: Fields): boolean => Array.isArray(resourceSpans);
const hasModelEvents = (record: Fields): boolean => logsOf(record).some((log) => otlpLogEvent(log) !== undefined);
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
  detect: ({ records }: Sample) => records.some((record) => isTrace(record) || hasModelEvents(record)),
};

function sharedFields(): Pick<SessionFormat, 'time' | 'session' | 'split' | 'lists' | 'open'> {
  return {
    time(record) {
      const log = fieldsOf(logsOf(record)[0]);
      const ms =
        nanosToMs(fieldsOf(spansOf(record)[0]).startTimeUnixNano) ||
        nanosToMs(log.timeUnixNano) ||
        nanosToMs(log.observedTimeUnixNano);
      return ms === 0 ? undefined : ms;
    },
    session(record) {
      const session = textOf(fieldsOf(record.copilotChat).sessionId);
      if (session !== undefined) return session;
      for (const item of [...spansOf(record), ...logsOf(record)]) {
        const ids = {
          ...otlpAttributes(fieldsOf(record.resource).attributes),
          ...otlpAttributes(fieldsOf(item).attributes),
        };
        const id = textAt(ids, 'gen_ai.conversation.id', 'gcp.vertex.agent.session_id', 'session.id');
        if (id !== undefined) return id;
      }
      return undefined;
    },
    split(document) {
      const { resourceSpans, resourceLogs, ...header } = fieldsOf(document);
      return [
        header,
        ...spansIn(resourceSpans).map(({ item, resource }) => ({ span: item, resource })),
        ...logsIn(resourceLogs).map(({ item, resource }) => ({ log: item, resource })),
      ];
    },
    lists: {
      resourceSpans: { scopeSpans: { spans: {} }, instrumentationLibrarySpans: { spans: {} } },
      resourceLogs: { scopeLogs: { logRecords: {} } },
    },
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
    if ('resourceMetrics' in record) return 'metadata';
    const isPart = ['resourceSpans', 'resourceLogs', 'span', 'log'].some((key) => Object.hasOwn(record, key));
    // The rest of a document without its spans and logs.
    if (!isPart) return isOfVsCode(record) || Object.keys(record).length === 0 ? 'metadata' : 'raw';
    const spans = spansOf(record).map((value) => {
      const span = otlpSpan(value);
      return span === undefined ? 'raw' : this.spans.add(span, at.record);
    });
    const logs = logsOf(record).map((value) => {
      const event = otlpLogEvent(value);
      return event === undefined ? 'metadata' : this.spans.addEvent(event, at.record);
    });
    const fates = [...spans, ...logs];
    return (['used', 'raw', 'duplicate'] as const).find((fate) => fates.includes(fate)) ?? 'metadata';
  }

  end(): void {
    this.spans.end();
  }
}

/** Returns the spans of a record: those of a line, or the one that was split from a document. */
function spansOf(record: Fields): readonly unknown[] {
  return 'span' in record ? [record.span] : spansIn(record.resourceSpans).map(({ item }) => item);
}

/** Returns the log records of a record, as `spansOf` does. */
function logsOf(record: Fields): readonly unknown[] {
  return 'log' in record ? [record.log] : logsIn(record.resourceLogs).map(({ item }) => item);
}

/** A span or a log record, with what it belongs to. */
interface Item {
  readonly item: unknown;
  readonly resource: unknown;
}

function spansIn(resourceSpans: unknown): readonly Item[] {
  return listOf(resourceSpans).flatMap((entry) => {
    const { resource, scopeSpans, instrumentationLibrarySpans } = fieldsOf(entry);
    return listOf(scopeSpans ?? instrumentationLibrarySpans).flatMap((scope) =>
      listOf(fieldsOf(scope).spans).map((item) => ({ item, resource })),
    );
  });
}

function logsIn(resourceLogs: unknown): readonly Item[] {
  return listOf(resourceLogs).flatMap((entry) => {
    const { resource, scopeLogs } = fieldsOf(entry);
    return listOf(scopeLogs).flatMap((scope) => listOf(fieldsOf(scope).logRecords).map((item) => ({ item, resource })));
  });
}
