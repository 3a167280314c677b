import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { importFile, importRecords } from '../../test/equipment/runtime/session.ts';
import { isDeeperThan, MAX_READ_LEVELS } from '../text/json-depth.ts';
import { parseJsonOrText } from '../text/values.ts';
import { importSession } from './import-session.ts';

const DEEP = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;

/** The lines of a session in which agent `number` starts the next one. */
function taskLines(number: number): string {
  const line = (type: string, message: object, more: object = {}) =>
    JSON.stringify({
      type,
      message,
      uuid: `${type}${number}${JSON.stringify(more).length}`,
      parentUuid: null,
      sessionId: 's',
      isSidechain: number > 0,
      cwd: '/tea',
      timestamp: '2026-01-05T10:00:00.000Z',
      ...more,
    });
  const task = { type: 'tool_use', id: `c${number}`, name: 'Task', input: { prompt: 'Brew.' } };
  return [
    line('user', { role: 'user', content: 'Brew.' }),
    line('assistant', { id: `m${number}`, role: 'assistant', model: 'test', content: [task] }),
    line(
      'user',
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${number}`, content: 'Done.' }] },
      { toolUseResult: { agentId: `a${number + 1}` } },
    ),
  ].join('\n');
}

describe('importSession', () => {
  it('limits the depth of JSON inside a string', async () => {
    expect(isDeeperThan(parseJsonOrText(DEEP), MAX_READ_LEVELS)).toBe(false);
    const { events } = await importRecords([
      { type: 'session_meta', timestamp: '2026-01-05T10:00:00.000Z', payload: { id: 'a', cwd: '/tea' } },
      {
        type: 'response_item',
        timestamp: '2026-01-05T10:00:01.000Z',
        payload: { type: 'function_call', name: 'shell', call_id: 'c1', arguments: DEEP },
      },
    ]);
    expect(() => JSON.stringify(events)).not.toThrow();
    expect(events.find(({ type }) => type === 'tool_call')).toBeDefined();
  });

  it.each(['utf16le', 'utf16be'])(
    'reads lines and documents in %s with a byte order mark, as Windows PowerShell writes them',
    async (order) => {
      for (const format of ['codex-exec-json', 'opencode'] as const) {
        const text = (MADE_UP_SESSIONS[format] ?? '').replaceAll('\n', '\r\n');
        const little = Buffer.from(`\ufeff${text}`, 'utf16le');
        const bytes = order === 'utf16le' ? little : Buffer.from(little).swap16();
        const folder = writeFiles(temporaryFolder(), { plain: text, wide: bytes });
        const [plain, wide] = [await importFile(join(folder, 'plain')), await importFile(join(folder, 'wide'))];
        expect(wide.events.length).toBeGreaterThan(3);
        expect(wide.events.map(({ type }) => type)).toEqual(plain.events.map(({ type }) => type));
        expect(wide.finished).toEqual(plain.finished);
      }
    },
  );

  it('refuses a file on any error, with its message', async () => {
    const folder = writeFiles(temporaryFolder(), { 'session.jsonl': MADE_UP_SESSIONS['claude-code'] ?? '' });
    const emit = () => {
      throw new RangeError('Too much tea');
    };
    expect(await importSession(join(folder, 'session.jsonl'), { emit })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Too much tea') as unknown,
      isUnreadable: true,
    });
  });

  it('refuses paths that cannot be examined', async () => {
    const folder = temporaryFolder();
    symlinkSync('loop', join(folder, 'loop'));
    const emit = () => undefined;
    for (const name of ['loop', 'x'.repeat(5000), 'nul\0'])
      expect(await importSession(join(folder, name), { emit })).toMatchObject({ kind: 'refused', isUnreadable: true });
  });

  it('waits for the output between the pieces of each pass over a file', async () => {
    const folder = writeFiles(temporaryFolder(), { 'session.jsonl': MADE_UP_SESSIONS['vscode-chat'] ?? '' });
    let drained = 0;
    const drain = async () => void drained++;
    await importSession(join(folder, 'session.jsonl'), { emit: () => undefined, drain });
    // Two pieces in each pass: the only chunk of the file, and its end.
    expect(drained).toBe(4);
  });

  it('skips and counts files of sub-agents that are nested too deeply', async () => {
    const files = Array.from({ length: 2000 }, (_, index): [string, string] => [
      `session/subagents/agent-a${index + 1}.jsonl`,
      taskLines(index + 1),
    ]);
    const { finished } = await importRecords([taskLines(0)], Object.fromEntries(files));
    expect(finished).toMatchObject({ records: 3, steps: 1, skippedSubagents: 1 });
    expect(finished.subagents).toHaveLength(20);
    expect(finished.subagents?.map(({ steps }) => steps)).toEqual(Array.from({ length: 20 }, () => 1));
  });
});
