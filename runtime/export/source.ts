import { dirname } from 'node:path';
import { defined } from '../../skill/index.ts';
import { type Redactor, redactorOf } from '../journal/redact.ts';
import type { RequestResult } from '../journal/request-store.ts';
import { type List, SpillError, SpilledList, type SpillFile } from '../journal/spilled-list.ts';
import type { AnyEvent } from '../otlp/event-fields.ts';
import type { LlmRequest, RunEvent } from '../protocol/events.ts';
import type { RequestTokens } from '../protocol/request-tokens.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { restoreRequests } from '../requests/recorded-requests.ts';
import { accountsOf, requestTokens } from '../requests/run-requests.ts';
import { UnreadableFile } from '../sessions/lines.ts';
import { SentContents, withoutSent } from '../sessions/log/sent-parts.ts';
import type { SessionEvent } from '../sessions/log/session-event.ts';
import { homeHider } from './home-paths.ts';
import { type Part, selectPart } from './part.ts';
import { type EventsEnd, readEachEvent } from './read-events.ts';
import { requestReader } from './requests.ts';

/** A run to export: complete with its payloads, and redacted. */
export interface ExportSource {
  readonly run: string;
  readonly events: List<AnyEvent>;
  /** Returns what a model call sent in addition to the conversation, redacted; undefined if it is not stored. */
  readonly requestOf: (request: AnyEvent) => RequestContent | undefined;
  /** Estimated tokens of the requests; absent for a part of a run, and if they are not needed. */
  readonly tokens?: RequestTokens;
  /** The file for what does not fit into memory; by default everything is in memory. */
  readonly spill?: SpillFile;
}

export type SourceResult =
  | { readonly kind: 'source'; readonly source: ExportSource }
  | { readonly kind: 'failed'; readonly message: string };

export interface SourceOptions {
  /** Secrets to redact in addition to keys of well-known shapes. */
  readonly secrets: readonly string[];
  readonly part?: Part;
  /** True to replace home folders in paths with `~`. */
  readonly hidesHome?: boolean;
  /** True for a timeline: estimates the tokens of the requests, and notes where guards would have ended a session. */
  readonly isTimeline?: boolean;
  /** The file for the events that do not fit into memory; by default they are in memory. The caller closes it. */
  readonly spill?: SpillFile;
  /** Stops reading the session of another agent, between two pieces of its file. */
  readonly signal?: AbortSignal;
}

/**
 * Reads a run from its journal, or from the file of a session of another agent. Everything is redacted again: a secret may
 * have become known after the run.
 */
export async function readSource(file: string, options: SourceOptions): Promise<SourceResult> {
  const { secrets, part = {}, isTimeline = false, hidesHome = false, spill } = options;
  const redactor = redactorOf(secrets);
  const read = await readEvents(file, redactor, options).catch((error: unknown) => {
    if (error instanceof UnreadableFile || error instanceof SpillError) return error.message;
    throw error;
  });
  if (typeof read === 'string') return { kind: 'failed', message: read };
  const { events, run, isJournal, contents } = read;
  const selected = selectPart(events, part);
  if (selected.length === 0) {
    const last = events.at(events.length - 1)?.seq ?? 0;
    return { kind: 'failed', message: `Choose a range from 1 to ${last}: the given one is empty.` };
  }
  // A session has no stored requests. If its file is in the folder of a run, it could name payloads of that run.
  const stored = isJournal ? requestReader(dirname(file), redactor) : ({ seq }: AnyEvent) => contents.get(seq);
  const requestOf = hidesHome ? withoutHomes(stored) : stored;
  const isComplete = selected.length === events.length;
  const tokens = isTimeline && isComplete ? await tokensOf(events, requestOf, spill) : undefined;
  return {
    kind: 'source',
    source: defined({
      run,
      events: selected,
      requestOf,
      tokens,
      spill,
    }),
  };
}

/** Returns a function that hides home folders in requests. Most calls have the same one, which stays one object. */
function withoutHomes(requestOf: ExportSource['requestOf']): ExportSource['requestOf'] {
  const hide = homeHider();
  const hidden = new Map<RequestContent, RequestContent>();
  return (request) => {
    const content = requestOf(request);
    if (content === undefined) return undefined;
    const known = hidden.get(content) ?? hide(content);
    hidden.set(content, known);
    return known;
  };
}

/** Estimates the tokens of a run. Undefined if its events have an unexpected form: a journal is untrusted. */
async function tokensOf(
  all: List<AnyEvent>,
  requestOf: ExportSource['requestOf'],
  spill: SpillFile | undefined,
): Promise<RequestTokens | undefined> {
  const events = all as unknown as List<RunEvent>;
  try {
    const read = (request: LlmRequest): RequestResult => {
      const content = requestOf(request as unknown as AnyEvent);
      return content === undefined ? { kind: 'failed', message: 'Not stored.' } : { kind: 'found', content };
    };
    return requestTokens(await accountsOf(restoreRequests(events, read, spill), events));
  } catch {
    return undefined;
  }
}

interface ReadEvents extends EventsEnd {
  readonly events: List<AnyEvent>;
  /** The content of a session's requests in addition to the conversation, by `seq`; equal contents are one object. */
  readonly contents: ReadonlyMap<number, RequestContent>;
}

/** Returns the events, or why they cannot be read. Throws `UnreadableFile` and `SpillError`. */
async function readEvents(
  file: string,
  redactor: Redactor,
  { isTimeline = false, hidesHome = false, spill, signal }: SourceOptions,
): Promise<ReadEvents | string> {
  const array: SessionEvent[] = [];
  const events = spill === undefined ? array : new SpilledList<SessionEvent>(spill);
  const hide = hidesHome ? homeHider() : <T>(value: T) => value;
  const sent = new SentContents();
  const contents = new Map<number, RequestContent>();
  const read = await readEachEvent(file, {
    redactor,
    signal,
    notesGuards: isTimeline,
    add(event) {
      const content = sent.add(event);
      if (content !== undefined) contents.set(event.seq, content);
      events.push(hide(withoutSent(event)));
    },
  });
  return typeof read === 'string' ? read : { ...read, events: events as unknown as List<AnyEvent>, contents };
}
