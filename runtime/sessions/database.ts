/** Opens SQLite databases of clients with Node's built-in module. They are untrusted, and nothing is created next to them. */
import { closeSync, readSync } from 'node:fs';
import { messageOf } from '../errors.ts';
import { type Fields, textOf } from '../text/values.ts';
import { withLocation } from './database-location.ts';
import { openSession, UnreadableFile } from './lines.ts';

const MAGIC = 'SQLite format 3\0';
/** Maximum length of an id, in characters. */
export const MAX_ID = 200;

/** A maximum size of a session. */
export interface Limits {
  /** Rows of its tables. */
  records: number;
  /** Characters of text. */
  bytes: number;
}

/** Maximum size of a session. */
export const MAX_SESSION: Readonly<Limits> = { records: 500_000, bytes: 256 * 1024 * 1024 };
/** Maximum number of sessions of a database that are listed. */
export const MAX_SESSIONS = 10_000;

/** A session in a database. */
export interface StoredSession {
  readonly id: string;
  /** Time of the last change, in milliseconds since 1970. */
  readonly changed: number;
}

/** True if a file is an SQLite database. Throws `UnreadableFile`. */
export function isDatabase(path: string): boolean {
  const { fd } = openSession(path);
  try {
    const head = Buffer.alloc(MAGIC.length);
    return readSync(fd, head) === MAGIC.length && head.toString('latin1') === MAGIC;
  } catch (error) {
    throw new UnreadableFile(messageOf(error));
  } finally {
    closeSync(fd);
  }
}

/**
 * Opens a database and reads from it; undefined if it lacks one of the tables. Throws `UnreadableFile`.
 * @param read receives the column names of each table, too
 */
export function withDatabase<T>(
  path: string,
  tables: readonly string[],
  read: (database: Database, columns: readonly ReadonlySet<string>[]) => T,
): T | undefined {
  const Database = databaseClass();
  try {
    return withLocation(path, (location) => {
      const database = new Database(location, { readOnly: true });
      try {
        // Views and virtual tables of an unknown database could do anything.
        const table = database.prepare(
          "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND sql LIKE 'CREATE TABLE%' LIMIT 1",
        );
        if (!tables.every((name) => table.get(name) !== undefined)) return undefined;
        return read(
          database,
          tables.map((name) => columnsOf(database, name)),
        );
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
      `Choose a database that a client created: table ${table} of this one has computed columns.`,
    );
  return new Set(columns.flatMap(({ name }) => textOf(name) ?? []));
}

export type Database = InstanceType<ReturnType<typeof databaseClass>>;

function databaseClass() {
  // The types declare both as always present, but Node 20 and early versions of Node 22 lack them.
  const load: typeof process.getBuiltinModule | undefined = process.getBuiltinModule;
  const sqlite = withoutWarning(() => load?.('node:sqlite'));
  if (sqlite === undefined)
    throw new UnreadableFile(
      `Use Node 22.13 or newer, or export the session as a file (opencode export ID > FILE): ${process.version} cannot read SQLite.`,
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

/**
 * Returns the rows of a query, in any order. They are counted while they are read, because a small file can have any number of
 * them: pages of a broken tree can be the children of many others. Throws `UnreadableFile`.
 * @param left what remains of the maximum size
 */
export function rowsOf(database: Database, query: string, values: readonly string[], left: Limits): Fields[] {
  const rows: Fields[] = [];
  for (const row of database.prepare(query).iterate(...values)) {
    left.records--;
    for (const value of Object.values(row)) left.bytes -= typeof value === 'string' ? value.length : 0;
    if (left.records < 0 || left.bytes < 0)
      throw new UnreadableFile('Its session is too large (at most 256 MB and 500,000 messages and parts).');
    rows.push(row);
  }
  return rows;
}

/** Selects the beginning of a text. */
export function textColumn(name: string, length = MAX_ID): string {
  return `substr(${name}, 1, ${length}) AS ${name}`;
}

/** Selects a number, or null for any other value. */
export function numberColumn(name: string): string {
  return `CASE WHEN typeof(${name}) IN ('integer', 'real') THEN ${name} END AS ${name}`;
}
