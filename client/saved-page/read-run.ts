import type { SavedRun } from './journal.ts';

/** Reads the run that the page contains: JSON, compressed with gzip, in Base64. */
export async function readRun(data: string): Promise<SavedRun> {
  const bytes = Uint8Array.from(atob(data.trim()), (character) => character.charCodeAt(0));
  const text = new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip'));
  const run: unknown = JSON.parse(await new Response(text).text());
  const { events, payloads, tokens } = run as Partial<SavedRun>;
  return {
    events: Array.isArray(events) ? events : [],
    payloads: payloads ?? {},
    ...(tokens === undefined ? {} : { tokens }),
  };
}
