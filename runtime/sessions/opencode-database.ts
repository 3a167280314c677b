/** Reads sessions from opencode's database, an SQLite file, with Node's built-in module. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../errors.ts';
import { groupBy } from '../group-by.ts';
import { UnreadableFile } from './lines.ts';
import { type Fields, fieldsOf, parsedOr, textOf } from './log/values.ts';

const MAGIC = 'SQLite format 3\0';
/** Largest session that is read, in bytes of JSON. */
const MAX_SESSION_BYTES = 256 * 1024 * 1024;
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
 * last. Undefined if the database is not opencode's. Writes nothing. Throws `UnreadableFile`.
 */
export function readOpencodeDatabase(path: string, session?: string): Fields | undefined {
  return withDatabase(path, (database) => sessionOf(database, session));
}

/** A session in a database. */
export interface StoredSession {
  readonly id: string;
  /** Time of the last change, in milliseconds since 1970. */
  readonly changed: number;
}

/**
 * Returns the sessions in opencode's database that are not sub-agents, the latest first. Undefined if the database is
 * not opencode's. Throws `UnreadableFile`.
 */
export function opencodeSessions(path: string): readonly StoredSession[] | undefined {
  return withDatabase(path, (database) =>
    database
      .prepare('SELECT id, time_updated FROM session WHERE parent_id IS NULL ORDER BY time_updated DESC')
      .all()
      .flatMap(({ id, time_updated: changed }) =>
        typeof id === 'string' ? [{ id, changed: typeof changed === 'number' ? changed : 0 }] : [],
      ),
  );
}

/** Opens a database and reads from it; undefined if it is not opencode's. Throws `UnreadableFile`. */
function withDatabase<T>(path: string, read: (database: Database) => T): T | undefined {
  const Database = databaseClass();
  try {
    const database = new Database(locationOf(path), { readOnly: true });
    try {
      // Views and virtual tables of an unknown database could do anything.
      const tables = database
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
        .all()
        .map(({ name }) => name);
      return TABLES.every((name) => tables.includes(name)) ? read(database) : undefined;
    } finally {
      database.close();
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(messageOf(error));
  }
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

/** Without a write-ahead log the file is opened as immutable, so that SQLite creates no files next to it. */
function locationOf(path: string): string | URL {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) return path;
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

function sessionOf(database: Database, requestedId: string | undefined): Fields {
  const row =
    requestedId === undefined
      ? database.prepare('SELECT * FROM session ORDER BY parent_id IS NOT NULL, time_updated DESC LIMIT 1').get()
      : database.prepare('SELECT * FROM session WHERE id = ?').get(requestedId);
  if (row === undefined)
    throw new UnreadableFile(requestedId === undefined ? 'It has no session.' : `It has no session ${requestedId}.`);
  const id = textOf(row.id) ?? '';
  const bytes = ['message', 'part'].map(
    (table) => database.prepare(`SELECT sum(length(data)) AS size FROM ${table} WHERE session_id = ?`).get(id)?.size,
  );
  if (Number(bytes[0] ?? 0) + Number(bytes[1] ?? 0) > MAX_SESSION_BYTES)
    throw new UnreadableFile('Its session is too large (at most 256 MB).');
  const parts = groupBy(
    database.prepare('SELECT id, message_id, data FROM part WHERE session_id = ? ORDER BY id').all(id),
    ({ message_id: message }) => message,
  );
  const messages = database
    .prepare('SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id')
    .all(id)
    .map((message) => ({
      info: { ...contentOf(message.data), id: message.id, sessionID: id },
      parts: (parts.get(message.id ?? '') ?? []).map((part) => ({
        ...contentOf(part.data),
        ...{ id: part.id, messageID: message.id, sessionID: id },
      })),
    }));
  return { info: infoOf(row), messages };
}

function contentOf(data: unknown): Fields {
  return typeof data === 'string' ? fieldsOf(parsedOr(data)) : {};
}

/** The columns of a session under their names in an export; those for tokens are missing in older databases. */
function infoOf(row: Fields): Fields {
  const tokens = {
    ...{ input: row.tokens_input, output: row.tokens_output, reasoning: row.tokens_reasoning },
    cache: { read: row.tokens_cache_read, write: row.tokens_cache_write },
  };
  const { id, directory, title, version, cost } = row;
  return { ...{ id, directory, title, version }, ...(typeof row.tokens_input === 'number' ? { tokens, cost } : {}) };
}
