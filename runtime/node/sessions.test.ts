import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { defined } from '../../skill/index.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { createOpencodeDatabase } from '../../test/equipment/runtime/opencode-database.ts';
import type { ListedSession, SessionSource } from '../protocol/sessions.ts';
import { listSessionsInParts, readSessionFromEditor, reportSessions } from './sessions.ts';

it('opens the session of a database that was listed', async () => {
  const folder = temporaryFolder();
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  const { database, add } = createOpencodeDatabase(join(folder, 'opencode.db'));
  for (const name of ['first', 'second', 'third']) add(`ses_${name}`, name);
  const { signal } = new AbortController();
  const listed: ListedSession[] = [];
  const folders = { [homedir()]: false, [folder]: true };
  await listSessionsInParts({ folders, limit: 10, skills: [] }, [], signal, ({ sessions }) => listed.push(...sessions));
  expect(listed.map(({ title }) => title)).toEqual(['third', 'second', 'first']);
  for (const { file, session, title } of listed) {
    const source: SessionSource = defined({ file, session });
    const read = await readSessionFromEditor(
      { ...source, journals: join(folder, 'journals'), skills: [], folders },
      [],
      signal,
    );
    if (read.kind === 'refused') expect.fail(read.message);
    expect(JSON.parse(readFileSync(read.journal, 'utf8').split('\n')[0] ?? '')).toMatchObject({ prompt: title });
  }
  database.close();
  vi.unstubAllEnvs();
});

it('adds up sessions with progress, finds the words in current skills, and can be stopped', async () => {
  const folder = temporaryFolder();
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  const skill = skillOnDisk('brewer', {}, 'Read the tone manual.\n');
  for (const name of ['a', 'b']) writeFiles(folder, { [`sessions/${name}.jsonl`]: missingSession(skill.root) });
  const folders = { [homedir()]: false, [join(folder, 'sessions')]: true };
  const progress: (readonly number[])[] = [];
  const { signal } = new AbortController();
  const params = { folders, skills: [skill.root], focus: 'brewer' };
  const report = await reportSessions(params, [], signal, (...one) => progress.push(one));
  expect(progress[0]).toEqual([0, 2]);
  expect(report.sessions).toBe(2);
  expect(JSON.parse(report.json)).toMatchObject({ version: 1, sessions: 2, skills: [{ skill: 'brewer', misses: 2 }] });
  expect(report.html).not.toMatch(/command:|<script/);
  expect(report.misses.map(({ misses }) => misses.map(({ path, cause }) => [path, cause.text]))).toEqual(
    ['a', 'b'].map(() => [['references/tone_manual.md', 'the tone manual']]),
  );
  expect(new Set(report.targets.map(({ kind }) => kind))).toEqual(new Set(['skill', 'words', 'session']));
  const stopped = reportSessions(params, [], AbortSignal.abort(), () => undefined);
  await expect(stopped).rejects.toThrow();
  vi.unstubAllEnvs();
});

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
