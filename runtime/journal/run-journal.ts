import { join } from 'node:path';
import { findLink, linkMessage } from '../disk/linked-folder.ts';
import { type JournalContent, readFailure, readJournal, unreadContent } from './reader.ts';
import { JOURNAL_FILE } from './writer.ts';

/** Reads the journal of a run in a folder of runs, as `readJournal` does, but through no link of a workspace. Never throws. */
export function readRunJournal(runs: string, run: string): JournalContent {
  const path = join(runs, run, JOURNAL_FILE);
  const link = findLink(runs, run, JOURNAL_FILE);
  return link === undefined ? readJournal(path) : unreadContent('a link', readFailure(path, linkMessage(link)));
}
