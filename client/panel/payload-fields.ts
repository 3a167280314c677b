/** Inserts payloads that are stored next to the journal into events. */
import type { Json } from '../../runtime/protocol/events.ts';
import { type JournalFile, readBlob } from './journal-file.ts';
import { isBlobName, isObject, type Loose, text } from './trace/read.ts';

/** Fields of events that are stored next to the journal if they are large. Results are read separately. */
const BLOB_FIELDS = ['prompt', 'text', 'reasoning', 'hint', 'delta', 'args'] as const;

/** Returns the event with its stored payloads inserted. Unreadable payloads stay references. */
export async function withPayloads(journal: JournalFile, event: Loose): Promise<Loose> {
  const found: Record<string, Json> = {};
  for (const key of BLOB_FIELDS) {
    const reference = event[key];
    const payload = isObject(reference) ? await readBlob(journal, text(reference, 'blob')) : undefined;
    if (payload !== undefined) found[key] = payload;
  }
  return { ...event, ...found };
}

/** Returns the user message that follows a tool result: some clients deliver the text of a skill this way. */
export async function messageOf(journal: JournalFile, result: Loose): Promise<string> {
  const blob = isObject(result.message) ? text(result.message, 'blob') : '';
  const message = isBlobName(blob) ? await readBlob(journal, blob) : result.message;
  return typeof message === 'string' ? message : '';
}
