/** The interface of tools and toolsets, and the errors that tools return. */
import type { JSONSchema7, LanguageModelV4Message } from '@ai-sdk/provider';
import type { PersistentApproval } from '../../protocol/approvals.ts';
import type {
  FileMiss,
  Json,
  JsonObject,
  ModuleApproval,
  RunEvent,
  SavedFile,
  ScriptApproval,
  ServerApproval,
  SkillFile,
} from '../../protocol/events.ts';
import type { History } from '../history/history.ts';
import type { EventBody } from './scope.ts';
import type { ScriptDebugger } from './script-debugger.ts';
import type { StateScope } from './state.ts';

/** The result that a tool returns to the model. Failures are results, too: nothing is thrown through the loop. */
export interface ResultOutcome {
  readonly kind: 'result';
  readonly value: Json;
  /** A user message that follows the results of the step. */
  readonly message?: string;
  /** For telemetry and guards; absent if the call succeeded. */
  readonly errorCode?: string;
  /** Of a command; absent if it was ended. */
  readonly exitCode?: number;
  /**
   * True if this call may have changed something, which resets the count of repetitions. Default: the opposite of
   * `readOnly`.
   */
  readonly changes?: boolean;
  /** The file of a skill, or the skill, that was not found. Guards ignore that of a skill that was not loaded. */
  readonly miss?: FileMiss;
  /** The file of a skill that was read or run, if the tool is a client's. */
  readonly read?: SkillFile;
  /** With `read`, by a command: true if the file was run, false if it was read. */
  readonly ran?: boolean;
  /** True if a read of a file that is not empty shows no text of it. */
  readonly showsNothing?: true;
  /** True if the call names the file in `read`, but does not show that it was read or run. */
  readonly unproven?: true;
  /** The files that the call changed in the copy of a workspace. */
  readonly files?: readonly SavedFile[];
}

/** The outcome of executing a tool. */
export type ToolOutcome =
  | ResultOutcome
  /** The user must answer first and is not present: the run ends as paused. */
  | { readonly kind: 'paused' };

/** The user's answer to a confirmation; `unanswered` if no user is present. */
export type ConfirmationAnswer = 'approve' | 'deny' | 'unanswered';

/** A yes-or-no question to the user. Two questions are the same if everything they show is the same. */
export interface ConfirmationQuestion {
  readonly kind: 'confirmation';
  readonly hint: string;
  /** Present if an approval also answers every other question of the run with the same first line of `hint` and the same `files`. */
  readonly approvesFor?: 'run';
  /** Hash of the files that such an approval covers. */
  readonly files?: string;
  readonly script?: ScriptApproval;
  /** The approval that is stored if the user chooses "always". */
  readonly persistentApproval?: PersistentApproval;
}

/** A request for a secret that a tool depends on: a key or a token. The secret is never written anywhere. */
export interface CredentialRequest {
  /** Its name in this run. The user is asked once: further requests for the same key resolve immediately. */
  readonly key: string;
  /** The text of the question. */
  readonly hint?: string;
}

/** Flags that a tool can set in addition to its result. */
export interface ToolActions {
  /** The result is final for the invocation: no model call follows (ADK's `skip_summarization`). */
  skipSummarization: boolean;
  /** This call changed nothing, although the tool can: for example a shell command that only reads. */
  readOnly: boolean;
}

/** The context in which a tool is executed. */
export interface ToolContext {
  readonly callId: string;
  /** `seq` of its `tool_call`, the parent of the events of an inner loop. */
  readonly seq: number;
  readonly invocation: string;
  readonly agent: string;
  readonly state: StateScope;
  /** Fires when the run is cancelled. The result is then ignored, and the tool should end whatever it started. */
  readonly signal: AbortSignal;
  /** Emits an event under this call. */
  emit(body: EventBody): RunEvent;
  readonly actions: ToolActions;
  /** True if the user has approved all such questions in advance (`--yes`). */
  readonly isPreapproved?: boolean;
  /**
   * Asks the user. If the answer is `unanswered`, because no user is present, the tool must return `{ kind: 'paused' }`.
   */
  ask(question: ConfirmationQuestion): Promise<ConfirmationAnswer>;
  /**
   * Asks the user, and resolves only if they agree. If they refuse, the call is answered on the tool's behalf. If no user
   * is present, the run ends as paused, and the tool is executed again from the start once they have agreed. Ask before
   * doing anything else.
   */
  requestConfirmation(hint: string): Promise<void>;
  /** Like `requestConfirmation`, but for a secret. */
  requestCredential(request: CredentialRequest): Promise<string>;
  /** The events of an earlier process for a loop that runs inside this call; empty the first time. */
  readonly history: History;
  /** Debugs the script that the call runs; absent unless the run is debugged. */
  readonly scriptDebugger?: ScriptDebugger;
}

/** A tool that can be offered to a model. `inputSchema` is a JSON Schema. */
export interface Tool {
  readonly name: string;
  /** The name that its server gave it, if no model accepts that. Texts and settings may use it. */
  readonly declaredName?: string;
  readonly description: string;
  readonly inputSchema: JSONSchema7;
  /** Runs an inner loop that ends promptly when the run is cancelled, and is waited for so that its calls get results. */
  readonly runsToCompletion?: true;
  /** The user must approve each call before it runs; a function, only if it returns exactly `true`. */
  readonly needsApproval?: true | ((args: JsonObject, context: ToolContext) => boolean | Promise<boolean>);
  /**
   * Safe to run twice: it only reads, or runs a loop that resumes from `history`. A call of any other tool whose process was
   * killed during execution is answered with INTERRUPTED instead.
   */
  readonly repeatable?: boolean;
  /** It never changes anything, so that calling it is no reason to repeat other calls. */
  readonly readOnly?: true;
  /** It does nothing before the user has answered a question that it asks itself (`context.ask`). */
  readonly asksFirst?: boolean;
  /** The result only reports that work has started elsewhere; it ends the invocation, as `skipSummarization` does. */
  readonly longRunning?: boolean;
  execute(args: JsonObject, context: ToolContext): ToolOutcome | Promise<ToolOutcome>;
}

/** The context in which a toolset lists its tools, before every model call. */
export interface StepContext {
  readonly agent: string;
  readonly invocation: string;
  readonly state: StateScope;
  /** The conversation so far, without the system message. */
  readonly messages: readonly LanguageModelV4Message[];
  /** Asks for a secret that is needed to list the tools; like `ToolContext.requestCredential`, but no call is run again. */
  requestCredential(request: CredentialRequest): Promise<string>;
  /**
   * Asks for approval before code of the agent is started. Resolves only with an answer; without a user the run ends as
   * paused.
   */
  askForCode?(question: CodeQuestion): Promise<'approve' | 'deny'>;
}

/** A question about an MCP server or a module of tools. */
export interface CodeQuestion {
  readonly hint: string;
  readonly server?: ServerApproval;
  readonly module?: ModuleApproval;
  readonly persistentApproval?: PersistentApproval;
}

/** The tools and the messages for one model call. */
export interface Prepared {
  readonly tools: readonly Tool[];
  /** Tool names that a skill requests and nothing provides. */
  readonly unresolved?: readonly string[];
  /** Added to the system message of this one request. */
  readonly instruction: string;
  /** A user message before the conversation: some clients list their skills this way. */
  readonly opening?: string;
  /** The list of skills within `instruction` or `opening`, if there is one, so that its size can be reported separately. */
  readonly catalogue?: string;
  /** Messages that follow the conversation in this one request; never stored. */
  readonly append?: readonly LanguageModelV4Message[];
  /** Problems that do not prevent the call, for display. */
  readonly notes?: readonly string[];
  /** Returns the miss of a call of a tool that is not available and has the name of a skill. */
  readonly missOfTool?: (tool: string) => FileMiss | undefined;
}

/**
 * A source of tools. Queried before every model call and never cached, so that writing to state can add a tool at the next
 * call.
 */
export interface Toolset {
  prepare(step: StepContext): Prepared | Promise<Prepared>;
  /** Called when the run has ended, to stop pending work. */
  close?(): void;
}

/** Creates a tool's error in the shape that ADK's tools return: `{ error, error_code }`. */
export function failure(errorCode: string, error: string, more: JsonObject = {}): ResultOutcome {
  return { kind: 'result', value: { error, error_code: errorCode, ...more }, errorCode };
}
