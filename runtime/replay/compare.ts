import type { Json, RunEvent } from '../protocol/events.ts';
import type { RunRecord } from './record.ts';

/** Where a replay comes to something else. */
export interface Divergence {
  /** `seq` of the record's event; absent where the replay goes on after the record's end. */
  readonly seq?: number;
  readonly type: string;
  /** The field that differs, `a.b`; empty where the event as a whole is another. */
  readonly field: string;
  readonly recorded: Json;
  readonly replayed: Json;
}

export interface Comparison {
  /** Events of the record that were compared. */
  readonly compared: number;
  /** The first event that differs. */
  readonly divergence?: Divergence;
}

/** Differ from run to run, or between one process and several: ids of a run, times, places in the journal. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['seq', 'time', 'invocation', 'parent', 'run', 'durationMs', 'call', 'evidence'],
  ...['folder', 'agentFile', 'calledSkills', 'baseUrl', 'reasoning', 'modelTimeout', 'waiting', 'denied'],
]);

/** Told for a person, or of a call that is not made again. */
const SKIPPED: ReadonlySet<RunEvent['type']> = new Set(['note', 'run_resumed', 'script', 'tool_started']);

/** Lays a replay beside its record. A record that was cut off is compared up to its last answer. */
export function compare(record: RunRecord, replayed: readonly RunEvent[]): Comparison {
  const before = comparable(record.whole ? record.own : upToLastAnswer(record.own), record);
  const after = comparable(replayed, record);
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
  const more = record.whole ? after[compared] : undefined;
  if (more === undefined) return { compared };
  const { type } = more;
  return { compared, divergence: { type, field: '', recorded: 'nothing', replayed: type } };
}

function upToLastAnswer(events: readonly RunEvent[]): readonly RunEvent[] {
  return events.slice(0, events.findLastIndex((event) => event.type === 'llm_response') + 1);
}

/** The events that count, each step's in the order of its calls: results come when they come. */
function comparable(events: readonly RunEvent[], record: RunRecord): readonly RunEvent[] {
  const last = events.at(-1);
  const ids = new Map<number, string>();
  const order = new Map<string, number>();
  /** Calls that others were made with: which of them wrote what to the state depends on who was first. */
  const parallel = new Set<number>();
  let several = false;
  for (const event of events) {
    if (event.type === 'llm_response') {
      several = event.toolCalls.length > 1;
      for (const { id } of event.toolCalls) order.set(id, order.size);
    } else if (event.type === 'tool_call') {
      ids.set(event.seq, event.id);
      if (several) parallel.add(event.seq);
    }
  }
  const kept = events.filter((event) => {
    if (record.resumed && event.type === 'tools_changed') return false;
    if (SKIPPED.has(event.type) || (event.type === 'run_finished' && event !== last)) return false;
    if (event.type === 'state') return !parallel.has(event.parent ?? 0);
    const call = ids.get(event.parent ?? 0);
    // Questions of a call that is not made again; those of guards are asked anew.
    if (event.type !== 'pause' && event.type !== 'answer') return true;
    return call !== undefined && record.calls.get(call)?.acted !== true;
  });
  let step = 0;
  const placed = kept.map((event) => {
    if (event.type === 'llm_request' || event.type === 'llm_response' || event.type === 'run_finished') step++;
    const id = event.type === 'tool_call' ? event.id : ids.get(event.parent ?? 0);
    // What belongs to no call comes after the step's calls; a model's answer begins the step.
    const apart = event.type === 'llm_request' || event.type === 'llm_response' ? -1 : Number.POSITIVE_INFINITY;
    return { event, step, place: id === undefined ? apart : (order.get(id) ?? 0) };
  });
  return placed
    .sort((a, b) => a.step - b.step || (a.place === b.place ? 0 : a.place - b.place))
    .map(({ event }) => event);
}

type View = { readonly [key: string]: unknown };

function viewOf(event: RunEvent, { inner }: RunRecord): View {
  const view = Object.fromEntries(Object.entries(event).filter(([key]) => !LEFT_OUT.has(key)));
  if (event.type === 'pause' || event.type === 'answer') delete view.id;
  // What a failed call had said and spent is not told again.
  if (event.type === 'llm_response' && event.finish === 'error')
    for (const key of ['text', 'reasoning', 'usage']) delete view[key];
  // What was spent inside calls is not spent again; of a failed call its part is unknown.
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
      const difference = differenceOf(one[key], other[key], field === '' ? key : `${field}.${key}`);
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
