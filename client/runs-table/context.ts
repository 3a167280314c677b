import type * as vscode from 'vscode';
import type { CompareParams } from '../../runtime/protocol/compare.ts';
import type { SessionMiss, SessionSource } from '../../runtime/protocol/sessions.ts';
import type { RunLibrary } from '../runs/library.ts';
import type { SessionContext } from '../sessions/context.ts';

/** The dependencies of the page. */
export interface RunsTableContext {
  readonly extension: vscode.Uri;
  readonly library: RunLibrary;
  readonly sessions: SessionContext;
  /** Shows the timeline of the run with this journal. */
  show(journal: string): void;
  openSession(source: SessionSource): PromiseLike<unknown>;
  /** Opens a session at its misses. */
  openMisses(source: SessionSource, missed: readonly Pick<SessionMiss, 'skill' | 'path'>[]): PromiseLike<void>;
  /** Reads a session as a journal. Reports problems to the user. */
  readSession(source: SessionSource): Promise<string | undefined>;
  compare(params: CompareParams): Promise<void>;
  /** Removes secrets from a text. */
  redact(text: string): string;
}
