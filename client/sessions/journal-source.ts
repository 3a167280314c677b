/** Finds the session that a journal was written from. Independent of `vscode`. */
import { open, stat } from 'node:fs/promises';
import type { SessionSource } from '../../runtime/protocol/sessions.ts';
import { defined } from '../../runtime/text/objects.ts';
import { isObject, text } from '../panel/trace/read.ts';
import { stampOf } from './session-follower.ts';
import { subagentChanges } from './subagent-changes.ts';

/** Number of bytes in which a journal's first event is expected. Its values above 64 kB are in other files. */
const HEAD = 1 << 19;

/**
 * Returns the location of the session that a journal was written from; undefined if the journal is of a run or cannot be
 * read. The journal must be one that the extension has written.
 * @param journal absolute path
 */
export async function readJournalSource(journal: string): Promise<SessionSource | undefined> {
  try {
    const input = await open(journal);
    try {
      const { buffer, bytesRead } = await input.read(Buffer.alloc(HEAD), 0, HEAD, 0);
      return sourceIn(buffer.toString('utf8', 0, bytesRead).split('\n', 1)[0] ?? '');
    } finally {
      await input.close();
    }
  } catch {
    return undefined;
  }
}

function sourceIn(line: string): SessionSource | undefined {
  const event: unknown = JSON.parse(line);
  const imported = isObject(event) ? event.imported : undefined;
  if (!isObject(imported)) return undefined;
  const [file, session] = [text(imported, 'file'), text(imported, 'session')];
  return file === '' ? undefined : defined({ file, session: session || undefined });
}

/** A session whose timeline was restored. */
export interface RestoredSession {
  readonly source: SessionSource;
  /** The current stamp of its file. */
  readonly stamp: string;
  /** True if the file has changed since the journal was written. */
  readonly isChanged: boolean;
}

/** Returns the session of a restored timeline; undefined for a run, or if the session's file may not be read. */
export async function readRestoredSession(
  journal: string,
  mayRead: (source: SessionSource) => boolean,
): Promise<RestoredSession | undefined> {
  const source = await readJournalSource(journal);
  if (source === undefined || !mayRead(source)) return undefined;
  const stamp = await stampOf(source.file);
  const hasOtherChanges = (await subagentChanges(journal, (path) => mayRead({ file: path }))) !== '';
  return { source, stamp, isChanged: hasOtherChanges || (await isNewerThan(source, journal)) };
}

/** Returns true if the file of a session has changed since its journal was written. */
export async function isNewerThan({ file }: SessionSource, journal: string): Promise<boolean> {
  const written = await timeOf(journal);
  // A database that is in use changes only in its write-ahead log.
  const times = await Promise.all([timeOf(file), timeOf(`${file}-wal`)]);
  return times.some((time) => time > written);
}

/** Returns true if a journal exists. */
export async function hasJournal(journal: string): Promise<boolean> {
  return stat(journal).then(
    (one) => one.isFile(),
    () => false,
  );
}

async function timeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
