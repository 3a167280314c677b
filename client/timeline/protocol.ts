/**
 * Messages between the extension host and the timeline's webview. The host owns the run and the webview only displays
 * it. The webview receives rows without payloads, and refers to rows and pauses by id when it requests more, so it
 * cannot make the host open or read anything outside the run.
 */
import type { PauseAnswer } from '../../runtime/protocol/events.ts';
import type { RowBatch } from './columns.ts';
import type { Payload, RowTokens } from './payload.ts';
import type { Lane, RunHeader } from './row.ts';

/** `credential` opens the host's input box; the page never sees the credential. */
export type { PauseAnswer };

export interface Fix {
  readonly title: string;
  /** The line before and after the change, if the change is within lines. */
  readonly before?: string;
  readonly after?: string;
}

/** A fix that was applied from a timeline and is still in its file. */
export interface AppliedFix extends Fix {
  /** True if it can be undone from the timeline. */
  readonly undo: boolean;
}

/** The outcome of a fix that the page requested. */
export type FixOutcome = 'applied' | 'undone' | 'not-applied' | 'not-undone';

export interface EmptySkill {
  readonly name: string;
  readonly description: string;
}

export type ToWebview =
  | {
      readonly type: 'rows';
      /** True if all rows follow and the page must discard those that it has. */
      readonly reset: boolean;
      /** False if more rows of the same reset follow immediately. */
      readonly complete: boolean;
      readonly journal: string;
      readonly header: RunHeader;
      readonly batch: RowBatch;
      /** Absent if unchanged. */
      readonly lanes?: readonly Lane[];
      /** Milliseconds since the start of the run, by the host's clock. */
      readonly now: number;
      readonly skills?: readonly EmptySkill[];
    }
  /** The page is visible again and must answer `present` if it was not reloaded in between. */
  | { readonly type: 'shown' }
  | { readonly type: 'payload'; readonly payload: Payload }
  | { readonly type: 'tokens'; readonly row: number; readonly tokens: RowTokens }
  | {
      readonly type: 'fixes';
      readonly row: number;
      readonly fixes: readonly Fix[];
      readonly applied?: AppliedFix;
      readonly outcome?: FixOutcome;
    }
  /** True if the prompt that the page sent has started the run. */
  | { readonly type: 'prompted'; readonly started: boolean }
  /** Focus the box for a further prompt. */
  | { readonly type: 'focusPrompt' }
  /**
   * Rows whose arguments or results contain the query, in order. If `more` is true, they add to those sent before.
   * `partial` is true if some rows could not be indexed for lack of memory.
   */
  | {
      readonly type: 'found';
      readonly query: string;
      readonly ids: Int32Array;
      readonly more: boolean;
      readonly partial: boolean;
      /** True if payloads in separate files are still being searched and more hits may follow. */
      readonly searching: boolean;
    }
  /** Select and show the first of these rows, or the one after the selected row, and focus it unless the focus stays where it is. */
  | { readonly type: 'reveal'; readonly rows: readonly number[]; readonly keepsFocus?: true };

/** Number of row messages acknowledged together: each reply costs three more messages between VS Code's processes. */
export const ROWS_PER_ACKNOWLEDGEMENT = 2;

export type ToHost =
  | { readonly type: 'ready' }
  /** Row messages were processed. The host limits the number of unacknowledged messages. */
  | { readonly type: 'acknowledge'; readonly messages: number }
  /** The reply to `shown`. */
  | { readonly type: 'present' }
  /** A row that the host asked to reveal is selected. */
  | { readonly type: 'revealed' }
  | { readonly type: 'payload'; readonly row: number }
  /** Estimate the tokens of the request of a model call, or of all requests of the run. */
  | { readonly type: 'tokens'; readonly row: number }
  | { readonly type: 'fixes'; readonly row: number }
  /** With `runAgain`, the run is started again once the fix is in the file. */
  | { readonly type: 'applyFix'; readonly row: number; readonly index: number; readonly runAgain?: boolean }
  | { readonly type: 'undoFix'; readonly row: number }
  | { readonly type: 'openSource'; readonly row: number }
  /** Open the words of SKILL.md that mention what the row requested. */
  | { readonly type: 'openNaming'; readonly row: number }
  | { readonly type: 'openJournal' }
  /** Show the files that the run changed in the copy of its workspace. */
  | { readonly type: 'openChanges' }
  /** Open the SKILL.md of a skill that the run offered. */
  | { readonly type: 'openSkill'; readonly skill: string }
  /** Open the row's arguments, result or reply in an editor. */
  | { readonly type: 'openPayload'; readonly row: number }
  | { readonly type: 'stop' }
  /** Stop reading the session of another agent, or read all of one that was stopped. */
  | { readonly type: 'stopReading' | 'readAll' }
  /** Pause the run at its next model call or tool call, or let it continue. */
  | { readonly type: 'pause' | 'continue' }
  | { readonly type: 'answer'; readonly pause: string; readonly answer: PauseAnswer }
  | { readonly type: 'runAgain' }
  /** Continue the conversation with a further prompt. */
  | { readonly type: 'prompt'; readonly prompt: string }
  /** The box for a further prompt has a draft, or none any more. */
  | { readonly type: 'draft'; readonly isEmpty: boolean }
  /** Start "Run Agent" with the prompt of this row, which is one of a session of another agent. */
  | { readonly type: 'runPrompt'; readonly row: number }
  /** The user has selected a row of a run that is active. */
  | { readonly type: 'selected'; readonly row: number }
  /** Start a new run from the row's model call or tool call, without or with the debugger. */
  | { readonly type: 'runFrom' | 'debugFrom'; readonly row: number }
  /** Resume an interrupted run, or an interrupted or paused one in the debugger. */
  | { readonly type: 'resume' | 'debugResumed' }
  /** List the forks and the prompts of the run. */
  | { readonly type: 'showFamily' }
  /** Prompt for the API key that the run failed without. */
  | { readonly type: 'setKey' }
  | { readonly type: 'runAgent'; readonly skill?: string }
  | { readonly type: 'openRun' }
  /** Search arguments and results, including those of rows that arrive later. An empty query stops the search. */
  | { readonly type: 'find'; readonly query: string }
  | { readonly type: 'copy'; readonly text: string };

/** The state that the page stores with `setState` and that VS Code passes to the serializer after a restart. */
export interface SavedState {
  readonly journal: string;
  readonly view?: unknown;
}
