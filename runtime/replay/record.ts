import { History } from '../loop/history/history.ts';
import type { LlmResponse, RunEvent, RunStarted, StateChanged, ToolResult } from '../protocol/events.ts';

/** The record of one prompt: the events of its own loop, without those of inner loops, and with their payloads. */
export interface RunRecord {
  readonly started: RunStarted;
  /** Its own events, without a model call during which the process was killed. */
  readonly ownEvents: readonly RunEvent[];
  /** The model's responses, in order. */
  readonly responses: readonly LlmResponse[];
  /** The tools that were offered in each request. */
  readonly offered: readonly (readonly string[])[];
  /** The tool calls by id. */
  readonly calls: ReadonlyMap<string, RecordedCall>;
  /** True if it was resumed in another process, which listed its tools again. */
  readonly resumed: boolean;
  /** True if a loop ran inside a call: a called agent or a skill as a tool. */
  readonly hasInnerLoops: boolean;
  /**
   * True if it ended by itself. False if the user stopped it, a process was killed during a model call, or its toolset
   * waited for the user.
   */
  readonly isComplete: boolean;
}

/** The record of a tool call. */
export interface RecordedCall {
  readonly tool: string;
  readonly result: ToolResult | undefined;
  readonly states: readonly StateChanged[];
  /** True if it did more than read: the user was asked, or a script ran. */
  readonly hadSideEffects: boolean;
}

/**
 * Creates the record of one prompt.
 * @param events those of the prompt, starting with its `run_started`
 */
export function recordOf(started: RunStarted, events: readonly RunEvent[]): RunRecord {
  const history = new History(events);
  const own = withoutRepeatedCalls(history.ownEvents);
  const calls = new Map<string, RecordedCall>();
  for (const call of own) {
    if (call.type !== 'tool_call') continue;
    const children = own.filter((event) => event.parent === call.seq);
    calls.set(call.id, {
      tool: call.tool,
      result: children.find((event) => event.type === 'tool_result'),
      states: children.filter((event) => event.type === 'state'),
      hadSideEffects: children.some(
        (event) => event.type === 'script' || (event.type === 'pause' && event.kind !== 'guard'),
      ),
    });
  }
  const end = own.at(-1);
  // If a toolset asked for a credential before the model was called, its tools are unknown.
  const hasToolsetPause = own.some((event) => event.type === 'pause' && event.parent === started.seq);
  const answeredOnly = own.filter((event) => event.type !== 'llm_response' || event.error !== 'Cancelled.');
  const answered = answeredOnly.filter((event) => event.type === 'llm_response');
  return {
    started,
    ownEvents: answeredOnly,
    responses: answered,
    offered: own.filter((event) => event.type === 'llm_request').map(({ tools }) => tools),
    calls,
    resumed: own.some((event) => event.type === 'run_resumed'),
    hasInnerLoops: history.ownEvents.length < events.length,
    isComplete:
      end?.type === 'run_finished' &&
      end.reason !== 'cancelled' &&
      !hasToolsetPause &&
      own.length === history.ownEvents.length,
  };
}

/**
 * Drops model calls that were repeated by a later process, because the first was killed before the response or after a
 * failure.
 */
function withoutRepeatedCalls(events: readonly RunEvent[]): readonly RunEvent[] {
  return events.filter((event, index) => {
    if (event.type !== 'llm_request' && event.type !== 'llm_response') return true;
    const failed = event.type === 'llm_request' || hasFailed(event);
    const next = events.slice(index + 1).find((one) => ENDS_CALL.has(one.type));
    if (next?.type === 'llm_response' && hasFailed(next))
      return (
        events.slice(index + 1).find((one) => one.type !== 'llm_response' && ENDS_CALL.has(one.type))?.type !==
        'run_resumed'
      );
    return !failed || (next?.type !== 'llm_request' && next?.type !== 'run_resumed');
  });
}

/** True for a failed call. An empty response has an error although its finish reason is not `error`. */
const hasFailed = ({ finish, error }: Extract<RunEvent, { type: 'llm_response' }>): boolean =>
  finish === 'error' || error !== undefined;

const ENDS_CALL: ReadonlySet<RunEvent['type']> = new Set([
  'llm_request',
  'llm_response',
  'run_resumed',
  'run_finished',
]);
