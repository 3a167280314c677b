/**
 * VS Code's chat sessions: `chatSessions/ID.jsonl`, a journal of changes from which the session is rebuilt, or, of earlier
 * versions and of "Chat: Export Chat…", one document. The tokens of a prompt are its output and the input of its last model
 * call; those of the other calls are not stored.
 *
 * Ignored: attachments, edits, references, and everything about the view. The parts of a reply are read only for the calls of
 * sub-agents, or if the request has no list of its model calls.
 */

import { defined } from '../../../skill/index.ts';
import { addUsage } from '../../models/prices/usage.ts';
import type { Usage } from '../../protocol/events.ts';
import { countOf, type Fields, fieldsOf, isFields, listOf, textOf, timeOf } from '../../text/values.ts';
import { LogReader, type SessionFormat, type Survey } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';
import type { SessionLog } from '../log/session-log.ts';
import type { Track } from '../log/track.ts';
import { ChatReplay, type ChatRequest, isChange, requestText } from './vscode-chat-replay.ts';
import {
  type ChatCall,
  type ChatRound,
  isInner,
  roundsOf,
  roundsOfParts,
  withInnerCalls,
} from './vscode-chat-reply.ts';

const isSession = (one: Fields): boolean =>
  Array.isArray(one.requests) &&
  ('requesterUsername' in one ||
    'responderUsername' in one ||
    'sessionId' in one ||
    'requestId' in fieldsOf(listOf(one.requests)[0]));

export const vscodeChat: SessionFormat = {
  id: 'vscode-chat',
  title: "VS Code's chat sessions",
  client: 'vscode',
  detect: ({ records, document }) =>
    (isFields(document) && isSession(document)) || records.some((record) => isChange(record)),
  time: (record) => record.timestamp ?? record.creationDate ?? fieldsOf(record.v).creationDate,
  session: (record) => textOf(record.sessionId) ?? textOf(fieldsOf(record.v).sessionId),
  split(document) {
    const fields = fieldsOf(document);
    if (isChange(fields)) return [document];
    const { requests, ...header } = fields;
    return [header, ...listOf(requests)];
  },
  lists: { requests: {} },
  survey: ({ document }) => (document === undefined || isChange(fieldsOf(document)) ? new ChatReplay(true) : undefined),
  open: (log, survey) => new ChatReader(log, survey),
};

class ChatReader extends LogReader {
  /** Has the structure of the entire session if it is a journal. */
  private readonly survey: ChatReplay | undefined;
  /** Has the requests of a journal that are not complete. */
  private readonly replay: ChatReplay;
  /** Number of model calls, and of calls whose ids were repeated. */
  private count = 0;

  constructor(log: SessionLog, survey: Survey | undefined) {
    super(log);
    this.survey = survey instanceof ChatReplay ? survey : undefined;
    this.replay = new ChatReplay(this.survey);
  }

  read(record: Fields, at: RecordPosition): ReadFate {
    if (this.survey !== undefined) {
      this.replay.note(record, at.record);
      for (const request of this.replay.takeComplete(at.record)) this.request(request);
      return this.survey.fateOf(record, at.record, readsParts);
    }
    const replay = new ChatReplay();
    replay.note(record, at.record);
    for (const request of replay.requests) this.request(request);
    return replay.fateOf(record, at.record, readsParts);
  }

  private request(request: ChatRequest): void {
    const value = (name: string): unknown => request.fields.get(name)?.value;
    const records = [...this.replay.recordsOf(request, readsParts(request))];
    const start = { record: records[0] ?? 1, time: timeOf(value('timestamp')) ?? this.log.latestTime };
    for (const part of request.parts) {
      const directory = textOf(fieldsOf(fieldsOf(fieldsOf(part.value).toolSpecificData).cwd).path);
      if (directory !== undefined) this.log.skills.setDirectory(directory);
    }
    const model = textOf(value('modelId'));
    if (model !== undefined) this.log.setModel(model.includes('/') ? model : `copilot/${model}`);
    this.log.prompt(requestText(value('message')), start);
    for (const record of records) this.log.addToEnd({ ...start, record });
    const result = fieldsOf(value('result'));
    const parts = request.parts.map((part) => part.value);
    const listed = roundsOf(result);
    const rounds = listed.length === 0 ? roundsOfParts(parts) : withInnerCalls(listed, parts);
    const usage = usageOf(value('promptTokens'), value('completionTokens'), result);
    if (usage !== undefined) this.log.reported = addUsage(this.log.reported ?? {}, usage);
    const resultRecord = request.fields.get('result')?.records[0];
    const at = { ...start, record: resultRecord ?? start.record };
    // A prompt without a reply has tokens if the model was called.
    const all =
      rounds.length === 0 && usage !== undefined ? [{ text: '', reasoning: '', calls: [], time: undefined }] : rounds;
    all.forEach((round, index) => {
      const isLast = index === all.length - 1;
      const time = timeOf(round.time) ?? (isLast ? timeOf(fieldsOf(value('modelState')).completedAt) : undefined);
      this.round(round, isLast ? usage : undefined, { ...at, time: time ?? at.time });
    });
    const error = textOf(fieldsOf(result.errorDetails).message);
    if (error !== undefined) this.log.note(error, at);
    if (value('isCanceled') === true || fieldsOf(value('modelState')).value === 2)
      this.log.recordInterruption('Interrupted by the user.');
  }

  private round({ text, reasoning, calls }: ChatRound, usage: Usage | undefined, at: RecordPosition): void {
    const key = `round-${this.count++}`;
    this.log.main.add(defined({ key, text, reasoning, usage }), at);
    this.calls(calls, this.log.main, key, at);
  }

  /** Adds calls of an agent to a model call, and their results. */
  private calls(calls: readonly ChatCall[], track: Track, key: string, at: RecordPosition): void {
    const ids = calls.map(({ id, tool, args }) => {
      const isKnown = this.log.openCall(id) !== undefined || this.log.isAnswered(id);
      const unique = isKnown ? `${id}-${this.count++}` : id;
      track.add({ key, call: { id: unique, tool, args } }, at);
      return unique;
    });
    calls.forEach(({ result, isError, denied, inner = [] }, index) => {
      const id = ids[index] ?? '';
      if (inner.length > 0 && track === this.log.main) this.subagent(id, inner, at);
      if (result === undefined && !denied) return;
      const value = result ?? '';
      this.log.result(id, defined({ value, isError: isError || undefined, denied: denied || undefined }), at);
    });
  }

  /** Adds the calls of a sub-agent, whose model calls are not stored, as one model call. */
  private subagent(starter: string, calls: readonly ChatCall[], at: RecordPosition): void {
    const track = this.log.subagent(starter);
    this.calls(calls, track, `agent-${starter}`, at);
    track.flush();
  }
}

/** True if the parts of a reply are read, because the request has no list of its model calls, or a sub-agent. */
function readsParts({ fields, parts }: ChatRequest): boolean {
  return roundsOf(fields.get('result')?.value).length === 0 || parts.some(({ value }) => isInner(value));
}

/** Returns the tokens of a prompt: the input of its last model call, and all of its output. */
function usageOf(prompt: unknown, completion: unknown, result: Fields): Usage | undefined {
  const { promptTokens, outputTokens } = { ...fieldsOf(result.metadata), ...result };
  const input = countOf(prompt) ?? countOf(promptTokens);
  const output = countOf(completion) ?? countOf(outputTokens);
  if (input === undefined && output === undefined) return undefined;
  return defined({
    inputTokens: input,
    outputTokens: output,
  });
}
