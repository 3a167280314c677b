import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RecordLine, sessionRecord } from '../../user-data/hook-record.ts';
import { importSession } from '../import-session.ts';
import type { SessionEvent } from './session-event.ts';

const FILE = '/work/tea/.claude/skills/brew/references/menu.md';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillwright-decisions-'));
  vi.stubEnv('SKILLWRIGHT_HOOKS_DATA', join(folder, 'hook'));
});
afterEach(() => void vi.unstubAllEnvs());

const timeOf = (second: number): string => new Date(Date.UTC(2026, 10, 12, 10, 0, second)).toISOString();
const at = (second: number): number => Date.parse(timeOf(second)) + 300;

/** A session of Claude Code that reads the same missing file in the given steps, each a list of ids of parallel calls. */
function writeSession(steps: readonly (readonly string[])[], prompts = ['Brew']): string {
  const records: object[] = [];
  let second = 0;
  const add = (type: 'user' | 'assistant', message: object): void => {
    const uuid = `u${records.length}`;
    const parentUuid = records.length === 0 ? null : `u${records.length - 1}`;
    const base = { sessionId: 's1', cwd: '/work/tea', version: '2.1.0', timestamp: timeOf(second++) };
    records.push({ ...base, type, uuid, parentUuid, message });
  };
  const text = (id: string, words: string): void =>
    add('assistant', { id, role: 'assistant', model: 'claude-some', content: [{ type: 'text', text: words }] });
  add('user', { role: 'user', content: prompts[0] ?? '' });
  for (const [index, ids] of steps.entries()) {
    const calls = ids.map((id) => ({ type: 'tool_use', id, name: 'Read', input: { file_path: FILE } }));
    add('assistant', { id: `m${index}`, role: 'assistant', model: 'claude-some', content: calls });
    for (const id of ids)
      add('user', {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, is_error: true, content: 'File does not exist.' }],
      });
  }
  text('end', 'There is no menu.');
  for (const [index, prompt] of prompts.slice(1).entries()) {
    add('user', { role: 'user', content: prompt });
    text(`end-${index}`, 'Yes.');
  }
  const file = join(folder, 's1.jsonl');
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return file;
}

async function eventsOf(file: string, lines: readonly RecordLine[], addsDecisions = true): Promise<SessionEvent[]> {
  const record = sessionRecord('claude-code', 's1');
  for (const line of lines) record.add(line);
  const events: SessionEvent[] = [];
  const result = await importSession(file, { addsDecisions, emit: (event) => events.push(event) });
  expect(result.kind).toBe('imported');
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  return events;
}

const missed = (second: number, step: number, call?: string): RecordLine =>
  withCall({ at: at(second), event: 'missed', path: FILE, step, told: `fact ${step}` }, call);
const denied = (second: number, step: number, call?: string): RecordLine =>
  withCall({ at: at(second), began: at(second), event: 'denied', path: FILE, step, told: 'enough' }, call);
const withCall = (line: RecordLine, call: string | undefined): RecordLine =>
  call === undefined ? line : ({ ...line, call } as RecordLine);

/** Returns the type of each event, with what was said. */
const outline = (events: readonly SessionEvent[]): string[] =>
  events
    .filter(({ type }) => /^(?:tool_result|guard|note|run_finished)$/.test(type))
    .map((event) => {
      if (event.type === 'guard') return `${event.verdict} ${event.count}/${event.threshold} ${event.told ?? ''}`;
      return event.type === 'note' ? event.message : event.type;
    });

test('shows the decisions about calls after their results, with the results that they counted', async () => {
  const file = writeSession([['t1'], ['t2'], ['t3']]);
  const events = await eventsOf(file, [missed(2, 1, 't1'), missed(4, 2, 't2'), denied(5, 3, 't3')]);
  expect(outline(events)).toEqual([
    'tool_result',
    'warn 1/3 fact 1',
    'tool_result',
    'warn 2/3 fact 2',
    'tool_result',
    'deny 3/3 enough',
    'run_finished',
  ]);
  const results = events.filter(({ type }) => type === 'tool_result').map(({ seq }) => seq);
  const last = events.findLast(({ type }) => type === 'guard');
  expect(last).toMatchObject({ rule: 'resource_not_found', evidence: results });
  const call = events.find((event) => event.type === 'tool_call' && event.id === 't3');
  expect(last?.parent).toBe(call?.seq);
});

test('finds the calls of clients without ids by the path and the time', async () => {
  const file = writeSession([['t1', 't2'], ['t3']]);
  const events = await eventsOf(file, [missed(3, 1), missed(3, 1), missed(5, 2)]);
  expect(outline(events)).toEqual([
    'tool_result',
    'warn 1/3 fact 1',
    'tool_result',
    'warn 1/3 fact 1',
    'tool_result',
    'warn 2/3 fact 2',
    'run_finished',
  ]);
});

test('shows what was said at the end of a turn before the next prompt, and what belongs to no call at the end', async () => {
  const file = writeSession([['t1']], ['Brew', 'More?']);
  const events = await eventsOf(file, [
    { at: at(3), event: 'shown', told: 'never read' },
    missed(4, 1, 'of a call that the session does not have'),
    { at: at(2), event: 'noted', call: 't1', told: 'the same result' },
  ]);
  expect(outline(events)).toEqual([
    'tool_result',
    "Skillwright's hook said: the same result",
    "Skillwright's hook said: never read",
    'run_finished',
    "Skillwright's hook said: fact 1",
    'run_finished',
  ]);
});

test('reads no record unless it is asked for, and accepts lines of any form', async () => {
  const file = writeSession([['t1']]);
  const strange = { at: at(2), event: 'missed', told: 'x', path: 7, step: 'y' } as unknown as RecordLine;
  expect(outline(await eventsOf(file, [missed(2, 1, 't1'), strange], false))).toEqual(['tool_result', 'run_finished']);
  expect(outline(await eventsOf(file, []))).toEqual(['tool_result', 'warn 1/3 fact 1', 'run_finished']);
});
