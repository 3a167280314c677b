import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { newestRunHint } from '../journal/newest-run.ts';
import { readJournal } from '../journal/reader.ts';
import { isRunId } from '../journal/run-id.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import type { RunEvent } from '../protocol/events.ts';

/** A run read from its journal, or why it cannot be read. */
export type RunResult =
  | { readonly kind: 'run'; readonly run: string; readonly folder: string; readonly events: readonly RunEvent[] }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Reads the run that an argument of the command line names.
 * @param argument the id of a run in `runs`, or the path of a journal or its folder
 */
export function readRun(argument: string, runs: string): RunResult {
  const path = journalPath(argument, resolve(runs));
  if (path === undefined)
    return failed(
      `Pass the id of a run in ${runs}, or the path of a journal: there is no run ${argument}${newestRunHint(resolve(runs))}.`,
    );
  const { events, unread } = readJournal(path);
  if (unread?.kind === 'failed') return failed(unread.message);
  const started = events.find((event) => event.type === 'run_started');
  if (started?.type !== 'run_started') return failed(`Pass the journal of a run: ${path} contains no run.`);
  const folder = dirname(path);
  return { kind: 'run', run: typeof started.run === 'string' ? started.run : basename(folder), folder, events };
}

/** Returns the path of the file that an argument of the command line names: a run in `runs`, a folder of one, or a file. */
export function journalPath(argument: string, runs: string): string | undefined {
  const own = join(runs, argument, JOURNAL_FILE);
  if (isRunId(argument) && existsSync(own)) return own;
  const path = resolve(argument);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isDirectory()) return path;
  const inside = join(path, JOURNAL_FILE);
  return existsSync(inside) ? inside : undefined;
}

function failed(message: string): RunResult {
  return { kind: 'failed', message };
}
