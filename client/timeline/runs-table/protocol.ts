/**
 * Messages between the extension host and the table of runs and sessions. As in a timeline, the page only displays: it refers to
 * rows by id, so it cannot make the host open any other file.
 */
import type { RowBatch } from './columns.ts';
import type { Choices, UseFilter } from './filter.ts';
import type { SkillKey } from './skills.ts';
import type { Sorting, SortKey } from './sorting.ts';

/** The views of the page: the rows, or their sums by skill. */
export type View = 'runs' | 'skills';

/** Number of files that were read, and of all files. */
export interface Progress {
  readonly read: number;
  readonly files: number;
}

/** The state of the host: what it has read, and is reading. */
export interface TableStatus {
  /** The journals of own runs that are being read. */
  readonly runs?: Progress;
  /** `none`: they were not asked for; `stopped`: only a part was read. */
  readonly sessions: 'none' | 'reading' | 'stopped' | 'read';
  /** Of the sessions that are being read, or were until it was stopped. */
  readonly progress?: Progress;
  /** Numbers of files that are not sessions, and of sessions that are trials of evals. */
  readonly otherFiles: number;
  readonly trials: number;
  /** Why the sessions could not be read; '' if they could. */
  readonly failure: string;
}

export type ToTablePage =
  | { readonly type: 'rows'; readonly batch: RowBatch }
  | { readonly type: 'removed'; readonly ids: readonly number[] }
  | { readonly type: 'status'; readonly status: TableStatus }
  /** The names of the skills in the workspace. */
  | { readonly type: 'workspaceSkills'; readonly names: readonly string[] }
  /** Show a view; with `skill`, its details. */
  | { readonly type: 'show'; readonly view: View; readonly skill?: string };

export type ExportFormat = 'csv' | 'html' | 'json';

export type ToTableHost =
  | { readonly type: 'ready' }
  | { readonly type: 'open'; readonly id: number }
  | { readonly type: 'compare'; readonly ids: readonly [number, number] }
  /** Read the sessions of other agents, which the user has asked for. */
  | { readonly type: 'addSessions' }
  | { readonly type: 'stop' }
  /** Export the rows in this order as CSV, or the report of all sessions as HTML or JSON. */
  | { readonly type: 'export'; readonly format: ExportFormat; readonly ids: readonly number[] }
  | { readonly type: 'openSkill'; readonly skill: string }
  /** Open the words in a current skill. */
  | { readonly type: 'openWords'; readonly skill: string; readonly words: string }
  /** Open a row at its misses of a skill. */
  | { readonly type: 'openMisses'; readonly id: number; readonly skill: string; readonly paths: readonly string[] }
  | { readonly type: 'runAgent' }
  | { readonly type: 'openSettings' };

/** The state that the page stores with `setState`. */
export interface SavedTable {
  readonly view: View;
  readonly query: string;
  readonly choices: { readonly [group in keyof Choices]: readonly string[] };
  readonly use?: UseFilter;
  readonly sorting: Sorting<SortKey>;
  readonly skillSorting: Sorting<SkillKey>;
}
