import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { createOpencodeDatabase } from '../../test/equipment/runtime/opencode-database.ts';
import { importFile } from '../../test/equipment/runtime/session.ts';
import { importSession } from './import-session.ts';
import { opencodeSessions } from './opencode-database.ts';

const FOLDER = '/home/ada/.config/opencode/skills/brew';
const SKILL = `<skill_content name="brew">\n# Brew\nRead \`references/leaves.md\`.\nBase directory for this skill: ${FOLDER}\n</skill_content>`;
const tool = (id: string, name: string, input: object, state: object) => ({
  type: 'tool',
  id,
  name,
  state: { input, ...state },
});
const read = (state: object) => tool('c2', 'read', { filePath: `${FOLDER}/references/leafs.md` }, state);
const MISS = { status: 'error', error: { message: `File not found: ${FOLDER}/references/leafs.md` } };

const newFile = (): string => join(mkdtempSync(join(temporaryFolder(), 'db-')), 'opencode.db');

/** Adds the tables of opencode 2 to a database, with a session. */
function addLater(
  file: string,
  { time = 9, skill = { output: SKILL } as object, miss = MISS as object, extra = [] as readonly object[] } = {},
): void {
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE session_v2 (id text primary key, parent_id text, directory text, title text, version text, cost real,
      tokens_input integer, tokens_output integer, tokens_reasoning integer, tokens_cache_read integer, tokens_cache_write integer,
      time_created integer, time_updated integer);
    CREATE TABLE session_message (id text primary key, session_id text, type text, seq integer, time_created integer, data text);`);
  database
    .prepare(
      "INSERT INTO session_v2 VALUES ('ses_new', NULL, '/home/ada/tea', 'tea', '2.0.12', 0.01, 250, 30, 0, 20, 0, 1, ?)",
    )
    .run(time);
  database
    .prepare(
      "INSERT INTO session_v2 VALUES ('ses_child', 'ses_new', '/home/ada/tea', 'tea', '2.0.12', 0, 1, 1, 0, 0, 0, 1, ?)",
    )
    .run(time + 1);
  const content = [
    tool('c1', 'skill', { name: 'brew' }, { status: 'completed', ...skill }),
    read(miss),
    { type: 'text', text: 'Sorry.' },
  ];
  const tokens = { input: 250, output: 30, reasoning: 0, cache: { read: 20, write: 0 } };
  const messages = [
    {
      type: 'assistant',
      seq: 1,
      data: {
        model: { providerID: 'anthropic', id: 'm' },
        content,
        tokens,
        cost: 0.01,
        time: { created: 1_770_000_001_000 },
      },
    },
    { type: 'user', seq: 0, data: { text: 'Brew tea.', time: { created: 1_770_000_000_000 } } },
    ...extra.map((one, index) => ({ type: 'other', seq: index + 2, data: {}, ...one })),
  ];
  const insert = database.prepare('INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?)');
  for (const { type, seq, data } of messages) insert.run(`msg_${seq}`, 'ses_new', type, seq, seq, JSON.stringify(data));
  database.close();
}

async function found(file: string) {
  const { events, finished, summary } = await importFile(file);
  return {
    prompts: events.flatMap((event) => (event.type === 'run_started' ? [event.prompt] : [])),
    model: summary.model,
    skills: summary.skills.map(({ skill }) => skill),
    misses: [...summary.misses.values()].map(({ path }) => path),
    usage: finished.usage,
    raw: finished.raw,
  };
}
const RIGHT = {
  prompts: ['Brew tea.'],
  model: 'anthropic/m',
  skills: ['brew'],
  misses: ['references/leafs.md'],
  usage: {
    inputTokens: 270,
    outputTokens: 30,
    cacheReadTokens: 20,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
    costUsd: 0.01,
    costSource: 'reported',
  },
  raw: 0,
};

describe('the tables of opencode 2', () => {
  it.each<[string, Parameters<typeof addLater>[1]]>([
    ['as they are', {}],
    ['with results as parts', { skill: { content: [{ type: 'text', text: SKILL }] } }],
    ['with errors as texts', { miss: { status: 'error', error: `File not found: ${FOLDER}/references/leafs.md` } }],
    [
      'with notes of the client',
      {
        extra: [
          { type: 'synthetic', data: { text: 'Continue.' } },
          { type: 'agent-switched', data: {} },
          { type: 'system', data: { text: 'x' } },
        ],
      },
    ],
  ])('are read: %s', async (_, options) => {
    const file = newFile();
    addLater(file, options);
    expect(await found(file)).toEqual(RIGHT);
    expect(opencodeSessions(file)).toEqual([{ id: 'ses_new', changed: 9 }]);
  });

  it.each([
    ['newer', 9, ['ses_new', 'ses_old']],
    ['older', 0, ['ses_old', 'ses_new']],
  ])('are listed next to those of opencode 1, also if they are %s', async (_, time, ids) => {
    const file = newFile();
    const { add, database } = createOpencodeDatabase(file);
    add('ses_old', 'Old tea.');
    database.close();
    addLater(file, { time });
    expect(opencodeSessions(file)?.map(({ id }) => id)).toEqual(ids);
    expect((await found(file)).prompts).toEqual([time === 0 ? 'Old tea.' : 'Brew tea.']);
    const prompts: string[] = [];
    for (const session of ids)
      await importSession(file, {
        session,
        emit: (event) => void (event.type === 'run_started' && prompts.push(`${session} ${String(event.prompt)}`)),
      });
    expect(prompts.sort()).toEqual(['ses_new Brew tea.', 'ses_old Old tea.']);
  });

  it.each(['session_v3', 'sessions_v10'])(
    'of a later version are named, and do not hide the others: %s',
    async (table) => {
      const file = newFile();
      const { add, database } = createOpencodeDatabase(file);
      add('ses_old', 'Old tea.');
      database.exec(`CREATE TABLE ${table} (id text primary key)`);
      expect(opencodeSessions(file)).toHaveLength(1);
      database.exec(`INSERT INTO ${table} VALUES ('ses_3')`);
      database.close();
      const [unknown, old] = opencodeSessions(file) ?? [];
      expect(old?.id).toBe('ses_old');
      const emit = () => undefined;
      for (const session of [undefined, unknown?.id])
        expect(await importSession(file, session === undefined ? { emit } : { emit, session })).toMatchObject({
          kind: 'refused',
          message: expect.stringContaining(table) as unknown,
        });
      expect(await importSession(file, { emit, session: 'ses_old' })).toMatchObject({ kind: 'imported' });
    },
  );
});
