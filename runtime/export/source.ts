import { dirname } from 'node:path';
import { readJournal } from '../journal/reader.ts';
import { type Redactor, redactorOf } from '../journal/redact.ts';
import type { AnyEvent } from '../otlp/event-fields.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { withPayloads } from '../run/restore.ts';
import { importSession } from '../sessions/import-session.ts';
import type { SessionEvent } from '../sessions/log/session-event.ts';
import { isOwnJournal } from '../sessions/own-journal.ts';
import { redactSession } from '../sessions/redact-session.ts';
import { type Part, selectPart } from './part.ts';
import { requestReader } from './requests.ts';

/** A run to export: complete with its payloads, and redacted. */
export interface ExportSource {
  readonly run: string;
  readonly events: readonly AnyEvent[];
  /** Returns what a model call sent in addition to the conversation, redacted; undefined if it is not stored. */
  readonly requestOf: (request: AnyEvent) => RequestContent | undefined;
}

export type SourceResult =
  | { readonly kind: 'source'; readonly source: ExportSource }
  | { readonly kind: 'failed'; readonly message: string };

export interface SourceOptions {
  /** Secrets to redact in addition to keys of well-known shapes. */
  readonly secrets: readonly string[];
  readonly part?: Part;
}

/**
 * Reads a run from its journal, or from the file of a session of another agent. Everything is redacted again: a secret may
 * have become known after the run.
 */
export async function readSource(file: string, { secrets, part = {} }: SourceOptions): Promise<SourceResult> {
  const redactor = redactorOf(secrets);
  const read = await readEvents(file, redactor);
  if (typeof read === 'string') return { kind: 'failed', message: read };
  const { events, run, isJournal } = read;
  const selected = selectPart(events, part);
  if (selected.length === 0)
    return { kind: 'failed', message: `Choose a range from 1 to ${events.at(-1)?.seq ?? 0}: the given one is empty.` };
  // A session has no stored requests: in the folder of a run, the names of files in it would find those of that run.
  const requestOf = isJournal ? requestReader(dirname(file), redactor) : () => undefined;
  return { kind: 'source', source: { run, events: selected, requestOf } };
}

interface ReadEvents {
  readonly run: string;
  readonly events: readonly AnyEvent[];
  readonly isJournal: boolean;
}

/** Returns the events, or why they cannot be read. */
async function readEvents(file: string, redactor: Redactor): Promise<ReadEvents | string> {
  const isJournal = await isOwnJournal(file);
  if (typeof isJournal === 'string') return isJournal;
  const events: SessionEvent[] = [];
  if (isJournal) {
    const { events: journal, unread } = readJournal(file);
    if (unread?.kind === 'failed') return unread.message;
    const folder = dirname(file);
    for (const event of journal) events.push(redactSession(complete(event, folder), redactor));
  } else {
    const result = await importSession(file, { redactor, emit: (event) => events.push(event) });
    if (result.kind === 'refused') return result.message;
  }
  const started = events.find((event) => event.type === 'run_started');
  if (started?.type !== 'run_started') return `Pass a run or a session: ${file} contains none.`;
  return { run: String(started.run), events: events as unknown as readonly AnyEvent[], isJournal };
}

/** Returns an event with its payloads. A journal is untrusted: an event of an unexpected form stays as it is. */
function complete(event: RunEvent, folder: string): RunEvent {
  try {
    return withPayloads(event, folder);
  } catch {
    return event;
  }
}
