import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { journalFile, readNew } from './journal-file.ts';
import { payloadOf } from './payload.ts';
import { addEvent } from './trace/fold.ts';
import { createTrace } from './trace/span.ts';

test('a decision of a hook is a row below its call, with what it said to the model', async () => {
  const base = { time: '2026-11-29T10:00:00.000Z', invocation: 's-1', agent: 'agent' };
  const imported = { format: 'claude-code', client: 'claude-code', file: '/s.jsonl' };
  const call = (seq: number, id: string, path: string) => [
    { ...base, seq, type: 'tool_call', id, tool: 'Read', args: { file_path: path }, parent: 2 },
    { ...base, seq: seq + 1, type: 'tool_result', id, tool: 'Read', result: 'No.', error_code: 'DENIED', parent: seq },
  ];
  const guard = { ...base, type: 'guard', rule: 'resource_not_found', threshold: 3 };
  const events = [
    { ...base, seq: 1, type: 'run_started', run: 's', model: 'm', skills: [], guards: 'off', prompt: 'Brew', imported },
    { ...base, seq: 2, type: 'llm_request', call: 1, tools: [], parent: 1 },
    ...call(3, 'a', '/x'),
    { ...guard, seq: 5, verdict: 'warn', count: 1, evidence: [4], parent: 3, told: 'There is none.' },
    ...call(6, 'b', './x'),
    { ...guard, seq: 8, verdict: 'deny', count: 3, evidence: [4, 7], parent: 6, told: 'Enough.' },
  ];
  const folder = mkdtempSync(join(tmpdir(), 'hook-decision-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const journal = journalFile(join(folder, 'journal.jsonl'));
  writeFileSync(journal.path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const trace = createTrace();
  await readNew(journal, (event) => addEvent(trace, event));
  const rows = trace.spans.filter(({ kind }) => kind === 'guard');
  const calls = trace.spans.filter(({ kind }) => kind === 'tool');
  expect(rows.map(({ parent }) => parent)).toEqual(calls.map(({ id }) => id));
  // However the calls are named: a hook counts the requests for one file.
  expect(rows.map(({ name }) => name)).toEqual(['Guard warning: path missed once', 'Guard: same path missed 3 times']);
  const payloads = await Promise.all(
    rows.map((row) => payloadOf(journal, row, { textOf: async () => undefined, addedBy: new Map(), trace })),
  );
  expect(payloads.map(({ told }) => told)).toEqual(['There is none.', 'Enough.']);
});
