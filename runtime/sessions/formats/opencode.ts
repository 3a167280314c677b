/**
 * Sessions of opencode: the document that `opencode export` prints, and the lines of `opencode run --format json`. A call and
 * its result are one part. In an export each message and each part is a record.
 *
 * Ignored: snapshots and patches of files, the data of attached files, and sessions of sub-agents, which are separate.
 */

import { defined } from '../../../skill/index.ts';
import type { Usage } from '../../protocol/events.ts';
import { countOf, type Fields, fieldsOf, isFields, jsonOf, listOf, textOf, timeOf } from '../../text/values.ts';
import type { CallOutcome } from '../log/calls.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { Compaction } from '../log/session-event.ts';

const isSession = (id: unknown): boolean => typeof id === 'string' && id.startsWith('ses_');
const METADATA = /^(?:step-start|snapshot|patch|agent|subtask|file)$/;

export const opencode: SessionFormat = {
  id: 'opencode',
  title: 'opencode (export)',
  client: 'opencode',
  detect: ({ document }) =>
    isFields(document) && Array.isArray(document.messages) && isSession(fieldsOf(document.info).id),
  time: ({ info, part, message }) => {
    const own = fieldsOf(fieldsOf(part).time).start ?? fieldsOf(fieldsOf(fieldsOf(part).state).time).start;
    return own ?? fieldsOf(fieldsOf(message ?? info).time).created;
  },
  session: ({ info }) => textOf(fieldsOf(info).id),
  split(document) {
    const { messages, ...header } = fieldsOf(document);
    return [header, ...listOf(messages).flatMap(splitMessage)];
  },
  lists: { messages: {} },
  open: (log) => new OpencodeReader(log),
};

export const opencodeRun: SessionFormat = {
  id: 'opencode-run-json',
  title: 'opencode (run --format json)',
  client: 'opencode',
  detect: ({ records }) =>
    records.some(({ sessionID, part, type }) => isSession(sessionID) && (isFields(part) || type === 'error')),
  time: ({ timestamp }) => timestamp,
  session: ({ sessionID }) => textOf(sessionID),
  open: (log) => new OpencodeReader(log),
};

/** Returns a message and its parts as records: `{message}`, then `{part, message}` for each part. */
function splitMessage(entry: unknown): readonly unknown[] {
  const { info, parts } = fieldsOf(entry);
  if (!isFields(info)) return [entry];
  const hasUsage = listOf(parts).some((part) => fieldsOf(part).type === 'step-finish');
  return [
    { message: info, hasUsage },
    ...listOf(parts).map((part) => (isFields(part) ? { message: info, part } : part)),
  ];
}

/** Reads messages and parts of opencode. */
export class OpencodeReader extends LogReader {
  private steps = 0;
  /** Numbers of the first records of messages by their ids. */
  private readonly messages = new Map<string, number>();

  read(record: Fields, at: RecordPosition): ReadFate {
    const id = textOf(fieldsOf(record.message).id);
    if (id !== undefined && !this.messages.has(id)) this.messages.set(id, at.record);
    if (isFields(record.part)) return this.part(record.part, fieldsOf(record.message), at);
    if (isFields(record.message)) return this.message(record.message, record.hasUsage === true, at);
    if (isFields(record.info)) return this.header(record.info);
    if (record.type !== 'error') return 'raw';
    this.log.note(
      textOf(fieldsOf(fieldsOf(record.error).data).message) ??
        textOf(fieldsOf(record.error).name) ??
        'An error occurred.',
      at,
    );
    return 'used';
  }

  private header(info: Fields): ReadFate {
    const directory = textOf(info.directory);
    if (directory !== undefined) this.log.skills.setDirectory(directory);
    this.log.reported = usageOf(info.tokens, info.cost);
    return 'metadata';
  }

  private message(info: Fields, hasUsage: boolean, at: RecordPosition): ReadFate {
    if (info.role !== 'assistant') return 'metadata';
    const directory = textOf(fieldsOf(info.path).cwd);
    if (directory !== undefined) this.log.skills.setDirectory(directory);
    const usage = hasUsage ? undefined : usageOf(info.tokens, info.cost);
    const model = textOf(info.modelID);
    const error = textOf(fieldsOf(fieldsOf(info.error).data).message) ?? textOf(fieldsOf(info.error).name);
    this.log.main.add(
      defined({
        key: this.key(textOf(info.id)),
        model: model === undefined ? undefined : `${textOf(info.providerID) ?? 'unknown'}/${model}`,
        usage,
        error,
      }),
      at,
    );
    return 'used';
  }

  private part(part: Fields, info: Fields, at: RecordPosition): ReadFate {
    const key = this.key(textOf(part.messageID) ?? textOf(info.id));
    switch (part.type) {
      case 'text':
        if (info.role === 'user') {
          if (part.synthetic === true || part.ignored === true) return 'metadata';
          this.log.prompt(textOf(part.text) ?? '', at);
        } else this.log.main.add({ key, text: textOf(part.text) ?? '' }, at);
        return 'used';
      case 'reasoning':
        this.log.main.add({ key, reasoning: textOf(part.text) ?? '' }, at);
        return 'used';
      case 'tool':
        return this.tool(part, key, at);
      case 'step-finish': {
        const usage = usageOf(part.tokens, part.cost);
        this.log.main.add(defined({ key, usage }), at);
        this.steps++;
        return 'used';
      }
      case 'compaction':
        // Its summary is the reply that follows.
        this.log.note(
          'The conversation was compacted.',
          at,
          defined<Compaction>({ summary: '', keptFrom: this.messages.get(textOf(part.tail_start_id) ?? '') }),
        );
        return 'used';
      case 'retry':
        this.log.note(
          textOf(fieldsOf(fieldsOf(part.error).data).message) ?? 'The model was called again after an error.',
          at,
        );
        return 'used';
      default:
        return METADATA.test(textOf(part.type) ?? '') ? 'metadata' : 'raw';
    }
  }

  private tool(part: Fields, key: string, at: RecordPosition): ReadFate {
    const id = textOf(part.callID) ?? textOf(part.id) ?? `part-${at.record}`;
    const { status, input, output, error, time, metadata } = fieldsOf(part.state);
    const tool = textOf(part.tool) ?? 'unknown';
    this.log.main.add({ key, call: { id, tool, args: jsonOf(input ?? {}) } }, at);
    if (status !== 'completed' && status !== 'error') return 'used';
    const { start, end } = fieldsOf(time);
    const duration = typeof start === 'number' && typeof end === 'number' ? Math.max(0, end - start) : undefined;
    const isError = status === 'error';
    const { name, dir, exit } = fieldsOf(metadata);
    const skill =
      tool === 'skill' && typeof name === 'string'
        ? defined<NonNullable<CallOutcome['skill']>>({ name, folder: textOf(dir) })
        : undefined;
    const isFailed = isError || (typeof exit === 'number' && exit !== 0);
    const outcome: CallOutcome = defined({
      value: jsonOf(isError ? (error ?? output ?? '') : (output ?? '')),
      isError: isFailed || undefined,
      exitCode: typeof exit === 'number' ? exit : undefined,
      durationMs: duration,
      skill,
    });
    this.log.result(id, outcome, { ...at, time: timeOf(end) ?? at.time });
    return 'used';
  }

  /** Returns the key of the current model call: a message can have several. */
  private key(message: string | undefined): string {
    return `${message ?? ''} ${this.steps}`;
  }
}

/** Converts usage, whose tokens exclude those of the cache and of reasoning, to ours, which includes them. */
function usageOf(value: unknown, cost: unknown): Usage | undefined {
  const tokens = fieldsOf(value);
  const input = countOf(tokens.input);
  const output = countOf(tokens.output);
  if (input === undefined && output === undefined) return undefined;
  const cache = fieldsOf(tokens.cache);
  const read = countOf(cache.read) ?? 0;
  const written = countOf(cache.write) ?? 0;
  const reasoning = countOf(tokens.reasoning) ?? 0;
  const costUsd = countOf(cost);
  return defined({
    inputTokens: (input ?? 0) + read + written,
    outputTokens: (output ?? 0) + reasoning,
    cacheReadTokens: read,
    cacheWriteTokens: written,
    reasoningTokens: reasoning,
    costUsd: costUsd === undefined || costUsd === 0 ? undefined : costUsd,
    costSource: costUsd === undefined || costUsd === 0 ? undefined : 'reported',
  });
}
