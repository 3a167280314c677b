import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UNFINISHED_FILE } from '../../runtime/protocol/sessions.ts';
import { isObject, number } from '../panel/trace/read.ts';
import type { SessionTimeline } from './context.ts';
import { hasJournal, readJournalSource } from './journal-source.ts';
import { openSession } from './open-session.ts';
import { OpenTimelines } from './open-timelines.ts';
import type { SessionReadings } from './session-readings.ts';
import { mayReadSession } from './settings.ts';

/**
 * Shows the session of a timeline that VS Code has restored as it is now, and follows it. A session is read again if its
 * journal is not complete, or if another window has removed it. Does nothing for the timeline of a run.
 */
export async function restoreSession(
  readings: SessionReadings,
  journal: string,
  timeline: SessionTimeline,
): Promise<void> {
  const { context, following } = readings;
  if (!context.held.contains(journal)) return;
  const share = (await hasJournal(journal)) ? await unfinishedShare(journal) : 0;
  if (share === undefined) return following.restore(journal, timeline);
  const source = context.sources.get(journal) ?? (await readJournalSource(journal));
  const reading = { file: source === undefined ? '' : basename(source.file), percent: Math.floor(share * 100) };
  const mayRead = source !== undefined && mayReadSession(source);
  timeline.setReading({ ...reading, isStopped: !mayRead });
  if (source === undefined) return;
  const timelines = new OpenTimelines(() => undefined);
  timelines.add(timeline);
  readings.addStopped(journal, source, timelines);
  if (!mayRead) return;
  let isShown = false;
  await openSession(readings, source, () => {
    isShown = true;
    return timeline;
  });
  if (!isShown) timeline.setReading({ ...reading, isStopped: true });
}

/** Returns the share of its session that a journal has, 0 to 1; undefined if it is complete. */
async function unfinishedShare(journal: string): Promise<number | undefined> {
  try {
    const part: unknown = JSON.parse(await readFile(join(dirname(journal), UNFINISHED_FILE), 'utf8'));
    return (isObject(part) ? number(part, 'share') : undefined) ?? 0;
  } catch (error) {
    // A file that was cut off is one, too.
    return error instanceof SyntaxError ? 0 : undefined;
  }
}
