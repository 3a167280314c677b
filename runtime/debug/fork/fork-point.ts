import { defined } from '../../../skill/index.ts';
import type { LlmRequest, RunEvent, RunStarted, ToolCall, ToolResult } from '../../protocol/events.ts';

/** The event of a run at which a fork continues on its own, and the events that the fork copies. */
export interface ForkPoint {
  readonly target: LlmRequest | ToolCall;
  /** The prompt that the target belongs to. */
  readonly started: RunStarted;
  /** The events to copy, in the order of the journal and with its `seq`s. */
  readonly events: readonly RunEvent[];
  /** The result of a target that is a call. */
  readonly result?: ToolResult;
}

/**
 * Finds the point of a fork. The fork copies all events before it, and all events of tool calls that were running at that
 * moment, such as parallel calls of its step: they have happened, and must not happen twice. The target itself, the later
 * calls of its step and everything after them are omitted.
 * @param at `seq` of an `llm_request` or a `tool_call`
 * @returns an error message if there is no such event
 */
export function findForkPoint(events: readonly RunEvent[], at: number): ForkPoint | string {
  const index = events.findIndex(({ seq }) => seq === at);
  const target = events[index];
  if (target === undefined)
    return `Pass a seq from 1 to ${events.at(-1)?.seq ?? 0} as --at: the run has no event ${at}.`;
  if (!isStep(target)) return noStepMessage(target, events.slice(index).find(isStep));
  const before = events.slice(0, index);
  const started = before.findLast((event) => event.type === 'run_started');
  if (started?.type !== 'run_started') return 'The journal is damaged: the prompt of this event is missing.';
  const running = runningCalls(before, target);
  const kept = events.slice(index + 1).filter((event) => {
    const isInside = event.parent !== undefined && running.has(event.parent);
    if (isInside) running.add(event.seq);
    return isInside;
  });
  const result = events.find((event) => event.type === 'tool_result' && event.parent === at) as ToolResult | undefined;
  return defined({ target, started, events: [...before, ...kept], result });
}

/** True for an event that a fork can continue at. */
export function isStep(event: RunEvent): event is LlmRequest | ToolCall {
  return event.type === 'llm_request' || event.type === 'tool_call';
}

/** Returns the `seq`s of the calls without a result, and of the events inside them. Excludes calls that enclose the target. */
function runningCalls(before: readonly RunEvent[], target: RunEvent): Set<number> {
  const parents = new Map(before.map(({ seq, parent }) => [seq, parent]));
  const enclosing = new Set<number>();
  for (let seq = target.parent; seq !== undefined && !enclosing.has(seq); seq = parents.get(seq)) enclosing.add(seq);
  const done = new Set(before.flatMap((event) => (event.type === 'tool_result' ? [event.parent] : [])));
  const running = new Set<number>();
  for (const event of before) {
    if (enclosing.has(event.seq)) continue;
    const isRunning = event.type === 'tool_call' && !done.has(event.seq);
    if (isRunning || (event.parent !== undefined && running.has(event.parent))) running.add(event.seq);
  }
  return running;
}

function noStepMessage({ type, seq }: RunEvent, next: RunEvent | undefined): string {
  const hint = next === undefined ? '' : `, for example ${next.seq}`;
  return `Pass the seq of a model call (llm_request) or a tool call (tool_call) as --at${hint}: event ${seq} is a ${type}.`;
}
