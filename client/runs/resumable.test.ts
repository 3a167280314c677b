import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { doubtsAboutAgent, readResumable } from './resumable.ts';

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
  ...{ type: 'pause', seq: parent + 1, time: 't', id, kind: 'confirmation', hint: `${id}?`, parent, ...more },
});
const finished = { type: 'run_finished', seq: 9, reason: 'paused', llmCalls: 1, text: '', usage: {} };

test('what waits: not what was answered, nor what has its result', async () => {
  const result = { type: 'tool_result', seq: 8, id: 'c3', parent: 6 };
  const answer = { type: 'answer', id: 'p1', answer: 'approve' };
  const path = journal(started, pause('p1', 2), pause('p2', 4), pause('p3', 6), answer, result, finished);
  expect(await readResumable(path)).toMatchObject({
    started: { run: 'r', prompt: 'Write' },
    ended: 'paused',
    waiting: [{ id: 'p2', hint: 'p2?' }],
  });
});

test('the last prompt counts; a run that was killed has not ended', async () => {
  const second = { ...started, seq: 10, prompt: 'And now?', skills: [{ name: 'x', root: '/elsewhere' }] };
  const read = await readResumable(journal(started, pause('p1', 2), finished, second));
  expect(read?.started).toMatchObject({ prompt: 'And now?', skills: [{ root: '/elsewhere' }] });
  expect([read?.ended, read?.waiting]).toEqual([undefined, []]);
  const resumed = await readResumable(journal(started, pause('p1', 2), finished, { type: 'run_resumed', by: 'crash' }));
  expect([resumed?.ended, resumed?.waiting.length]).toEqual([undefined, 1]);
});

test('nonsense is no run, and throws nothing', async () => {
  expect(await readResumable(journal('not json', '{"type":"pause"}', '[1]', 'null'))).toBeUndefined();
  expect(await readResumable('/nowhere/journal.jsonl')).toBeUndefined();
  const odd = pause('p1', 2, { kind: 'dance', hint: { a: 1 }, id: 7 });
  expect((await readResumable(journal(started, odd)))?.waiting).toEqual([]);
});

test('an agent outside the workspace is asked about', () => {
  const doubts = (agentFile: string, folder = '/work/shop') =>
    doubtsAboutAgent({ ...started, agentFile, folder }, ['/work/shop']);
  expect(doubtsAboutAgent(started, ['/work/shop'])).toEqual([]);
  expect(doubts('main')).toEqual([]);
  expect(doubts('../other/x.agent.md')).toEqual([expect.stringMatching(/tools of the agent/)]);
  expect(doubts('main', '/tmp/evil')).toEqual([expect.stringMatching(/\/tmp\/evil/)]);
});
