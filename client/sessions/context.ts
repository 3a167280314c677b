import type * as vscode from 'vscode';
import type { SessionMisses } from '../../runtime/protocol/sessions.ts';
import type { LanguageServer } from '../language/start.ts';
import type { SessionReading } from '../timeline/row.ts';
import type { HeldJournals } from './held-journals.ts';
import type { SourceStore } from './source-store.ts';

/** The dependencies of the commands for sessions of other agents. */
export interface SessionContext {
  readonly server: LanguageServer;
  /** Absolute path of `dist/runtime.cjs`. */
  readonly module: string;
  /** The extension's storage, which contains the journals of the sessions that were opened. */
  readonly storage: vscode.Uri;
  /** The journals of sessions that are shown, which must not be removed. */
  readonly held: HeldJournals;
  /** The sessions that timelines show, for the next start. */
  readonly sources: SourceStore;
  readonly log: vscode.LogOutputChannel;
  /** Shows the timeline of a session. */
  show(journal: string): SessionTimeline;
  /** Shows another journal of the same session in its timelines. `isLive` marks it as growing. */
  replaceJournal(before: string, journal: string, isLive: boolean): Promise<void>;
  /** Receives the misses of sessions that were listed or opened. */
  addMisses(sessions: readonly SessionMisses[]): void;
}

/** The timeline of a session. */
export interface SessionTimeline {
  readonly isVisible: boolean;
  /** Marks the session as growing. */
  setLive(isLive: boolean): void;
  /** Shows how much of the session has been read; with undefined, that its journal is complete. */
  setReading(reading: SessionReading | undefined): void;
  onClosed(listener: () => void): void;
}
