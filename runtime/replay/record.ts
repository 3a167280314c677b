import { History } from '../loop/history.ts';
import type { LlmResponse, RunEvent, RunStarted, StateChanged, ToolResult } from '../protocol/events.ts';

/** One prompt of a journal: what its own loop did, apart from loops that ran inside its calls. Payloads in place. */
export interface RunRecord {
  readonly started: RunStarted;
  /** Its own events, those of a process that was killed in the middle of a model call without that call. */
  readonly own: readonly RunEvent[];
  /** Answers of the model, in order, for as long as it gave some. */
  readonly responses: readonly LlmResponse[];
  /** The tools that were offered with each of them. */
  readonly offered: readonly (readonly string[])[];
  /** By the id of the call. */
  readonly calls: ReadonlyMap<string, RecordedCall>;
  /** It went on in another process, which has looked at its tools anew. */
  readonly resumed: boolean;
  /** Something ran inside a call: a called agent, a skill as a tool. */
  readonly inner: boolean;
  /** It came to an end of its own; otherwise somebody stopped it, a process was killed while the model was asked, or its tools waited for a person. */
  readonly whole: boolean;
}

export interface RecordedCall {
  readonly tool: string;
  readonly result: ToolResult | undefined;
  readonly states: readonly StateChanged[];
  /** It did more than read: a person was asked, a script ran. */
  readonly acted: boolean;
}

/** `events` are those of one prompt, from its `run_started` on. */
export function recordOf(started: RunStarted, events: readonly RunEvent[]): RunRecord {
  const history = new History(events);
  const own = withoutLost(history.own);
  const calls = new Map<string, RecordedCall>();
  for (const call of own) {
    if (call.type !== 'tool_call') continue;
    const under = own.filter((event) => event.parent === call.seq);
    calls.set(call.id, {
      tool: call.tool,
      result: under.find((event) => event.type === 'tool_result'),
      states: under.filter((event) => event.type === 'state'),
      acted: under.some((event) => event.type === 'script' || (event.type === 'pause' && event.kind !== 'guard')),
    });
  }
  const end = own.at(-1);
  // A toolset asked for a credential before the model was asked: there are no tools to answer as they did.
  const held = own.some((event) => event.type === 'pause' && event.parent === started.seq);
  const answeredOnly = own.filter((event) => event.type !== 'llm_response' || event.error !== 'Cancelled.');
  const answered = answeredOnly.filter((event) => event.type === 'llm_response');
  return {
    started,
    own: answeredOnly,
    responses: answered,
    offered: own.filter((event) => event.type === 'llm_request').map(({ tools }) => tools),
    calls,
    resumed: own.some((event) => event.type === 'run_resumed'),
    inner: history.own.length < events.length,
    whole: end?.type === 'run_finished' && end.reason !== 'cancelled' && !held && own.length === history.own.length,
  };
}

/** A model call whose process was killed, before its answer or after it had failed, was made again by the next one. */
function withoutLost(events: readonly RunEvent[]): readonly RunEvent[] {
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

/** An answer of nothing has an error without finishing by one. */
const hasFailed = ({ finish, error }: Extract<RunEvent, { type: 'llm_response' }>): boolean =>
  finish === 'error' || error !== undefined;

const ENDS_CALL: ReadonlySet<RunEvent['type']> = new Set([
  'llm_request',
  'llm_response',
  'run_resumed',
  'run_finished',
]);
