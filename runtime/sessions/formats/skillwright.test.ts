import { expect, it } from 'vitest';
import { MADE_UP_SESSIONS } from '../../testing/made-up-sessions/made-up-sessions.ts';
import { importRecords } from '../../testing/session.ts';

const LINES = (MADE_UP_SESSIONS.skillwright ?? '').split('\n');

/** Returns the journal with other values in the fields of its events of a type. */
function journalWith(type: string, values: object): readonly object[] {
  const events = LINES.map((line) => JSON.parse(line) as { readonly type: string });
  return events.map((event) => (event.type === type ? { ...event, ...values } : event));
}

it.each([
  ['llm_response', { usage: undefined }],
  ['llm_response', { usage: { inputTokens: '7' } }],
  ['run_finished', { usage: null }],
  ['run_started', { model: 7 }],
  ['run_started', { prompt: undefined }],
] as const)('keeps a %s of a journal with %j as an unknown record', async (type, values) => {
  const records = journalWith(type, values);
  const broken = records.filter((record) => (record as { readonly type: string }).type === type).length;
  const { finished } = await importRecords(records);
  expect(broken).toBeGreaterThan(0);
  expect(finished).toMatchObject({ records: records.length, raw: broken, used: records.length - broken });
});
