import { own } from '../../skill/index.ts';
import type { Json, RunEvent } from '../protocol/events.ts';
import type { RunRecord } from './record.ts';

/** The first difference between a replay and its record. */
export interface Divergence {
  /** `seq` of the recorded event; absent if the replay continues after the end of the record. */
  readonly seq?: number;
  readonly type: string;
  /** The path of the field that differs, `a.b`; empty if the entire event does. */
  readonly field: string;
  readonly recorded: Json;
  readonly replayed: Json;
}

/** The result of a comparison. */
export interface Comparison {
  /** Number of recorded events that were compared. */
  readonly compared: number;
  /** The first difference, if there is one. */
  readonly divergence?: Divergence;
}

/** Fields that differ between runs, or between one process and several: ids of a run, times, positions in the journal. */
const IGNORED_FIELDS: ReadonlySet<string> = new Set([
  ...['seq', 'time', 'invocation', 'parent', 'run', 'durationMs', 'call', 'evidence'],
  ...[
    'folder',
    'agentFile',
    'calledSkills',
    'baseUrl',
    'reasoning',
    'modelTimeout',
    'waiting',
    'denied',
    'messages',
    'request',
    // Of a fork, and of a client's run.
    'forked',
    'instruction',
    'files',
  ],
]);

/** Events that only inform the user, or that belong to a call that is not repeated. */
const IGNORED_EVENTS: ReadonlySet<RunEvent['type']> = new Set([
  ...(['note', 'run_resumed', 'script', 'tool_started', 'debug_pause'] as const),
  // A replay runs no commands.
  'workspace_changes',
]);

/** Compares a replay with its record. A record that was interrupted is compared up to its last response. */
export function compare(record: RunRecord, replayed: readonly RunEvent[]): Comparison {
  const before = eventsToCompare(record.isComplete ? record.ownEvents : upToLastAnswer(record.ownEvents), record);
  const after = eventsToCompare(replayed, record);
  for (let index = 0; index < before.length; index++) {
    const one = before[index];
    const other = after[index];
    if (one === undefined) break;
    const { seq, type } = one;
    if (other?.type !== type)
      return {
        compared: index,
        divergence: { seq, type, field: '', recorded: type, replayed: other?.type ?? 'nothing' },
      };
    const difference = differenceOf(viewOf(one, record), viewOf(other, record), '');
    if (difference !== undefined) return { compared: index, divergence: { seq, type, ...difference } };
  }
  const compared = before.length;
  const more = record.isComplete ? after[compared] : undefined;
  if (more === undefined) return { compared };
  const { type } = more;
  return { compared, divergence: { type, field: '', recorded: 'nothing', replayed: type } };
}

function upToLastAnswer(events: readonly RunEvent[]): readonly RunEvent[] {
  return events.slice(0, events.findLastIndex((event) => event.type === 'llm_response') + 1);
}

/**
 * Returns the events to compare. Those of a step are sorted in the order of its calls, because results arrive in any order.
 */
function eventsToCompare(events: readonly RunEvent[], record: RunRecord): readonly RunEvent[] {
  const last = events.at(-1);
  const ids = new Map<number, string>();
  const order = new Map<string, number>();
  /** Parallel calls: which of them wrote what to the state depends on their timing. */
  const parallel = new Set<number>();
  let hasParallelCalls = false;
  for (const event of events) {
    if (event.type === 'llm_response') {
      hasParallelCalls = event.toolCalls.length > 1;
      for (const { id } of event.toolCalls) order.set(id, order.size);
    } else if (event.type === 'tool_call') {
      ids.set(event.seq, event.id);
      if (hasParallelCalls) parallel.add(event.seq);
    }
  }
  const compared = events.filter((event) => {
    if (record.resumed && event.type === 'tools_changed') return false;
    if (IGNORED_EVENTS.has(event.type) || (event.type === 'run_finished' && event !== last)) return false;
    if (event.type === 'state') return !parallel.has(event.parent ?? 0);
    const call = ids.get(event.parent ?? 0);
    // Omits questions of calls that are not repeated. Those of guards are asked again.
    if (event.type !== 'pause' && event.type !== 'answer') return true;
    return call !== undefined && record.calls.get(call)?.hadSideEffects !== true;
  });
  let step = 0;
  const withPositions = compared.map((event) => {
    if (event.type === 'llm_request' || event.type === 'llm_response' || event.type === 'run_finished') step++;
    const id = event.type === 'tool_call' ? event.id : ids.get(event.parent ?? 0);
    // Events that belong to no call come after the calls of the step; a response comes first.
    const position = event.type === 'llm_request' || event.type === 'llm_response' ? -1 : Number.POSITIVE_INFINITY;
    return { event, step, place: id === undefined ? position : (order.get(id) ?? 0) };
  });
  return withPositions
    .sort((a, b) => a.step - b.step || (a.place === b.place ? 0 : a.place - b.place))
    .map(({ event }) => event);
}

type View = { readonly [key: string]: unknown };

function viewOf(event: RunEvent, { hasInnerLoops: inner }: RunRecord): View {
  const view = Object.fromEntries(Object.entries(event).filter(([key]) => !IGNORED_FIELDS.has(key)));
  if (event.type === 'pause' || event.type === 'answer') delete view.id;
  // The text and usage of a failed call are not replayed.
  if (event.type === 'llm_response' && event.finish === 'error')
    for (const key of ['text', 'reasoning', 'usage']) delete view[key];
  // Usage inside calls is not repeated, and that of a failed call is unknown.
  const partial = inner || (event.type === 'run_finished' && event.reason === 'model_error');
  if (event.type === 'run_finished' && partial) for (const key of ['llmCalls', 'usage', 'text']) delete view[key];
  return view;
}

function differenceOf(
  one: unknown,
  other: unknown,
  field: string,
): Pick<Divergence, 'field' | 'recorded' | 'replayed'> | undefined {
  if (isObject(one) && isObject(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const difference = differenceOf(own(one, key), own(other, key), field === '' ? key : `${field}.${key}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  if (one === other || JSON.stringify(one) === JSON.stringify(other)) return undefined;
  return { field, recorded: (one ?? null) as Json, replayed: (other ?? null) as Json };
}

function isObject(value: unknown): value is View {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
