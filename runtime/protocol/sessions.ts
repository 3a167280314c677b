/** The messages between the extension and a runtime process about sessions of other agents. */
import { NotificationType, RequestType } from 'vscode-jsonrpc';

/** The place of a session. */
export interface SessionSource {
  /** Absolute path. */
  readonly file: string;
  /** Id of the session, if the file is a database with several; by default the latest one. */
  readonly session?: string;
}

/** A session in the extension's list. */
export interface ListedSession extends SessionSource {
  /** Name of the client that wrote it, or of its format. */
  readonly client: string;
  /** The working directory on the machine of the session; absent if the session does not say. */
  readonly project?: string;
  /** ISO 8601, of the last event. */
  readonly end: string;
  /** Beginning of the first prompt; '' if there is none. */
  readonly title: string;
  readonly model: string;
  readonly toolCalls: number;
  /** The names of the skills that were loaded. */
  readonly skills: readonly string[];
  /** Number of different files that were missed. */
  readonly misses: number;
}

export interface ListSessionsParams {
  /** Folders that the user added (true) or forbade (false), as in the setting. */
  readonly folders: Readonly<Record<string, boolean>>;
  /** Maximum number of files to read, the latest first. */
  readonly limit: number;
}

/** A part of the list, in order. */
export interface SessionsFound {
  /** Number of files that may be sessions, and of those that have been read. */
  readonly files: number;
  readonly read: number;
  readonly sessions: readonly ListedSession[];
}

/** Lists the sessions of this machine, the latest first, in `SessionsFound`. Sent to a process without a run. */
export const ListSessions = new RequestType<ListSessionsParams, void, void>('sessions/list');
/** Sent to the extension before the response to `ListSessions`. */
export const FoundSessions = new NotificationType<SessionsFound>('sessions/found');

/** The file may have any format that is read. */
export interface ReadSessionParams extends SessionSource {
  /** Absolute path of the folder of journals. */
  readonly journals: string;
  /** Absolute paths of the skills of today, to find the words behind misses in their texts. */
  readonly skills: readonly string[];
}

export type ReadSessionResult =
  /** `journal`: absolute path. `skipped`: number of broken records. */
  | { readonly kind: 'read'; readonly journal: string; readonly skipped: number }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads a session and writes it as a journal, which is the same for an unchanged file. Sent to a process without a run. */
export const ReadSession = new RequestType<ReadSessionParams, ReadSessionResult, void>('sessions/read');
