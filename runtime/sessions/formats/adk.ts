/**
 * Sessions of ADK as its web server exports them: a document with the events, in camel case or snake case by version, or only
 * the list of the events, as the server returns it for a run. A call may have no id; its result is then the next one of the
 * same tool.
 *
 * Ignored: the state and artifacts that events change, partial events, and the agent of each event, since all agents share
 * one conversation.
 */

import { defined } from '../../../skill/index.ts';
import type { Usage } from '../../protocol/events.ts';
import { countOf, type Fields, fieldsOf, isFields, listOf, textOf } from '../../text/values.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { Compaction } from '../log/session-event.ts';
import { type Message, messageOf } from '../messages/message.ts';

const isEvent = (value: unknown): boolean => {
  const event = fieldsOf(value);
  return typeof event.author === 'string' && typeof (event.invocation_id ?? event.invocationId) === 'string';
};

export const adk: SessionFormat = {
  id: 'adk',
  title: 'ADK (session)',
  client: 'adk',
  detect({ document }) {
    if (Array.isArray(document)) return document.slice(0, 20).some(isEvent);
    if (!isFields(document) || !Array.isArray(document.events)) return false;
    return 'app_name' in document || 'appName' in document || document.events.slice(0, 20).some(isEvent);
  },
  time: (record) => record.timestamp,
  session: (record) => ('author' in record ? undefined : textOf(record.id)),
  split(document) {
    if (Array.isArray(document)) return document;
    const { events, ...header } = fieldsOf(document);
    return [header, ...listOf(events)];
  },
  lists: { events: {} },
  open: (log) => new AdkReader(log),
};

class AdkReader extends LogReader {
  private readonly seen = new Set<string>();
  /** The times of the records so far, in seconds, by their numbers. */
  private readonly times = new Map<number, number>();

  read(record: Fields, at: RecordPosition): ReadFate {
    if (typeof record.timestamp === 'number') this.times.set(at.record, record.timestamp);
    if (at.record === 1 && !('author' in record)) return 'metadata';
    const id = textOf(record.id);
    if (record.partial === true || (id !== undefined && this.seen.has(id))) return 'duplicate';
    if (id !== undefined) this.seen.add(id);
    const { compaction } = fieldsOf(record.actions);
    if (isFields(compaction)) return this.compaction(compaction, at);
    const failure =
      textOf(record.error_message ?? record.errorMessage) ?? textOf(record.error_code ?? record.errorCode);
    if (!isFields(record.content) && failure === undefined) return 'actions' in record ? 'metadata' : 'raw';
    const message = messageOf(fieldsOf(record.content));
    const fates = message.results.map((result) => this.result(result, at));
    const isFromUser = record.author === 'user' || message.role === 'user';
    if (record.author === 'user' && message.text !== '') {
      this.log.prompt(message.text, at);
      return 'used';
    }
    if (!isFromUser || failure !== undefined) fates.push(this.reply(record, message, failure, at));
    return fates.includes('used') ? 'used' : (fates.find((fate) => fate !== 'metadata') ?? 'metadata');
  }

  /** Reads the summary that replaces the events up to a time. */
  private compaction(compaction: Fields, at: RecordPosition): ReadFate {
    const end = compaction.end_timestamp ?? compaction.endTimestamp;
    const { text } = messageOf(fieldsOf(compaction.compacted_content ?? compaction.compactedContent));
    const [keptFrom] =
      [...this.times].find(([record, time]) => record < at.record && typeof end === 'number' && time > end) ?? [];
    this.log.note('The conversation was compacted.', at, defined<Compaction>({ summary: text, keptFrom }));
    return 'used';
  }

  private reply(
    record: Fields,
    { text, reasoning, calls }: Message,
    error: string | undefined,
    at: RecordPosition,
  ): ReadFate {
    const usage = usageOf(fieldsOf(record.usage_metadata ?? record.usageMetadata));
    if (text === '' && reasoning === '' && calls.length === 0 && usage === undefined && error === undefined)
      return 'metadata';
    const key = `event-${at.record}`;
    const model = textOf(record.model_version ?? record.modelVersion);
    this.log.main.add(
      defined({
        key,
        text,
        reasoning,
        usage,
        model: model === undefined ? undefined : `google/${model}`,
        error,
      }),
      at,
    );
    calls.forEach(({ id = `${key}-${this.log.openCalls.length}`, tool, args }) => {
      this.log.main.add({ key, call: { id, tool, args } }, at);
    });
    return 'used';
  }

  private result({ id, tool, value }: Message['results'][number], at: RecordPosition): ReadFate {
    const call = id ?? this.log.openCalls.find((open) => open.tool === tool)?.id;
    const fields = fieldsOf(value);
    const isError = typeof fields.error === 'string' || fields.status === 'error';
    return this.log.result(call, defined({ value, isError: isError || undefined }), at) ?? 'raw';
  }
}

/** Converts usage, whose output excludes reasoning, to ours, which includes it. */
function usageOf(usage: Fields): Usage | undefined {
  const input = countOf(usage.prompt_token_count ?? usage.promptTokenCount);
  const output = countOf(usage.candidates_token_count ?? usage.candidatesTokenCount);
  if (input === undefined && output === undefined) return undefined;
  const thoughts = countOf(usage.thoughts_token_count ?? usage.thoughtsTokenCount);
  const cached = countOf(usage.cached_content_token_count ?? usage.cachedContentTokenCount);
  const tools = countOf(usage.tool_use_prompt_token_count ?? usage.toolUsePromptTokenCount) ?? 0;
  return defined({
    inputTokens: (input ?? 0) + tools,
    outputTokens: (output ?? 0) + (thoughts ?? 0),
    cacheReadTokens: cached,
    reasoningTokens: thoughts,
  });
}
