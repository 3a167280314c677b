import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { MISSING_SESSION } from '../../test/equipment/runtime/missing-session.ts';
import { runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { importFile } from '../../test/equipment/runtime/session.ts';
import { exportOtlp } from './otlp.ts';
import { previewOf } from './preview.ts';
import { readSource, type SourceOptions } from './source.ts';

async function source(file: string, options: Partial<SourceOptions> = {}) {
  const read = await readSource(file, { secrets: [], ...options });
  if (read.kind === 'failed') throw new Error(read.message);
  return read.source;
}

const KEY = 'sk-live-0123456789abcdefghij';
const PASSWORD = 'correct-horse-battery';

describe('the source of an export', () => {
  it('redacts secrets that became known after the run, and counts them', async () => {
    const ran = await runOnce({
      agent: { name: 'agent', instruction: `Log in with ${PASSWORD}.` },
      prompt: `My key is ${KEY}.`,
      model: scriptedModel([{ text: `I will use ${PASSWORD}.` }]),
    });
    const read = await source(ran.journal, { secrets: [PASSWORD] });
    const text = [...exportOtlp(read)].join('');
    expect(text).toContain('gen_ai.system_instructions');
    expect(text).toContain('[redacted]');
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(KEY);
    // The prompt, the reply, the final text and the instruction.
    expect(previewOf(read)).toMatchObject({ redacted: 4, modelCalls: 1, prompts: 1, instructions: 1 });
  });

  it('has no names of users in paths, if home folders are hidden', async () => {
    const { journal } = await runOnce({
      agent: { name: 'agent', instruction: 'Read /home/ada/tea/notes.md.' },
      prompt: 'Look at /Users/ada/tea.',
      model: scriptedModel([{ text: 'It is in C:\\Users\\ada\\tea.' }]),
    });
    const shown = [...exportOtlp(await source(journal))].join('');
    expect(shown.match(/\bada\b/g)?.length).toBeGreaterThan(3);
    const hidden = [...exportOtlp(await source(journal, { hidesHome: true }))].join('');
    expect(hidden).not.toMatch(/\bada\b/);
    expect(hidden).toContain('Read ~/tea/notes.md.');
    expect(hidden).toContain('Look at ~/tea.');
  });

  it('estimates the tokens of the requests of a complete run, if asked to', async () => {
    const { journal } = await runOnce({ model: scriptedModel([{ text: 'Done.' }]) });
    expect(await source(journal)).not.toHaveProperty('tokens');
    const { tokens } = await source(journal, { isTimeline: true });
    expect(tokens?.calls[0]?.shares.map(({ kind }) => kind)).toEqual(['instructions', 'tools', 'conversation']);
    expect(await source(journal, { isTimeline: true, part: { to: 2 } })).not.toHaveProperty('tokens');
  });

  it('has the instructions of a session that contains them, in every format and again after an import', async () => {
    const at = (second: number) => `2026-01-05T10:00:0${second}.000Z`;
    const line = (second: number, type: string, payload: object) =>
      JSON.stringify({ timestamp: at(second), type, payload });
    const reply = (second: number, text: string) =>
      line(second, 'response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
    const instructions = { text: `You are Codex. My key is ${KEY}.` };
    const records = [
      line(1, 'session_meta', { id: 's', cwd: '/home/ada', base_instructions: instructions }),
      line(2, 'event_msg', { type: 'user_message', message: 'Brew.' }),
      reply(3, 'Done.'),
      line(4, 'event_msg', { type: 'user_message', message: 'Again.' }),
      reply(5, 'Done again.'),
    ];
    const folder = writeFiles(temporaryFolder(), { 'a.jsonl': records.join('\n') });
    const read = await source(join(folder, 'a.jsonl'), { isTimeline: true });
    const system = 'You are Codex. My key is sk…[redacted].';
    expect(previewOf(read)).toMatchObject({ instructions: 1, redacted: 1 });
    expect(read.tokens).toMatchObject({ incomplete: 0, calls: [{ shares: [{ kind: 'instructions' }, {}] }, {}] });
    expect(JSON.stringify([...read.events])).not.toContain('You are Codex');
    const otlp = [...exportOtlp(read)].join('');
    expect(otlp.match(/You are Codex/g)).toHaveLength(1);
    expect(otlp).not.toContain(KEY);
    const again = await source(join(writeFiles(folder, { 'b.jsonl': otlp }), 'b.jsonl'), { isTimeline: true });
    const requests = [...again.events].filter(({ type }) => type === 'llm_request');
    expect(requests.map((request) => again.requestOf(request)?.system)).toEqual([system, system]);
    // A part has what was sent before it, too.
    const part = await source(join(folder, 'a.jsonl'), { part: { from: 6 } });
    expect([...exportOtlp(part)].join('')).toContain('You are Codex');
  });

  it('notes in a timeline where guards would have stopped a session', async () => {
    const file = join(writeFiles(temporaryFolder(), { 'a.jsonl': MISSING_SESSION }), 'a.jsonl');
    const notes = ({ events }: Awaited<ReturnType<typeof source>>) => [...events].filter(({ type }) => type === 'note');
    const { finished } = await importFile(file);
    const message = 'Guards would have stopped here, before 1 call: resource_not_found, 3 of 3';
    expect(notes(await source(file, { isTimeline: true }))).toMatchObject([
      { parent: finished.guards?.stops[0]?.call, agent: 'agent', message },
    ]);
    expect(notes(await source(file))).toEqual([]);
  });

  it('contains payloads that are stored next to the journal', async () => {
    const long = 'long '.repeat(20_000);
    const ran = await runOnce({ model: scriptedModel([{ text: long }]) });
    expect(readFileSync(ran.journal, 'utf8').length).toBeLessThan(long.length);
    expect([...exportOtlp(await source(ran.journal))].join('')).toContain(long);
  });

  it('can be a session of another agent, whose export imports as the same events', async () => {
    const folder = writeFiles(temporaryFolder(), { 'a.jsonl': MADE_UP_SESSIONS['claude-code'] ?? '' });
    const file = join(folder, 'a.jsonl');
    const out = join(folder, 'b.jsonl');
    writeFileSync(out, [...exportOtlp(await source(file))].join(''));
    const [before, after] = [await importFile(file), await importFile(out)];
    const plain = ({ events }: typeof before) => events.map(({ source: _, imported: __, ...event }) => event);
    expect(plain(after)).toEqual(plain(before));
    expect(after.finished).toMatchObject({ run: before.finished.run, steps: before.finished.steps });
  });

  it('contains no payloads of other runs, if it is a session in the folder of one', async () => {
    const ran = await runOnce({
      agent: { name: 'agent', instruction: 'Brew tea.' },
      model: scriptedModel([{ text: 'Done.' }]),
    });
    const file = join(dirname(ran.journal), 'session.jsonl');
    const otlp = [...exportOtlp(await source(ran.journal))].join('');
    // What was sent is then only in the files of the run that the call refers to.
    writeFileSync(file, otlp.replace('gen_ai.system_instructions', 'a').replace('gen_ai.tool.definitions', 'b'));
    expect(previewOf(await source(ran.journal))).toMatchObject({ modelCalls: 1, instructions: 1 });
    expect(previewOf(await source(file))).toMatchObject({ modelCalls: 1, instructions: 0 });
  });

  it.skipIf(process.platform === 'win32')('is never read from a pipe, which might not end', async () => {
    const pipe = join(temporaryFolder(), 'session.jsonl');
    execFileSync('mkfifo', [pipe]);
    const message = `Specify a file: ${pipe} is not a file.`;
    expect(await readSource(pipe, { secrets: [] })).toEqual({ kind: 'failed', message });
  });

  it('is refused with a reason', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'text.txt');
    writeFileSync(file, 'Hello.\n');
    expect(await readSource(file, { secrets: [] })).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Choose a session of'),
    });
    expect(await readSource(join(folder, 'absent'), { secrets: [] })).toMatchObject({ kind: 'failed' });
    const ran = await runOnce({ model: scriptedModel([{ text: 'Done.' }]) });
    expect(await readSource(ran.journal, { secrets: [], part: { from: 90 } })).toMatchObject({
      message: 'Choose a range from 1 to 4: the given one is empty.',
    });
    // A damaged line costs only itself.
    appendFileSync(ran.journal, 'not JSON\n');
    expect((await source(ran.journal)).events).toHaveLength(4);
  });
});
