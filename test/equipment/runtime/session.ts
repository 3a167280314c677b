/** Imports made-up sessions and checks the accounting of each. */
import { join } from 'node:path';
import { importSession } from '../../../runtime/sessions/import-session.ts';
import type { Fate } from '../../../runtime/sessions/log/record.ts';
import type { ImportFinished, SessionEvent } from '../../../runtime/sessions/log/session-event.ts';
import { SessionSummary } from '../../../runtime/sessions/session-summary.ts';
import { temporaryFolder, writeFiles } from './folders.ts';
import { accountingFaults } from './session-accounting.ts';

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
  const faults = accountingFaults(events, fates, result.finished, result.format);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return { events, finished: result.finished, fates, summary };
}

/** Imports records, one per line; a string is a line that is used unchanged. */
export async function importRecords(
  records: readonly (object | string)[],
  others: Readonly<Record<string, string>> = {},
): Promise<ImportedSession> {
  const text = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n');
  return importFile(join(writeFiles(temporaryFolder(), { 'session.jsonl': text, ...others }), 'session.jsonl'));
}

let commandCount = 0;

/** Returns a record of `codex exec --json` for a shell command that has ended. */
export function codexCommand(text: string, output: string, code = 0): object {
  return {
    type: 'item.completed',
    item: {
      id: `item_${commandCount++}`,
      type: 'command_execution',
      command: text,
      aggregated_output: output,
      exit_code: code,
      status: code === 0 ? 'completed' : 'failed',
    },
  };
}
