import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { skillOnDisk, temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { acquireLock, isLocked } from '../disk/lock.ts';
import type { RunEventDraft } from '../protocol/events.ts';
import { readBlob } from './blobs.ts';
import { readJournal } from './reader.ts';
import { redactorOf, secretsInUrl } from './redact.ts';
import { isRunId, newRunId } from './run-id.ts';
import { type Journal, type OpenOptions, openJournal } from './writer.ts';

const note = (message: string): RunEventDraft => ({ type: 'note', message, invocation: 'inv', agent: 'agent' });
const result = (value: unknown): RunEventDraft =>
  ({
    type: 'tool_result',
    id: 'c',
    tool: 't',
    result: value,
    durationMs: 1,
    invocation: 'inv',
    agent: 'agent',
  }) as RunEventDraft;

const writeAll = (fd: number, bytes: Buffer): number => writeSync(fd, bytes);

function open(folder: string, more: Partial<OpenOptions> = {}): Journal {
  const opened = openJournal({ folder, ...more });
  if (opened.kind === 'failed') throw new Error(opened.message);
  return opened.journal;
}

describe('writing', () => {
  test('writes an event to the file before the call returns, numbered from 1', () => {
    const journal = open(join(temporaryFolder(), 'run'));
    expect(journal.append(note('a'))).toMatchObject({ kind: 'written', event: { seq: 1, message: 'a' } });
    expect(readJournal(journal.path).events).toMatchObject([
      { seq: 1, time: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
    ]);
    expect(journal.append(note('b')).event.seq).toBe(2);
    journal.close();
    expect(readdirSync(journal.folder)).toEqual(['journal.jsonl']);
  });

  test('continues an existing journal, and truncates an incomplete last line', () => {
    const folder = join(temporaryFolder(), 'run');
    const first = open(folder);
    first.append(note('a'));
    first.append(note('b'));
    first.close();
    appendFileSync(first.path, '{"seq":3,"time":"20');
    const second = open(folder);
    expect(second.earlierEvents.map((event) => event.seq)).toEqual([1, 2]);
    expect(second.append(note('c')).event.seq).toBe(3);
    expect(
      readFileSync(second.path, 'utf8')
        .split('\n')
        .map((line) => line && JSON.parse(line).message),
    ).toEqual(['a', 'b', 'c', '']);
    second.close();
  });

  test('retains a last event that lacks only its line end', () => {
    const folder = join(temporaryFolder(), 'run');
    const first = open(folder);
    first.append(note('a'));
    first.append(note('b'));
    first.close();
    writeFileSync(first.path, readFileSync(first.path, 'utf8').trimEnd());
    const second = open(folder);
    second.append(note('c'));
    second.close();
    expect(readJournal(second.path)).toMatchObject({
      events: [{ message: 'a' }, { message: 'b' }, { message: 'c' }],
      problems: [],
    });
  });

  test.each([
    ['"seq":2', '"seq":200', /^Restore the journal .*line 2: its seq is 200, not 2\.$/],
    ['"seq":2', '"seq":1', /line 2: its seq is 1, not 2/],
    ['"seq":1', '"seq":5', /line 1: its seq is 5, not 1/],
    ['"message":"b"', '"message":"b', /line 2: not JSON/],
    ['"message":"c"', '"message":"c', /line 3: not JSON/],
  ])('rejects a journal that is damaged before its end, and leaves it unchanged: %s to %s', (from, to, message) => {
    const folder = join(temporaryFolder(), 'run');
    const first = open(folder);
    for (const text of ['a', 'b', 'c']) first.append(note(text));
    first.close();
    const text = readFileSync(first.path, 'utf8').replace(from, to);
    writeFileSync(first.path, text);
    expect(openJournal({ folder })).toMatchObject({ kind: 'failed', message: expect.stringMatching(message) });
    expect(readFileSync(first.path, 'utf8')).toBe(text);
    expect(existsSync(`${first.path}.lock`)).toBe(false);
  });

  test('stores a payload above 64 kB in a separate file, and equal payloads once', () => {
    const journal = open(join(temporaryFolder(), 'run'));
    const payload = { text: 'ä'.repeat(40_000) };
    const events = [result(payload), result(payload), result({ text: 'small' })].map(
      (draft) => journal.append(draft).event,
    );
    const [blob] = events.map((event) => event.type === 'tool_result' && event.result) as {
      blob: string;
      size: number;
    }[];
    expect(blob).toEqual({ blob: expect.stringMatching(/^blob-[0-9a-f]{32}\.json$/), size: 80_011 });
    expect(readBlob(journal.folder, blob as never)).toEqual({ kind: 'found', value: payload });
    expect(readdirSync(journal.folder).filter((name) => name.startsWith('blob-'))).toHaveLength(1);
    journal.close();
  });

  test.each(['../../secret', 'blob-x.json', '/etc/passwd', `blob-${'0'.repeat(32)}.json/../x`])(
    'a blob named %j is not read',
    (blob) => {
      expect(readBlob('/tmp', { blob, size: 1 }).kind).toBe('failed');
    },
  );

  test('redacts a secret everywhere, blobs included', () => {
    const secret = 'sk-c4n4ry/+=x"y';
    const journal = open(join(temporaryFolder(), 'run'), { secrets: [secret] });
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
      journal.append(note(`key ${form} used`));
      journal.append(result({ [form]: [form, 'x'.repeat(70_000)] }));
    }
    const written = readdirSync(journal.folder)
      .map((name) => readFileSync(join(journal.folder, name), 'utf8'))
      .join('\n');
    expect(written).not.toMatch(/c4n4ry|c2stYzRuNHJ5/);
    expect(readJournal(journal.path).events[0]).toMatchObject({ message: 'key [redacted] used' });
    journal.close();
  });

  test('redacts a secret with line breaks, quotes, backslashes or non-ASCII letters in JSON within a text', () => {
    const secret = '-----BEGIN "KEY"-----\nMIIE/\\ö\r\n-----END KEY-----\n';
    const { text } = redactorOf([secret]);
    let json: string = secret;
    for (let level = 0; level < 3; level++) {
      json = JSON.stringify({ json });
      expect(text(json)).not.toContain('MIIE');
    }
    // As written by PHP and Python.
    expect(text('{"a": "-----BEGIN \\"KEY\\"-----\\nMIIE\\/\\\\\\u00f6\\r\\n-----END KEY-----\\n"}')).toBe(
      '{"a": "[redacted]\\n"}',
    );
    expect(text('{"a": "-----BEGIN \\"KEY\\"-----\\nMIIE/\\\\\\u00f6\\r\\n-----END KEY-----\\n"}')).toBe(
      '{"a": "[redacted]\\n"}',
    );
  });

  test('redacts a secret that is split across list items or fields, or is a number', () => {
    const { json } = redactorOf(['sk-c4n4ry-7Hq2Zr9Lw0Xb5Tn8', '40961723']);
    expect(json({ lines: ['key: sk-c4n4', 'ry-7Hq2Zr', '9Lw0Xb5Tn8'], pin: 40961723, other: 40961724 })).toEqual({
      lines: ['key: [redacted]', '[redacted]', '[redacted]'],
      pin: '[redacted]',
      other: 40961724,
    });
    expect(json([...'sk-c4n4ry-7Hq2Zr9Lw0Xb5Tn8'].map((line) => ({ line })))).not.toContainEqual({ line: 'H' });
    const untouched = { a: ['nothing', 1, null, true] };
    expect(json(untouched)).toBe(untouched);
  });

  test('keeps the journal valid if a secret equals a word of its format', () => {
    const journal = open(join(temporaryFolder(), 'run'), { secrets: ['tool_result', 'inv-00', 'durationMs'] });
    journal.append(result({ said: 'tool_result' }));
    const [event] = readJournal(journal.path).events;
    expect(event).toMatchObject({
      type: 'tool_result',
      result: { said: '[redacted]' },
      durationMs: expect.any(Number),
    });
    journal.close();
  });

  test('does not crash on a lone surrogate in a secret', () => {
    expect(redactorOf(['secret\ud800']).text('a secret\ud800')).toBe('a [redacted]');
  });

  test('treats user name, password and query of a URL as secrets', () => {
    expect(secretsInUrl('https://ada:p%40ss@models.example/v1?key=k1&x=')).toEqual([
      'ada',
      'ada',
      'p%40ss',
      'p@ss',
      'k1',
      'k1',
    ]);
    expect(secretsInUrl('nonsense')).toEqual([]);
  });

  test('does not treat short texts as secrets', () => {
    expect(redactorOf(['abc']).text('abcdef')).toBe('abcdef');
  });

  test('omits temporary state', () => {
    const journal = open(join(temporaryFolder(), 'run'));
    journal.append({ type: 'state', delta: { 'temp:a': 1, b: 2 }, invocation: 'inv', agent: 'agent' });
    expect(readJournal(journal.path).events).toMatchObject([{ delta: { b: 2 } }]);
    expect(readFileSync(journal.path, 'utf8')).not.toContain('temp:a');
    journal.close();
  });

  test('reports an event that a full disk prevents from being written, leaves the file valid and reuses the number', () => {
    let full = false;
    const write = (fd: number, bytes: Buffer): number => {
      if (!full) return writeAll(fd, bytes);
      writeAll(fd, bytes.subarray(0, 5));
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    const journal = open(join(temporaryFolder(), 'run'), { write });
    journal.append(note('a'));
    full = true;
    expect(journal.append(note('b'))).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/no space left on the disk/),
    });
    full = false;
    expect(journal.append(note('c'))).toMatchObject({ kind: 'written', event: { seq: 2 } });
    expect(readJournal(journal.path)).toMatchObject({ events: [{ message: 'a' }, { message: 'c' }], problems: [] });
    journal.close();
  });

  test('ends the run with a clear error if the disk is full', async () => {
    let writes = 0;
    const ran = await runOnce({
      model: scriptedModel([{ calls: [['list_skills', {}]] }]),
      skills: [skillOnDisk('demo')],
      write: (fd, bytes) => {
        if (++writes > 5) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        return writeAll(fd, bytes);
      },
    });
    expect(ran.finished).toMatchObject({
      reason: 'model_error',
      error: expect.stringMatching(/journal cannot be written: no space left/),
    });
  });
});

describe('the lock', () => {
  test('rejects a second writer while the first is running, and is taken over afterwards', () => {
    const folder = join(temporaryFolder(), 'run');
    const first = open(folder);
    expect(openJournal({ folder })).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining(String(process.pid)),
    });
    first.close();
    writeFileSync(`${first.path}.lock`, JSON.stringify({ pid: 2 ** 22 - 3 }));
    open(folder).close();
    expect(existsSync(`${first.path}.lock`)).toBe(false);
  });

  test('is taken over if its process id now belongs to another process', () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, JSON.stringify({ pid: process.pid, started: '1' }));
    expect(acquireLock(path).kind).toBe(process.platform === 'linux' ? 'locked' : 'held');
  });

  test.each([99_999_999_999, 0])('is not held by %d, which is no process id', (pid) => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, JSON.stringify({ pid }));
    expect(isLocked(path)).toBe(false);
    expect(acquireLock(path).kind).toBe('locked');
    expect(isLocked(path)).toBe(true);
  });

  test('is respected while new and empty, but not forever, because its process may have been killed or the disk full', () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, '');
    expect(isLocked(path)).toBe(true);
    expect(acquireLock(path).kind).toBe('held');
    utimesSync(path, new Date(), new Date(Date.now() - 60_000));
    expect(acquireLock(path).kind).toBe('locked');
  });

  test('does not write to a journal that is a link to another file', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'elsewhere'), 'no line end');
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'journal.jsonl'));
    expect(openJournal({ folder })).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/cannot be opened/),
    });
    expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('no line end');
    expect(existsSync(join(folder, 'journal.jsonl.lock'))).toBe(false);
  });

  test('is taken over if its content is invalid', () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, 'nonsense');
    expect(acquireLock(path).kind).toBe('locked');
  });

  test('reports a folder that cannot be created', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(openJournal({ folder: join(file, 'runs', 'run') })).toMatchObject({ kind: 'failed' });
  });
});

describe('reading', () => {
  test('reports and skips invalid lines', () => {
    const path = join(temporaryFolder(), 'journal.jsonl');
    const good = '{"seq":1,"time":"t","type":"note","message":"a","invocation":"i","agent":"a"}';
    writeFileSync(
      path,
      [good, 'nonsense', '[]', '{"seq":0}', '{"seq":4,"type":"x"}', '', good.replace('1', '5'), '{"seq":6'].join('\n'),
    );
    const { events, problems } = readJournal(path);
    expect(events.map((event) => event.seq)).toEqual([1, 5]);
    expect(problems).toEqual([
      { line: 2, message: 'not JSON' },
      { line: 3, message: 'not an object' },
      { line: 4, message: 'no seq' },
      { line: 5, message: 'no time' },
      { line: 8, message: 'not JSON' },
    ]);
  });

  test.each([
    ['workspace_changes without changes', {}],
    ['workspace_changes: changes has the wrong type', { changes: 5 }],
    ['workspace_changes: changes has the wrong type', { changes: [null] }],
    ['workspace_changes: changes has the wrong type', { changes: [{ path: 'a', kind: 'changed', before: 5 }] }],
    ['workspace_changes: agent has the wrong type', { changes: [], agent: 5 }],
    ['no agent', { changes: [], agent: undefined }],
  ])('leaves out an event of the wrong form: %s', (problem, fields) => {
    const path = join(temporaryFolder(), 'journal.jsonl');
    const base = { seq: 1, time: 't', invocation: 'i', agent: 'a' };
    writeFileSync(path, `${JSON.stringify({ ...base, type: 'workspace_changes', ...fields })}\n`);
    expect(readJournal(path)).toMatchObject({ events: [], problems: [{ line: 1, message: problem }] });
    const changes = [{ path: 'a', kind: 'changed', before: 'b', after: { blob: 'blob-0.json', size: 1 } }];
    writeFileSync(path, `${JSON.stringify({ ...base, type: 'workspace_changes', changes })}\n`);
    expect(readJournal(path).events).toMatchObject([{ changes }]);
  });

  const RUN = { type: 'run_started', run: 'r', model: 'm', skills: [], guards: 'off', maxLlmCalls: 1, prompt: 'Go.' };
  const CAUSE = { file: 'a', line: 1, column: 1, endLine: 1, endColumn: 2, text: 'b', suggestions: [] };
  const ANSWER = { type: 'llm_response', call: 1, text: '', toolCalls: [], finish: 'stop', usage: { inputTokens: 1 } };
  const RESULT = { type: 'tool_result', id: 'c', tool: 'read', result: null };
  test.each([
    [RUN, { imported: {} }],
    [RUN, { imported: null }],
    [RUN, { imported: { format: 'adk', file: 7 } }],
    [RUN, { skills: [null] }],
    [RUN, { client: {} }],
    [RUN, { prompt: [] }],
    [ANSWER, { usage: null }],
    [ANSWER, { usage: { inputTokens: null } }],
    [ANSWER, { usage: { outputTokens: -1 } }],
    [RESULT, { error_code: null }],
    [RESULT, { miss: { skill: 'a' } }],
    [RESULT, { read: { skill: 'a', path: {} } }],
    [RESULT, { files: [null] }],
    [{ type: 'guard', rule: 'r', verdict: 'stop', evidence: [1], cause: CAUSE }, { evidence: {} }],
    [{ type: 'guard', rule: 'r', verdict: 'stop', evidence: [1], cause: CAUSE }, { cause: { ...CAUSE, text: null } }],
    [{ type: 'state', delta: {} }, { delta: null }],
  ] as const)('leaves out a forged event: %j with %j', (event, fields) => {
    const path = join(temporaryFolder(), 'journal.jsonl');
    const base = { seq: 1, time: 't', invocation: 'i', agent: 'a', ...event };
    writeFileSync(path, `${JSON.stringify(base)}\n`);
    expect(readJournal(path)).toMatchObject({ events: [base], problems: [] });
    writeFileSync(path, `${JSON.stringify({ ...base, ...fields })}\n`);
    const message = `${event.type}: ${Object.keys(fields)[0]} has the wrong type`;
    expect(readJournal(path)).toMatchObject({ events: [], problems: [{ line: 1, message }] });
  });

  test.each(['run', 'model', 'prompt', 'skills'])('leaves out a run_started without %s', (field) => {
    const path = join(temporaryFolder(), 'journal.jsonl');
    const base = { seq: 1, time: 't', invocation: 'i', agent: 'a', ...RUN, [field]: undefined };
    writeFileSync(path, `${JSON.stringify(base)}\n`);
    expect(readJournal(path)).toMatchObject({ events: [], problems: [{ message: `run_started without ${field}` }] });
  });

  test('reports a missing file without throwing', () => {
    expect(readJournal('/nowhere/journal.jsonl').problems).toMatchObject([
      { line: 0, message: expect.stringContaining('ENOENT') },
    ]);
  });
});

describe('run ids', () => {
  test('sort by time, are unique, and are one path segment', () => {
    const ids = [0, 1, 999, 1000, 60_000, 86_400_000].map((ms) => newRunId(new Date(Date.UTC(2026, 0, 9) + ms)));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(Array.from({ length: 1000 }, () => newRunId())).size).toBe(1000);
    expect(ids.every(isRunId)).toBe(true);
    expect(['', '..', '../x', 'a/b', 'a\\b', '.hidden', 'a\0'].some(isRunId)).toBe(false);
  });
});
