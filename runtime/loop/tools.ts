import type { JSONSchema7, LanguageModelV4Message } from '@ai-sdk/provider';
import type { Lasting } from '../protocol/approvals.ts';
import type { Json, JsonObject, ModuleApproval, RunEvent, ScriptApproval, ServerApproval } from '../protocol/events.ts';
import type { History } from './history.ts';
import type { EventBody } from './scope.ts';
import type { StateScope } from './state.ts';

/** What a tool answers to the model. Failures are answers too: nothing is thrown through the loop. */
export interface ResultOutcome {
  readonly kind: 'result';
  readonly value: Json;
  /** For telemetry and guards; absent where the call went well. */
  readonly errorCode?: string;
  /** Whether this call may have changed something; absent: as the tool's `readOnly` says. Guards count repetitions from there. */
  readonly changes?: boolean;
}

export type ToolOutcome =
  | ResultOutcome
  /** A person has to answer first and nobody is there: the run ends paused. */
  | { readonly kind: 'paused' };

/** What a person said to a confirmation; `unanswered` where nobody is there. */
export type Answer = 'approve' | 'deny' | 'unanswered';

/** A question to a person that is answered with yes or no. Two are the same where all they show is the same. */
export interface ConfirmationQuestion {
  readonly kind: 'confirmation';
  readonly hint: string;
  readonly script?: ScriptApproval;
  /** It can be approved until it changes. */
  readonly lasting?: Lasting;
}

/** A secret that a tool cannot do without: a key, a token. What comes back is never written anywhere. */
export interface CredentialRequest {
  /** Its name in this run. Asked for once: every further request for the same key is answered at once. */
  readonly key: string;
  /** What the person is told. */
  readonly hint?: string;
}

/** What a tool decides beside its result. */
export interface ToolActions {
  /** The result is the last word of the invocation: no model call follows (ADK's `skip_summarization`). */
  skipSummarization: boolean;
  /** This call changed nothing, whatever the tool may do otherwise: a shell command that only looked. */
  readOnly: boolean;
}

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
  readonly actions: ToolActions;
  /** Asks a person, and waits; `unanswered` where nobody is there: the tool then answers `{ kind: 'paused' }`. */
  ask(question: ConfirmationQuestion): Promise<Answer>;
  /**
   * Asks a person, and comes back only when they agree. Where they refuse, the call is answered for the tool; where nobody
   * is there, the run ends paused, and the tool is called again from its beginning once they have agreed: so ask before
   * doing anything.
   */
  requestConfirmation(hint: string): Promise<void>;
  /** As `requestConfirmation`, for a secret. */
  requestCredential(request: CredentialRequest): Promise<string>;
  /** For a loop inside this call: what it did in an earlier process, to be given to it; empty at the first time. */
  readonly history: History;
}

/** A tool as the model is offered it. `inputSchema` is JSON Schema. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JSONSchema7;
  /** Runs a loop of its own, which ends by itself at once when the run is cancelled: waited for, so that its calls have results. */
  readonly settles?: true;
  /** A person has to agree before it runs; a function counts where it answers exactly `true`. */
  readonly needsApproval?: true | ((args: JsonObject, context: ToolContext) => boolean | Promise<boolean>);
  /**
   * Running it twice does no harm: it only reads, or it runs a loop that goes on from `history`. Any other tool whose
   * process was killed in the middle is not run again: its call is answered INTERRUPTED.
   */
  readonly repeatable?: boolean;
  /** It changes nothing, so that a call of it gives no reason to make others again. */
  readonly readOnly?: true;
  /** It does nothing before a question of its own (`context.ask`) is answered. */
  readonly asksFirst?: boolean;
  /** Its result only says that work has begun elsewhere: the invocation ends with it, as with `skipSummarization`. */
  readonly longRunning?: boolean;
  execute(args: JsonObject, context: ToolContext): ToolOutcome | Promise<ToolOutcome>;
}

/** What a toolset is asked with, before every model call. */
export interface StepContext {
  readonly agent: string;
  readonly invocation: string;
  readonly state: StateScope;
  /** The conversation so far, without the system message. */
  readonly messages: readonly LanguageModelV4Message[];
  /** Asks for a secret that listing the tools takes; as `ToolContext.requestCredential`, but no call is run again. */
  requestCredential(request: CredentialRequest): Promise<string>;
  /** Asks a person before code of the agent is started. Comes back only with their answer; nobody there: the run ends paused. */
  askForCode?(question: CodeQuestion): Promise<'approve' | 'deny'>;
}

/** A question about an MCP server, or a module of tools. */
export interface CodeQuestion {
  readonly hint: string;
  readonly server?: ServerApproval;
  readonly module?: ModuleApproval;
  readonly lasting?: Lasting;
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
