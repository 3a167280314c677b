import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { storedBlob } from '../journal/blobs.ts';
import { findRuns, readRunEntry } from './list-runs.ts';
import { prettyRunEntry } from './pretty-run-list.ts';

const ID = '20260105T100000000Z-0000000a';

function eventsOf(...events: readonly object[]): string {
  const base = { time: '2026-01-05T10:00:00.000Z', invocation: 'i', agent: 'agent' };
  return events.map((event, at) => `${JSON.stringify({ ...base, seq: at + 1, ...event })}\n`).join('');
}

const STARTED = {
  type: 'run_started',
  run: ID,
  model: 'simulated/weak',
  skills: [{ name: 'brewer', root: '/b' }],
  guards: 'default',
  maxLlmCalls: 500,
  prompt: 'Brew\n  tea.',
  simulated: true,
};
const FINISHED = { type: 'run_finished', reason: 'final', llmCalls: 1, text: 'Done.', usage: {} };
const REQUEST = { type: 'llm_request', call: 1, tools: [] };
const RESPONSE = {
  type: 'llm_response',
  call: 1,
  text: '',
  toolCalls: [],
  finish: 'stop',
  usage: { inputTokens: 1200, outputTokens: 34, estimated: true },
};
const MISS = {
  type: 'tool_result',
  id: 'a',
  tool: 'load',
  result: 'x',
  error_code: 'RESOURCE_NOT_FOUND',
  durationMs: 1,
};

/** Writes the journal of a run and returns its path. */
function journalOf(text: string, id = ID, files: Readonly<Record<string, string>> = {}): string {
  const folder = writeFiles(temporaryFolder(), { [`${id}/journal.jsonl`]: text });
  writeFiles(join(folder, id), files);
  return join(folder, id, 'journal.jsonl');
}

const textOf = (journal: string): string => prettyRunEntry(readRunEntry(journal));

describe('an entry of the list of runs', () => {
  it('has the id, time, prompt, setup, outcome and figures', () => {
    const journal = journalOf(eventsOf(STARTED, REQUEST, RESPONSE, MISS, FINISHED));
    expect(readRunEntry(journal)).toEqual({
      kind: 'run',
      run: ID,
      journal,
      time: '2026-01-05T10:00:00.000Z',
      prompt: 'Brew\n  tea.',
      prompts: 1,
      skills: ['brewer'],
      model: 'simulated/weak',
      outcome: 'final',
      llmCalls: 1,
      misses: 1,
      inputTokens: 1200,
      outputTokens: 34,
      estimated: true,
    });
    expect(textOf(journal).split('\n')).toEqual([
      `${ID}  2026-01-05 10:00 UTC  finished`,
      '  Brew tea.',
      '  skills: brewer; simulated/weak',
      '  1 model call, 1 miss, about 1,234 tokens',
    ]);
  });

  it.each(['__proto__', 'constructor', 'of a later version'])('shows the unknown reason %s', (reason) => {
    const text = textOf(journalOf(eventsOf(STARTED, { ...FINISHED, reason })));
    expect(text.split('\n')[0]).toBe(`${ID}  2026-01-05 10:00 UTC  ${reason}`);
  });

  it('names the agent, the client by its name, and the run that it was forked from', () => {
    const more = { agentFile: 'writer', agent: 'writer', client: 'claude-code', forked: { run: 'other', at: 17 } };
    const text = textOf(journalOf(eventsOf({ ...STARTED, ...more, skills: [] }, FINISHED)));
    expect(text).toContain('\n  agent writer; no skills; as Claude Code; simulated/weak\n');
    expect(text).toMatch(/\n {2}fork of other at 17$/);
  });

  it('counts the prompts of a conversation, and shows the first', () => {
    const again = { ...STARTED, prompt: 'And coffee.' };
    expect(textOf(journalOf(eventsOf(STARTED, FINISHED, again, FINISHED)))).toContain(
      '  Brew tea. (and 1 more prompt)',
    );
  });

  it('cuts a long prompt, and reads one that is stored in another file', () => {
    const prompt = `Brew ${'🫖'.repeat(40_000)}`;
    const { name, reference } = storedBlob(prompt);
    const journal = journalOf(eventsOf({ ...STARTED, prompt: reference }), ID, { [name]: JSON.stringify(prompt) });
    expect(readRunEntry(journal)).toMatchObject({ prompt });
    expect(textOf(journal).split('\n')[1]).toMatch(/^ {2}Brew 🫖+…$/u);
  });

  it.each([
    ['running', { pid: process.pid }],
    ['interrupted', { pid: 2 ** 22 - 3 }],
  ])('of a run without an end is %s, by its lock', (outcome, lock) => {
    const resumed = { type: 'run_resumed', by: 'person' };
    const journal = journalOf(eventsOf(STARTED, { ...FINISHED, reason: 'paused' }, resumed));
    writeFileSync(`${journal}.lock`, JSON.stringify(lock));
    expect(readRunEntry(journal)).toMatchObject({ outcome });
  });

  it.each([
    ['without a run', eventsOf(FINISHED)],
    ['that is empty', ''],
    ['that is no JSON', 'nonsense\n'],
    ['with values of other types', eventsOf({ ...STARTED, skills: 7 })],
    ['with a null among its values', eventsOf({ ...STARTED, forked: null })],
  ])('is one line for a journal %s', (_title, text) => {
    expect(textOf(journalOf(text))).toMatch(new RegExp(`^${ID} {2}unreadable: [^\\n]+$`));
  });

  it('is one line for a journal that is a folder', () => {
    const journal = join(temporaryFolder(), ID, 'journal.jsonl');
    mkdirSync(journal, { recursive: true });
    expect(textOf(journal)).toMatch(/unreadable: .* is not a file/);
  });

  it('names the first fault of a damaged journal', () => {
    const [first = '', last = ''] = eventsOf(STARTED, FINISHED).split('\n');
    expect(textOf(journalOf(`${first}\n{\n${last}\n`))).toMatch(/\n {2}damaged journal: line 2: not JSON$/);
  });

  it('does not let a journal write to the terminal, or start lines of its own', () => {
    const evil = '\u001b[2J\n::error::x';
    const more = { model: evil, client: evil, agentFile: 'a', agent: evil, forked: { run: evil, at: 1 } };
    const text = textOf(
      journalOf(eventsOf({ ...STARTED, ...more, prompt: evil, skills: [{ name: evil, root: evil }] })),
    );
    expect(text).not.toContain('\u001b');
    expect(text.split('\n')).toHaveLength(5);
  });
});

describe('the runs in a folder', () => {
  it('are found newest first, without folders that are no runs, or deleted', () => {
    const ids = ['20260105T100000000Z-0000000a', '20260105T100000001Z-00000009', 'renamed'];
    const files = [...ids, '.deleted-1-x'].map((id) => [`${id}/journal.jsonl`, ''] as const);
    const folder = writeFiles(temporaryFolder(), { ...Object.fromEntries(files), 'other/notes.md': '', 'a-file': '' });
    const time = new Date('2026-01-05T10:00:00.0005Z');
    utimesSync(join(folder, 'renamed/journal.jsonl'), time, time);
    const found = findRuns(folder)?.map((journal) => basename(dirname(journal)));
    expect(found?.toSorted()).toEqual(ids.toSorted());
    expect(found?.indexOf(ids[1] ?? '')).toBeLessThan(found?.indexOf(ids[0] ?? '') ?? 0);
    const later = new Date('2027-01-01T00:00:00Z');
    utimesSync(join(folder, 'renamed/journal.jsonl'), later, later);
    expect(basename(dirname(findRuns(folder)?.[0] ?? ''))).toBe('renamed');
  });

  it('are undefined if it cannot be read', () => {
    expect(findRuns(join(temporaryFolder(), 'absent'))).toBeUndefined();
  });
});
