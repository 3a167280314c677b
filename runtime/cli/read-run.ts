import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { findLink } from '../disk/linked-folder.ts';
import { messageOf } from '../errors.ts';
import { newestRunHint } from '../journal/newest-run.ts';
import { redactorOf } from '../journal/redact.ts';
import { isRunId } from '../journal/run-id.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import { type List, SpilledList, type SpillFile } from '../journal/spilled-list.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import type { RunEvent, RunStarted } from '../protocol/events.ts';
import { detectFile } from '../sessions/detect.ts';
import { importSession } from '../sessions/import-session.ts';
import type { SessionEvent } from '../sessions/log/session-event.ts';
import { isOwnFormat, journalEvents } from '../sessions/own-journal.ts';
import { keepHeapSmall } from '../small-heap.ts';
import { statsOf } from './stats-of.ts';

/** A run of ours. Its large payloads are in files of its folder. */
export interface RunRead {
  readonly kind: 'run';
  readonly run: string;
  readonly folder: string;
  readonly events: List<RunEvent>;
}

/** A session of another agent, with its secrets redacted. Its payloads are in its events. */
export interface SessionRead {
  readonly kind: 'session';
  readonly run: string;
  readonly events: List<SessionEvent>;
}

/**
 * Reads a run, or the session of another agent. Never throws.
 * @param argument the id of a run in `runs`, or the path of a journal, its folder or a session
 * @param spill the file for the events that do not fit into memory
 */
export async function readRunOrSession(
  argument: string,
  runs: string,
  spill: SpillFile,
): Promise<RunRead | SessionRead | { readonly kind: 'failed'; readonly message: string }> {
  const path = journalPath(argument, resolve(runs));
  if (path === undefined)
    return failed(
      `Pass the id of a run in ${runs}, or the path of a journal or session: there is no run ${argument}${newestRunHint(resolve(runs))}.`,
    );
  const detected = await detectFile(path);
  if (typeof detected === 'string') return failed(detected);
  // Other agents use the name of our journals, too; one with a damaged beginning is known only by it.
  const isJournal = isOwnFormat(detected) || (detected.kind !== 'format' && basename(path) === JOURNAL_FILE);
  keepHeapSmall();
  try {
    return isJournal ? readRun(path, spill) : await readSession(path, spill);
  } catch (error) {
    return failed(messageOf(error));
  }
}

function readRun(path: string, spill: SpillFile): RunRead | ReturnType<typeof failed> {
  const events = new SpilledList<RunEvent>(spill);
  let started: RunStarted | undefined;
  for (const event of journalEvents(path)) {
    if (event.type === 'run_started') started ??= event;
    events.push(event);
  }
  if (started === undefined) return failed(`Pass the journal of a run: ${path} contains no run.`);
  const folder = dirname(path);
  return { kind: 'run', run: typeof started.run === 'string' ? started.run : basename(folder), folder, events };
}

async function readSession(path: string, spill: SpillFile): Promise<SessionRead | ReturnType<typeof failed>> {
  const events = new SpilledList<SessionEvent>(spill);
  const redactor = redactorOf(secretsOfEnvironment(process.env));
  const result = await importSession(path, {
    redactor,
    estimatesCosts: true,
    addsDecisions: true,
    emit: (event) => events.push(event),
  });
  if (result.kind === 'refused') return failed(result.message);
  if (events.length === 0) return failed(`Pass a run or a session: ${path} contains none.`);
  return { kind: 'session', run: result.finished.run, events };
}

/** Returns the path of the file that an argument of the command line names: a run in `runs`, a folder of one, or a file. */
export function journalPath(argument: string, runs: string): string | undefined {
  const own = join(runs, argument, JOURNAL_FILE);
  if (isRunId(argument) && existsSync(own) && findLink(runs, argument, JOURNAL_FILE) === undefined) return own;
  const path = resolve(argument);
  const stat = statsOf(path);
  if (stat === undefined) return undefined;
  if (!stat.isDirectory()) return path;
  const inside = join(path, JOURNAL_FILE);
  return existsSync(inside) ? inside : undefined;
}

function failed(message: string): { readonly kind: 'failed'; readonly message: string } {
  return { kind: 'failed', message };
}
