/** The messages between the extension and a runtime process about the table of runs and sessions. */
import { NotificationType, RequestType } from 'vscode-jsonrpc';
import type { Cause, RunReason } from './events.ts';
import type { ListSessionsParams, SessionMisses, SessionSource } from './sessions.ts';

/** The end of the latest prompt of a session; `unanswered` if the session ends before the model answered. */
export type SessionOutcome = RunReason | 'unanswered';

/** A file that a session missed. */
export interface RowMiss {
  /** Relative to the skill. */
  readonly path: string;
  /** The words that led to it, on one line and shortened; '' if they are not known. */
  readonly words: string;
  readonly count: number;
  /** The words in a current skill, if they are still there and the file is still missing. */
  readonly cause?: Cause;
}

/** The use that a session made of a skill. */
export interface SkillUse {
  readonly skill: string;
  readonly isOffered: boolean;
  readonly isLoaded: boolean;
  /** Numbers of requests of the model into the skill, and of misses among them; absent if the session does not show them. */
  readonly requests?: number;
  readonly countedMisses?: number;
  /** Estimated tokens of its texts, each time that one was read; absent if none was. */
  readonly tokens?: number;
  /** The bundled files that were read or run. */
  readonly files: readonly string[];
  readonly misses: readonly RowMiss[];
  /** The files that its texts tell the model to read and that it never read; absent if the session does not show such texts. */
  readonly unread?: readonly string[];
}

/** A session, or a run of ours, in the table. What the session does not say is absent. */
export interface SessionRow extends SessionSource {
  /** Name of the client that wrote it, or of its format. */
  readonly client: string;
  /** The working directory on the machine of the session. */
  readonly project?: string;
  /** ISO 8601, of the first and last event. */
  readonly start: string;
  readonly end: string;
  /** Beginning of the first prompt; '' if there is none. */
  readonly title: string;
  /** `PROVIDER/ID` of the first model; `unknown` if the session does not say. */
  readonly model: string;
  readonly outcome?: SessionOutcome;
  /** Numbers of model calls and of tool calls. */
  readonly calls: number;
  readonly toolCalls: number;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly costUsd?: number;
  /** True if the cost is an estimate by list prices. */
  readonly isCostEstimated: boolean;
  readonly skills: readonly SkillUse[];
}

export interface ListRowsParams extends Omit<ListSessionsParams, 'limit'> {
  /** The files to read, absolute, instead of those of the clients of this machine. */
  readonly files?: readonly string[];
}

/** A part of the rows, in order. */
export interface RowsFound {
  /** Number of files that may be sessions, and of those that have been read. */
  readonly files: number;
  readonly read: number;
  readonly rows: readonly SessionRow[];
}

/** The totals when all files have been read. */
export interface RowsListed {
  /** Number of files that are not sessions of a known format. */
  readonly otherFiles: number;
  /** Number of sessions that are trials of evals, which no user asked for; they have no row. */
  readonly trials: number;
  /** The sessions with misses in current skills. */
  readonly misses: readonly SessionMisses[];
  /** The report as `sessions report --html` and `--json` print it. */
  readonly html: string;
  readonly json: string;
}

/** Reads all sessions of this machine, or the given files, and describes them in `RowsFound`. Sent to a process without a run. */
export const ListRows = new RequestType<ListRowsParams, RowsListed, void>('sessions/rows');
/** Sent to the extension before the response to `ListRows`. */
export const FoundRows = new NotificationType<RowsFound>('sessions/foundRows');
