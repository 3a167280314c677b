import { defined } from '../../skill/index.ts';
import { isBlob, readBlob } from '../journal/blobs.ts';
import { History } from '../loop/history/history.ts';
import type { SessionState } from '../loop/interfaces/state.ts';
import type { Conversation } from '../loop/model-call/conversation.ts';
import type {
  BlobReference,
  Json,
  JsonObject,
  LlmResponse,
  ResponsePart,
  RunEvent,
  RunStarted,
  SavedFile,
  StateChanged,
  ToolResult,
} from '../protocol/events.ts';
import { withTexts } from '../protocol/file-changes.ts';

/** A restored session. */
export interface RestoredSession {
  /** The events with their payloads. */
  readonly events: readonly RunEvent[];
  /** Ids of all calls so far, which new calls must not reuse. */
  readonly callIds: readonly string[];
  readonly pauseIds: readonly string[];
}

/**
 * Restores the conversation and state from the events of a journal, with payloads read from their files. Messages of
 * sub-agents inside calls are not part of the conversation; the state is shared by all.
 */
export function restoreSession(
  journal: readonly RunEvent[],
  folder: string,
  conversation: Conversation,
  state: SessionState,
): RestoredSession {
  const callIds: string[] = [];
  const pauseIds: string[] = [];
  const events = journal.map((event) => withPayloads(event, folder));
  for (const event of new History(events).ownEvents) conversation.apply(event);
  for (const event of events) {
    if (event.type === 'state') state.apply(event.delta as JsonObject);
    // Includes calls that the process did not get to, which are executed under these ids.
    else if (event.type === 'llm_response') callIds.push(...event.toolCalls.map((call) => call.id));
    else if (event.type === 'pause') pauseIds.push(event.id);
  }
  return { events, callIds, pauseIds };
}

/** Returns an event with its payloads. A missing payload becomes an error that the model can read. */
export function withPayloads(event: RunEvent, folder: string): RunEvent {
  if (event.type === 'tool_result')
    return {
      ...event,
      result: payload(event.result as Json, folder),
      ...defined<Partial<ToolResult>>({
        returned: event.returned === undefined ? undefined : payload(event.returned as Json, folder),
        message: event.message === undefined ? undefined : textIn(event.message, folder),
      }),
    };
  // Otherwise the arguments are those of the response.
  if (event.type === 'tool_call')
    return event.requested === undefined
      ? event
      : { ...event, args: payload(event.args, folder), requested: payload(event.requested as Json, folder) };
  if (event.type === 'message_edited') return { ...event, text: textIn(event.text, folder) };
  if (event.type === 'run_started')
    return {
      ...event,
      prompt: textIn(event.prompt, folder),
      ...defined<Partial<RunStarted>>({
        instruction: event.instruction === undefined ? undefined : textIn(event.instruction, folder),
      }),
    };
  if (event.type === 'run_finished') return { ...event, text: textIn(event.text, folder) };
  if (event.type === 'pause') return { ...event, hint: textIn(event.hint, folder) };
  if (event.type === 'state') return { ...event, delta: deltaIn(event.delta, folder) };
  if (event.type === 'workspace_changes')
    return { ...event, changes: event.changes.map((change) => withTexts(change, (text) => textIn(text, folder))) };
  if (event.type !== 'llm_response') return event;
  const texts = defined<Pick<LlmResponse, 'text' | 'reasoning'>>({
    text: textIn(event.text, folder),
    reasoning: event.reasoning === undefined ? undefined : textIn(event.reasoning, folder),
  });
  const toolCalls = event.toolCalls.map((call) => ({ ...call, args: payload(call.args, folder) }));
  if (event.content === undefined) return { ...event, ...texts, toolCalls };
  // If it is missing, the response is sent back without the provider's metadata.
  const { content, ...rest } = { ...event, ...texts, content: payload(event.content as Json, folder) };
  return Array.isArray(content)
    ? { ...rest, toolCalls, content: content as readonly ResponsePart[] }
    : { ...rest, toolCalls };
}

/** Returns the files that calls left changed in the copy of a workspace, in the order of the calls, with their texts. */
export function savedFiles(events: readonly RunEvent[], folder: string): readonly SavedFile[] {
  const files: readonly SavedFile[] = events.flatMap((event) =>
    event.type === 'tool_result' && Array.isArray(event.files) ? event.files : [],
  );
  return files.filter(isSavedFile).map((file): SavedFile => {
    if (file.content === undefined || !isBlob(file.content)) return file;
    const read = readBlob(folder, file.content);
    const text = read.kind === 'found' && typeof read.value === 'string' ? read.value : undefined;
    return defined<SavedFile>({ ...file, content: text });
  });
}

/** Journals are untrusted. */
function isSavedFile(file: unknown): boolean {
  return typeof file === 'object' && file !== null && 'path' in file && typeof file.path === 'string';
}

function payload(value: Json, folder: string): Json {
  if (!isBlob(value)) return value;
  const read = readBlob(folder, value);
  return read.kind === 'found' ? read.value : { error: 'This payload is lost.', error_code: 'PAYLOAD_LOST' };
}

/** Replaces a missing text. */
const LOST = '[This text is lost.]';

function textIn(text: string | BlobReference, folder: string): string | BlobReference {
  if (!isBlob(text)) return text;
  const read = readBlob(folder, text);
  return read.kind === 'found' && typeof read.value === 'string' ? read.value : LOST;
}

/** Returns a change of state. A missing one is treated as if it had never been written. */
function deltaIn(delta: StateChanged['delta'], folder: string): JsonObject {
  if (!isBlob(delta)) return delta;
  const read = readBlob(folder, delta);
  const isDelta = read.kind === 'found' && typeof read.value === 'object' && read.value !== null;
  return isDelta && !Array.isArray(read.value) ? (read.value as JsonObject) : {};
}
