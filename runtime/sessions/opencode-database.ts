/** Reads sessions from opencode's database, an SQLite file, with Node's built-in module. */
import { closeSync, openSync, readSync } from 'node:fs';
import { messageOf } from '../errors.ts';
import { groupBy } from '../group-by.ts';
import { withLocation } from './database-location.ts';
import { UnreadableFile } from './lines.ts';
import { countOf, type Fields, fieldsOf, parseJsonOrText, textOf } from './log/values.ts';

const MAGIC = 'SQLite format 3\0';
/** Maximum number of sessions of a database that are listed. */
const MAX_SESSIONS = 10_000;
/** Maximum length of an id and of other texts, in characters. */
const MAX_ID = 200;
const MAX_TEXT = 4096;

interface Limits {
  /** Messages and parts. */
  records: number;
  /** Characters of JSON. */
  bytes: number;
}

/** Maximum size of a session. */
const MAX_SESSION: Readonly<Limits> = { records: 500_000, bytes: 256 * 1024 * 1024 };
const TABLES = ['session', 'message', 'part'] as const;

/** True if a file is an SQLite database. Throws `UnreadableFile`. */
export function isDatabase(path: string): boolean {
  try {
    const fd = openSync(path, 'r');
    try {
      const head = Buffer.alloc(MAGIC.length);
      return readSync(fd, head) === MAGIC.length && head.toString('latin1') === MAGIC;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw new UnreadableFile(messageOf(error));
  }
}

/**
 * Returns a session of opencode's database in the form of `opencode export`: the one with this id, or the one that changed
 * last. Undefined if the database is not opencode's. Creates no file next to it. Throws `UnreadableFile`.
 */
export function readOpencodeDatabase(
  path: string,
  session?: string,
  limits: Readonly<Limits> = MAX_SESSION,
): Fields | undefined {
  return withDatabase(path, (database, columns) => sessionOf(database, columns, session, limits));
}

/** A session in a database. */
export interface StoredSession {
  readonly id: string;
  /** Time of the last change, in milliseconds since 1970. */
  readonly changed: number;
}

/**
 * Returns the latest 10,000 sessions in opencode's database that are not sub-agents, newest first. Undefined if the database
 * is not opencode's. Throws `UnreadableFile`.
 */
export function opencodeSessions(path: string): readonly StoredSession[] | undefined {
  return withDatabase(path, (database) =>
    database
      .prepare(
        `SELECT id, ${numberColumn('time_updated')} FROM session WHERE parent_id IS NULL AND length(id) < ${MAX_ID}
          ORDER BY 2 DESC LIMIT ${MAX_SESSIONS}`,
      )
      .all()
      .flatMap(({ id, time_updated: changed }) =>
        typeof id === 'string' ? [{ id, changed: typeof changed === 'number' ? changed : 0 }] : [],
      ),
  );
}

/**
 * Opens a database and reads from it; undefined if it is not opencode's. Throws `UnreadableFile`.
 * @param read also receives the column names of the session table
 */
function withDatabase<T>(path: string, read: (database: Database, columns: ReadonlySet<string>) => T): T | undefined {
  const Database = databaseClass();
  try {
    return withLocation(path, (location) => {
      const database = new Database(location, { readOnly: true });
      try {
        // Views and virtual tables of an unknown database could do anything.
        const table = database.prepare(
          "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND sql LIKE 'CREATE TABLE%' LIMIT 1",
        );
        if (!TABLES.every((name) => table.get(name) !== undefined)) return undefined;
        const columns = TABLES.map((name) => columnsOf(database, name));
        return read(database, columns[0] ?? new Set());
      } finally {
        database.close();
      }
    });
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(messageOf(error));
  }
}

/** Returns the names of a table's columns. Throws `UnreadableFile` if some are computed: they can have any size. */
function columnsOf(database: Database, table: string): ReadonlySet<string> {
  const columns = database.prepare('SELECT name, hidden FROM pragma_table_xinfo(?)').all(table);
  if (columns.some(({ hidden }) => hidden !== 0))
    throw new UnreadableFile(
      `Choose a database that opencode created: table ${table} of this one has computed columns.`,
    );
  return new Set(columns.flatMap(({ name }) => textOf(name) ?? []));
}

type Database = InstanceType<ReturnType<typeof databaseClass>>;

function databaseClass() {
  // The types declare both as always present, but Node 20 and early versions of Node 22 lack them.
  const load: typeof process.getBuiltinModule | undefined = process.getBuiltinModule;
  const sqlite = withoutWarning(() => load?.('node:sqlite'));
  if (sqlite === undefined)
    throw new UnreadableFile(
      `Use Node 22.13 or newer, or save the session with opencode export ID > FILE: ${process.version} cannot read SQLite.`,
    );
  return sqlite.DatabaseSync;
}

/** Calls a function, suppressing Node's warning that a module is experimental. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
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
  const parts = groupBy(
    rowsOf(database, 'part', [textColumn('id'), textColumn('message_id'), 'data'], id, left).sort(byId),
    ({ message_id: message }) => message,
  );
  const messages = rowsOf(database, 'message', [textColumn('id'), numberColumn('time_created'), 'data'], id, left)
    .sort((a, b) => (countOf(a.time_created) ?? 0) - (countOf(b.time_created) ?? 0) || byId(a, b))
    .map((message) => ({
      info: { ...contentOf(message.data), id: message.id, sessionID: id },
      parts: (parts.get(message.id ?? '') ?? []).map((part) => ({
        ...contentOf(part.data),
        ...{ id: part.id, messageID: message.id, sessionID: id },
      })),
    }));
  return { info: infoOf(row), messages };
}

/**
 * Returns the rows of a session, in any order. They are counted while they are read, because a small file can have any
 * number of them: pages of a broken tree can be the children of many others.
 */
function rowsOf(
  database: Database,
  table: string,
  columns: readonly string[],
  session: string,
  left: Limits,
): Fields[] {
  const rows: Fields[] = [];
  const found = database.prepare(`SELECT ${columns.join()} FROM ${table} WHERE session_id = ?`).iterate(session);
  for (const row of found) {
    left.records--;
    left.bytes -= typeof row.data === 'string' ? row.data.length : 0;
    if (left.records < 0 || left.bytes < 0)
      throw new UnreadableFile('Its session is too large (at most 256 MB and 500,000 messages and parts).');
    rows.push(row);
  }
  return rows;
}

function byId(a: Fields, b: Fields): number {
  const [first, second] = [textOf(a.id) ?? '', textOf(b.id) ?? ''];
  return first < second ? -1 : Number(first > second);
}

/** Selects the beginning of a text. */
function textColumn(name: string, length = MAX_ID): string {
  return `substr(${name}, 1, ${length}) AS ${name}`;
}

/** Selects a number, or null for any other value. */
function numberColumn(name: string): string {
  return `CASE WHEN typeof(${name}) IN ('integer', 'real') THEN ${name} END AS ${name}`;
}

function contentOf(data: unknown): Fields {
  return typeof data === 'string' ? fieldsOf(parseJsonOrText(data)) : {};
}

/** Returns the columns of a session under their names in an export; those for tokens are missing in older databases. */
function infoOf(row: Fields): Fields {
  const tokens = {
    ...{ input: row.tokens_input, output: row.tokens_output, reasoning: row.tokens_reasoning },
    cache: { read: row.tokens_cache_read, write: row.tokens_cache_write },
  };
  const { id, directory, title, version, cost } = row;
  return { ...{ id, directory, title, version }, ...(typeof row.tokens_input === 'number' ? { tokens, cost } : {}) };
}
