import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { redactorOf } from '../journal/redact.ts';
import type { SessionPart } from '../protocol/sessions.ts';
import { type SessionJournalOptions, writeSessionJournal } from './session-journal.ts';
import { waitForTurn } from './unfinished-journal.ts';

/** Number of prompts: more than two pieces of a file. */
const PROMPTS = 300;

/** A session of Claude Code. */
const SESSION = Array.from({ length: 2 * PROMPTS }, (_, index) => {
  const base = { uuid: `u${index}`, parentUuid: index === 0 ? null : `u${index - 1}`, sessionId: 's1' };
  const time = { timestamp: new Date(Date.UTC(2026, 0, 5) + index).toISOString() };
  const content = [{ type: 'text', text: 'Done.' }];
  const prompt = `Brew pot ${index / 2}. ${'Some more about tea. '.repeat(400)}`;
  return index % 2 === 0
    ? { ...base, ...time, type: 'user', cwd: '/work/shop', message: { role: 'user', content: prompt } }
    : { ...base, ...time, type: 'assistant', message: { id: `m${index}`, role: 'assistant', model: 'm', content } };
})
  .map((record) => JSON.stringify(record))
  .join('\n');

let file: string;
let journals: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-unfinished-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  file = join(folder, 'a.jsonl');
  journals = join(folder, 'journals');
  writeFileSync(file, `${SESSION}\n`);
});

const read = (options: Pick<SessionJournalOptions, 'onPart' | 'signal'> = {}) =>
  writeSessionJournal({ file, journals, skills: [], redactor: redactorOf([]), ...options });

async function readAll(options: Pick<SessionJournalOptions, 'onPart' | 'signal'> = {}): Promise<string> {
  const result = await read(options);
  return result.kind === 'read' ? result.journal : expect.fail(result.message);
}

const promptsIn = (text: string): readonly string[] => {
  const events = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly prompt?: string });
  return events.flatMap(({ prompt }) => prompt?.split('.', 1) ?? []);
};

/** Stops reading at the first part. With `isShown`, a window shows the journal by then. */
async function stopHalfWay(isShown: boolean): Promise<{ readonly journal: string; readonly part: SessionPart }> {
  const stop = new AbortController();
  const parts: { readonly journal: string; readonly part: SessionPart }[] = [];
  const result = await read({
    signal: stop.signal,
    onPart(journal, part) {
      parts.push({ journal, part });
      if (isShown) writeFileSync(join(dirname(journal), 'window-1.lock'), '');
      stop.abort();
    },
  });
  expect(result.kind).toBe('refused');
  return parts[0] ?? expect.fail('No part was reported.');
}

it('reports a journal that can be shown before it is complete, in whole lines', async () => {
  const seen: string[] = [];
  const journal = await readAll({
    onPart(path, { share }) {
      expect(share).toBeGreaterThan(0);
      expect(readdirSync(dirname(path)).sort()).toEqual(['journal.jsonl', 'unfinished.json', 'unfinished.lock']);
      seen.push(readFileSync(path, 'utf8'));
    },
  });
  const text = readFileSync(journal, 'utf8');
  const [first = ''] = seen;
  expect(first.length).toBeLessThan(text.length);
  expect(text.startsWith(first) && first.endsWith('\n')).toBe(true);
  expect(promptsIn(first)[0]).toBe('Brew pot 0');
  expect(readdirSync(dirname(journal))).toEqual(['journal.jsonl', 'subagents.json']);
});

it('leaves nothing behind when it is stopped, and the part that a window shows, which is never taken for complete', async () => {
  await stopHalfWay(false);
  expect(readdirSync(journals)).toEqual([]);
  const { journal, part } = await stopHalfWay(true);
  expect(readdirSync(dirname(journal)).sort()).toEqual(['journal.jsonl', 'unfinished.json', 'window-1.lock']);
  expect(JSON.parse(readFileSync(join(dirname(journal), 'unfinished.json'), 'utf8'))).toEqual(part);
  expect(await readAll()).toBe(journal);
  expect(promptsIn(readFileSync(journal, 'utf8'))).toHaveLength(PROMPTS);
  expect(readdirSync(dirname(journal)).sort()).toEqual(['journal.jsonl', 'subagents.json', 'window-1.lock']);
});

it('writes the journal again after a process that was killed while it wrote it', async () => {
  const { journal } = await stopHalfWay(true);
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(join(dirname(journal), 'unfinished.lock'), JSON.stringify({ pid }));
  mkdirSync(join(dirname(journal), 'left-behind'));
  await readAll();
  expect(promptsIn(readFileSync(journal, 'utf8'))).toHaveLength(PROMPTS);
  expect(readdirSync(dirname(journal)).sort()).toEqual(['journal.jsonl', 'subagents.json', 'window-1.lock']);
});

it('waits for another process that writes the same journal, and reports what that has written', async () => {
  const [first, second] = [[] as SessionPart[], [] as SessionPart[]];
  let other: Promise<string> | undefined;
  const journal = await readAll({
    onPart(_, part) {
      first.push(part);
      other ??= readAll({ onPart: (_path, seen) => second.push(seen) });
    },
  });
  expect(await other).toBe(journal);
  expect(promptsIn(readFileSync(journal, 'utf8'))).toHaveLength(PROMPTS);
  for (const { writer } of second) expect(writer).toBe(first[0]?.writer);
});

it('takes over when the other process is stopped', async () => {
  const stop = new AbortController();
  const writers = new Set<string>();
  let other: Promise<string> | undefined;
  const stopped = await read({
    signal: stop.signal,
    async onPart() {
      other ??= readAll({ onPart: (_, { writer }) => writers.add(writer) });
      setTimeout(() => stop.abort());
    },
  });
  expect(stopped.kind).toBe('refused');
  const journal = (await other) ?? expect.fail();
  expect(promptsIn(readFileSync(journal, 'utf8'))).toHaveLength(PROMPTS);
  expect(existsSync(join(dirname(journal), 'unfinished.json'))).toBe(false);
});

it('waits for another process as long as it makes progress, and then says what to do', async () => {
  mkdirSync(journals);
  writeFileSync(join(journals, 'journal.jsonl'), '{}\n');
  // This process runs, and holds the lock, but not to write this journal: like one that has the id of a process that was killed.
  writeFileSync(join(journals, 'unfinished.lock'), JSON.stringify({ pid: process.pid }));
  let parts = 0;
  const write = (): void =>
    writeFileSync(join(journals, 'unfinished.json'), `{"writer":"w","share":0.5}${' '.repeat(parts)}`);
  write();
  const turn = await waitForTurn(journals, {
    maxSilentMs: 200,
    onPart() {
      parts++;
      if (parts < 5) write();
    },
  });
  expect(turn).toEqual({
    kind: 'failed',
    message: `Try again later, or delete ${journals}: process ${process.pid} seems to be reading this session, but makes no progress.`,
  });
  expect(parts).toBeGreaterThanOrEqual(6);
  expect(readdirSync(journals).sort()).toEqual(['journal.jsonl', 'unfinished.json', 'unfinished.lock']);
});
