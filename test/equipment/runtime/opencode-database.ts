import { DatabaseSync } from 'node:sqlite';

/** A database with opencode's tables, which remains open. */
export interface OpencodeDatabase {
  readonly database: DatabaseSync;
  /** Adds a prompt to a session, which is created first if there is none. */
  readonly add: (session: string, prompt: string) => void;
}

/** Creates a database with opencode's tables. It has a write-ahead log, like opencode's own. */
export function createOpencodeDatabase(file: string): OpencodeDatabase {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = wal;
    CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, title TEXT, version TEXT,
      time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);`);
  let time = 0;
  const add = (session: string, prompt: string): void => {
    time++;
    database.prepare("INSERT OR IGNORE INTO session VALUES (?, NULL, '/work', '', '1', 0)").run(session);
    database.prepare('UPDATE session SET time_updated = ? WHERE id = ?').run(time, session);
    database.prepare('INSERT INTO message VALUES (?, ?, ?, ?)').run(`msg_${time}`, session, time, '{"role":"user"}');
    const part = JSON.stringify({ type: 'text', text: prompt });
    database.prepare('INSERT INTO part VALUES (?, ?, ?, ?)').run(`prt_${time}`, `msg_${time}`, session, part);
  };
  return { database, add };
}
