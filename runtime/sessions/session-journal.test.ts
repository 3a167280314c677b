import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defined } from '../../skill/index.ts';
import { MISSING_SESSION } from '../../test/equipment/runtime/missing-session.ts';
import { createOpencodeDatabase } from '../../test/equipment/runtime/opencode-database.ts';
import { readJournal } from '../journal/reader.ts';
import { redactorOf } from '../journal/redact.ts';
import { estimateForEditor } from '../node/request-tokens.ts';
import { recordFile, sessionRecord } from '../user-data/hook-record.ts';
import { writeSessionJournal } from './session-journal.ts';

const LONG = 'long '.repeat(30_000);
const RECORDS = [
  { type: 'user', text: 'Reconcile' },
  { type: 'assistant', text: LONG },
];
/** A session of Claude Code. */
const SESSION = RECORDS.map(({ type, text }, index) =>
  JSON.stringify({
    type,
    uuid: `u${index}`,
    parentUuid: index === 0 ? null : `u${index - 1}`,
    sessionId: 's1',
    cwd: '/work/shop',
    version: '2.0.0',
    timestamp: `2026-11-12T10:00:0${index}.000Z`,
    message:
      type === 'user'
        ? { role: 'user', content: text }
        : {
            id: 'm1',
            role: 'assistant',
            model: 'claude-some',
            content: [{ type: 'text', text }],
            usage: { input_tokens: 3 },
          },
  }),
).join('\n');

let folder: string;
let file: string;
let journals: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillwright-session-journal-'));
  file = join(folder, 'a.jsonl');
  journals = join(folder, 'journals');
  writeFileSync(file, `${SESSION}\n`);
});

const write = (signal?: AbortSignal) =>
  writeSessionJournal(defined({ file, journals, skills: [], redactor: redactorOf([]), signal }));

const written = async (): Promise<string> => {
  const result = await write();
  return result.kind === 'read' ? result.journal : expect.fail(result.message);
};

describe('writeSessionJournal', () => {
  it('writes the events of the session, large payloads next to them', async () => {
    const journal = await written();
    const events = readFileSync(journal, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ type }) => type)).toEqual(['run_started', 'llm_request', 'llm_response', 'run_finished']);
    expect(events[0].imported).toEqual({ format: 'claude-code', client: 'claude-code', file, directory: '/work/shop' });
    expect(events[2].text).toEqual({ blob: expect.any(String), size: LONG.length + 2 });
    expect(JSON.parse(readFileSync(join(dirname(journal), events[2].text.blob), 'utf8'))).toBe(LONG);
  });

  it('ends with notes about where guards would have stopped the session', async () => {
    writeFileSync(file, MISSING_SESSION);
    const events = readFileSync(await written(), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [end, note] = events.slice(-2);
    expect([end.type, note.type, note.seq]).toEqual(['run_finished', 'note', end.seq + 1]);
    expect(events.find(({ seq }) => seq === note.parent)).toMatchObject({ type: 'tool_call', id: 'item_3' });
  });

  it('keeps the journal of an unchanged file, and writes another if the file has changed', async () => {
    const journal = await written();
    writeFileSync(journal, 'kept');
    expect(await written()).toBe(journal);
    expect(readFileSync(journal, 'utf8')).toBe('kept');
    utimesSync(file, 1, 1);
    expect(await written()).not.toBe(journal);
  });

  it('returns one of our own journals unchanged', async () => {
    writeFileSync(
      file,
      `${JSON.stringify({ seq: 1, time: '2026-11-12T10:00:00.000Z', type: 'run_started', run: 'r', model: 'simulated/weak', skills: [], guards: 'default', maxLlmCalls: 5, prompt: 'Brew', invocation: 'i', agent: 'agent' })}\n`,
    );
    expect(await write()).toEqual({ kind: 'read', journal: file, skipped: 0 });
  });

  it('writes another journal if a file of a sub-agent has changed', async () => {
    const journal = await written();
    mkdirSync(join(folder, 'a/subagents'), { recursive: true });
    writeFileSync(join(folder, 'a/subagents/agent-1.jsonl'), '{}');
    const withSubagent = await written();
    expect(withSubagent).not.toBe(journal);
    writeFileSync(join(folder, 'a/subagents/agent-1.jsonl'), '{}\n{}');
    expect(await written()).not.toBe(withSubagent);
  });

  it('reads no files of sub-agents in a folder that is forbidden', async () => {
    const task = {
      type: 'assistant',
      uuid: 'u2',
      parentUuid: 'u1',
      sessionId: 's1',
      timestamp: '2026-11-12T10:00:05.000Z',
      message: {
        id: 'm2',
        role: 'assistant',
        model: 'claude-some',
        usage: { input_tokens: 3 },
        content: [{ type: 'tool_use', id: 'c1', name: 'Task', input: { prompt: 'Look' } }],
      },
    };
    const done = {
      type: 'user',
      uuid: 'u3',
      parentUuid: 'u2',
      sessionId: 's1',
      timestamp: '2026-11-12T10:00:07.000Z',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'done' }] },
      toolUseResult: { agentId: 'helper1' },
    };
    const inner = {
      type: 'assistant',
      uuid: 'v1',
      sessionId: 's1',
      agentId: 'helper1',
      isSidechain: true,
      timestamp: '2026-11-12T10:00:06.000Z',
      message: {
        id: 'm3',
        role: 'assistant',
        model: 'claude-some',
        usage: { input_tokens: 3 },
        content: [{ type: 'text', text: 'a secret of the helper' }],
      },
    };
    writeFileSync(file, [SESSION, JSON.stringify(task), JSON.stringify(done), ''].join('\n'));
    const subagents = join(folder, 'a/subagents');
    mkdirSync(subagents, { recursive: true });
    writeFileSync(join(subagents, 'agent-helper1.jsonl'), `${JSON.stringify(inner)}\n`);
    // Files of sub-agents of other sessions are not followed.
    writeFileSync(join(subagents, 'agent-other.jsonl'), '{}');
    const journal = await written();
    expect(readFileSync(journal, 'utf8')).toContain('a secret of the helper');
    const helper = join(subagents, 'agent-helper1.jsonl');
    const { mtimeMs, size } = statSync(helper);
    const stampsOf = (path: string): unknown => JSON.parse(readFileSync(join(dirname(path), 'subagents.json'), 'utf8'));
    // Hooks may begin to record the session.
    const record = [recordFile('claude-code', 's1'), 0, 0];
    expect(stampsOf(journal)).toEqual([[helper, mtimeMs, size], record]);
    const allows = (path: string) => path !== subagents;
    const result = await writeSessionJournal({ file, journals, skills: [], redactor: redactorOf([]), allows });
    if (result.kind === 'refused') return expect.fail(result.message);
    expect(readFileSync(result.journal, 'utf8')).not.toContain('a secret of the helper');
    expect(stampsOf(result.journal)).toEqual([record]);
  });

  it('has another journal with each decision of a hook', async () => {
    vi.stubEnv('SKILLWRIGHT_HOOKS_DATA', join(folder, 'hook'));
    const before = await written();
    expect(readFileSync(before, 'utf8')).not.toContain('never read');
    sessionRecord('claude-code', 's1').add({
      at: Date.UTC(2026, 10, 12, 10, 0, 1),
      event: 'shown',
      told: 'never read',
    });
    const after = await written();
    expect(after).not.toBe(before);
    expect(readFileSync(after, 'utf8')).toContain('never read');
    expect(await written()).toBe(after);
    vi.unstubAllEnvs();
  });

  it('has a journal for each session of a database, which follows its write-ahead log', async () => {
    const { database, add } = createOpencodeDatabase(join(folder, 'opencode.db'));
    add('ses_1', 'Brew');
    add('ses_2', 'Bake');
    const prompts = async (session: string): Promise<readonly string[]> => {
      const result = await writeSessionJournal({
        file: join(folder, 'opencode.db'),
        session,
        journals,
        skills: [],
        redactor: redactorOf([]),
      });
      if (result.kind === 'refused') return expect.fail(result.message);
      const lines = readFileSync(result.journal, 'utf8').trimEnd().split('\n');
      return lines.map((line) => JSON.parse(line)).flatMap(({ prompt }) => prompt ?? []);
    };
    expect(await prompts('ses_1')).toEqual(['Brew']);
    expect(await prompts('ses_2')).toEqual(['Bake']);
    add('ses_1', 'Pour');
    expect(await prompts('ses_1')).toEqual(['Brew\n\nPour']);
    database.close();
  });

  it('leaves nothing behind for a file that is not a session', async () => {
    writeFileSync(file, 'no session');
    expect(await write()).toEqual({ kind: 'refused', message: expect.stringContaining(file) });
    expect(existsSync(journals)).toBe(false);
  });

  it('leaves nothing behind if it is stopped', async () => {
    expect((await write(AbortSignal.abort())).kind).toBe('refused');
    expect(readdirSync(journals)).toEqual([]);
  });

  it('reports a folder that cannot be written', async () => {
    mkdirSync(dirname(journals), { recursive: true });
    writeFileSync(journals, '');
    expect(await write()).toEqual({ kind: 'refused', message: expect.stringContaining('journals') });
  });
});

it('stores what was sent in addition to the conversation once, next to the journal', async () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString();
  const line = (second: number, type: string, payload: object) =>
    JSON.stringify({ timestamp: at(second), type, payload });
  const turns = Array.from({ length: 20 }, (_, index) => [
    line(2 * index + 2, 'event_msg', { type: 'user_message', message: `Prompt ${index}.` }),
    line(2 * index + 3, 'event_msg', { type: 'agent_message', message: `Reply ${index}.` }),
  ]).flat();
  const start = line(1, 'session_meta', { id: 's', base_instructions: { text: 'You are Codex.' } });
  writeFileSync(file, [start, ...turns].join('\n'));
  const result = await write();
  if (result.kind !== 'read') throw new Error(result.message);
  const { events } = readJournal(result.journal);
  const references = events.flatMap((event) => (event.type === 'llm_request' ? [event.request?.blob] : []));
  expect(references).toHaveLength(20);
  expect(new Set(references).size).toBe(1);
  expect(readFileSync(result.journal, 'utf8')).not.toContain('You are Codex');
  // The journal, the index of the request, its instructions and its list of tools, and the stamps of other files.
  expect(readdirSync(dirname(result.journal))).toHaveLength(5);
  const estimated = await estimateForEditor({ journal: result.journal });
  expect(estimated).toMatchObject({ kind: 'estimated', tokens: { incomplete: 0 } });
  if (estimated.kind === 'estimated')
    expect(estimated.tokens.sent[0]).toMatchObject({ kind: 'instructions', calls: 20 });
});
