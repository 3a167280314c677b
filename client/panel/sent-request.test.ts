import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { blobName } from '../../runtime/protocol/blob-name.ts';
import type { BlobReference, RunEvent } from '../../runtime/protocol/events.ts';
import { estimateTokens } from '../../skill/index.ts';
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
      return sentRequestOf(journal, trace, span);
    },
  };
}

test('the details of a model call contain the system message, the tools and the estimated tokens of its parts', async () => {
  const { request } = await open(() => ({ system: `Rules.\n${LIST}`, tools: [TOOL], catalogue: LIST }));
  const sent = await request(3);
  expect(sent).toMatchObject({ system: `Rules.\n${LIST}`, tools: [TOOL], attached: 0, changes: [] });
  expect(sent?.tokens.slice(0, 3)).toEqual([
    { part: 'Instructions', tokens: estimateTokens('Rules.\n\n') },
    { part: 'List of skills', tokens: estimateTokens(LIST) },
    { part: 'Tool descriptions', tokens: estimateTokens(JSON.stringify(TOOL)) },
  ]);
  expect(sent?.tokens[3]).toEqual({ part: 'writer', tokens: expect.any(Number) });
  expect((await request(1))?.tokens).toHaveLength(3);
});

test('the details of a model call name the parts that differ from the call before', async () => {
  const { request } = await open((call) => ({
    system: `Day ${Math.min(call, 2)}.`,
    tools: call < 3 ? [TOOL] : [TOOL, { ...TOOL, name: 'listen' }],
    ...(call < 3 ? {} : { opening: 'Welcome.', append: [{}] }),
  }));
  expect(await request(1)).not.toHaveProperty('changes');
  expect((await request(2))?.changes).toEqual(['the system message']);
  expect(await request(3)).toMatchObject({
    changes: ['the tools', 'the first message', 'the attached files'],
    opening: 'Welcome.',
    attached: 1,
  });
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
