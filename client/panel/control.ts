/**
 * The operations that the timeline delegates to the rest of the extension. The panel starts, stops and edits nothing.
 */
import type { Cause } from '../../runtime/protocol/events.ts';
import type { EstimateTokensResult } from '../../runtime/protocol/request-tokens.ts';
import type { AppliedFix, EmptySkill, Fix, PauseAnswer } from '../timeline/protocol.ts';
import type { SourceTarget } from './trace/span.ts';

/** A run, by its id and its journal. */
export interface RunRef {
  readonly run: string;
  /** Absolute path of `journal.jsonl`. */
  readonly journal: string;
}

/** A prompt of another agent's session. */
export interface SessionPrompt {
  readonly prompt: string;
  /** Id of the session's client; undefined if it is unknown. */
  readonly client: string | undefined;
  /** Names of the skills that the session used. */
  readonly skills: readonly string[];
}

/** Implemented by the extension. No method may throw; the implementation reports errors to the user. */
export interface RunControl {
  /** Cancels a run of this window immediately. */
  stop(run: RunRef): void | PromiseLike<void>;
  /** Stops reading the session of another agent. */
  stopReading?(session: RunRef): void;
  /** Reads all of a session whose reading was stopped. */
  readAll?(session: RunRef): void | PromiseLike<void>;
  /** Pauses a run of this window at its next model call or tool call. */
  pause?(run: RunRef): void | PromiseLike<void>;
  /** Lets a run continue that `pause` has stopped. */
  continue?(run: RunRef): void | PromiseLike<void>;
  /**
   * Answers a pause of a run that waits in its process, or of a saved run, which is then resumed. For `credential` the
   * implementation shows an input box, so that a secret never passes through the page.
   */
  answer(run: RunRef, pauseId: string, answer: PauseAnswer): void | PromiseLike<void>;
  /** Starts a new run with the prompt, skills and model of this one. */
  runAgain(run: RunRef): void | PromiseLike<void>;
  /** Continues the conversation of a run that has ended or is paused. Returns true if the run has started. */
  sendPrompt?(run: RunRef, prompt: string): PromiseLike<boolean>;
  /**
   * Starts a new run from a step of this one.
   * @param seq position of its `llm_request` or `tool_call` in the journal
   */
  runFrom?(run: RunRef, seq: number): void | PromiseLike<void>;
  /** Does the same in the debugger. */
  debugFrom?(run: RunRef, seq: number): void | PromiseLike<void>;
  /** Called when the user selects a row of a run of this window, by the `seq` of its event. */
  selectStep?(run: RunRef, seq: number): void | PromiseLike<void>;
  /** Resumes a run whose process ended before the run did. */
  resume(run: RunRef): void | PromiseLike<void>;
  /** Resumes a run in the debugger. */
  debugResumed?(run: RunRef): void | PromiseLike<void>;
  /** Shows the files that this run changed in the copy of its workspace. */
  openChanges?(run: RunRef): void | PromiseLike<void>;
  /** Lists the run that this one was forked from, its prompts and its forks, to show one of them. */
  showFamily?(run: RunRef): void | PromiseLike<void>;
  /** Prompts for the API key that this run is missing. */
  setKey?(run: RunRef): void | PromiseLike<void>;
  /**
   * Returns the text of a file that a journal names, including unsaved changes. Undefined if it cannot be read, or may
   * not be read without asking.
   */
  textOf(file: string): Promise<string | undefined>;
  /** Opens a file at a position. The path comes from an untrusted journal and may not exist. */
  openSource(target: SourceTarget): void | PromiseLike<void>;
  /** Opens the words that provoked a miss, at their current position. */
  openCause(cause: Cause): void | PromiseLike<void>;
  /**
   * Opens the words of a SKILL.md that mention a bundled file, or the file itself if there are none.
   * @param path relative to the skill, as the model wrote it
   */
  openNaming?(skill: string, path: string, file: SourceTarget): void | PromiseLike<void>;
  /** Returns quick fixes for the words that provoked a miss, best first; empty if there are none. */
  fixesFor(cause: Cause): Promise<readonly Fix[]>;
  /** Applies the fix at this index of the last `fixesFor` result and saves the file; false if that failed. */
  applyFix(cause: Cause, index: number): Promise<boolean>;
  /** Returns the fix applied to these words, as long as it is in the file. */
  appliedFix(cause: Cause): Promise<AppliedFix | undefined>;
  /** Reverts the applied fix and saves the file; false if the text has changed since. */
  undoFix(cause: Cause): Promise<boolean>;
  /** Returns the name of a model, which the user's settings may determine by its address. */
  nameOfModel?(id: string, baseUrl: string | undefined): string;
  /** Estimates the tokens of the requests of a run. */
  estimateTokens?(run: RunRef): PromiseLike<EstimateTokensResult>;
  /** Opens a text in an unsaved editor. */
  openText?(text: { readonly content: string; readonly language: 'json' | 'plaintext' }): void | PromiseLike<void>;
  copy(text: string): void | PromiseLike<void>;
  /** Returns the skills to offer if there is no run to show. */
  skills?(): Promise<readonly EmptySkill[]>;
  /** Runs the "Run Agent" command, for a skill if one is given. */
  runAgent?(skill?: string): void | PromiseLike<void>;
  /** Runs the "Run Agent" command with a prompt of another agent's session. */
  runPrompt?(prompt: SessionPrompt): void | PromiseLike<void>;
  /** Runs the "Open Run" command. */
  openRun?(): void | PromiseLike<void>;
}
