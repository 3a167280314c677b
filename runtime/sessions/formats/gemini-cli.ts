/**
 * Sessions of Gemini CLI: `chats/session-….jsonl`, a journal in which a message with a known id replaces the earlier one,
 * `$rewindTo` removes messages and `$set` changes the metadata or all messages; or, from earlier versions, one JSON document.
 *
 * Sub-agents have files of the same format in a folder with the session's id. Ignored: the data of images.
 */

import { defined } from '../../../skill/index.ts';
import type { Json, Usage } from '../../protocol/events.ts';
import { countOf, type Fields, fieldsOf, isFields, jsonOf, listOf, textOf, timeOf } from '../../text/values.ts';
import { toolUses } from '../../tool-calls/tool-uses.ts';
import { LogReader, type SessionFormat, type Survey } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import { Track } from '../log/track.ts';

const idIn = (record: Fields): string | undefined => textOf(record.sessionId) ?? textOf(record.session_id);
const isMessage = ({ type }: Fields): boolean => /^(?:user|gemini|info|warning|error)$/.test(textOf(type) ?? '');

export const geminiCli: SessionFormat = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  client: 'gemini-cli',
  detect: ({ records, document }) => {
    if (isFields(document))
      return (
        idIn(document) !== undefined &&
        Array.isArray(document.messages) &&
        ('projectHash' in document ||
          listOf(document.messages).some((one) => isMessage(fieldsOf(one)) && fieldsOf(one).type !== 'user'))
      );
    const [first] = records;
    return first !== undefined && 'projectHash' in first && idIn(first) !== undefined;
  },
  time: (record) => record.timestamp ?? record.startTime,
  session: idIn,
  split(document) {
    const { messages, ...header } = fieldsOf(document);
    return [header, ...listOf(messages)];
  },
  lists: { messages: {} },
  survey: () => new LatestMessages(),
  open: (log, survey) => new GeminiReader(log, latestIn(survey), log.main),
  subagents: {
    open: (log, id, call, survey) =>
      new GeminiReader(log, latestIn(survey), new Track(log, call?.tool ?? id, call, true)),
    survey: () => new LatestMessages(),
    prompt: ({ type, displayContent, content }) =>
      type === 'user' ? partsText(displayContent ?? content) || undefined : undefined,
    // The tool of a sub-agent has its name.
    isStart: ({ tool, args }) => toolUses(tool, args, '/').length === 0,
    readsAll: true,
  },
};

const latestIn = (survey: Survey | undefined): LatestMessages =>
  survey instanceof LatestMessages ? survey : new LatestMessages();

/** Finds the record that has the final content of each message. */
class LatestMessages implements Survey {
  private readonly latest = new Map<string, number>();

  note(record: Fields, number: number): void {
    const rewind = textOf(record.$rewindTo);
    if (rewind !== undefined) this.rewind(rewind);
    const { messages } = fieldsOf(record.$set);
    if (Array.isArray(messages)) {
      this.latest.clear();
      for (const message of messages) this.keep(fieldsOf(message), number);
    } else this.keep(record, number);
  }

  isLatest(message: Fields, number: number): boolean {
    const id = textOf(message.id);
    return id === undefined || this.latest.get(id) === number;
  }

  private keep(message: Fields, number: number): void {
    const id = textOf(message.id);
    if (id !== undefined) this.latest.set(id, number);
  }

  private rewind(id: string): void {
    if (!this.latest.has(id)) return;
    let isRemoved = false;
    for (const one of [...this.latest.keys()]) {
      isRemoved ||= one === id;
      if (isRemoved) this.latest.delete(one);
    }
  }
}

class GeminiReader extends LogReader {
  private readonly latest: LatestMessages;
  private readonly track: Track;

  constructor(log: SessionLog, latest: LatestMessages, track: Track) {
    super(log);
    this.latest = latest;
    this.track = track;
  }

  end(): void {
    if (this.track.isSubagent) this.track.flush();
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    const { messages } = fieldsOf(record.$set);
    if (Array.isArray(messages)) {
      const fates = messages.map((message) =>
        this.message(fieldsOf(message), { ...at, time: timeOf(fieldsOf(message).timestamp) ?? at.time }),
      );
      return fates.includes('used') ? 'used' : 'metadata';
    }
    if ('$set' in record || '$rewindTo' in record) return 'metadata';
    return this.message(record, at);
  }

  private message(message: Fields, at: RecordPosition): ReadFate {
    if (message.type === undefined) return idIn(message) === undefined ? 'raw' : 'metadata';
    if (!this.latest.isLatest(message, at.record)) return 'duplicate';
    switch (message.type) {
      case 'user': {
        const text = partsText(message.displayContent ?? message.content);
        if (text === '' || this.track.isSubagent) return 'metadata';
        this.log.prompt(text, at);
        return 'used';
      }
      case 'gemini':
        return this.reply(message, at);
      case 'info':
      case 'warning':
      case 'error':
        this.log.note(partsText(message.displayContent ?? message.content) || `(${message.type})`, at);
        return 'used';
      case 'system':
        return 'metadata';
      default:
        return 'raw';
    }
  }

  private reply(message: Fields, at: RecordPosition): ReadFate {
    const key = `message-${textOf(message.id) ?? at.record}`;
    const model = textOf(message.model);
    const usage = usageOf(message.tokens);
    const thoughts = listOf(message.thoughts)
      .map(fieldsOf)
      .map(({ subject, description, text }) =>
        [textOf(subject), textOf(description) ?? textOf(text)].filter(Boolean).join(': '),
      );
    this.track.add(
      defined({
        key,
        text: partsText(message.content),
        reasoning: thoughts.join('\n'),
        model: model === undefined ? undefined : `google/${model}`,
        usage,
      }),
      at,
    );
    const calls = listOf(message.toolCalls).filter(isFields);
    const ids = calls.map((call, index) => textOf(call.id) ?? `${key}-${index}`);
    calls.forEach((call, index) => {
      const args = jsonOf(call.args ?? call.arguments ?? {});
      this.track.add({ key, call: { id: ids[index] ?? key, tool: textOf(call.name) ?? 'unknown', args } }, at);
    });
    calls.forEach((call, index) => {
      const value = resultOf(call);
      if (value === undefined) return;
      const time = timeOf(call.timestamp) ?? at.time;
      const isError = call.status === 'error';
      this.log.result(
        ids[index],
        defined({
          value,
          isError: isError || undefined,
          denied: call.status === 'cancelled' ? true : undefined,
          subagent: textOf(call.agentId),
        }),
        { ...at, time },
      );
    });
    return 'used';
  }
}

/** Returns the text of content, which is a text, a part or a list of parts. */
function partsText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts.map((part: unknown) =>
    typeof part === 'string' ? part : 'inlineData' in fieldsOf(part) ? '[file]' : (textOf(fieldsOf(part).text) ?? ''),
  );
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Returns the output or the error of a call; undefined if it has none. */
function resultOf({ result, resultDisplay, status }: Fields): Json | undefined {
  const responses = listOf(result).map((part) => fieldsOf(fieldsOf(fieldsOf(part).functionResponse).response));
  const texts = responses.map(({ output, error }) => textOf(output) ?? textOf(error));
  if (texts.length > 0 && texts.every((text) => text !== undefined)) return texts.join('\n');
  if (result !== undefined && result !== null) return jsonOf(result);
  if (resultDisplay !== undefined && resultDisplay !== null) return jsonOf(resultDisplay);
  return /^(?:success|error|cancelled)$/.test(textOf(status) ?? '') ? '' : undefined;
}

function usageOf(value: unknown): Usage | undefined {
  const tokens = fieldsOf(value);
  const input = countOf(tokens.input);
  const output = countOf(tokens.output);
  if (input === undefined && output === undefined) return undefined;
  const thoughts = countOf(tokens.thoughts) ?? 0;
  return {
    inputTokens: (input ?? 0) + (countOf(tokens.tool) ?? 0),
    outputTokens: (output ?? 0) + thoughts,
    cacheReadTokens: countOf(tokens.cached) ?? 0,
    reasoningTokens: thoughts,
  };
}
