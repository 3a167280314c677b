/** The events of a run or a session of any size, one after the other. */
import { dirname } from 'node:path';
import type { Redactor } from '../journal/redact.ts';
import { yieldToEventLoop } from '../loop/interfaces/abort.ts';
import type { RunEvent } from '../protocol/events.ts';
import { withPayloads } from '../run/restore.ts';
import { closingNotes, endAfter, NO_EVENTS } from '../sessions/closing-notes.ts';
import { importSession } from '../sessions/import-session.ts';
import type { SessionEvent } from '../sessions/log/session-event.ts';
import { isOwnJournal, journalEvents } from '../sessions/own-journal.ts';
import { redactSession } from '../sessions/redact-session.ts';

export interface EventOptions {
  readonly redactor: Redactor;
  /** Receives each event, complete with its payloads and redacted. */
  readonly add: (event: SessionEvent) => void;
  /** Adds notes where guards would have ended a session, at the end. */
  readonly notesGuards?: boolean;
  /** Stops reading, between two pieces of the file. */
  readonly signal?: AbortSignal | undefined;
}

/** The end of the events. */
export interface EventsEnd {
  /** Id of the first run. */
  readonly run: string;
  /** False for the session of another agent, whose payloads are in its events. */
  readonly isJournal: boolean;
}

/** Number of events of a journal after which other work of the process continues. */
const EVENTS_AT_ONCE = 500;

/**
 * Reads the events of a run from its journal, or from the file of a session of another agent. Returns an error message if there
 * are none. Throws `UnreadableFile`, what `add` throws, and if reading is stopped.
 */
export async function readEachEvent(file: string, options: EventOptions): Promise<EventsEnd | string> {
  const { redactor, signal } = options;
  const isJournal = await isOwnJournal(file);
  if (typeof isJournal === 'string') return isJournal;
  let run: string | undefined;
  let end = NO_EVENTS;
  const add = (event: SessionEvent): void => {
    end = endAfter(end, event);
    if (event.type === 'run_started') run ??= String(event.run);
    options.add(event);
  };
  const drain = async (): Promise<void> => {
    await yieldToEventLoop();
    signal?.throwIfAborted();
  };
  if (isJournal) {
    const folder = dirname(file);
    let count = 0;
    for (const event of journalEvents(file)) {
      if (++count % EVENTS_AT_ONCE === 0) await drain();
      add(redactSession(complete(event, folder), redactor));
    }
  } else {
    const result = await importSession(file, { redactor, estimatesCosts: true, addsDecisions: true, emit: add, drain });
    if (result.kind === 'refused') return result.message;
    if (options.notesGuards === true) for (const note of closingNotes(result.finished, end)) add(note);
  }
  return run === undefined ? `Pass a run or a session: ${file} contains none.` : { run, isJournal };
}

/** Returns an event with its payloads. Journals are untrusted: an event of an unexpected form is returned unchanged. */
function complete(event: RunEvent, folder: string): RunEvent {
  try {
    return withPayloads(event, folder);
  } catch {
    return event;
  }
}
