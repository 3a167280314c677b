import type { RunEvent } from '../protocol/events.ts';

/**
 * Whether an event is a last word, as ADK's `is_final_response` has it: a result, not an error, whose tool asked for no
 * summary or goes on elsewhere; else anything that neither calls tools nor answers a call.
 */
export function isFinal(event: RunEvent): boolean {
  if (event.type === 'tool_result') return event.skipSummarization === true || event.longRunning === true;
  if (event.type === 'llm_response') return event.toolCalls.length === 0;
  return event.type !== 'tool_call';
}

/**
 * Whether no model call follows what was done before it: among it is a result that is final. Anything else that is final
 * by itself, such as a note or the answer to a pause, ends nothing.
 */
export function endsInvocation(done: readonly RunEvent[]): boolean {
  return done.some((event) => event.type === 'tool_result' && isFinal(event));
}
