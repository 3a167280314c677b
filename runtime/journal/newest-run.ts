import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findLink } from '../disk/linked-folder.ts';
import { isRunId } from './run-id.ts';
import { JOURNAL_FILE } from './writer.ts';

/** Returns `; the newest is ID` for a message about an unknown run, or '' if the folder contains no run. */
export function newestRunHint(runs: string): string {
  try {
    const ids = readdirSync(runs).filter((name) => isRunId(name) && /^\d{8}T/.test(name));
    const newest = ids
      .sort()
      .findLast((id) => existsSync(join(runs, id, JOURNAL_FILE)) && findLink(runs, id, JOURNAL_FILE) === undefined);
    return newest === undefined ? '' : `; the newest is ${newest}`;
  } catch {
    return '';
  }
}
