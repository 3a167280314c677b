import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { newestRunHint } from '../journal/newest-run.ts';
import { readJournal } from '../journal/reader.ts';
import { redactorOf } from '../journal/redact.ts';
import { isRunId } from '../journal/run-id.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import type { RunEvent } from '../protocol/events.ts';
import { importSession } from '../sessions/import-session.ts';
import type { SessionEvent } from '../sessions/log/session-event.ts';
import { isOwnJournal } from '../sessions/own-journal.ts';
import { keepYoungGenerationSmall } from '../sessions/small-young-generation.ts';
import { statsOf } from './stats-of.ts';

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
  if (path === undefined) return failed(noRun(argument, runs, 'a journal'));
  const { events, unread } = readJournal(path);
  if (unread?.kind === 'failed') return failed(unread.message);
  const started = events.find((event) => event.type === 'run_started');
  if (started?.type !== 'run_started') return failed(`Pass the journal of a run: ${path} contains no run.`);
  const folder = dirname(path);
  return { kind: 'run', run: typeof started.run === 'string' ? started.run : basename(folder), folder, events };
}

/** A session of another agent, with its secrets redacted. Its payloads are in its events. */
export interface SessionRead {
  readonly kind: 'session';
  readonly run: string;
  readonly events: readonly SessionEvent[];
}

/**
 * Reads a run, or the session of another agent.
 * @param argument the id of a run in `runs`, or the path of a journal, its folder or a session
 */
export async function readRunOrSession(argument: string, runs: string): Promise<RunResult | SessionRead> {
  const path = journalPath(argument, resolve(runs));
  if (path === undefined) return failed(noRun(argument, runs, 'a journal or session'));
  const isJournal = basename(path) === JOURNAL_FILE || (await isOwnJournal(path));
  if (typeof isJournal === 'string') return failed(isJournal);
  if (isJournal) return readRun(path, runs);
  keepYoungGenerationSmall();
  const events: SessionEvent[] = [];
  const redactor = redactorOf(secretsOfEnvironment(process.env));
  const result = await importSession(path, { redactor, estimatesCosts: true, emit: (event) => events.push(event) });
  if (result.kind === 'refused') return failed(result.message);
  if (events.length === 0) return failed(`Pass a run or a session: ${path} contains none.`);
  return { kind: 'session', run: result.finished.run, events };
}

/** Returns the path of the file that an argument of the command line names: a run in `runs`, a folder of one, or a file. */
export function journalPath(argument: string, runs: string): string | undefined {
  const own = join(runs, argument, JOURNAL_FILE);
  if (isRunId(argument) && existsSync(own)) return own;
  const path = resolve(argument);
  const stat = statsOf(path);
  if (stat === undefined) return undefined;
  if (!stat.isDirectory()) return path;
  const inside = join(path, JOURNAL_FILE);
  return existsSync(inside) ? inside : undefined;
}

function noRun(argument: string, runs: string, file: string): string {
  return `Pass the id of a run in ${runs}, or the path of ${file}: there is no run ${argument}${newestRunHint(resolve(runs))}.`;
}

function failed(message: string): RunResult {
  return { kind: 'failed', message };
}
