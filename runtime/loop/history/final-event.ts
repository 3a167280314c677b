import type { RunEvent } from '../../protocol/events.ts';

/**
 * True if an event is a final response in the sense of ADK's `is_final_response`: a successful result whose tool asked for
 * no summary or continues elsewhere; otherwise anything that neither calls tools nor answers a call.
 */
export function isFinal(event: RunEvent): boolean {
  if (event.type === 'tool_result') return event.skipSummarization === true || event.longRunning === true;
  if (event.type === 'llm_response') return event.toolCalls.length === 0;
  return event.type !== 'tool_call';
}

/**
 * True if no model call follows these events because one of them is a final tool result. Other events that are final in
 * ADK's sense, such as a note or the answer to a pause, do not end the invocation.
 */
export function endsInvocation(events: readonly RunEvent[]): boolean {
  return events.some((event) => event.type === 'tool_result' && isFinal(event));
}
