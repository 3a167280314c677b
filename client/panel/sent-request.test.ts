import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { blobName } from '../../runtime/disk/blob-name.ts';
import type { BlobReference, RunEvent } from '../../runtime/protocol/events.ts';
import { guardedRun } from './harness/runs.ts';
import { journalFile, readNew } from './journal-file.ts';
import { sentRequestOf } from './sent-request.ts';
import { addEvent } from './trace/fold.ts';
import { createTrace } from './trace/span.ts';

const LIST = '<skills>writer</skills>';
const TOOL = { type: 'function', name: 'look', description: 'Looks.', inputSchema: { type: 'object' } };

/** Writes a run whose requests are stored as `contentOf` returns; returns the details of a model call. */
async function open(contentOf: (call: number, folder: string) => object) {
  const folder = mkdtempSync(join(tmpdir(), 'sent-request-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = (value: unknown): BlobReference => {
    const content = JSON.stringify(value);
    writeFileSync(join(folder, blobName(content)), content);
    return { blob: blobName(content), size: content.length };
  };
  const events = guardedRun(folder).map((event: RunEvent) => {
    if (event.type !== 'llm_request') return event;
    const parts = Object.entries(contentOf(event.call, folder)).map(([part, value]) => [part, store(value)]);
    return { ...event, request: store({ version: 1, ...Object.fromEntries(parts) }) };
  });
  const journal = journalFile(join(folder, 'journal.jsonl'));
  writeFileSync(journal.path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const trace = createTrace();
  await readNew(journal, (event) => addEvent(trace, event));
  return {
    folder,
    request: (turn: number) => {
      const span = trace.spans.find((one) => one.kind === 'model' && one.turn === turn);
      if (span === undefined) throw new Error(`There is no turn ${turn}.`);
      return sentRequestOf(journal, span);
    },
  };
}

test('the details of a model call contain the system message and the tools', async () => {
  const { request } = await open(() => ({ system: `Rules.\n${LIST}`, tools: [TOOL], catalogue: LIST }));
  expect(await request(3)).toEqual({ system: `Rules.\n${LIST}`, tools: [TOOL], attached: 0 });
});

test('the details of a model call contain the message before the conversation and the number of attached files', async () => {
  const { request } = await open(() => ({ system: '', tools: [], opening: 'Welcome.', append: [{}] }));
  expect(await request(3)).toEqual({ system: '', tools: [], opening: 'Welcome.', attached: 1 });
});

test('the request of a journal is left out if a part is missing, a link or of another type', async () => {
  const missing = await open(() => ({ system: 'Rules.', tools: [TOOL] }));
  const content = JSON.stringify('Rules.');
  rmSync(join(missing.folder, blobName(content)));
  expect(await missing.request(1)).toBeUndefined();
  const elsewhere = join(missing.folder, 'elsewhere');
  writeFileSync(elsewhere, content);
  symlinkSync(elsewhere, join(missing.folder, blobName(content)));
  expect(await missing.request(1)).toBeUndefined();
  const wrong = await open(() => ({ system: ['Rules.'], tools: 'none' }));
  expect(await wrong.request(1)).toBeUndefined();
});
