/** Reads sessions from opencode's database, an SQLite file. */

import { defined } from '../../skill/index.ts';
import { groupBy } from '../group-by.ts';
import { countOf, type Fields, fieldsOf, parseJsonOrText, textOf } from '../text/values.ts';
import {
  type Database,
  type Limits,
  MAX_ID,
  MAX_SESSION,
  MAX_SESSIONS,
  numberColumn,
  rowsOf,
  type StoredSession,
  textColumn,
  withDatabase,
} from './database.ts';
import { UnreadableFile } from './lines.ts';
import { LATER_TABLES, laterSession, laterSessions, unknownStore } from './opencode-later-database.ts';

/** Maximum length of texts, in characters. */
const MAX_TEXT = 4096;
const TABLES = ['session', 'message', 'part'] as const;

/**
 * Returns a session of opencode's database in the form of `opencode export`: the one with this id, or the one that changed
 * last. Undefined if the database is not opencode's. Creates no file next to it. Throws `UnreadableFile`, also if later versions
 * have sessions in it that are not read.
 */
export function readOpencodeDatabase(
  path: string,
  session?: string,
  limits: Readonly<Limits> = MAX_SESSION,
): Fields | undefined {
  if (session === undefined || session === UNKNOWN_ID) refuseUnknown(path);
  const later = withDatabase(path, LATER_TABLES, (database) => laterSessions(database));
  const earlier = withDatabase(path, TABLES, (database) => earlierSessions(database));
  if (later === undefined && earlier === undefined) return undefined;
  const latest = [...(later ?? []), ...(earlier ?? [])].sort((a, b) => b.changed - a.changed)[0]?.id;
  const id = session ?? latest;
  const found =
    later === undefined || id === undefined
      ? undefined
      : withDatabase(path, LATER_TABLES, (database, columns) => laterSession(database, columns, id, limits));
  if (found !== undefined) return found;
  if (earlier === undefined)
    throw new UnreadableFile(id === undefined ? 'It has no session.' : `It has no session ${id}.`);
  return withDatabase(path, TABLES, (database, [columns = new Set()]) =>
    // Without one that was started by the user, the latest sub-agent is read.
    sessionOf(database, columns, session ?? earlier.find((one) => one.id === id)?.id, limits),
  );
}

/**
 * Returns the latest 10,000 sessions in opencode's database that are not sub-agents, newest first. Undefined if the database
 * is not opencode's. Throws `UnreadableFile`.
 */
export function opencodeSessions(path: string): readonly StoredSession[] | undefined {
  const later = withDatabase(path, LATER_TABLES, (database) => laterSessions(database));
  const earlier = withDatabase(path, TABLES, (database) => earlierSessions(database));
  if (later === undefined && earlier === undefined) return undefined;
  const known = new Set(later?.map(({ id }) => id));
  const all = [...(later ?? []), ...(earlier ?? []).filter(({ id }) => !known.has(id))];
  // It is listed as one that cannot be read, so that its sessions are not missing without a word.
  const unknown = withDatabase(path, [], unknownStore) === undefined ? [] : [{ id: UNKNOWN_ID, changed: Date.now() }];
  return [...unknown, ...all].sort((a, b) => b.changed - a.changed).slice(0, MAX_SESSIONS);
}

/** The id in lists for sessions in tables that are not read. */
const UNKNOWN_ID = 'later-version';

/** Throws if a database has sessions of a version that is not read. */
function refuseUnknown(path: string): void {
  const table = withDatabase(path, [], unknownStore);
  if (table !== undefined)
    throw new UnreadableFile(
      `Update Skillwright, or choose an earlier session with --session: its table ${table} is that of a later version.`,
    );
}

function earlierSessions(database: Database): readonly StoredSession[] {
  return database
    .prepare(
      `SELECT id, ${numberColumn('time_updated')} FROM session WHERE parent_id IS NULL AND length(id) < ${MAX_ID}
        ORDER BY 2 DESC LIMIT ${MAX_SESSIONS}`,
    )
    .all()
    .flatMap(({ id, time_updated: changed }) =>
      typeof id === 'string' ? [{ id, changed: typeof changed === 'number' ? changed : 0 }] : [],
    );
}

/** The columns of a session that are read. Those for tokens and cost are missing in older databases. */
const TEXTS = ['id', 'directory', 'title', 'version'];
const NUMBERS = [
  ...['cost', 'tokens_input', 'tokens_output', 'tokens_reasoning', 'tokens_cache_read', 'tokens_cache_write'],
];

function sessionOf(
  database: Database,
  columns: ReadonlySet<string>,
  requestedId: string | undefined,
  limits: Limits,
): Fields {
  const selected = [
    ...TEXTS.filter((name) => columns.has(name)).map((name) => textColumn(name, MAX_TEXT)),
    ...NUMBERS.filter((name) => columns.has(name)).map(numberColumn),
  ].join();
  const row =
    requestedId === undefined
      ? database
          .prepare(`SELECT ${selected} FROM session ORDER BY parent_id IS NOT NULL, time_updated DESC LIMIT 1`)
          .get()
      : database.prepare(`SELECT ${selected} FROM session WHERE id = ?`).get(requestedId);
  if (row === undefined)
    throw new UnreadableFile(requestedId === undefined ? 'It has no session.' : `It has no session ${requestedId}.`);
  const id = textOf(row.id) ?? '';
  const left = { ...limits };
  const rowsIn = (table: string, column: string): Fields[] =>
    rowsOf(database, `SELECT ${textColumn('id')}, ${column}, data FROM ${table} WHERE session_id = ?`, [id], left);
  const parts = groupBy(rowsIn('part', textColumn('message_id')).sort(byId), ({ message_id: message }) => message);
  const messages = rowsIn('message', numberColumn('time_created'))
    .sort((a, b) => (countOf(a.time_created) ?? 0) - (countOf(b.time_created) ?? 0) || byId(a, b))
    .map((message) => ({
      info: { ...contentOf(message.data), id: message.id, sessionID: id },
      parts: (parts.get(message.id ?? '') ?? []).map((part) => ({
        ...contentOf(part.data),
        id: part.id,
        messageID: message.id,
        sessionID: id,
      })),
    }));
  return { info: infoOf(row), messages };
}

function byId(a: Fields, b: Fields): number {
  const [first, second] = [textOf(a.id) ?? '', textOf(b.id) ?? ''];
  return first < second ? -1 : Number(first > second);
}

function contentOf(data: unknown): Fields {
  return typeof data === 'string' ? fieldsOf(parseJsonOrText(data)) : {};
}

/** Returns the columns of a session under their names in an export; those for tokens are missing in older databases. */
function infoOf(row: Fields): Fields {
  const tokens = {
    input: row.tokens_input,
    output: row.tokens_output,
    reasoning: row.tokens_reasoning,
    cache: { read: row.tokens_cache_read, write: row.tokens_cache_write },
  };
  const { id, directory, title, version, cost } = row;
  return defined({
    id,
    directory,
    title,
    version,
    tokens: typeof row.tokens_input === 'number' ? tokens : undefined,
    cost: typeof row.tokens_input === 'number' ? cost : undefined,
  });
}
