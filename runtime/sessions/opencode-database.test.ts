import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { importFile, importRecords } from '../../test/equipment/runtime/session.ts';
import { createChance } from '../random.ts';
import { listSessions } from './find/list-sessions.ts';
import type { SessionEntry } from './find/session-entry.ts';
import { importSession } from './import-session.ts';
import type { SessionEvent } from './log/session-event.ts';
import { opencodeSessions, readOpencodeDatabase } from './opencode-database.ts';

interface Exported {
  readonly info: { readonly id: string; readonly tokens: { readonly input: number } };
  readonly messages: readonly { readonly info: { readonly id: string }; readonly parts: readonly object[] }[];
}

const EXPORT = MADE_UP_SESSIONS.opencode ?? '';
const SESSION = JSON.parse(EXPORT.slice(EXPORT.indexOf('\n'))) as Exported;

/** Creates a database with the made-up session, and an older and a child session without messages. */
function createDatabase(mode: 'delete' | 'wal' = 'delete'): { readonly file: string; readonly database: DatabaseSync } {
  const file = join(mkdtempSync(join(temporaryFolder(), 'db-')), 'opencode.db');
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = ${mode};
    CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, title TEXT, version TEXT, cost REAL,
      tokens_input INTEGER, tokens_output INTEGER, tokens_reasoning INTEGER, tokens_cache_read INTEGER,
      tokens_cache_write INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);`);
  const session = database.prepare(
    "INSERT INTO session VALUES (?, ?, '/home/ada', 'Tea', '1', 0, 100, 10, 5, 50, 0, ?)",
  );
  session.run('ses_0', null, 1);
  session.run(SESSION.info.id, null, 2);
  session.run('ses_2', SESSION.info.id, 3);
  SESSION.messages.forEach(({ info, parts }, index) => {
    database
      .prepare('INSERT INTO message VALUES (?, ?, ?, ?)')
      .run(info.id, SESSION.info.id, index, JSON.stringify(info));
    parts.forEach((part, place) => {
      database
        .prepare('INSERT INTO part VALUES (?, ?, ?, ?)')
        .run(`prt_${index}${place}`, info.id, SESSION.info.id, JSON.stringify(part));
    });
  });
  return { file, database };
}

describe("opencode's database", () => {
  it('has the same sessions as their exports; the latest one is read, and nothing is written', async () => {
    const { file, database } = createDatabase();
    database.close();
    const read = await importFile(file);
    const exported = await importRecords([EXPORT]);
    const contents = ({ events }: typeof read) => events.map(({ type, time, agent }) => ({ type, time, agent }));
    expect(contents(read)).toEqual(contents(exported));
    expect(read.finished.usage).toEqual(read.finished.reportedUsage);
    expect(read.finished).toMatchObject({ run: 'opencode-ses_1', records: 7, used: 4, metadata: 3 });
    expect(readdirSync(join(file, '..'))).toEqual(['opencode.db']);
  });

  it('is read while opencode writes to it', async () => {
    const { file, database } = createDatabase('wal');
    expect(existsSync(`${file}-wal`)).toBe(true);
    const { finished } = await importFile(file);
    expect(finished).toMatchObject({ records: 7, used: 4 });
    database.close();
  });

  it('returns a session by its id, or reports that there is none', async () => {
    const { file, database } = createDatabase();
    database.close();
    const emit = () => undefined;
    expect(await importSession(file, { session: 'ses_0', emit })).toMatchObject({ finished: { records: 1 } });
    const events: SessionEvent[] = [];
    await importSession(file, { session: 'ses_1', emit: (event) => void events.push(event) });
    expect(events[0]).toMatchObject({ type: 'run_started', imported: { file, session: 'ses_1' } });
    expect(await importSession(file, { session: 'ses_9', emit })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('It has no session ses_9.') as unknown,
    });
  });

  it('is listed with each of its sessions, which are read again when they change', async () => {
    const { file, database } = createDatabase();
    const home = temporaryFolder();
    const folder = join(home, '.local/share/opencode');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'opencode.db');
    const index = join(home, 'index');
    const list = async () => {
      copyFileSync(file, path);
      const entries: SessionEntry[] = [];
      const machine = { home, environment: {}, platform: 'linux' } as const;
      for await (const one of listSessions({ machine, index })) if (one.kind === 'session') entries.push(one.entry);
      return entries.map(({ session, client, steps }) => [session, client, steps]);
    };
    const lines = () =>
      readFileSync(join(index, readdirSync(index)[0] ?? ''), 'utf8')
        .trim()
        .split('\n').length;
    const [first, ...others] = await list();
    expect(first).toEqual(['ses_1', 'opencode', expect.any(Number)]);
    expect(others).toMatchObject([['ses_0', 'opencode', 0]]);
    database.exec("UPDATE session SET time_updated = 9 WHERE id = 'ses_0'");
    expect((await list()).map(([session]) => session)).toEqual(['ses_0', 'ses_1']);
    expect(lines()).toBe(3);
    database.exec("DELETE FROM session WHERE id = 'ses_0'");
    database.close();
    expect(await list()).toHaveLength(1);
    expect(lines()).toBe(1);
  });

  it('is refused if it is broken or of another program', async () => {
    const folder = temporaryFolder();
    const other = join(folder, 'other.db');
    const database = new DatabaseSync(other);
    database.exec(`CREATE VIEW session AS SELECT 1; CREATE VIEW message AS SELECT 1; CREATE VIEW part AS SELECT 1`);
    database.close();
    const broken = join(folder, 'broken.db');
    writeFileSync(broken, `SQLite format 3\0${'x'.repeat(5000)}`);
    for (const file of [other, broken])
      expect(await importSession(file, { emit: () => undefined })).toMatchObject({ kind: 'refused' });
  });

  it('is refused if it computes columns, which can have any size', async () => {
    const { file, database } = createDatabase();
    database.exec("ALTER TABLE session ADD COLUMN text TEXT GENERATED ALWAYS AS (printf('%.*c', 9, 'x')) VIRTUAL");
    database.close();
    expect(await importSession(file, { emit: () => undefined })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('computed columns') as unknown,
    });
    expect(() => opencodeSessions(file)).toThrow('computed columns');
  });

  it('is listed with at most 10,000 sessions, and without ids that are too long', () => {
    const { file, database } = createDatabase();
    database.exec(`UPDATE session SET id = printf('%.*c', 200, 'x') WHERE id = 'ses_0'`);
    expect(opencodeSessions(file)?.map(({ id }) => id)).toEqual(['ses_1']);
    database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
      INSERT INTO session (id, time_updated) SELECT 'more_' || i, i FROM n`);
    const sessions = opencodeSessions(file) ?? [];
    expect(sessions).toHaveLength(10_000);
    expect(sessions[0]).toEqual({ id: 'more_10001', changed: 10_001 });
    database.close();
  });

  it('has texts of a limited length', () => {
    const { file, database } = createDatabase();
    database.exec(`UPDATE session SET title = printf('%.*c', 9000, 'x'), cost = printf('%.*c', 9000, 'x');
      UPDATE message SET id = printf('%.*c', 9000, 'x') WHERE time_created = 0`);
    database.close();
    const { info, messages } = readOpencodeDatabase(file) ?? {};
    expect(info).toMatchObject({ title: 'x'.repeat(4096), cost: null });
    expect(messages).toMatchObject([{ info: { id: 'x'.repeat(200) } }, {}]);
  });

  it.each([
    [5, 100_000],
    [100, 700],
  ])('is refused if a session is too large: at most %i records and %i bytes', (records, bytes) => {
    const { file, database } = createDatabase();
    database.close();
    expect(() => readOpencodeDatabase(file, 'ses_1', { records, bytes })).toThrow('too large');
  });

  it('is copied, and its folder is unchanged, if a write-ahead log has no index', async () => {
    const { file, database } = createDatabase('wal');
    const folder = temporaryFolder();
    for (const name of ['opencode.db', 'opencode.db-wal']) copyFileSync(join(file, '..', name), join(folder, name));
    database.close();
    const read = await importFile(join(folder, 'opencode.db'));
    expect(read.finished).toMatchObject({ records: 7, used: 4 });
    expect(opencodeSessions(join(folder, 'opencode.db'))).toHaveLength(2);
    expect(readdirSync(folder).sort()).toEqual(['opencode.db', 'opencode.db-wal']);
  });

  it('is read or refused without an exception, however broken it is', async () => {
    const { file, database } = createDatabase();
    // Values of unexpected types.
    database.exec(
      `INSERT INTO message VALUES (x'00', 'ses_1', 9, x'ff'), (NULL, 'ses_1', NULL, NULL), ('m', 'ses_1', 1, '[')`,
    );
    database.exec(`INSERT INTO part VALUES (1, x'00', 'ses_1', 7), ('p', 'm', 'ses_1', '{"type":"tool","state":[]}')`);
    database.close();
    const whole = readFileSync(file);
    const kinds = new Set<string>();
    for (let seed = 0; seed < 150; seed++) {
      const chance = createChance(seed);
      const bytes = Buffer.from(whole.subarray(0, chance.oneIn(5) ? 16 + chance.int(whole.length - 16) : whole.length));
      for (let faults = chance.int(20); faults > 0; faults--)
        bytes[16 + chance.int(bytes.length - 16)] = chance.int(256);
      writeFileSync(file, bytes);
      kinds.add((await importSession(file, { emit: () => undefined })).kind);
    }
    expect([...kinds].sort()).toEqual(['imported', 'refused']);
  });

  it('has events, of which the last change of each message and part is read', async () => {
    const { events, finished } = await importRecords([MADE_UP_SESSIONS['opencode-events'] ?? '']);
    expect(finished).toMatchObject({ records: 12, used: 5, duplicate: 3, metadata: 4, steps: 1 });
    expect(finished.usage).toEqual(finished.reportedUsage);
    expect(events.find(({ type }) => type === 'llm_response')).toMatchObject({ text: 'I look.' });
    expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ result: 'cup' });
  });
});
