import { defined } from '../../../skill/index.ts';
import { USAGE_COUNTS } from '../../models/prices/usage.ts';
import type { RunFinished, ToolCallRequest, Usage } from '../../protocol/events.ts';
import { textsIn } from '../../text/json-texts.ts';
import type { CallOutcome, CallOwner, OpenCall } from './calls.ts';
import type { AnsweredCall } from './hook-decisions.ts';
import type { RecordPosition } from './record.ts';
import { changedParts } from './sent-parts.ts';
import type { SentParts, SessionEvent, SkillLoaded } from './session-event.ts';
import type { SkillTracker } from './skill-tracker.ts';

/** The fields of an event that its writer does not add. */
export type EventBody<E = SessionEvent> = E extends unknown
  ? Omit<E, 'seq' | 'time' | 'invocation' | 'agent' | 'imported' | 'source'>
  : never;
type BodyOf<T extends EventBody['type']> = Extract<EventBody, { readonly type: T }>;

/** A loaded skill, without what its log adds. */
export type LoadedBody = Pick<SkillLoaded, 'skill' | 'by' | 'folder' | 'again'>;

/** The end of a prompt. */
export type PromptEnd = Pick<RunFinished, 'reason' | 'text' | 'error'>;

/** The operations of a session's log that its agents use. */
export interface TrackLog {
  readonly skills: SkillTracker;
  readonly steps: number;
  readonly tools: readonly string[];
  registerCall(call: OpenCall): void;
  addUsage(usage: Usage, model: string | undefined): void;
  /** Adds an estimated cost, if it is known. */
  withPrice(usage: Usage, model: string | undefined, time: string): Usage;
  startSeq(model?: string): number;
  /** Returns the model of a call if it is not that of the current prompt. */
  otherModel(model: string | undefined): string | undefined;
  setEnd(end: PromptEnd): void;
  /** Reads the file of the sub-agent that a call started, if there is one. */
  readSubagent(id: string | undefined, call: OpenCall): void;
  write(body: EventBody, time: string, records: readonly number[], agent?: string): number;
  /** Writes what hooks did about a call, after its result. */
  writeDecisions(call: AnsweredCall, agent: string): void;
  writeLoaded(body: LoadedBody, parent: number, time: string, records: readonly number[]): void;
  /** Records that the text of a skill is in the conversation of the main agent. */
  recordInContext(skill: string, by: SkillLoaded['by'], record: number): void;
}

/** A part of a model's reply. */
export interface ReplyPart {
  /**
   * Identifies a reply of the model that is spread over several records. Without it, parts belong together until a
   * result follows.
   */
  readonly key?: string;
  readonly text?: string;
  readonly reasoning?: string;
  readonly call?: ToolCallRequest;
  /** Replaces the usage of earlier parts of the reply. */
  readonly usage?: Usage;
  /** `PROVIDER/ID` */
  readonly model?: string;
  readonly finish?: string;
  readonly error?: string;
}

interface Step {
  readonly key: string | undefined;
  readonly requested: string;
  /** The content of its request in addition to the conversation. */
  readonly sent: SentParts;
  time: string;
  readonly texts: string[];
  readonly reasoning: string[];
  readonly calls: { readonly call: OpenCall; readonly record: number }[];
  readonly results: { readonly call: OpenCall; readonly outcome: CallOutcome; readonly at: RecordPosition }[];
  /** Messages that belong to the results of calls. */
  readonly messages: Map<OpenCall, string>;
  readonly records: number[];
  usage: Usage | undefined;
  model: string | undefined;
  finish: string | undefined;
  error: string | undefined;
}

/** Number of earlier replies whose usage is remembered. */
const MAX_COUNTED = 64;

/** The model calls of one agent of a session: the main one, or a sub-agent. */
export class Track implements CallOwner {
  /** The end of the current prompt if it was interrupted. */
  interrupted: PromptEnd | undefined;
  private readonly log: TrackLog;
  private readonly agent: string;
  private readonly parent: OpenCall | undefined;
  readonly isSubagent: boolean;
  private step: Step | undefined;
  private lastInput: string | undefined;
  private hasWritten = false;
  private sent: SentParts = {};
  /** The parts that have been written. */
  private written: SentParts = {};
  private readonly counted = new Map<string, Usage>();

  /**
   * @param parent the call that started it, for a sub-agent
   * @param isSubagent true for a sub-agent, also if the session does not say which call started it
   */
  constructor(log: TrackLog, agent: string, parent?: OpenCall, isSubagent = parent !== undefined) {
    this.log = log;
    this.agent = agent;
    this.parent = parent;
    this.isSubagent = isSubagent;
  }

  /** Records when the model received input, which is when its next call starts. */
  recordInput(time: string): void {
    this.lastInput = time;
  }

  /** Sets parts of the requests from the next reply on. */
  setSent(parts: SentParts): void {
    this.sent = { ...this.sent, ...parts };
    const { system, tools = [] } = parts;
    if (system !== undefined) this.log.skills.places.addClientText(system);
    for (const tool of tools) for (const text of textsIn(tool)) this.log.skills.places.addClientText(text);
  }

  /** Adds a text to the instructions. */
  addInstructions(text: string): void {
    this.setSent({ system: [this.sent.system, text].filter(Boolean).join('\n\n') });
  }

  /** Adds a part of a reply. */
  add(part: ReplyPart, at: RecordPosition): void {
    const step = this.stepFor(part.key, at);
    step.records.push(at.record);
    step.time = at.time;
    if (part.text !== undefined && part.text !== '') step.texts.push(part.text);
    if (part.reasoning !== undefined && part.reasoning !== '') step.reasoning.push(part.reasoning);
    if (part.call !== undefined) {
      const call: OpenCall = { ...part.call, time: at.time, track: this };
      step.calls.push({ call, record: at.record });
      this.log.registerCall(call);
    }
    step.usage = part.usage ?? step.usage;
    step.model = part.model ?? step.model;
    step.finish = part.finish ?? step.finish;
    step.error = part.error ?? step.error;
  }

  /** True if there was a reply. */
  get hasReplied(): boolean {
    return this.step !== undefined || this.hasWritten;
  }

  /** True if a reply is being read and has no result yet. */
  get isReplying(): boolean {
    return this.step !== undefined && this.step.results.length === 0;
  }

  /** Sets the usage of the current reply. Returns false if there is none, or if it already has one with input tokens. */
  setUsage(usage: Usage, at: RecordPosition): boolean {
    if (this.step === undefined || this.step.usage?.inputTokens !== undefined) return false;
    this.step.usage = { ...this.step.usage, ...usage };
    this.step.records.push(at.record);
    return true;
  }

  /** Adds a record without new content to the current reply. Returns false if there is no reply. */
  addRecord(at: RecordPosition): boolean {
    this.step?.records.push(at.record);
    return this.step !== undefined;
  }

  /** True if the current reply has such a call, with its result or without. */
  hasCall(isOf: (call: OpenCall) => boolean): boolean {
    return this.step?.calls.some(({ call }) => isOf(call)) === true;
  }

  /**
   * Adds a message to the result of such a call of the current reply: the first one without a message, if there is one. The
   * message can come before the result. Returns false if there is no such call, or if its result has been written.
   */
  addMessage(message: string, at: RecordPosition, isOf: (call: OpenCall) => boolean): boolean {
    const calls = this.step?.calls.filter(({ call }) => isOf(call)) ?? [];
    const { call } = calls.find((one) => this.step?.messages.has(one.call) === false) ?? calls.at(-1) ?? {};
    if (this.step === undefined || call === undefined) return false;
    const { messages, records } = this.step;
    messages.set(call, [messages.get(call), message].filter(Boolean).join('\n\n'));
    records.push(at.record);
    return true;
  }

  /** Adds the result of one of its calls: with its step, or immediately if the step has been written. */
  answer(call: OpenCall, outcome: CallOutcome, at: RecordPosition): void {
    if (call.seq === undefined && this.step !== undefined) this.step.results.push({ call, outcome, at });
    else this.writeResult(call, outcome, at.time, [at.record]);
    this.recordInput(at.time);
  }

  /** Writes the result of a call that never got one. */
  abandon(call: OpenCall, time: string): void {
    if (call.seq === undefined) return;
    this.log.readSubagent(undefined, call);
    const { id, tool, args, seq: parent } = call;
    const error_code = 'CANCELLED';
    const result = { error: 'The session has no result for this call.', error_code };
    const seq = this.log.write(
      { type: 'tool_result', id, tool, result, error_code, hasNoResult: true, durationMs: 0, parent },
      time,
      [],
      this.agent,
    );
    const answered = { id, args, time: call.time, end: time, call: parent, result: seq, runs: false };
    this.log.writeDecisions(answered, this.agent);
  }

  /** Writes the current step: the model call, its tool calls, and their results so far. */
  flush(): void {
    const { step } = this;
    if (step === undefined) return;
    this.step = undefined;
    this.hasWritten = true;
    const { requested, time, records, error } = step;
    const root = this.root(step.model);
    const usage = this.uncounted(step);
    this.log.addUsage(usage, this.isSubagent ? undefined : step.model);
    const model = this.log.otherModel(step.model);
    const call = this.log.steps;
    const sent = changedParts(this.written, step.sent);
    this.written = step.sent;
    const request = defined<BodyOf<'llm_request'>>({
      type: 'llm_request',
      call,
      tools: this.log.tools,
      parent: root,
      sent,
    });
    const parent = this.log.write(request, requested, records, this.agent);
    const text = step.texts.join('\n\n');
    const reasoning = step.reasoning.join('\n\n');
    const toolCalls = step.calls.map(({ call: { id, tool, args } }) => ({ id, tool, args }));
    const finish = step.finish ?? (error !== undefined ? 'error' : toolCalls.length > 0 ? 'tool-calls' : 'stop');
    const priced = this.log.withPrice(usage, step.model, time);
    const response = defined<BodyOf<'llm_response'>>({
      type: 'llm_response',
      call,
      text,
      toolCalls,
      usage: priced,
      finish,
      parent,
      reasoning: reasoning || undefined,
      error,
      model,
    });
    this.log.write(response, time, records, this.agent);
    for (const { call: one, record } of step.calls) {
      const { id, tool, args } = one;
      one.seq = this.log.write({ type: 'tool_call', id, tool, args, parent }, one.time, [record], this.agent);
    }
    for (const { call: one, outcome, at } of step.results) {
      const message = step.messages.get(one);
      this.writeResult(one, message === undefined ? outcome : { ...outcome, message }, at.time, [at.record]);
    }
    if (!this.isSubagent) this.log.setEnd(this.interrupted ?? endOf(text, toolCalls.length > 0, error));
  }

  private stepFor(key: string | undefined, at: RecordPosition): Step {
    const { step } = this;
    const continues =
      step !== undefined &&
      step.key === key &&
      (key !== undefined || (step.results.length === 0 && step.usage === undefined));
    if (continues) return step;
    this.flush();
    if (!this.isSubagent) this.interrupted = undefined;
    const requested = this.lastInput !== undefined && this.lastInput < at.time ? this.lastInput : at.time;
    const lists = { texts: [], reasoning: [], calls: [], results: [], messages: new Map(), records: [] };
    const none = { usage: undefined, model: undefined, finish: undefined, error: undefined };
    this.step = { key, requested, sent: this.sent, time: at.time, ...lists, ...none };
    return this.step;
  }

  private root(model: string | undefined): number {
    if (this.parent === undefined) return this.log.startSeq(this.isSubagent ? undefined : model);
    if (this.parent.seq === undefined) this.parent.track.flush();
    return this.parent.seq ?? this.log.startSeq();
  }

  /** Returns the part of a reply's usage that was not counted with an earlier part of it. */
  private uncounted({ key, usage = {} }: Step): Usage {
    if (key === undefined) return usage;
    const before = this.counted.get(key);
    this.counted.set(key, usage);
    for (const oldest of this.counted.keys()) {
      if (this.counted.size <= MAX_COUNTED) break;
      this.counted.delete(oldest);
    }
    if (before === undefined) return usage;
    const rest = USAGE_COUNTS.flatMap((field) => {
      const count = usage[field];
      return count === undefined ? [] : [[field, Math.max(0, count - (before[field] ?? 0))]];
    });
    return { ...usage, ...Object.fromEntries(rest) };
  }

  private writeResult(call: OpenCall, outcome: CallOutcome, time: string, records: readonly number[]): void {
    const { id, tool, args } = call;
    const parent = call.seq ?? this.root(undefined);
    this.log.readSubagent(outcome.subagent, call);
    const { failed, code, loaded = [], ...findings } = this.log.skills.result(call, outcome);
    const { miss } = findings;
    const { value: result, message, denied } = outcome;
    const error_code =
      denied === true
        ? 'DENIED'
        : miss !== undefined && miss.unloaded !== true
          ? (code ?? 'FILE_NOT_FOUND')
          : failed
            ? 'TOOL_ERROR'
            : undefined;
    const durationMs = outcome.durationMs ?? Math.max(0, Date.parse(time) - Date.parse(call.time));
    const body = defined<BodyOf<'tool_result'>>({
      type: 'tool_result',
      id,
      tool,
      result,
      message,
      error_code,
      ...findings,
      denied: denied || undefined,
      hasNoResult: outcome.isUnknown || undefined,
      durationMs,
      parent,
    });
    const seq = this.log.write(body, time, records, this.agent);
    this.log.skills.places.recordResult(seq, this.log.steps);
    for (const one of loaded) {
      if (!this.isSubagent) this.log.recordInContext(one.skill, one.by, records.at(-1) ?? 0);
      this.log.writeLoaded(one, parent, time, records);
    }
    const runs = miss?.kind === 'script';
    this.log.writeDecisions({ id, args, time: call.time, end: time, call: parent, result: seq, runs }, this.agent);
  }
}

function endOf(text: string, hasCalls: boolean, error: string | undefined): PromptEnd {
  if (error !== undefined) return { reason: 'model_error', text, error };
  if (hasCalls) return { reason: 'cancelled', text, error: 'The session ends before the model answered.' };
  return { reason: 'final', text };
}
