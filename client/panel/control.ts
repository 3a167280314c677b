/** What the timeline asks of the rest of the extension. The panel itself starts, stops and edits nothing. */
import type { Cause } from '../../runtime/protocol/events.ts';
import type { AppliedFix, EmptySkill, Fix, PauseAnswer } from '../timeline/protocol.ts';
import type { SourceTarget } from './trace/span.ts';

/** A run, by its id and its journal. */
export interface RunRef {
  readonly run: string;
  /** Absolute path of `journal.jsonl`. */
  readonly journal: string;
}

/** Implemented by the extension. Nothing here may throw; what fails is shown to the user by the implementation. */
export interface RunControl {
  /** Cancels a run of this window, at once. */
  stop(run: RunRef): void | PromiseLike<void>;
  /**
   * Answers a pause: of a run that waits in its process, or of a saved one, which is then resumed. For `credential` the
   * user is asked by an input box here: a secret never passes through the page.
   */
  answer(run: RunRef, pauseId: string, answer: PauseAnswer): void | PromiseLike<void>;
  /** Starts a new run with the prompt, skills and model of this one. */
  runAgain(run: RunRef): void | PromiseLike<void>;
  /** Goes on with a run whose process ended before it did. */
  resume(run: RunRef): void | PromiseLike<void>;
  /** Asks for the key that this run failed for. */
  setKey?(run: RunRef): void | PromiseLike<void>;
  /**
   * The text of a file that a journal names, as the user sees it: what is typed and not saved counts. Undefined where it may
   * not be read without asking, or cannot be.
   */
  textOf(file: string): Promise<string | undefined>;
  /** Shows a file at a place. The path was put together from an untrusted journal: it may not exist. */
  openSource(target: SourceTarget): void | PromiseLike<void>;
  /** Shows the words that provoked a miss, where they stand now. */
  openCause(cause: Cause): void | PromiseLike<void>;
  /**
   * Shows the words of a SKILL.md that name a bundled file; the file itself where no words do.
   * @param path relative to the skill, as the model wrote it
   */
  openNaming?(skill: string, path: string, file: SourceTarget): void | PromiseLike<void>;
  /** Quick fixes for the words that provoked a miss, best first; empty where there are none. */
  fixesFor(cause: Cause): Promise<readonly Fix[]>;
  /** Applies the fix at this place of what `fixesFor` gave last, and saves the file; false where that failed. */
  applyFix(cause: Cause, index: number): Promise<boolean>;
  /** The fix that was applied to these words, as long as it is in the file. */
  appliedFix(cause: Cause): Promise<AppliedFix | undefined>;
  /** Takes the applied fix out of the file again, and saves that; false where it is no longer as it was written. */
  undoFix(cause: Cause): Promise<boolean>;
  /** Shows a text in an editor that is not saved anywhere. */
  openText?(text: { readonly content: string; readonly language: 'json' | 'plaintext' }): void | PromiseLike<void>;
  copy(text: string): void | PromiseLike<void>;
  /** Skills to offer where there is no run to show. */
  skills?(): Promise<readonly EmptySkill[]>;
  /** Starts the "Run Agent" command, on this skill if one is named. */
  runAgent?(skill?: string): void | PromiseLike<void>;
  /** Starts the "Open Run" command. */
  openRun?(): void | PromiseLike<void>;
}
