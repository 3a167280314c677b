/** Lists and reads sessions of other agents for the extension. */
import { homeFolder } from '../../skill/disk.ts';
import { defined, type Skill } from '../../skill/index.ts';
import { permissionsOf } from '../disk/session-folders.ts';
import { redactorOf } from '../journal/redact.ts';
import type {
  ListedSession,
  ListSessionsParams,
  ReadSessionParams,
  ReadSessionResult,
  SessionPart,
  SessionsFound,
} from '../protocol/sessions.ts';
import { currentMisses } from '../sessions/find/current-misses.ts';
import { listSessions } from '../sessions/find/list-sessions.ts';
import type { SessionEntry } from '../sessions/find/session-entry.ts';
import { FORMATS } from '../sessions/formats.ts';
import { writeSessionJournal } from '../sessions/session-journal.ts';
import { keepHeapSmall, keepYoungGenerationSmall } from '../small-heap.ts';
import { readSkills } from '../toolset/read-skills.ts';

/** Minimum time between two parts of the list, in milliseconds. */
const PART_MS = 100;

/** Lists the sessions of this machine in parts. The last part is sent before it resolves. */
export async function listSessionsInParts(
  { folders, limit, skills }: ListSessionsParams,
  secrets: readonly string[],
  signal: AbortSignal,
  send: (part: SessionsFound) => void,
): Promise<void> {
  keepYoungGenerationSmall();
  const current = readCurrentSkills(skills);
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
    if (one.kind === 'session') sessions.push(toListedSession(one.entry, current));
    if (performance.now() - sentAt >= PART_MS) flush();
  }
  flush();
}

function toListedSession(entry: SessionEntry, current: readonly Skill[]): ListedSession {
  const { file, session, format, project, end, title, model, toolCalls, skills, misses } = entry;
  const found = currentMisses(entry, current);
  return defined({
    client: titleOf(format),
    file,
    end,
    title,
    model,
    toolCalls,
    misses: misses.length,
    session,
    project,
    skills: skills.map(({ skill }) => skill),
    current: found.length === 0 ? undefined : found,
  });
}

/** Reads a session as a journal. `onPart` receives the part that can be shown. */
export function readSessionFromEditor(
  { skills, folders, ...params }: ReadSessionParams,
  secrets: readonly string[],
  signal: AbortSignal,
  onPart?: (journal: string, part: SessionPart) => void,
): Promise<ReadSessionResult> {
  keepHeapSmall();
  const { allows } = permissionsOf(folders, homeFolder());
  const redactor = redactorOf(secrets);
  return writeSessionJournal(
    defined({
      ...params,
      skills: readCurrentSkills(skills),
      allows,
      redactor,
      signal,
      onPart,
    }),
  );
}

/** Returns the skills in these folders. Those that cannot be read are omitted. */
export function readCurrentSkills(folders: readonly string[]): readonly Skill[] {
  return folders.flatMap((folder) => {
    const read = readSkills([folder], { allowsCopies: true, client: null });
    return read.kind === 'found' ? read.skills : [];
  });
}

/** Returns the name of a format for display. */
function titleOf(format: string): string {
  return FORMATS.find(({ id }) => id === format)?.title ?? format;
}
