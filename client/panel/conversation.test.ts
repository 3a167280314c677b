import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { conversationOf } from './conversation.ts';
import { journalFile, readNew } from './journal-file.ts';
import { addEvent } from './trace/fold.ts';
import { createTrace } from './trace/span.ts';

/** Returns the texts of the messages sent to the last model call of a session, in which `compacted` follows two others. */
async function messagesAfter(compacted: object | undefined): Promise<readonly (string | undefined)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conversation-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines: string[] = [];
  const write = (type: string, record: number, fields: object): number => {
    const base = { seq: lines.length + 1, time: '2026-11-12T10:00:00.000Z', invocation: 'i', agent: 'agent' };
    lines.push(JSON.stringify({ ...base, type, ...fields, source: { records: [record] } }));
    return base.seq;
  };
  const start = write('run_started', 1, { run: 'r', prompt: 'Brew.', model: 'test/m', skills: [], imported: {} });
  const call = (record: number, text: string): void => {
    const parent = write('llm_request', record, { call: record, tools: [], parent: start });
    write('llm_response', record, { call: record, text, toolCalls: [], usage: {}, finish: 'stop', parent });
  };
  call(2, 'First.');
  call(3, 'Second.');
  if (compacted !== undefined) write('note', 4, { message: 'Compacted.', compacted, parent: start });
  write('note', 5, { message: 'Something else.', parent: start });
  call(6, 'Third.');
  call(7, 'Fourth.');
  const journal = journalFile(join(folder, 'journal.jsonl'));
  writeFileSync(journal.path, lines.map((line) => `${line}\n`).join(''));
  const trace = createTrace();
  await readNew(journal, (event) => addEvent(trace, event));
  const last = trace.spans.findLast(({ kind }) => kind === 'model');
  if (last === undefined) throw new Error('There is no model call.');
  const { messages, earlier } = await conversationOf(journal, trace, last);
  expect(earlier).toBe(0);
  return messages.map(({ text }) => text);
}

test('the messages of a model call are those since the prompt', async () => {
  expect(await messagesAfter(undefined)).toEqual(['Brew.', 'First.', 'Second.', 'Third.']);
});

test.each<[what: string, compacted: object, before: readonly string[]]>([
  ['a summary', { summary: 'Tea was brewed.' }, ['Tea was brewed.']],
  ['a summary that follows as a prompt', { summary: '' }, []],
  ['a summary before what was kept', { summary: 'Tea was brewed.', keptFrom: 3 }, ['Tea was brewed.', 'Second.']],
  ['a damaged compaction', { summary: 1, keptFrom: 'x' }, []],
])('the messages before a compaction are replaced by %s', async (_, compacted, before) => {
  expect(await messagesAfter(compacted)).toEqual([...before, 'Third.']);
});
