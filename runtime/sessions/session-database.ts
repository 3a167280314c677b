/** Reads sessions from the databases of all clients that have one. */

import type { Fields } from '../text/values.ts';
import { adkSessions, readAdkDatabase } from './adk-database.ts';
import type { StoredSession } from './database.ts';
import { opencodeSessions, readOpencodeDatabase } from './opencode-database.ts';

/**
 * Returns a session in a database as the document that its client exports: the one with this id, or the one that changed last.
 * Undefined for a database of another program. Throws `UnreadableFile`.
 */
export function readSessionDatabase(path: string, session?: string): Fields | undefined {
  return readOpencodeDatabase(path, session) ?? readAdkDatabase(path, session);
}

/** Returns the sessions in a database, newest first. Undefined for a database of another program. Throws `UnreadableFile`. */
export function sessionsInDatabase(path: string): readonly StoredSession[] | undefined {
  return opencodeSessions(path) ?? adkSessions(path);
}
