import { defined } from '../../skill/index.ts';
import type { Json, LlmResponse, RunEvent, RunStarted, SavedFile, ToolCall, ToolResult } from '../protocol/events.ts';
import { withTexts } from '../protocol/file-changes.ts';
import { storeBlob, writeBlob } from './blobs.ts';
import { jsonText } from './json-line.ts';

/**
 * Writes the large payloads of an event to files next to its journal, and returns the event with references to them. Throws
 * like `fs`.
 */
export function withBlobs(folder: string, event: RunEvent): RunEvent {
  const store = <T>(payload: T): T => storeBlob(folder, payload as Json) as T;
  if (event.type === 'tool_call')
    return {
      ...event,
      args: store(event.args),
      ...defined<Partial<ToolCall>>({ requested: event.requested === undefined ? undefined : store(event.requested) }),
    };
  if (event.type === 'tool_result')
    return {
      ...event,
      result: store(event.result),
      ...defined<Partial<ToolResult>>({
        message: event.message === undefined ? undefined : store(event.message),
        returned: event.returned === undefined ? undefined : store(event.returned),
        files: event.files?.map((file) => storeFile(folder, file)),
      }),
    };
  if (event.type === 'message_edited') return { ...event, text: store(event.text) };
  if (event.type === 'run_started')
    return {
      ...event,
      prompt: store(event.prompt),
      ...defined<Partial<RunStarted>>({
        instruction: event.instruction === undefined ? undefined : store(event.instruction),
      }),
    };
  if (event.type === 'run_finished') return { ...event, text: store(event.text) };
  if (event.type === 'pause') return { ...event, hint: store(event.hint) };
  if (event.type === 'state') return { ...event, delta: store(event.delta) };
  if (event.type === 'workspace_changes')
    return { ...event, changes: event.changes.map((change) => withTexts(change, store)) };
  if (event.type !== 'llm_response') return event;
  return {
    ...event,
    text: store(event.text),
    ...defined<Partial<LlmResponse>>({ reasoning: event.reasoning === undefined ? undefined : store(event.reasoning) }),
    toolCalls: event.toolCalls.map((call) => ({ ...call, args: store(call.args) })),
    ...defined<Partial<LlmResponse>>({ content: event.content === undefined ? undefined : store(event.content) }),
  };
}

/** Maximum length of a saved file in its event. */
const MAX_INLINE = 1000;

function storeFile(folder: string, file: SavedFile): SavedFile {
  const { content } = file;
  if (typeof content !== 'string' || content.length <= MAX_INLINE) return file;
  return { ...file, content: writeBlob(folder, jsonText(content)) };
}
