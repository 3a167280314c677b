/** The parts of a debug session that request handlers share. */
import type { Breakpoints } from '../breakpoints/breakpoints.ts';
import type { Debugger } from '../debugger.ts';
import type { ClientFormat, ClientFormatOptions } from './client-format.ts';
import type { QuestionHost } from './question-host.ts';
import type { Reports } from './reports.ts';
import type { ScriptSessions } from './script-sessions.ts';
import type { StopFrames } from './stop-frames.ts';
import type { Variables } from './variables.ts';

/** Why a request failed. */
export interface RequestProblem {
  readonly problem: string;
  /** The question that the user answers by repeating the request. */
  readonly question?: string;
}

/** The result of a request: its body, or why it failed. */
export type RequestResult = { readonly body?: object } | RequestProblem;

/** The optional features of a client, as in the `initialize` request. */
export interface ClientSupport {
  readonly supportsInvalidatedEvent: boolean;
  readonly supportsStartDebuggingRequest: boolean;
}

/** The parts of a session that the handlers of requests use. */
export interface AdapterContext {
  readonly session: Debugger;
  readonly breakpoints: Breakpoints;
  readonly variables: Variables;
  readonly frames: StopFrames;
  readonly questions: QuestionHost;
  readonly scripts: ScriptSessions;
  readonly reports: Reports;
  readonly format: ClientFormat;
  /** Sets what the client supports. */
  initialize(client: ClientFormatOptions & ClientSupport): void;
  /** Asks the client to read all values again, because others may have changed with one. */
  reportChange(): void;
  /** True if the client is our extension, which serves the documents of frames under their own URI scheme. */
  readonly isExtension: boolean;
  /** True if the session can go back. */
  readonly canGoBack: boolean;
  /**
   * Ends the run, and continues in this session with a fork of it that is stopped at an earlier step. If this is impossible,
   * the run stays where it is; so it does at first if effects of it remain, which the user confirms by repeating the request.
   * @param at `seq` of the `llm_request` or `tool_call`
   */
  goBack(at: number, reason: 'step' | 'restart'): Promise<RequestResult>;
  /** Cancels the run. */
  cancel(): void;
}
