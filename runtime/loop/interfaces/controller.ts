/** The interface through which a debugger stops a run and changes it. */
import type { LanguageModelV4FunctionTool, LanguageModelV4Message } from '@ai-sdk/provider';
import type { Json, JsonObject, RunReason } from '../../protocol/events.ts';
import { untilAborted } from './abort.ts';
import type { Scope } from './scope.ts';
import type { ScriptDebugger } from './script-debugger.ts';
import type { SessionState } from './state.ts';
import type { ResultOutcome } from './tools.ts';

/** A position at which a run can be stopped. */
export interface Boundary {
  readonly scope: Scope;
  /** `seq` of the enclosing span, the parent of events about the stop. */
  readonly parent: number;
  readonly state: SessionState;
}

/** The position before a model call. */
export interface ModelBoundary extends Boundary {
  /**
   * The number that the model call will have in the run, from 1. It becomes higher if an agent that runs at the same time
   * calls its model while this one is stopped.
   */
  readonly call: number;
  /** True for the closing round: the last call, without tools, after a guard or the loop's limit of calls has stopped it. */
  readonly closing: boolean;
  /** Exactly the messages that would be sent. */
  readonly prompt: readonly LanguageModelV4Message[];
  readonly tools: readonly LanguageModelV4FunctionTool[];
  /** Index in `prompt` of the first message of the conversation, and the number of its messages. */
  readonly conversation: { readonly start: number; readonly length: number };
}

/** Changes to a model call. */
export interface ModelEdit {
  /** The system message of this call alone. */
  readonly system?: string;
  /**
   * Texts of user messages. Each replaces the user message at `index` of the conversation, or is appended if `index` is the
   * length of the conversation. They stay in the conversation for the rest of the run.
   */
  readonly messages?: readonly { readonly index: number; readonly text: string }[];
}

/** The position before a tool call. Its `tool_call` is not in the journal yet; `parent` is its `llm_request`. */
export interface CallBoundary extends Boundary {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** The arguments as the model wrote them, if they are not a JSON object; `args` is then empty. */
  readonly broken?: string;
}

/** Changes to a tool call: other arguments, or a result to return instead of running the tool. */
export interface CallEdit {
  readonly args?: JsonObject;
  readonly result?: EditedResult;
  /** Debugs the script that the call runs. */
  readonly scriptDebugger?: ScriptDebugger;
}

/** The result of a call that the user wrote. */
export interface EditedResult {
  readonly value: Json;
  /** Absent for a success. */
  readonly errorCode?: string;
}

/** The position after a tool call, before guards and the model see its result. `parent` is its `tool_call`. */
export interface ResultBoundary extends CallBoundary {
  readonly outcome: ResultOutcome;
}

/** The position before a loop ends because of an error or a limit. `parent` is the loop's root span. */
export interface EndBoundary extends Boundary {
  readonly reason: RunReason;
  readonly error: string;
}

/**
 * Stops a run at its boundaries and changes what it does there: the debugger, a pause by the user, or a replay that repeats
 * recorded changes. Each method resolves when the run may continue, with the changes; undefined for none.
 */
export interface LoopController {
  /** False if the loop need not call the methods at its boundaries. */
  readonly isActive: boolean;
  beforeModelCall(boundary: ModelBoundary): Promise<ModelEdit | undefined>;
  beforeTool(boundary: CallBoundary): Promise<CallEdit | undefined>;
  afterTool(boundary: ResultBoundary): Promise<EditedResult | undefined>;
  beforeEnd(boundary: EndBoundary): Promise<undefined>;
}

/**
 * Waits at a boundary. Returns `aborted` if the run is cancelled first, and undefined (no changes) if the controller fails.
 * @param stop calls the controller's method for the boundary
 */
export async function waitAt<T>(
  stop: () => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<T | 'aborted' | undefined> {
  const settled = await untilAborted(stop, signal);
  if (settled.kind === 'aborted') return 'aborted';
  return settled.kind === 'done' ? settled.value : undefined;
}
