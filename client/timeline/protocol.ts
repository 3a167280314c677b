/**
 * What travels between the extension host and the timeline's webview. Types, and how often the page answers.
 * The host owns the run; the webview is a window on it: it gets rows without payloads, and names rows and pauses by id
 * when it asks for more, so that nothing in the page can make the host open or read what the run does not hold.
 */
import type { PauseAnswer } from '../../runtime/protocol/events.ts';
import type { RowBatch } from './columns.ts';
import type { Payload } from './payload.ts';
import type { Lane, RunHeader } from './row.ts';

/** `credential` opens the host's input box: the page never sees one. */
export type { PauseAnswer };

export interface Fix {
  readonly title: string;
  /** The line of the words before and after, where the change is within lines. */
  readonly before?: string;
  readonly after?: string;
}

/** A fix that was applied from a timeline, and is still in its file. */
export interface AppliedFix extends Fix {
  /** It can be undone from the timeline. */
  readonly undo: boolean;
}

/** What became of a fix that the page asked for. */
export type FixNews = 'applied' | 'undone' | 'not-applied' | 'not-undone';

export interface EmptySkill {
  readonly name: string;
  readonly description: string;
}

export type ToWebview =
  | {
      readonly type: 'rows';
      /** All rows follow, and the page forgets what it had. */
      readonly reset: boolean;
      /** False where more rows of the same reset follow at once. */
      readonly complete: boolean;
      readonly journal: string;
      readonly header: RunHeader;
      readonly batch: RowBatch;
      /** Absent where nothing changed in them. */
      readonly lanes?: readonly Lane[];
      /** Milliseconds since the run began, by the host's clock. */
      readonly now: number;
      readonly skills?: readonly EmptySkill[];
    }
  /** The page is seen again: whether it is the one that was there before, it is to say. */
  | { readonly type: 'shown' }
  | { readonly type: 'payload'; readonly payload: Payload }
  | {
      readonly type: 'fixes';
      readonly row: number;
      readonly fixes: readonly Fix[];
      readonly applied?: AppliedFix;
      readonly news?: FixNews;
    }
  /**
   * Rows that hold the query in their arguments or results, in order; those that came since where it is more. With
   * `partial` there are rows whose words there was no room for.
   */
  | {
      readonly type: 'found';
      readonly query: string;
      readonly ids: Int32Array;
      readonly more: boolean;
      readonly partial: boolean;
      /** Payloads in files of their own are still being searched: more may follow. */
      readonly searching: boolean;
    }
  /** Select the first of these rows and show it, or the one after that which is selected. */
  | { readonly type: 'reveal'; readonly rows: readonly number[] };

/** Messages of rows that are answered together: each answer is three messages more between VS Code's processes. */
export const TAKEN = 2;

export type ToHost =
  | { readonly type: 'ready' }
  /** Messages of rows are taken: the host sends no more than a few that are not. */
  | { readonly type: 'taken'; readonly messages: number }
  /** The answer to `shown`. */
  | { readonly type: 'here' }
  /** A row that the host pointed at is selected. */
  | { readonly type: 'revealed' }
  | { readonly type: 'payload'; readonly row: number }
  | { readonly type: 'fixes'; readonly row: number }
  /** With `runAgain` the run is started again once the fix is in the file. */
  | { readonly type: 'applyFix'; readonly row: number; readonly index: number; readonly runAgain?: boolean }
  | { readonly type: 'undoFix'; readonly row: number }
  | { readonly type: 'openSource'; readonly row: number }
  /** The words of SKILL.md that name what the row asked for. */
  | { readonly type: 'openNaming'; readonly row: number }
  | { readonly type: 'openJournal' }
  /** The SKILL.md of a skill that the run offered. */
  | { readonly type: 'openSkill'; readonly skill: string }
  /** The row's arguments, result or reply in an editor of its own. */
  | { readonly type: 'openPayload'; readonly row: number }
  | { readonly type: 'stop' }
  | { readonly type: 'answer'; readonly pause: string; readonly answer: PauseAnswer }
  | { readonly type: 'runAgain' }
  /** Go on with a run that was interrupted. */
  | { readonly type: 'resume' }
  /** The key that the run failed for. */
  | { readonly type: 'setKey' }
  | { readonly type: 'runAgent'; readonly skill?: string }
  | { readonly type: 'openRun' }
  /** Search arguments and results, and go on as rows come; nothing for an empty query. */
  | { readonly type: 'find'; readonly query: string }
  | { readonly type: 'copy'; readonly text: string };

/** What the page keeps by `setState`, and what a serializer is given back after a restart. */
export interface SavedState {
  readonly journal: string;
  readonly view?: unknown;
}
