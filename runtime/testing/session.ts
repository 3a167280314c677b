import { join } from 'node:path';
import { importSession } from '../sessions/import-session.ts';
import type { Fate } from '../sessions/log/record.ts';
import type { ImportFinished, SessionEvent } from '../sessions/log/session-event.ts';
import { SessionSummary } from '../sessions/session-summary.ts';
import { temporaryFolder, writeFiles } from './folders.ts';

/** A session that was imported in a test. */
export interface ImportedSession {
  readonly events: readonly SessionEvent[];
  readonly finished: ImportFinished;
  readonly fates: readonly Fate[];
  readonly summary: SessionSummary;
}

/** Imports a file. Throws if it is refused, or if its accounting does not add up. */
export async function importFile(file: string): Promise<ImportedSession> {
  const events: SessionEvent[] = [];
  const fates: Fate[] = [];
  const summary = new SessionSummary();
  const result = await importSession(file, {
    emit(event) {
      events.push(event);
      summary.add(event);
    },
    account(record, fate) {
      fates[record - 1] = fate;
    },
  });
  if (result.kind === 'refused') throw new Error(result.message);
  const faults = accountingFaults(events, fates, result.finished);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return { events, finished: result.finished, fates, summary };
}

/** Imports records, one per line; a text is a line as it is. */
export async function importRecords(
  records: readonly (object | string)[],
  others: Readonly<Record<string, string>> = {},
): Promise<ImportedSession> {
  const text = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n');
  return importFile(join(writeFiles(temporaryFolder(), { 'session.jsonl': text, ...others }), 'session.jsonl'));
}

/** Returns what is wrong with the accounting of an import: each record counts once, and each used one fed an event. */
export function accountingFaults(
  events: readonly SessionEvent[],
  fates: readonly Fate[],
  finished: ImportFinished,
): readonly string[] {
  const { records, used, duplicate, metadata, raw, broken } = finished;
  const fed = new Set(events.flatMap(({ source }) => (source?.file === undefined ? (source?.records ?? []) : [])));
  const unfed = fates.flatMap((fate, index) =>
    (fate === 'used' || fate === 'raw') && !fed.has(index + 1) ? [index + 1] : [],
  );
  const fedOthers = fates.flatMap((fate, index) =>
    (fate === 'metadata' || fate === 'duplicate' || fate === 'broken') && fed.has(index + 1) ? [index + 1] : [],
  );
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  return [
    ...(records === used + duplicate + metadata + raw + broken ? [] : ['The numbers of records do not add up.']),
    ...(records === fates.length ? [] : [`${records} records, but ${fates.length} fates.`]),
    ...(unfed.length === 0 ? [] : [`Used, but in no event: ${unfed.slice(0, 20).join(', ')}`]),
    ...(fedOthers.length === 0 ? [] : [`In an event, but not used: ${fedOthers.slice(0, 20).join(', ')}`]),
    ...(count('tool_call') === count('tool_result') ? [] : ['Calls without a result.']),
    ...(count('run_started') === count('run_finished') ? [] : ['Prompts without an end.']),
    ...(events.every(({ seq }, index) => seq === index + 1) ? [] : ['The numbers of the events have gaps.']),
  ];
}
