/** The parts of a model request that are stored next to the journal. */

import type { Json } from '../../runtime/protocol/events.ts';
import { REQUEST_PARTS, type RequestPart } from '../../runtime/protocol/requests.ts';
import { defined, own } from '../../runtime/text/objects.ts';
import type { SentRequest } from '../timeline/payload.ts';
import { type JournalFile, readBlob, readEvents } from './journal-file.ts';
import { isObject, type Loose, text } from './trace/read.ts';
import type { TraceSpan } from './trace/span.ts';

/** Returns the stored parts of a model call's request; undefined in journals of earlier versions and if a part is missing. */
export async function sentRequestOf(journal: JournalFile, model: TraceSpan): Promise<SentRequest | undefined> {
  const index = await readIndex(journal, model);
  if (index === undefined) return undefined;
  const parts: { [part in RequestPart]?: Json } = {};
  for (const part of REQUEST_PARTS) {
    const name = blobIn(index, part);
    if (name === '') continue;
    const value = await readBlob(journal, name);
    const isValid = part === 'tools' || part === 'append' ? Array.isArray(value) : typeof value === 'string';
    if (!isValid || value === undefined) return undefined;
    parts[part] = value;
  }
  const { system, opening, tools, append } = parts;
  const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
  const string = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
  return defined({
    system: string(system),
    tools: list(tools),
    attached: list(append).length,
    opening: opening === undefined ? undefined : string(opening),
  });
}

/** Reads the list of the parts of a model call's request. */
async function readIndex(journal: JournalFile, model: TraceSpan): Promise<Loose | undefined> {
  const [event] = await readEvents(journal, model.events.slice(0, 1));
  if (!isObject(event) || text(event, 'type') !== 'llm_request') return undefined;
  const name = blobIn(event, 'request');
  const index = name === '' ? undefined : await readBlob(journal, name);
  return isObject(index) ? index : undefined;
}

function blobIn(value: Loose, key: string): string {
  const reference = own(value, key);
  return isObject(reference) ? text(reference, 'blob') : '';
}
