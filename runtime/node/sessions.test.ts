import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { defined } from '../../skill/index.ts';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { createOpencodeDatabase } from '../../test/equipment/runtime/opencode-database.ts';
import type { ListedSession, SessionSource } from '../protocol/sessions.ts';
import { listSessionsInParts, readSessionFromEditor } from './sessions.ts';

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
