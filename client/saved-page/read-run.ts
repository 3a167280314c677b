import { defined } from '../../runtime/text/objects.ts';
import type { SavedRun } from './journal.ts';

/** Reads the run that the page contains: JSON, compressed with gzip, in Base64. */
export async function readRun(data: string): Promise<SavedRun> {
  const characters = atob(data.trim());
  // A loop, because `Uint8Array.from` takes several times as long for the characters of a long text.
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < characters.length; at++) bytes[at] = characters.charCodeAt(at);
  const text = new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip'));
  const run: unknown = JSON.parse(await new Response(text).text());
  const { events, payloads, tokens } = run as Partial<SavedRun>;
  return defined({
    events: Array.isArray(events) ? events : [],
    payloads: payloads ?? {},
    tokens,
  });
}
