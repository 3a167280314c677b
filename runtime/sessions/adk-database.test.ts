import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { importFile, importRecords } from '../../test/equipment/runtime/session.ts';
import { adkSessions, readAdkDatabase } from './adk-database.ts';
import { detectFile } from './detect.ts';
import { listSessions } from './find/list-sessions.ts';

type Event = Readonly<Record<string, unknown>> & { readonly id: string; readonly timestamp: number };

const EXPORT = MADE_UP_SESSIONS.adk ?? '';
const SESSION = JSON.parse(EXPORT) as { readonly id: string; readonly events: readonly Event[] };
// A database has no event twice.
const EVENTS = SESSION.events.filter(({ id }, index) => SESSION.events.findIndex((one) => one.id === id) === index);

/** A kind of database that ADK creates. No real ones were at hand: these follow the schemas in its source. */
interface Kind {
  readonly sessions: string;
  readonly events: string;
  readonly time: (seconds: number) => number | string;
  readonly columns: (event: Event) => readonly (string | number | Uint8Array | null)[];
}

const date = (seconds: number): string => {
  const local = new Date(seconds * 1000 - new Date(seconds * 1000).getTimezoneOffset() * 60_000);
  return `${local.toISOString().replace('T', ' ').replace('Z', '')}000`;
};
const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
const KEYS = 'app_name VARCHAR(128) NOT NULL, user_id VARCHAR(128) NOT NULL, id VARCHAR(128) NOT NULL';
const OWNER = `${KEYS}, session_id VARCHAR(128) NOT NULL, invocation_id VARCHAR(256) NOT NULL`;
const SESSIONS = `${KEYS}, state TEXT NOT NULL, create_time DATETIME NOT NULL, update_time DATETIME NOT NULL`;
const KINDS: Readonly<Record<string, Kind>> = {
  'DatabaseSessionService, version 1': {
    sessions: `${SESSIONS}, PRIMARY KEY (app_name, user_id, id)`,
    events: `${OWNER}, timestamp DATETIME NOT NULL, event_data TEXT, PRIMARY KEY (id, app_name, user_id, session_id)`,
    time: date,
    columns: (event) => [date(event.timestamp), JSON.stringify(event)],
  },
  'DatabaseSessionService, version 0': {
    sessions: `${SESSIONS}, PRIMARY KEY (app_name, user_id, id)`,
    events: `${OWNER}, timestamp DATETIME NOT NULL, author VARCHAR(256) NOT NULL, actions BLOB NOT NULL,
      content TEXT, usage_metadata TEXT, partial BOOLEAN, error_code VARCHAR(256), error_message TEXT,
      PRIMARY KEY (id, app_name, user_id, session_id)`,
    time: date,
    columns: ({ timestamp, author, content, usage_metadata: usage, partial, error_message: error }) => [
      ...[date(timestamp), String(author), new Uint8Array([128, 4]), json(content), json(usage)],
      ...[Number(partial === true), null, typeof error === 'string' ? error : null],
    ],
  },
  SqliteSessionService: {
    sessions: `${KEYS}, state TEXT NOT NULL, create_time REAL NOT NULL, update_time REAL NOT NULL`,
    events: `${OWNER}, timestamp REAL NOT NULL, event_data TEXT NOT NULL`,
    time: (seconds) => seconds,
    columns: (event) => [event.timestamp, JSON.stringify(event)],
  },
};

function createDatabase({ sessions, events, time, columns }: Kind): string {
  const file = join(temporaryFolder(), 'session.db');
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE sessions (${sessions}); CREATE TABLE events (${events});`);
  const session = database.prepare("INSERT INTO sessions VALUES ('tea', 'ada', ?, '{}', ?, ?)");
  session.run('older', time(1_767_600_000), time(1_767_600_000));
  session.run(SESSION.id, time(1_767_607_200), time(1_767_607_200));
  for (const event of EVENTS) {
    const values = ['tea', 'ada', event.id, SESSION.id, 'i1', ...columns(event)];
    database.prepare(`INSERT INTO events VALUES (${values.map(() => '?').join()})`).run(...values);
  }
  database.close();
  return file;
}

describe.each(Object.entries(KINDS))("ADK's database of %s", (_, kind) => {
  it('has the same session as its export', async () => {
    const file = createDatabase(kind);
    const [read, exported] = [await importFile(file), await importRecords([EXPORT])];
    const contents = ({ events }: typeof read) =>
      events.map(({ source: __, ...event }) =>
        event.type === 'run_started' ? { ...event, imported: event.imported?.format } : event,
      );
    expect(contents(read)).toEqual(contents(exported));
    expect(read.finished).toMatchObject({ steps: exported.finished.steps, usage: exported.finished.usage });
  });

  it('lists its sessions, newest first, which are read by their ids', async () => {
    const file = createDatabase(kind);
    expect(adkSessions(file)?.map(({ id }) => id)).toEqual([SESSION.id, 'older']);
    const listed: unknown[] = [];
    for await (const one of listSessions({ only: [join(file, '..')] })) listed.push(one);
    expect(listed).toMatchObject([{ entry: { format: 'adk', session: SESSION.id } }, { entry: { session: 'older' } }]);
    expect(readAdkDatabase(file, 'older')).toMatchObject({ id: 'older', events: [] });
    expect(await detectFile(file, 'nope')).toContain('It has no session nope.');
    const limits = { records: 2, bytes: 100_000 };
    expect(() => readAdkDatabase(file, SESSION.id, limits)).toThrow('Its session is too large');
  });
});

it('declines a database of another program with tables of the same names', async () => {
  const file = join(temporaryFolder(), 'session.db');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE sessions (id TEXT); CREATE TABLE events (id TEXT);');
  database.close();
  expect([readAdkDatabase(file), adkSessions(file)]).toEqual([undefined, undefined]);
  expect(await detectFile(file)).toEqual({ kind: 'none' });
});
