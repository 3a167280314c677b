import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import type { RowsFound, SessionRow } from '../protocol/session-rows.ts';
import { listRowsInParts } from './session-rows.ts';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
});

afterEach(() => vi.unstubAllEnvs());

const { signal } = new AbortController();

it('describes sessions in parts, with progress, and finds the words in current skills', async () => {
  const skill = skillOnDisk('brewer', {}, 'Read the tone manual.\n');
  for (const name of ['a', 'b']) writeFiles(folder, { [`sessions/${name}.jsonl`]: missingSession(skill.root) });
  writeFiles(folder, { 'sessions/other.jsonl': '{"unknown":1}\n' });
  const folders = { [homedir()]: false, [join(folder, 'sessions')]: true };
  const parts: RowsFound[] = [];
  const listed = await listRowsInParts({ folders, skills: [skill.root] }, [], signal, (part) => parts.push(part));
  expect(parts[0]).toEqual({ files: 3, read: 0, rows: [] });
  expect(parts.at(-1)?.read).toBe(3);
  const rows = parts.flatMap((part) => part.rows);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    client: 'Claude Code',
    title: 'Brew',
    project: '/work',
    start: '2026-11-12T10:00:00.000Z',
    end: '2026-11-12T10:00:04.000Z',
    outcome: 'unanswered',
    calls: 2,
    toolCalls: 2,
    tokensIn: 18,
  });
  expect(rows[0]?.skills).toMatchObject([
    {
      skill: 'brewer',
      isOffered: false,
      isLoaded: true,
      requests: 2,
      countedMisses: 1,
      misses: [
        { path: 'references/tone_manual.md', words: 'the tone manual', count: 1, cause: { text: 'the tone manual' } },
      ],
    },
  ]);
  expect(listed).toMatchObject({ otherFiles: 1, trials: 0 });
  expect(JSON.parse(listed.json)).toMatchObject({ version: 1, sessions: 2, skills: [{ skill: 'brewer', misses: 2 }] });
  expect(listed.html).not.toMatch(/command:|<script/);
  expect(listed.misses.map(({ misses }) => misses.map(({ path, cause }) => [path, cause.text]))).toEqual(
    ['a', 'b'].map(() => [['references/tone_manual.md', 'the tone manual']]),
  );
});

it('does not state what a session does not say', async () => {
  const rows = await rowsOf({ 'sessions/a.jsonl': answeredSession() });
  expect(rows[0]).toMatchObject({ outcome: 'final', calls: 1, isCostEstimated: false, skills: [] });
  expect(rows[0]).not.toHaveProperty('costUsd');
});

it('reads only the given files, and those that no longer exist are left out', async () => {
  writeFiles(folder, { 'runs/a/journal.jsonl': answeredSession(), 'runs/b/journal.jsonl': answeredSession() });
  const files = ['a', 'gone'].map((name) => join(folder, 'runs', name, 'journal.jsonl'));
  const rows: SessionRow[] = [];
  const params = { folders: {}, skills: [], files };
  await listRowsInParts(params, [], signal, (part) => rows.push(...part.rows));
  expect(rows.map(({ file }) => file)).toEqual(files.slice(0, 1));
});

it('sends what was read before it is stopped, and then rejects', async () => {
  const parts: RowsFound[] = [];
  const stopped = listRowsInParts({ folders: {}, skills: [], files: [] }, [], AbortSignal.abort(), (part) =>
    parts.push(part),
  );
  await expect(stopped).rejects.toThrow();
  expect(parts.at(-1)).toEqual({ files: 0, read: 0, rows: [] });
});

it('redacts secrets', async () => {
  const rows = await rowsOf({ 'sessions/a.jsonl': answeredSession('Use hunter2-is-my-password') }, [
    'hunter2-is-my-password',
  ]);
  expect(rows[0]?.title).toBe('Use [redacted]');
});

async function rowsOf(files: Record<string, string>, secrets: readonly string[] = []): Promise<readonly SessionRow[]> {
  writeFiles(folder, files);
  expect(existsSync(join(folder, 'sessions'))).toBe(true);
  const rows: SessionRow[] = [];
  const folders = { [homedir()]: false, [join(folder, 'sessions')]: true };
  await listRowsInParts({ folders, skills: [] }, secrets, signal, (part) => rows.push(...part.rows));
  return rows;
}

/** A session of Claude Code in which a model without a price answers. */
function answeredSession(prompt = 'Brew'): string {
  return sessionOf([prompt, [{ type: 'text', text: 'Done.' }]]);
}

/** A session of Claude Code that misses a file of a skill. */
function missingSession(root: string): string {
  const call = (id: string, path: string) => [
    { type: 'tool_use', id, name: 'Read', input: { file_path: join(root, path) } },
  ];
  const result = (id: string, content: string, more: object) => [
    { type: 'tool_result', tool_use_id: id, content, ...more },
  ];
  const contents = [
    'Brew',
    call('c1', 'SKILL.md'),
    result('c1', readFileSync(join(root, 'SKILL.md'), 'utf8'), {}),
    call('c2', 'references/tone_manual.md'),
    result('c2', 'File does not exist.', { is_error: true }),
  ];
  return sessionOf(contents);
}

/** A session of Claude Code, whose user and model speak in turn. */
function sessionOf(contents: readonly unknown[]): string {
  return contents
    .map((content, index) => {
      const role = index % 2 === 0 ? 'user' : 'assistant';
      const reply = role === 'user' ? {} : { id: `m${index}`, model: 'claude-made-up', usage: { input_tokens: 9 } };
      return `${JSON.stringify({
        type: role,
        uuid: `u${index}`,
        parentUuid: index === 0 ? null : `u${index - 1}`,
        sessionId: 's1',
        cwd: '/work',
        version: '2.0.0',
        timestamp: `2026-11-12T10:00:0${index}.000Z`,
        message: { role, content, ...reply },
      })}\n`;
    })
    .join('');
}
