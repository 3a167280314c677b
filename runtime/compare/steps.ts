import { normalizeResult } from '../guards/normalize-result.ts';
import { CALL_EVENTS } from '../loop/history.ts';
import type { StepRelation } from '../protocol/compare.ts';
import type { RunEvent, ToolCall, ToolResult } from '../protocol/events.ts';
import { inlineText } from '../protocol/inline-text.ts';

/** A step of a run: something the user, the model, a tool or a guard did. */
export interface RunStep {
  /** `seq` of its first event. */
  readonly seq: number;
  readonly kind: 'prompt' | 'reply' | 'call' | 'guard' | 'end';
  /** A short description, for display. */
  readonly title: string;
  /** `seq` of the `llm_request` that it belongs to; absent for prompts and the end. */
  readonly request?: number;
  /** The call and its result, for a step of kind `call`. */
  readonly call?: ToolCall;
  readonly result?: ToolResult;
  /** Equal for steps that are the same in every respect that matters. */
  readonly identity: string;
  /** Equal for steps with the same cause and possibly different outcomes: the same call with another result. */
  readonly cause?: string;
  /** Equal for steps that can be different versions of one another: calls of the same tool. */
  readonly group: string;
}

/** A row of the alignment: a step of each run, or of one. */
export interface AlignedSteps {
  readonly a?: RunStep;
  readonly b?: RunStep;
  readonly relation: StepRelation;
}

/**
 * Returns the steps of a run. Steps of loops that ran inside a call follow that call, and the calls of one reply are in its
 * order, so that the order does not depend on timing.
 * @param events all events, with their payloads
 */
export function stepsOf(events: readonly RunEvent[]): readonly RunStep[] {
  const steps: RunStep[] = [];
  const results = new Map<number, ToolResult>();
  for (const event of events) if (event.type === 'tool_result') results.set(event.parent ?? 0, event);
  const loops = loopsOf(events);
  const open: Iterator<RunEvent>[] = [];
  // Each loop is entered once: in a journal, which is untrusted, a call can be inside itself.
  const enter = (call: number): void => {
    const loop = loops.get(call);
    loops.delete(call);
    if (loop !== undefined) open.push(loop.values());
  };
  enter(0);
  for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
    const { value: event, done } = current.next();
    if (done === true) {
      open.pop();
      continue;
    }
    const step = stepOf(event, results);
    if (step !== undefined) steps.push(step);
    if (event.type === 'tool_call') enter(event.seq);
  }
  return steps;
}

/** The events of each loop, by the `seq` of the call in which it ran; the run's own loop has 0. */
function loopsOf(events: readonly RunEvent[]): Map<number, RunEvent[]> {
  const loops = new Map<number, RunEvent[]>();
  const calls = new Set<number>();
  const loopOf = new Map<number, number>();
  for (const event of events) {
    const { seq, type, parent = 0 } = event;
    const loop = calls.has(parent) && !CALL_EVENTS.has(type) ? parent : (loopOf.get(parent) ?? 0);
    loopOf.set(seq, loop);
    if (type === 'tool_call') calls.add(seq);
    const known = loops.get(loop);
    if (known === undefined) loops.set(loop, [event]);
    else known.push(event);
  }
  return loops;
}

function stepOf(event: RunEvent, results: ReadonlyMap<number, ToolResult>): RunStep | undefined {
  const { seq } = event;
  switch (event.type) {
    case 'run_started': {
      const prompt = inlineText(event.prompt);
      return { seq, kind: 'prompt', title: `prompt: ${prompt}`, identity: `prompt ${prompt}`, group: 'prompt' };
    }
    case 'llm_response': {
      const text = inlineText(event.text).trim();
      const error = event.error ?? '';
      // The calls of a reply are separate steps.
      if (text === '' && error === '') return undefined;
      const title = error === '' ? `reply: ${text}` : `failed call: ${error}`;
      return { seq, kind: 'reply', title, ...requestField(event), identity: `reply ${text}\n${error}`, group: 'reply' };
    }
    case 'tool_call':
      return callStep(event, results.get(seq));
    case 'guard': {
      if (event.verdict === 'warn' || event.verdict === 'fatal') return undefined;
      const title = `guard: ${event.rule} ${event.verdict}`;
      return { seq, kind: 'guard', title, identity: `${title} ${event.count}/${event.threshold}`, group: title };
    }
    case 'run_finished':
      return { seq, kind: 'end', title: `end: ${event.reason}`, identity: `end ${event.reason}`, group: 'end' };
    default:
      return undefined;
  }
}

function callStep(call: ToolCall, result: ToolResult | undefined): RunStep {
  const args = typeof call.args === 'string' ? call.args : JSON.stringify(sortKeys(call.args));
  const cause = withoutCopies(`${call.tool} ${args}`);
  const outcome =
    result === undefined
      ? 'no result'
      : `${result.error_code ?? ''} ${normalizeResult(result.result as never)} ${inlineText(result.message ?? '')}`;
  return {
    seq: call.seq,
    kind: 'call',
    title: `${call.tool} ${args}`,
    ...requestField(call),
    call,
    ...(result === undefined ? {} : { result }),
    identity: `${cause}\n${withoutCopies(outcome)}`,
    cause,
    group: `call ${call.tool}`,
  };
}

function requestField({ parent }: RunEvent): { readonly request?: number } {
  return parent === undefined ? {} : { request: parent };
}

/** Removes the keys of the folders that a client's runs are copied to, which differ between runs. */
export function withoutCopies(text: string): string {
  return text.replace(/\bskillwright-client-[\w-]+/g, 'skillwright-client');
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
