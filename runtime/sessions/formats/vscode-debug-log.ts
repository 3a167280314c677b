/**
 * VS Code's debug logs of agents: `debug-logs/SESSION/main.jsonl`. A line is written when the activity that it
 * describes ends, so lines are sorted by time. A call and its result are one line. Long values are truncated, so
 * arguments may not be valid JSON.
 *
 * Ignored: calls that the model's reply names but that have no line, because they never ran; sub-agents, which have
 * separate files; hooks, and what the client found when it started.
 */

import { defined } from '../../../skill/index.ts';
import type { Usage } from '../../protocol/events.ts';
import { countOf, type Fields, fieldsOf, isFields, parseJsonOrText, textOf } from '../../text/values.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import { namesInDiscovery } from '../log/offered-skills.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import type { ReplyPart } from '../log/track.ts';
import { messagesOf } from '../messages/message.ts';
import { type Moment, TimeOrder } from '../spans/time-order.ts';

const METADATA =
  /^(?:discovery|generic|hook|session_start|session_end|turn_start|turn_end|child_session_ref|subagent)$/;
const USED = /^(?:user_message|llm_request|agent_response|tool_call|error)$/;

export const vscodeDebugLog: SessionFormat = {
  id: 'vscode-debug-log',
  title: "VS Code's debug logs",
  client: 'vscode',
  detect: ({ records }) =>
    records.some((record) => 'ts' in record && 'dur' in record && 'sid' in record && 'spanId' in record),
  time: ({ ts }) => ts,
  session: ({ sid }) => textOf(sid),
  open: (log) => new DebugLogReader(log),
};

/** Approximate length of a line without its longer values, in characters. */
const LINE_SIZE = 1000;

interface Line extends Moment {
  readonly record: Fields;
  readonly at: RecordPosition;
}

class DebugLogReader extends LogReader {
  private readonly order = new TimeOrder<Line>((line) => this.write(line));
  private key = '';

  constructor(log: SessionLog) {
    super(log);
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    const type = textOf(record.type) ?? '';
    if (type === 'discovery') this.log.skills.offer(namesInDiscovery(textOf(fieldsOf(record.attrs).details) ?? ''));
    if (METADATA.test(type)) return 'metadata';
    if (!USED.test(type) || !isFields(record.attrs)) return 'raw';
    const time = countOf(record.ts) ?? Date.parse(at.time);
    this.order.add({
      record,
      at,
      time,
      start: time,
      end: time + (countOf(record.dur) ?? 0),
      size: sizeOf(record.attrs),
    });
    return 'used';
  }

  end(): void {
    this.order.flush();
  }

  private write({ record, at }: Line): void {
    const attrs = fieldsOf(record.attrs);
    const duration = countOf(record.dur) ?? 0;
    const end = { ...at, time: new Date(Math.min(Date.parse(at.time) + duration, 8.64e15)).toISOString() };
    const id = textOf(record.spanId) ?? `line-${at.record}`;
    const error = textOf(attrs.error);
    switch (record.type) {
      case 'user_message':
        this.log.prompt(textOf(attrs.content) ?? '', at);
        return;
      case 'llm_request':
        this.key = `span-${id}`;
        this.log.main.recordInput(at.time);
        this.log.main.add(
          {
            key: this.key,
            ...replyOf(attrs, record.status === 'error' ? (error ?? 'The model call failed.') : undefined),
          },
          end,
        );
        return;
      case 'agent_response': {
        this.log.main.add({ key: this.key, text: replyText(attrs.response) }, at);
        return;
      }
      case 'tool_call': {
        const args = textOf(attrs.args) ?? '{}';
        const isError = record.status === 'error';
        this.log.main.add(
          { key: this.key, call: { id, tool: textOf(record.name) ?? 'unknown', args: parseJsonOrText(args) } },
          at,
        );
        const value = [textOf(attrs.result), isError ? error : undefined].filter(Boolean).join('\n');
        this.log.result(id, defined({ value, isError: isError || undefined, durationMs: duration }), end);
        return;
      }
      case 'error':
        this.log.note(error ?? textOf(attrs.details) ?? textOf(record.name) ?? 'An error occurred.', at);
    }
  }
}

/** Returns the approximate length of a line, in characters. VS Code truncates long values, other writers may not. */
function sizeOf(attrs: Fields): number {
  return Object.values(attrs).reduce<number>((sum, value) => sum + (textOf(value)?.length ?? 0), LINE_SIZE);
}

/** Returns the text of a reply. For truncated JSON it is the beginning of its first text. */
function replyText(response: unknown): string {
  const messages = messagesOf(response);
  if (messages.length > 0) return messages.map(({ text }) => text).join('\n\n');
  const [, cut] = /"type":"text","content":"((?:[^"\\]|\\.)*)/s.exec(textOf(response) ?? '') ?? [];
  return cut === undefined ? (textOf(response) ?? '') : String(parseJsonOrText(`"${cut}"`));
}

function replyOf(attrs: Fields, error: string | undefined): Pick<ReplyPart, 'usage' | 'model' | 'error'> {
  const model = textOf(attrs.model);
  const counts = {
    inputTokens: attrs.inputTokens,
    outputTokens: attrs.outputTokens,
    cacheReadTokens: attrs.cachedTokens,
  };
  const usage: Usage = Object.fromEntries(
    Object.entries(counts).flatMap(([name, value]) => (countOf(value) === undefined ? [] : [[name, value]])),
  );
  return defined({
    usage: Object.keys(usage).length === 0 ? undefined : usage,
    model: model === undefined ? undefined : `copilot/${model}`,
    error,
  });
}
