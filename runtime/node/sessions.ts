import { redactorOf } from '../journal/redact.ts';
import type {
  ListedSession,
  ListSessionsParams,
  ReadSessionParams,
  ReadSessionResult,
  SessionsFound,
} from '../protocol/sessions.ts';
import { listSessions } from '../sessions/find/list-sessions.ts';
import type { SessionEntry } from '../sessions/find/session-entry.ts';
import { FORMATS } from '../sessions/formats.ts';
import { writeSessionJournal } from '../sessions/session-journal.ts';
import { readSkills } from '../toolset/read-skills.ts';

/** Minimum time between two parts of the list, in milliseconds. */
const PART_MS = 100;

/** Lists the sessions of this machine in parts. The last part is sent before it resolves. */
export async function listSessionsInParts(
  { folders, limit }: ListSessionsParams,
  secrets: readonly string[],
  signal: AbortSignal,
  send: (part: SessionsFound) => void,
): Promise<void> {
  let files = 0;
  let read = 0;
  let sessions: ListedSession[] = [];
  let sentAt = performance.now();
  const flush = (): void => {
    send({ files, read, sessions });
    sessions = [];
    sentAt = performance.now();
  };
  const onFound = (count: number): void => {
    files = count;
    flush();
  };
  for await (const one of listSessions({ folders, limit, redactor: redactorOf(secrets), signal, onFound })) {
    read++;
    if (one.kind === 'session') sessions.push(listed(one.entry));
    if (performance.now() - sentAt >= PART_MS) flush();
  }
  flush();
}

function listed(entry: SessionEntry): ListedSession {
  const { file, session, format, project, end, title, model, toolCalls, skills, misses } = entry;
  return {
    client: FORMATS.find(({ id }) => id === format)?.title ?? format,
    ...{ file, end, title, model, toolCalls, misses: misses.length },
    ...(session === undefined ? {} : { session }),
    ...(project === undefined ? {} : { project }),
    skills: skills.map(({ skill }) => skill),
  };
}

/** Reads a session as a journal. Current skills that cannot be read are omitted. */
export function readSessionFromEditor(
  { skills, ...params }: ReadSessionParams,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<ReadSessionResult> {
  const found = skills.flatMap((folder) => {
    const read = readSkills([folder]);
    return read.kind === 'found' ? read.skills : [];
  });
  return writeSessionJournal({ ...params, skills: found, redactor: redactorOf(secrets), signal });
}
