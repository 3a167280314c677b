/** Reads a prompt in full; the details of a row contain a truncated one. */
import { type JournalFile, readEvents } from './journal-file.ts';
import { withPayloads } from './payload-fields.ts';
import { isObject, text } from './trace/read.ts';
import type { TraceSpan } from './trace/span.ts';

/** Returns the complete prompt of the row of a run or prompt; '' if it has none or it cannot be read. */
export async function promptOf(journal: JournalFile, { events: [first] }: TraceSpan): Promise<string> {
  if (first === undefined) return '';
  const [started] = await readEvents(journal, [first]);
  if (!isObject(started) || text(started, 'type') !== 'run_started') return '';
  return text(await withPayloads(journal, started), 'prompt');
}
