import type { Json, RunEvent } from '../protocol/events.ts';
import { withTexts } from '../protocol/file-changes.ts';
import { storeBlob } from './blobs.ts';

/**
 * Writes the large payloads of an event to files next to its journal, and returns the event with references to them. Throws
 * like `fs`.
 */
export function withBlobs(folder: string, event: RunEvent): RunEvent {
  if (event.type === 'tool_call') return { ...event, args: storeBlob(folder, event.args) as Json };
  const store = <T>(payload: T): T => storeBlob(folder, payload as Json) as T;
  if (event.type === 'tool_result')
    return {
      ...event,
      result: store(event.result),
      ...(event.message === undefined ? {} : { message: store(event.message) }),
    };
  if (event.type === 'run_started') return { ...event, prompt: store(event.prompt) };
  if (event.type === 'run_finished') return { ...event, text: store(event.text) };
  if (event.type === 'pause') return { ...event, hint: store(event.hint) };
  if (event.type === 'state') return { ...event, delta: store(event.delta) };
  if (event.type === 'workspace_changes')
    return { ...event, changes: event.changes.map((change) => withTexts(change, store)) };
  if (event.type !== 'llm_response') return event;
  return {
    ...event,
    text: store(event.text),
    ...(event.reasoning === undefined ? {} : { reasoning: store(event.reasoning) }),
    toolCalls: event.toolCalls.map((call) => ({ ...call, args: store(call.args) })),
    ...(event.content === undefined ? {} : { content: store(event.content) }),
  };
}
