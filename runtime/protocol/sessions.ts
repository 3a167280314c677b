/** The messages between the extension and a runtime process about sessions of other agents. */
import { NotificationType, RequestType } from 'vscode-jsonrpc';
import type { Cause } from './events.ts';

/** The location of a session. */
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
  /** The misses whose words are still in the current skills; absent if there are none. */
  readonly current?: readonly SessionMiss[];
}

/** A miss of a session whose words are still in a current skill. */
export interface SessionMiss {
  /** Name of the skill, as in the session. */
  readonly skill: string;
  /** The path that was missed, relative to the skill. */
  readonly path: string;
  /** True if it was looked for outside of the skill's folder, so that the skill may have it. */
  readonly outside?: true;
  /** The words. `file` is absolute, with `/`. */
  readonly cause: Cause;
}

/** A session and its misses whose words are still in current skills. */
export interface SessionMisses {
  readonly source: SessionSource;
  /** Name of the client that wrote the session, or of its format. */
  readonly client: string;
  /** ISO 8601 time of the session; '' if it has none. */
  readonly time: string;
  readonly misses: readonly SessionMiss[];
}

export interface ListSessionsParams {
  /** Folders that the user added (true) or excluded (false), as in the setting. */
  readonly folders: Readonly<Record<string, boolean>>;
  /** Maximum number of files to read, the latest first. */
  readonly limit: number;
  /** Absolute paths of the current skills, to find the words behind misses in their texts. */
  readonly skills: readonly string[];
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

/** A session in any supported format. */
export interface ReadSessionParams extends SessionSource {
  /** Absolute path of the folder of journals. */
  readonly journals: string;
  /** Absolute paths of the current skills, to find the words behind misses in their texts. */
  readonly skills: readonly string[];
  /** Folders that the user added (true) or forbade (false), as in the setting. Files of sub-agents are read only where allowed. */
  readonly folders: Readonly<Record<string, boolean>>;
}

/** The state of a file: its absolute path, the time of its last change in milliseconds since 1970, and its size in bytes. */
export type FileStamp = readonly [path: string, changed: number, size: number];

/**
 * The file next to the journal of a session that lists the stamps of the other files in it, before they were read: those of
 * sub-agents, and the record of Skillwright's hooks, with a size of 0 if there is none yet. Absent if there are none.
 */
export const SUBAGENTS_FILE = 'subagents.json';

/**
 * The file next to the journal of a session that contains a `SessionPart` until the journal is complete. If it is there and its
 * lock is not held, reading was stopped, and the journal has only a part of the session.
 */
export const UNFINISHED_FILE = 'unfinished.json';
/** The lock of the process that writes the journal. */
export const UNFINISHED_LOCK = 'unfinished.lock';

/** `window-PID.lock`, next to each journal that the window with this process shows. */
export const WINDOW_LOCK = /^window-\d+\.lock$/;

/** The part of a session that is in its journal while the session is being read. */
export interface SessionPart {
  /** Differs each time that the journal is written from its start. */
  readonly writer: string;
  /** The share of the session's file that was read, 0 to 1. */
  readonly share: number;
}

/** The journal of a session that is being read. It can be shown. */
export interface JournalPart extends SessionPart {
  /** Absolute path. */
  readonly journal: string;
}

export type ReadSessionResult =
  /** `journal`: absolute path. `skipped`: number of broken records. */
  | { readonly kind: 'read'; readonly journal: string; readonly skipped: number }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Reads a session and writes it as a journal, which is the same for an unchanged file. Sent to a process without a run.
 */
export const ReadSession = new RequestType<ReadSessionParams, ReadSessionResult, void>('sessions/read');
/** Sent repeatedly before the response to `ReadSession`, once there are events. */
export const ReadingSession = new NotificationType<JournalPart>('sessions/reading');
