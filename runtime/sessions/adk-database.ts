/**
 * Reads sessions from the SQLite databases of ADK: those of its `DatabaseSessionService`, in both versions of its schema, and
 * of its `SqliteSessionService`. The actions of an event in the first version are never read: they are Python objects.
 */

import { type Fields, fieldsOf, parseJsonOrText, textOf } from '../text/values.ts';
import {
  type Database,
  type Limits,
  MAX_ID,
  MAX_SESSION,
  MAX_SESSIONS,
  rowsOf,
  type StoredSession,
  textColumn,
  withDatabase,
} from './database.ts';
import { UnreadableFile } from './lines.ts';

const TABLES = ['sessions', 'events'] as const;
const KEY = ['app_name', 'user_id', 'id'] as const;
/** Columns of an event in the first version, as texts and as JSON. */
const TEXT_COLUMNS = ['author', 'branch', 'error_code', 'error_message'];
const JSON_COLUMNS = ['content', 'usage_metadata'];
/** Maximum length of a time and of other texts, in characters. */
const MAX_TIME = 40;
const MAX_TEXT = 4096;

/**
 * Returns a session of ADK's database in the form in which its web server exports it: the one with this id, or the one that
 * changed last. Undefined if the database is not ADK's. Creates no file next to it. Throws `UnreadableFile`.
 */
export function readAdkDatabase(
  path: string,
  session?: string,
  limits: Readonly<Limits> = MAX_SESSION,
): Fields | undefined {
  return withDatabase(path, TABLES, (database, [sessions = new Set(), events = new Set()]) => {
    if (!isAdk(sessions)) return undefined;
    const row = database
      .prepare(
        `SELECT ${KEY.map((name) => textColumn(name)).join()} FROM sessions
          ${session === undefined ? '' : 'WHERE id = ?'} ORDER BY update_time DESC LIMIT 1`,
      )
      .get(...(session === undefined ? [] : [session]));
    if (row === undefined)
      throw new UnreadableFile(session === undefined ? 'It has no session.' : `It has no session ${session}.`);
    const key = KEY.map((name) => textOf(row[name]) ?? '');
    return { ...row, events: eventsOf(database, events, key, { ...limits }) };
  });
}

/**
 * Returns the latest 10,000 sessions in ADK's database, newest first. Undefined if the database is not ADK's. Throws
 * `UnreadableFile`.
 */
export function adkSessions(path: string): readonly StoredSession[] | undefined {
  return withDatabase(path, TABLES, (database, [sessions = new Set()]) => {
    if (!isAdk(sessions)) return undefined;
    return database
      .prepare(
        `SELECT id, ${textColumn('update_time', MAX_TIME)} FROM sessions WHERE length(id) < ${MAX_ID}
          ORDER BY update_time DESC LIMIT ${MAX_SESSIONS}`,
      )
      .all()
      .flatMap(({ id, update_time: changed }) =>
        // A time without a zone is in UTC here.
        typeof id === 'string' ? [{ id, changed: (secondsOf(changed, 'Z') ?? 0) * 1000 }] : [],
      );
  });
}

/** Other programs have tables of these names, too. */
function isAdk(sessions: ReadonlySet<string>): boolean {
  return ['app_name', 'user_id', 'id', 'update_time'].every((name) => sessions.has(name));
}

/** Returns the events of a session in the order in which they were added. */
function eventsOf(
  database: Database,
  columns: ReadonlySet<string>,
  key: readonly string[],
  left: Limits,
): readonly Fields[] {
  const contents = columns.has('event_data')
    ? ['event_data']
    : [
        ...TEXT_COLUMNS.filter((name) => columns.has(name)).map((name) => textColumn(name, MAX_TEXT)),
        ...[...JSON_COLUMNS, 'partial'].filter((name) => columns.has(name)),
      ];
  const selected = [textColumn('id'), textColumn('timestamp', MAX_TIME), 'rowid AS position', ...contents];
  const query = `SELECT ${selected.join()} FROM events WHERE app_name = ? AND user_id = ? AND session_id = ?`;
  return rowsOf(database, query, key, left)
    .map((row) => ({ row, seconds: secondsOf(row.timestamp) }))
    .sort((a, b) => (a.seconds ?? 0) - (b.seconds ?? 0) || Number(a.row.position) - Number(b.row.position))
    .map(({ row, seconds }) => eventOf(row, seconds));
}

function eventOf({ position: _, event_data: data, ...row }: Fields, seconds: number | undefined): Fields {
  const timestamp = seconds === undefined ? {} : { timestamp: seconds };
  if (data !== undefined) return { ...timestamp, actions: {}, ...jsonIn(data), id: row.id };
  const values = Object.entries(row).filter(([, value]) => value !== null);
  const fields = Object.fromEntries(
    values.map(([name, value]) => [name, JSON_COLUMNS.includes(name) ? jsonIn(value) : value]),
  );
  return { ...fields, actions: {}, partial: row.partial === 1, ...timestamp };
}

function jsonIn(value: unknown): Fields {
  return typeof value === 'string' ? fieldsOf(parseJsonOrText(value)) : {};
}

/**
 * Returns a time in seconds since 1970, from a number or a date as SQLAlchemy writes it.
 * @param zone the zone of a date; by default that of this machine, in which ADK writes the times of events
 */
function secondsOf(time: unknown, zone = ''): number | undefined {
  const text = textOf(time) ?? '';
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text.replace(' ', 'T') + zone);
  return Number.isFinite(ms) ? ms / 1000 : undefined;
}
