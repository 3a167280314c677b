import { dirname } from 'node:path';
import { readJournal } from '../journal/reader.ts';
import { type Redactor, redactorOf } from '../journal/redact.ts';
import { yieldToEventLoop } from '../loop/abort.ts';
import type { AnyEvent } from '../otlp/event-fields.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { RequestTokens } from '../protocol/request-tokens.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { restoreRequests } from '../requests/recorded-requests.ts';
import { accountsOf, requestTokens } from '../requests/run-requests.ts';
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
  /** Estimated tokens of the requests; absent for a part of a run, and if they are not needed. */
  readonly tokens?: RequestTokens;
}

export type SourceResult =
  | { readonly kind: 'source'; readonly source: ExportSource }
  | { readonly kind: 'failed'; readonly message: string };

export interface SourceOptions {
  /** Secrets to redact in addition to keys of well-known shapes. */
  readonly secrets: readonly string[];
  readonly part?: Part;
  /** True to estimate the tokens of the requests. */
  readonly estimatesTokens?: boolean;
  /** Stops reading the session of another agent, between two pieces of its file. */
  readonly signal?: AbortSignal;
}

/**
 * Reads a run from its journal, or from the file of a session of another agent. Everything is redacted again: a secret may
 * have become known after the run.
 */
export async function readSource(
  file: string,
  { secrets, part = {}, estimatesTokens = false, signal }: SourceOptions,
): Promise<SourceResult> {
  const redactor = redactorOf(secrets);
  const read = await readEvents(file, redactor, signal);
  if (typeof read === 'string') return { kind: 'failed', message: read };
  const { events, run, isJournal } = read;
  const selected = selectPart(events, part);
  if (selected.length === 0)
    return { kind: 'failed', message: `Choose a range from 1 to ${events.at(-1)?.seq ?? 0}: the given one is empty.` };
  // A session has no stored requests. If its file is in the folder of a run, it could name payloads of that run.
  const requestOf = isJournal ? requestReader(dirname(file), redactor) : () => undefined;
  const isComplete = selected.length === events.length;
  const tokens = estimatesTokens && isComplete ? await tokensOf(events, requestOf) : undefined;
  return {
    kind: 'source',
    source: { run, events: selected, requestOf, ...(tokens === undefined ? {} : { tokens }) },
  };
}

/** Estimates the tokens of a run. Undefined if its events have an unexpected form: a journal is untrusted. */
async function tokensOf(
  all: readonly AnyEvent[],
  requestOf: ExportSource['requestOf'],
): Promise<RequestTokens | undefined> {
  const events = all as unknown as readonly RunEvent[];
  try {
    const requests = restoreRequests(events, (request) => {
      const content = requestOf(request as unknown as AnyEvent);
      return content === undefined ? { kind: 'failed', message: 'Not stored.' } : { kind: 'found', content };
    });
    return requestTokens(await accountsOf(requests, events));
  } catch {
    return undefined;
  }
}

interface ReadEvents {
  readonly run: string;
  readonly events: readonly AnyEvent[];
  readonly isJournal: boolean;
}

/** Returns the events, or why they cannot be read. */
async function readEvents(
  file: string,
  redactor: Redactor,
  signal: AbortSignal | undefined,
): Promise<ReadEvents | string> {
  const isJournal = await isOwnJournal(file);
  if (typeof isJournal === 'string') return isJournal;
  const events: SessionEvent[] = [];
  if (isJournal) {
    const { events: journal, unread } = readJournal(file);
    if (unread?.kind === 'failed') return unread.message;
    const folder = dirname(file);
    for (const event of journal) events.push(redactSession(complete(event, folder), redactor));
  } else {
    const result = await importSession(file, {
      redactor,
      estimatesCosts: true,
      emit: (event) => events.push(event),
      async drain() {
        await yieldToEventLoop();
        signal?.throwIfAborted();
      },
    });
    if (result.kind === 'refused') return result.message;
  }
  const started = events.find((event) => event.type === 'run_started');
  if (started?.type !== 'run_started') return `Pass a run or a session: ${file} contains none.`;
  return { run: String(started.run), events: events as unknown as readonly AnyEvent[], isJournal };
}

/** Returns an event with its payloads. Journals are untrusted: an event of an unexpected form is returned unchanged. */
function complete(event: RunEvent, folder: string): RunEvent {
  try {
    return withPayloads(event, folder);
  } catch {
    return event;
  }
}
