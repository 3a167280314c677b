import { createHash } from 'node:crypto';
import { normalizeResult } from '../guards/normalize-result.ts';
import type { List } from '../journal/spilled-list.ts';
import { Loops } from '../loop/history/loops.ts';
import type { StepRelation } from '../protocol/compare.ts';
import type { RunEvent, ToolCall, ToolResult } from '../protocol/events.ts';
import { inlineText } from '../text/inline-text.ts';

/** A step of a run: something the user, the model, a tool or a guard did. */
export interface RunStep {
  /** `seq` of its first event. */
  readonly seq: number;
  readonly kind: 'prompt' | 'reply' | 'call' | 'guard' | 'end';
  /** A description for display, of limited length. */
  readonly title: string;
  /** `seq` of the `llm_request` that it belongs to; absent for prompts and the end. */
  readonly request?: number;
  /** The call and its result, for a step of kind `call`. */
  readonly call?: ToolCall | undefined;
  readonly result?: ToolResult | undefined;
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
export function stepsOf(events: List<RunEvent>): readonly RunStep[] {
  const log = new StepLog(events);
  let index = 0;
  for (const event of events) log.add(event, index++);
  return log.steps();
}

/** Collects the steps of a run, one event at a time. Holds no payloads: events are read again if they are needed. */
export class StepLog {
  private readonly events: List<RunEvent>;
  private readonly loops = new Loops();
  /** The steps of each loop, by the `seq` of the call in which it ran; the run's own loop has 0. */
  private readonly stepsIn = new Map<number, (RunStep | OpenCall)[]>();
  /** The outcome of each result and its position, by the `seq` of its call. */
  private readonly results = new Map<number, CallOutcome>();

  /** @param events the events to be added */
  constructor(events: List<RunEvent>) {
    this.events = events;
  }

  /** Adds the next event, with its position. */
  add(event: RunEvent, index: number): void {
    const loop = this.loops.add(event);
    if (event.type === 'tool_result')
      this.results.set(event.parent ?? 0, { index, digest: digestOf(withoutCopies(outcomeOf(event))) });
    const step = event.type === 'tool_call' ? openCall(event, index) : stepOf(event);
    if (step === undefined) return;
    const known = this.stepsIn.get(loop);
    if (known === undefined) this.stepsIn.set(loop, [step]);
    else known.push(step);
  }

  /** Returns the steps, once all events are added. */
  steps(): readonly RunStep[] {
    const steps: RunStep[] = [];
    const open: Iterator<RunStep | OpenCall>[] = [];
    // Each loop is entered once: in a journal, which is untrusted, a call can be inside itself.
    const enter = (call: number): void => {
      const loop = this.stepsIn.get(call);
      this.stepsIn.delete(call);
      if (loop !== undefined) open.push(loop.values());
    };
    enter(0);
    for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
      const { value: step, done } = current.next();
      if (done === true) {
        open.pop();
        continue;
      }
      steps.push(step.kind === 'open' ? new CallStep(this.events, step, this.results.get(step.seq)) : step);
      if (step.kind === 'open') enter(step.seq);
    }
    return steps;
  }
}

/** A call whose result is still to come. */
interface OpenCall {
  readonly kind: 'open';
  readonly seq: number;
  readonly index: number;
  readonly tool: string;
  readonly title: string;
  readonly request?: number;
  readonly cause: string;
}

interface CallOutcome {
  readonly index: number;
  readonly digest: string;
}

/** The step of a call, whose events are read when they are used. */
class CallStep implements RunStep {
  readonly kind = 'call';
  readonly seq: number;
  readonly title: string;
  readonly request?: number;
  readonly identity: string;
  readonly cause: string;
  readonly group: string;
  private readonly events: List<RunEvent>;
  private readonly callIndex: number;
  private readonly resultIndex: number | undefined;

  constructor(
    events: List<RunEvent>,
    { seq, index, tool, title, request, cause }: OpenCall,
    outcome: CallOutcome | undefined,
  ) {
    this.events = events;
    this.seq = seq;
    this.title = title;
    if (request !== undefined) this.request = request;
    this.cause = cause;
    this.identity = `${cause}\n${outcome?.digest ?? 'no result'}`;
    this.group = `call ${tool}`;
    this.callIndex = index;
    this.resultIndex = outcome?.index;
  }

  get call(): ToolCall | undefined {
    return this.events.at(this.callIndex) as ToolCall | undefined;
  }

  get result(): ToolResult | undefined {
    return this.resultIndex === undefined ? undefined : (this.events.at(this.resultIndex) as ToolResult | undefined);
  }
}

function stepOf(event: RunEvent): RunStep | undefined {
  const { seq } = event;
  switch (event.type) {
    case 'run_started': {
      const prompt = inlineText(event.prompt);
      const title = titleOf(`prompt: ${prompt}`);
      return { seq, kind: 'prompt', title, identity: digestOf(`prompt ${prompt}`), group: 'prompt' };
    }
    case 'llm_response': {
      const text = inlineText(event.text).trim();
      const error = event.error ?? '';
      // The calls of a reply are separate steps.
      if (text === '' && error === '') return undefined;
      const title = titleOf(error === '' ? `reply: ${text}` : `failed call: ${error}`);
      const identity = digestOf(`reply ${text}\n${error}`);
      return { seq, kind: 'reply', title, ...requestField(event), identity, group: 'reply' };
    }
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

function openCall(call: ToolCall, index: number): OpenCall {
  const { seq, tool } = call;
  const args = typeof call.args === 'string' ? call.args : JSON.stringify(sortKeys(call.args));
  const title = `${tool} ${args}`;
  const cause = digestOf(withoutCopies(title));
  return { kind: 'open', seq, index, tool, title: titleOf(title), ...requestField(call), cause };
}

function outcomeOf({ error_code: code = '', result, message = '' }: ToolResult): string {
  return `${code} ${normalizeResult(result as never)} ${inlineText(message)}`;
}

/** Maximum number of characters of a title. */
const MAX_TITLE = 4_000;

function titleOf(text: string): string {
  // A part of a text would keep the entire text in memory; a parsed one is a copy.
  return text.length > MAX_TITLE ? (JSON.parse(JSON.stringify(text.slice(0, MAX_TITLE))) as string) : text;
}

/** Returns a short text that is equal for equal texts only. */
function digestOf(text: string): string {
  return text.length > 100 ? createHash('sha256').update(text).digest('base64') : text;
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
