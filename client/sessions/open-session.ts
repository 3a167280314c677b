import * as vscode from 'vscode';
import type { ReadSessionResult, SessionSource } from '../../runtime/protocol/sessions.ts';
import { type JournalMisses, readJournalMisses } from '../misses/session-journal-misses.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import type { SessionContext } from './context.ts';
import type { SessionFollowing } from './following.ts';
import { readJournalSource, readRestoredSession } from './journal-source.ts';
import { pickSession } from './pick-session.ts';
import { journalsOf, readSessionParams } from './read-params.ts';
import { removeOldJournals } from './retention.ts';
import { stampOf } from './session-follower.ts';
import { mayReadSession } from './settings.ts';

/**
 * Implements "Skillwright: Open Agent Session": shows the session of another agent in a timeline. Without a source, the user
 * selects one. The session is data: nothing in it is run or fetched, so no workspace trust is needed. Returns its misses;
 * undefined if it was not opened or is a run of ours.
 */
export async function openSession(
  context: SessionContext,
  following: SessionFollowing,
  given: SessionSource | undefined,
): Promise<(JournalMisses & { readonly journal: string }) | undefined> {
  const session = await selectSession(context, given);
  if (session === undefined) return undefined;
  const { journal, source, stamp } = session;
  await following.update(source, journal);
  const timeline = context.show(journal);
  const misses = await readJournalMisses(journal, source);
  if (misses === undefined) return undefined;
  // A timeline follows a journal of ours by itself.
  if (journal !== source.file) following.follow(source, stamp, journal, timeline);
  context.addMisses([misses]);
  return { ...misses, journal };
}

/** A session that was read, and its journal. */
export interface SessionJournal {
  readonly source: SessionSource;
  /** Absolute path. */
  readonly journal: string;
  /** The stamp of its file before it was read. */
  readonly stamp: string;
}

/**
 * Reads the session of another agent as a journal. Without a source, the user selects one. Reports problems to the user;
 * undefined if there is no journal.
 */
export async function selectSession(
  context: SessionContext,
  given?: SessionSource,
): Promise<SessionJournal | undefined> {
  const source = given ?? (await pickSession(context));
  if (source === undefined) return undefined;
  const stamp = await stampOf(source.file);
  const result = await readSession(context, source);
  if (result === undefined) return undefined;
  if (result.kind === 'refused') {
    void vscode.window.showErrorMessage(result.message);
    return undefined;
  }
  if (result.skipped > 0)
    void vscode.window.showWarningMessage(
      `${result.skipped.toLocaleString('en')} damaged ${result.skipped === 1 ? 'record' : 'records'} of this session could not be read and were skipped.`,
    );
  await removeOldJournals(journalsOf(context), context.held);
  return { source, journal: result.journal, stamp };
}

/** Returns the journal of the same session as it is now; the same journal if it has not changed, or cannot be read. */
export async function readLatestJournal(context: SessionContext, journal: string): Promise<string> {
  const source = context.held.contains(journal) ? await readJournalSource(journal) : undefined;
  const current = source === undefined ? undefined : await readRestoredSession(journal, () => true);
  if (source === undefined || current?.isChanged !== true) return journal;
  return (await selectSession(context, source))?.journal ?? journal;
}

/** Returns true for the journal of a session that has grown since it was written, in a folder that may be read. */
export async function hasSessionGrown({ held }: SessionContext, journal: string): Promise<boolean> {
  if (!held.contains(journal)) return false;
  return (await readRestoredSession(journal, mayReadSession))?.isChanged === true;
}

/** Reads a session as a journal, with progress that can be cancelled. Returns undefined if it was. */
async function readSession(context: SessionContext, source: SessionSource): Promise<ReadSessionResult | undefined> {
  const { module, log } = context;
  const params = await readSessionParams(context, source);
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Reading the session…', cancellable: true },
    async (_, token) => {
      const read = await queryRuntime(module, log, (process) => process.readSession(params, token));
      return token.isCancellationRequested ? undefined : read;
    },
  );
}
