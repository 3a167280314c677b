import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { agentWarnings, readResumable } from './resumable.ts';

const started = {
  seq: 1,
  time: '2026-01-01T00:00:00.000Z',
  invocation: 'i',
  agent: 'agent',
  type: 'run_started' as const,
  run: 'r',
  model: 'simulated/weak',
  skills: [{ name: 'writer', root: '/skills/writer' }],
  guards: 'default' as const,
  maxLlmCalls: 500,
  prompt: 'Write',
  simulated: true,
};

function journal(...events: readonly unknown[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'resumable-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'journal.jsonl');
  writeFileSync(path, events.map((event) => `${typeof event === 'string' ? event : JSON.stringify(event)}\n`).join(''));
  return path;
}
const pause = (id: string, parent: number, more = {}) => ({
  type: 'pause',
  seq: parent + 1,
  time: 't',
  id,
  kind: 'confirmation',
  hint: `${id}?`,
  parent,
  ...more,
});
const finished = { type: 'run_finished', seq: 9, reason: 'paused', llmCalls: 1, text: '', usage: {} };

test('returns the pauses without an answer or a result', async () => {
  const result = { type: 'tool_result', seq: 8, id: 'c3', parent: 6 };
  const answer = { type: 'answer', id: 'p1', answer: 'approve' };
  const path = journal(started, pause('p1', 2), pause('p2', 4), pause('p3', 6), answer, result, finished);
  expect(await readResumable(path)).toMatchObject({
    started: { run: 'r', prompt: 'Write' },
    ended: 'paused',
    waiting: [{ id: 'p2', hint: 'p2?' }],
  });
});

test('uses the last prompt, and has no end reason if the process was killed', async () => {
  const second = { ...started, seq: 10, prompt: 'And now?', skills: [{ name: 'x', root: '/elsewhere' }] };
  const read = await readResumable(journal(started, pause('p1', 2), finished, second));
  expect(read?.started).toMatchObject({ prompt: 'And now?', skills: [{ root: '/elsewhere' }] });
  expect([read?.ended, read?.waiting]).toEqual([undefined, []]);
  const resumed = await readResumable(journal(started, pause('p1', 2), finished, { type: 'run_resumed', by: 'crash' }));
  expect([resumed?.ended, resumed?.waiting.length]).toEqual([undefined, 1]);
});

test('uses the prompt of an event', async () => {
  const path = journal(started, pause('p1', 2), finished, { ...started, seq: 10, model: 'openai/other' });
  expect((await readResumable(path, 9))?.started.model).toBe('simulated/weak');
  expect((await readResumable(path, 10))?.started.model).toBe('openai/other');
});

test('returns undefined for malformed journals', async () => {
  expect(await readResumable(journal('not json', '{"type":"pause"}', '[1]', 'null'))).toBeUndefined();
  expect(await readResumable('/nowhere/journal.jsonl')).toBeUndefined();
  const odd = pause('p1', 2, { kind: 'dance', hint: { a: 1 }, id: 7 });
  expect((await readResumable(journal(started, odd)))?.waiting).toEqual([]);
});

test('warns about an agent outside the workspace', () => {
  const warnings = (agentFile: string, folder = '/work/shop') =>
    agentWarnings({ ...started, agentFile, folder }, ['/work/shop']);
  expect(agentWarnings(started, ['/work/shop'])).toEqual([]);
  expect(warnings('main')).toEqual([]);
  expect(warnings('../other/x.agent.md')).toEqual([expect.stringMatching(/tools of the agent/)]);
  expect(warnings('main', '/tmp/evil')).toEqual([expect.stringMatching(/\/tmp\/evil/)]);
});
