/** The run of the page. Replaces `panel/journal-file.ts` in the page's bundle. */

import type { Json } from '../../runtime/protocol/events.ts';
import type { RequestTokens } from '../../runtime/protocol/request-tokens.ts';
import { own } from '../../runtime/text/objects.ts';
import type * as JournalOnDisk from '../panel/journal-file.ts';
import { BySeq } from '../panel/trace/by-seq.ts';

/** The content of an exported page: the run's events, the stored parts of its requests by their names, and their tokens. */
export interface SavedRun {
  readonly events: readonly Json[];
  readonly payloads: { readonly [name: string]: Json };
  readonly tokens?: RequestTokens;
}

/** Time spent on events before the page can respond, in milliseconds: about two frames. */
const CHUNK_MS = 30;

type JournalFile = JournalOnDisk.JournalFile;

let run: SavedRun = { events: [], payloads: {} };
const bySeq = new Map<number, Json>();

/** Sets the run that all functions read. */
export function setRun(saved: SavedRun): void {
  run = saved;
  for (const event of saved.events) {
    const seq = typeof event === 'object' && event !== null && 'seq' in event ? event.seq : undefined;
    if (typeof seq === 'number' && !bySeq.has(seq)) bySeq.set(seq, event);
  }
}

/** Returns the estimated tokens of the run's requests. */
export function savedTokens(): RequestTokens | undefined {
  return run.tokens;
}

export function journalFile(path: string): JournalFile {
  return { path, offsets: new BySeq(), lengths: new BySeq(), position: 0, located: 0, tail: 0, lines: 0 };
}

/** Resolves in a later task. Not by a timer, which a browser delays by up to a second in a page that is hidden. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Emits all events the first time, a part at a time: the page shows the first rows before it has read a long run. */
export async function readNew(
  journal: JournalFile,
  onEvent: (event: unknown) => void,
  onChunk: () => void = () => undefined,
): Promise<JournalOnDisk.ReadOutcome> {
  let yieldAt = performance.now() + CHUNK_MS;
  for (; journal.position < run.events.length; journal.position++) {
    if (performance.now() > yieldAt) {
      onChunk();
      await nextTask();
      yieldAt = performance.now() + CHUNK_MS;
    }
    onEvent(run.events[journal.position]);
  }
  return { kind: 'read' };
}

/** The run does not grow. */
export function readAppended(): boolean {
  return false;
}

export function readEvents(_journal: JournalFile, seqs: readonly number[]): Promise<readonly Json[]> {
  return Promise.resolve(seqs.flatMap((seq) => bySeq.get(seq) ?? []));
}

export function readBlob(_journal: JournalFile, name: string): Promise<Json | undefined> {
  return Promise.resolve(own(run.payloads, name));
}

// The same functions with the same types, so that the bundle can use either.
({ journalFile, readNew, readAppended, readEvents, readBlob }) satisfies Partial<typeof JournalOnDisk>;
