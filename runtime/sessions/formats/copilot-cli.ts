/**
 * Events of Copilot CLI: `session-state/ID/events.jsonl`. Each call appears in the model's message and again when it
 * starts; input tokens appear only in the totals at the end.
 *
 * Ignored: hooks, permissions, attachments. It has no tool descriptions.
 */

import { defined } from '../../../skill/index.ts';
import { addUsage } from '../../models/prices/usage.ts';
import type { Usage } from '../../protocol/events.ts';
import { formatCount } from '../../text/count.ts';
import { countOf, type Fields, fieldsOf, isFields, jsonOf, listOf, textOf } from '../../text/values.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import { namesIn } from '../log/offered-skills.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';

const KNOWN =
  /^(?:result|session|assistant|tool|user|hook|permission|system|subagent|external_tool|user_input|elicitation|command|skill|exit_plan_mode|pending_messages|sampling|mcp|abort)\b/;

/** Types that no other agent writes with `data`, for events without the id of an earlier one. */
const OWN =
  /^(?:session\.(?:start|resume|shutdown)|user\.message|assistant\.(?:message|message_delta|turn_start|turn_end)|tool\.execution_(?:start|complete))$/;

export const copilotCli: SessionFormat = {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  client: 'copilot-cli',
  detect: ({ records }) =>
    records.some(
      (record) =>
        isFields(record.data) &&
        (OWN.test(textOf(record.type) ?? '') ||
          ('parentId' in record && /^(?:session|assistant|user|tool)\.\w+$/.test(textOf(record.type) ?? ''))),
    ),
  time: (record) => record.timestamp,
  session: ({ type, data, sessionId }) =>
    type === 'session.start' ? textOf(fieldsOf(data).sessionId) : type === 'result' ? textOf(sessionId) : undefined,
  open: (log) => new CopilotReader(log),
};

/** Reads the events of Copilot CLI, and of others that write the same ones. */
export class CopilotReader extends LogReader {
  read(record: Fields, at: RecordPosition): ReadFate {
    const type = textOf(record.type) ?? '';
    const value = record.data;
    // The end of the output of `copilot -p --output-format json`, which states no tokens.
    if (type === 'result') return 'metadata';
    if (!isFields(value)) return 'raw';
    switch (type) {
      case 'session.start':
      case 'session.resume':
        return this.start(value);
      case 'session.model_change':
        this.model(value.newModel);
        return 'metadata';
      case 'session.tools_updated':
        this.model(value.model);
        return 'metadata';
      case 'system.message':
        if (textOf(value.content) !== undefined) this.log.main.setSent({ system: textOf(value.content) ?? '' });
        return 'metadata';
      case 'user.message':
        this.log.prompt(textOf(value.content) ?? '', at);
        return 'used';
      case 'assistant.message':
        return this.reply(value, at);
      case 'assistant.usage':
        return this.log.main.setUsage(usageOf(value), at) ? 'used' : 'metadata';
      case 'tool.execution_start':
        return this.toolStarted(value, at);
      case 'tool.execution_complete':
        return this.toolCompleted(value, at);
      case 'skill.invoked':
        return this.skill(value, at);
      case 'session.compaction_complete': {
        const tokens = countOf(value.preCompactionTokens);
        this.log.note(
          `The conversation was compacted${tokens === undefined ? '' : ` at ${formatCount(tokens, 'token')}`}.`,
          at,
          value.success === false ? undefined : { summary: textOf(value.summaryContent) ?? '' },
        );
        return 'used';
      }
      case 'session.error':
        this.log.note(textOf(value.message) ?? 'An error occurred.', at);
        return 'used';
      case 'abort':
        this.log.recordInterruption(`Interrupted: ${textOf(value.reason) ?? 'by the user'}.`);
        this.log.note('The user interrupted the model.', at);
        return 'used';
      case 'session.shutdown':
        return this.shutdown(value, at);
      case 'session.skills_loaded':
        this.log.skills.offer(namesIn(value.skills));
        return 'metadata';
      default:
        return KNOWN.test(type) ? 'metadata' : 'raw';
    }
  }

  private start(data: Fields): ReadFate {
    const directory = textOf(fieldsOf(data.context).cwd);
    if (directory !== undefined) this.log.skills.setDirectory(directory);
    this.model(data.selectedModel);
    return 'metadata';
  }

  private model(name: unknown): void {
    if (typeof name === 'string') this.log.setModel(`copilot/${name}`);
  }

  private reply(data: Fields, at: RecordPosition): ReadFate {
    const parent = textOf(data.parentToolCallId);
    const track = parent === undefined ? this.log.main : this.log.subagent(parent);
    const key = `message-${textOf(data.messageId) ?? at.record}`;
    const output = countOf(data.outputTokens);
    const model = textOf(data.model);
    track.add(
      defined({
        key,
        text: textOf(data.content) ?? '',
        reasoning: textOf(data.reasoningText) ?? '',
        model: model === undefined ? undefined : `copilot/${model}`,
        usage: output === undefined ? undefined : { outputTokens: output },
      }),
      at,
    );
    for (const request of listOf(data.toolRequests).filter(isFields)) {
      const id = textOf(request.toolCallId);
      // VS Code writes the message after its calls.
      if (id === undefined || this.log.openCall(id) !== undefined || this.log.isAnswered(id)) continue;
      const tool = textOf(request.name) ?? textOf(request.toolName) ?? 'unknown';
      track.add({ key, call: { id, tool, args: jsonOf(request.arguments ?? {}) } }, at);
    }
    return 'used';
  }

  private toolStarted(data: Fields, at: RecordPosition): ReadFate {
    const id = textOf(data.toolCallId);
    if (id === undefined) return 'raw';
    if (this.log.openCall(id) !== undefined || this.log.isAnswered(id)) return 'duplicate';
    const parent = textOf(data.parentToolCallId);
    const track = parent === undefined ? this.log.main : this.log.subagent(parent);
    track.add({ call: { id, tool: textOf(data.toolName) ?? 'unknown', args: jsonOf(data.arguments ?? {}) } }, at);
    return 'used';
  }

  private toolCompleted(data: Fields, at: RecordPosition): ReadFate {
    const { content } = fieldsOf(data.result);
    const error = fieldsOf(data.error);
    const isError = data.success === false;
    const value =
      textOf(content) ?? textOf(data.result) ?? textOf(error.message) ?? jsonOf(data.result ?? data.error ?? '');
    const isUnknown = !isError && data.result === undefined && data.error === undefined;
    const denied = isError && /denied|rejected/i.test(textOf(error.code) ?? '');
    return (
      this.log.result(
        textOf(data.toolCallId),
        defined({
          value,
          isError: isError || undefined,
          denied: denied || undefined,
          isUnknown: isUnknown || undefined,
        }),
        at,
      ) ?? 'early'
    );
  }

  private skill(data: Fields, at: RecordPosition): ReadFate {
    const name = textOf(data.name);
    if (name === undefined) return 'raw';
    const folder = textOf(data.path)?.replace(/[\\/]SKILL\.md$/i, '');
    this.log.skills.recordLoad(name, folder, textOf(data.content));
    this.log.recordSkillLoad(name, /user/i.test(textOf(data.trigger) ?? '') ? 'user' : 'tool', folder, at);
    return 'used';
  }

  private shutdown(data: Fields, at: RecordPosition): ReadFate {
    const models = Object.values(fieldsOf(data.modelMetrics)).map((metrics) =>
      usageOf(fieldsOf(fieldsOf(metrics).usage)),
    );
    if (models.length === 0) return 'metadata';
    this.log.reported = models.reduce(addUsage, {});
    this.log.addReported(this.log.reported, at);
    return 'used';
  }
}

/** Converts the usage of a call. Input tokens include cached ones, as in our own events. */
function usageOf(usage: Fields): Usage {
  const names = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'reasoningTokens'] as const;
  const known = names.map((name) => [name, countOf(usage[name])] as const).filter(([, count]) => count !== undefined);
  return Object.fromEntries(known);
}
