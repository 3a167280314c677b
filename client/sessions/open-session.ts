import * as vscode from 'vscode';
import type { ReadSessionResult, SessionSource } from '../../runtime/protocol/sessions.ts';
import { formatCount } from '../../runtime/text/count.ts';
import { type JournalMisses, readJournalMisses } from '../misses/session-journal-misses.ts';
import type { SessionContext } from './context.ts';
import { readJournalSource, readRestoredSession } from './journal-source.ts';
import { pickSession } from './pick-session.ts';
import { journalsOf } from './read-params.ts';
import { removeOldJournals } from './retention.ts';
import type { ShowTimeline } from './session-reading.ts';
import { readWithProgress, type SessionReadings } from './session-readings.ts';
import { mayReadSession } from './settings.ts';

/**
 * Implements "Skillwright: Open Agent Session": shows the session of another agent in a timeline, while it is being read.
 * Without a source, the user selects one. The session is data: nothing in it is run or fetched, so no workspace trust is
 * needed. Resolves with its misses when all of it is read; undefined if it was not, or is a run of ours.
 */
export async function openSession(
  readings: SessionReadings,
  given: SessionSource | undefined,
  show: ShowTimeline = (journal) => readings.context.show(journal),
): Promise<(JournalMisses & { readonly journal: string }) | undefined> {
  const { context, following } = readings;
  const source = given ?? (await pickSession(context));
  if (source === undefined) return undefined;
  const { result, stamp, timelines } = await readings.read(source, show);
  const journal = await journalOf(context, result);
  if (journal === undefined) return undefined;
  const misses = await readJournalMisses(journal, source);
  if (misses === undefined) return undefined;
  // A timeline follows a journal of ours by itself.
  if (journal !== source.file) for (const timeline of timelines) following.follow(source, stamp, journal, timeline);
  context.addMisses([misses]);
  return { ...misses, journal };
}

/**
 * Reads the session of another agent as a journal. Without a source, the user selects one. Reports problems to the user;
 * undefined if there is no journal.
 */
export async function selectSession(context: SessionContext, given?: SessionSource): Promise<string | undefined> {
  const source = given ?? (await pickSession(context));
  if (source === undefined) return undefined;
  return journalOf(context, await readWithProgress(context, source, new vscode.CancellationTokenSource()));
}

/** Returns the journal of a session that was read. Reports problems to the user. */
async function journalOf(context: SessionContext, result: ReadSessionResult | undefined): Promise<string | undefined> {
  if (result === undefined) return undefined;
  if (result.kind === 'refused') {
    void vscode.window.showErrorMessage(result.message);
    return undefined;
  }
  if (result.skipped > 0)
    void vscode.window.showWarningMessage(
      `${formatCount(result.skipped, 'damaged record')} of this session could not be read and were skipped.`,
    );
  await removeOldJournals(journalsOf(context), context.held);
  return result.journal;
}

/** Returns the journal of the same session as it is now; the same journal if it has not changed, or cannot be read. */
export async function readLatestJournal(context: SessionContext, journal: string): Promise<string> {
  const source = context.held.contains(journal) ? await readJournalSource(journal) : undefined;
  const current = source === undefined ? undefined : await readRestoredSession(journal, () => true);
  if (source === undefined || current?.isChanged !== true) return journal;
  return (await selectSession(context, source)) ?? journal;
}

/** Returns true for the journal of a session that has grown since it was written, in a folder that may be read. */
export async function hasSessionGrown({ held }: SessionContext, journal: string): Promise<boolean> {
  if (!held.contains(journal)) return false;
  return (await readRestoredSession(journal, mayReadSession))?.isChanged === true;
}

/** Reads all of a session of which the timelines of this journal show a part, and shows it there. */
export async function readAll(readings: SessionReadings, journal: string): Promise<void> {
  const source = readings.stoppedSource(journal);
  if (source !== undefined) await openSession(readings, source);
}
