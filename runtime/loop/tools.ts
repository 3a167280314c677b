import type { JSONSchema7, LanguageModelV4Message } from '@ai-sdk/provider';
import type { Json, PauseEvent, RunEvent } from '../protocol/events.ts';
import type { EventBody } from './scope.ts';
import type { StateScope } from './state.ts';

export type JsonObject = { readonly [key: string]: Json };

/** What a tool answers to the model. Failures are answers too: nothing is thrown through the loop. */
export interface ResultOutcome {
  readonly kind: 'result';
  readonly value: Json;
  /** For telemetry and guards; absent where the call went well. */
  readonly errorCode?: string;
}

export type ToolOutcome =
  | ResultOutcome
  /** A person has to answer first and nobody is there: the run ends paused. */
  | { readonly kind: 'paused' };

export type Answer = 'approve' | 'deny' | 'unanswered';

/** What a tool is given beside its arguments. */
export interface ToolContext {
  readonly callId: string;
  /** `seq` of its `tool_call`: the span that a loop of its own stands under. */
  readonly seq: number;
  readonly invocation: string;
  readonly agent: string;
  readonly state: StateScope;
  /** Fires when the run is cancelled; the tool then has no one to answer to and should end what it started. */
  readonly signal: AbortSignal;
  /** Reports an event under this call. */
  emit(body: EventBody): RunEvent;
  /** Asks a person, and waits. */
  ask(pause: Pick<PauseEvent, 'kind' | 'hint' | 'script'>): Promise<Answer>;
}

/** A tool as the model is offered it. `inputSchema` is JSON Schema. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JSONSchema7;
  /** Runs a loop of its own, which ends by itself at once when the run is cancelled: waited for, so that its calls have results. */
  readonly settles?: true;
  execute(args: JsonObject, context: ToolContext): ToolOutcome | Promise<ToolOutcome>;
}

/** What a toolset is asked with, before every model call. */
export interface StepContext {
  readonly agent: string;
  readonly invocation: string;
  readonly state: StateScope;
  /** The conversation so far, without the system message. */
  readonly messages: readonly LanguageModelV4Message[];
}

export interface Prepared {
  readonly tools: readonly Tool[];
  /** Names that a skill asks for and nothing provides. */
  readonly unresolved?: readonly string[];
  /** Goes into the system message of this one request. */
  readonly instruction: string;
  /** Messages for this one request only, after the conversation; never stored. */
  readonly append?: readonly LanguageModelV4Message[];
  /** What went wrong on the way and is no reason to stop, for a person. */
  readonly notes?: readonly string[];
}

/** Offers tools. Asked before every model call and never cached, so that what a tool writes to state can add a tool at the next call. */
export interface Toolset {
  prepare(step: StepContext): Prepared | Promise<Prepared>;
  /** The run is over: ends what is pending. */
  close?(): void;
}

/** A tool's error in the shape that ADK's tools answer: `{ error, error_code }`. */
export function failure(errorCode: string, error: string, more: JsonObject = {}): ResultOutcome {
  return { kind: 'result', value: { error, error_code: errorCode, ...more }, errorCode };
}
