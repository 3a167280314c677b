import { randomBytes } from 'node:crypto';
import { defined } from '../../../skill/index.ts';
import type {
  GuardEvent,
  Json,
  JsonObject,
  RunEvent,
  RunStarted,
  ToolCall,
  ToolResult,
} from '../../protocol/events.ts';
import type { ForkEdits } from '../../protocol/fork.ts';
import type { ForkPoint } from './fork-point.ts';

/** Options for `copyEvents`. */
export interface CopyOptions {
  /** Id of the fork. */
  readonly run: string;
  /** The `run_started` of the fork, without the fields that every event has. */
  readonly started: Omit<RunStarted, 'seq' | 'time' | 'invocation' | 'agent' | 'parent'>;
  readonly edits: ForkEdits;
  /** True if the fork has other guards, which make their own decisions on the last step. */
  readonly hasOtherGuards: boolean;
  /** Messages about the fork, which follow the copied events. */
  readonly notes: readonly string[];
  readonly now: Date;
}

/**
 * Creates the events that a fork begins with: those of its point, edited, and its notes. They are renumbered, get new
 * invocations, and are shifted in time so that the last one happens now.
 */
export function copyEvents(point: ForkPoint, options: CopyOptions): readonly RunEvent[] {
  const { target, started } = point;
  const { edits, run, notes, now } = options;
  const kept = options.hasOtherGuards ? withoutLastDecisions(point) : point.events;
  const edited = kept.map((event): RunEvent => {
    if (event.type === 'run_started')
      return event.seq === started.seq ? startOf(event, options.started) : { ...event, run };
    return event.type === 'llm_response' && edits.args !== undefined ? withArguments(event, target, edits.args) : event;
  });
  const last = edited.at(-1) ?? started;
  const all: RunEvent[] =
    edits.result === undefined || target.type !== 'tool_call'
      ? [...edited]
      : [...edited, ...givenResult(target, edits, last.seq)];
  const { invocation, agent, time } = started;
  const copied = all.length;
  for (const [index, message] of notes.entries()) {
    const base = { seq: 0, time: last.time, invocation, agent, parent: started.seq };
    all.push(defined({ ...base, type: 'note', message, copied: index === 0 ? copied : undefined }));
  }
  return renumber(all, now.getTime() - Date.parse(last.time || time));
}

/** Creates the fork's `run_started`, which replaces that of its origin. */
function startOf({ seq, time, invocation, agent }: RunStarted, started: CopyOptions['started']): RunStarted {
  return { seq, time, invocation, agent, ...started };
}

/** Removes the guards' decisions on the last step before the target, because other guards will decide on it. */
function withoutLastDecisions({ events, target }: ForkPoint): readonly RunEvent[] {
  const requests = events.filter((event) => event.type === 'llm_request');
  const own = target.type === 'tool_call' ? target.parent : undefined;
  const step = own ?? requests.findLast(({ parent }) => parent === target.parent)?.seq;
  if (step === undefined) return events;
  const calls = new Set(
    events.flatMap((event) => (event.type === 'tool_call' && event.parent === step ? [event.seq] : [])),
  );
  return events.filter((event) => event.type !== 'guard' || event.parent === undefined || !calls.has(event.parent));
}

/** Replaces the arguments in the response that requested the call, so that the model finds the ones that were used. */
function withArguments(event: RunEvent, target: RunEvent, args: JsonObject): RunEvent {
  if (event.type !== 'llm_response' || target.type !== 'tool_call' || event.parent !== target.parent) return event;
  return {
    ...event,
    edited: true,
    toolCalls: event.toolCalls.map((call) => (call.id === target.id ? { ...call, args } : call)),
  };
}

/** Creates the call and its result as the user gave it. */
function givenResult(target: ToolCall, edits: ForkEdits, last: number): readonly RunEvent[] {
  const { args = target.args, result = null }: { readonly args?: Json; readonly result?: Json } = edits;
  const { id, tool, seq, time, invocation, agent } = target;
  const code = isObject(result) ? result.error_code : undefined;
  const given = defined({
    seq: Math.max(last, seq) + 1,
    time,
    invocation,
    agent,
    parent: seq,
    type: 'tool_result' as const,
    id,
    tool,
    result,
    edited: true as const,
    durationMs: 0,
    error_code: typeof code === 'string' ? code : undefined,
  }) satisfies ToolResult;
  return [{ ...target, args }, given];
}

/** Numbers events from 1 and adjusts the references between them. References to events that are missing are removed. */
function renumber(events: readonly RunEvent[], offset: number): readonly RunEvent[] {
  const numbers = new Map(events.map(({ seq }, index) => [seq, index + 1]));
  const invocations = new Map<string, string>();
  const invocationOf = (old: string): string => {
    const known = invocations.get(old) ?? `inv-${randomBytes(6).toString('hex')}`;
    invocations.set(old, known);
    return known;
  };
  return events.map((event, index) => {
    const { parent: oldParent, ...rest } = event;
    const parent = oldParent === undefined ? undefined : numbers.get(oldParent);
    const time = new Date(Date.parse(event.time) + offset);
    return {
      ...rest,
      seq: index + 1,
      time: Number.isNaN(time.getTime()) ? event.time : time.toISOString(),
      invocation: invocationOf(event.invocation),
      ...defined<Partial<GuardEvent>>({
        parent,
        evidence:
          event.type === 'guard' && Array.isArray(event.evidence)
            ? event.evidence.flatMap((seq) => numbers.get(seq) ?? [])
            : undefined,
      }),
    } as RunEvent;
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
