import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { homeFolder } from '../../../skill/disk.ts';
import { type ClientId, defined } from '../../../skill/index.ts';
import { isBlobName } from '../../disk/blob-name.ts';
import { type Permissions, permissionsOf, type SessionFolders } from '../../disk/session-folders.ts';
import { sessionsInDatabase } from '../session-database.ts';
import { geminiId, geminiParent } from '../subagent-files.ts';
import { CLIENT_FOLDERS, type Machine, SUBAGENT_FILE } from './client-folders.ts';
import { filesBelow } from './walk.ts';

/** A file that may be a session: its content has not been read. */
export interface SessionFile {
  /** Absolute. */
  readonly path: string;
  /** Id of the session, if the file is a database with several. */
  readonly session?: string;
  /** The client in whose folder it is; absent in other folders. */
  readonly client?: ClientId;
  readonly bytes: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly changed: number;
}

export interface FindOptions {
  /** Folders to search instead of those of the clients, absolute. Everything below them is considered. */
  readonly only?: readonly string[];
  /** Files to consider instead of those in folders, absolute. */
  readonly files?: readonly string[];
  /** Folders that the user added or excluded. */
  readonly folders?: SessionFolders;
  /** Stops the search; what was found so far is returned. */
  readonly signal?: AbortSignal;
  /** By default this machine. */
  readonly machine?: Machine;
}

/** The names of files that are considered in folders which belong to no client. */
const ANY_SESSION = /\.(?:jsonl|ndjson|json|zst)$|(?:opencode|session|adk)[^\\/]*\.db$/i;
const DATABASE = /\.db$/i;

/**
 * Finds the files in which clients keep sessions on this machine, or those below the given folders: the latest first.
 * Lists folders, and opens no files except databases, to find the sessions in them. An excluded folder is not even
 * listed. Never rejects.
 */
export async function findSessionFiles(options: FindOptions = {}): Promise<readonly SessionFile[]> {
  if (options.files !== undefined) return givenFiles(options.files);
  const machine = options.machine ?? { home: homeFolder(), environment: process.env, platform: process.platform };
  const permissions = permissionsOf(options.folders ?? {}, machine.home);
  const found = new Map<string, SessionFile>();
  for (const { folder, files, client } of searches(options, permissions, machine))
    for (const pattern of files)
      for await (const path of filesBelow(
        folder,
        pattern,
        defined({
          allows: permissions.allows,
          signal: options.signal,
        }),
      )) {
        if (found.has(path) || SUBAGENT_FILE.test(basename(path)) || isBlobName(basename(path))) continue;
        if (client === undefined && !ANY_SESSION.test(path)) continue;
        const file = await stat(path).catch(() => undefined);
        if (file === undefined || file.size === 0) continue;
        const origin = client === undefined ? {} : { client };
        found.set(path, { path, ...origin, bytes: file.size, changed: file.mtimeMs });
      }
  const isCopy = (file: SessionFile): boolean => otherForms(file).some((other) => found.has(other));
  const parents = new Set([...found.keys()].map((path) => join(dirname(path), geminiId(path) ?? '')));
  const isSubagent = ({ path }: SessionFile): boolean => parents.has(geminiParent(path) ?? '');
  return [...found.values()]
    .filter((file) => !isCopy(file) && !isSubagent(file))
    .flatMap(sessionsIn)
    .sort((a, b) => b.changed - a.changed);
}

/** Returns the files that exist and have a content, the latest first. */
async function givenFiles(paths: readonly string[]): Promise<readonly SessionFile[]> {
  const files: SessionFile[] = [];
  for (const path of new Set(paths)) {
    const file = await stat(path).catch(() => undefined);
    if (file?.isFile() === true && file.size > 0) files.push({ path, bytes: file.size, changed: file.mtimeMs });
  }
  return files.sort((a, b) => b.changed - a.changed);
}

/** Returns the paths of other files that, if they exist, contain the same session completely. */
function otherForms({ path, client }: SessionFile): readonly string[] {
  if (path.endsWith('.zst')) return [path.slice(0, -'.zst'.length)];
  if (client === undefined) return [];
  // Clients that used to write one JSON document now continue the session in JSON Lines.
  if (path.endsWith('.json')) return [`${path}l`];
  const [, storage, id] =
    /^(.*)[\\/]GitHub\.copilot-chat[\\/]debug-logs[\\/]([^\\/]+)[\\/]main\.jsonl$/s.exec(path) ?? [];
  const [, transcripts, chat] =
    /^(.*)[\\/]GitHub\.copilot-chat[\\/]transcripts[\\/]([^\\/]+)\.jsonl$/s.exec(path) ?? [];
  const [workspace, session] = [storage ?? transcripts, id ?? chat];
  if (workspace === undefined || session === undefined) return [];
  const others = ['json', 'jsonl'].map((ending) => join(workspace, 'chatSessions', `${session}.${ending}`));
  // A transcript says less than a debug log.
  const log = join(workspace, 'GitHub.copilot-chat', 'debug-logs', session, 'main.jsonl');
  return chat === undefined ? others : [...others, log];
}

/** Returns the sessions in a database; any other file, and a database that cannot be read, is one. */
function sessionsIn(file: SessionFile): readonly SessionFile[] {
  if (!DATABASE.test(file.path)) return [file];
  try {
    const sessions = sessionsInDatabase(file.path) ?? [];
    return sessions.length === 0 ? [file] : sessions.map(({ id, changed }) => ({ ...file, session: id, changed }));
  } catch {
    return [file];
  }
}

interface Search {
  readonly folder: string;
  readonly files: readonly string[];
  readonly client?: ClientId;
}

function searches(options: FindOptions, { added }: Permissions, machine: Machine): readonly Search[] {
  const others = (options.only ?? added).map((folder) => ({ folder: resolve(folder), files: ['**/*'] }));
  if (options.only !== undefined) return others;
  const clients = CLIENT_FOLDERS.map(({ client, folder, files }) => ({ client, folder: folder(machine), files }));
  // An added folder is often a client's own, whose patterns are exact.
  const known = new Set(clients.map(({ folder }) => folder));
  return [...clients, ...others.filter(({ folder }) => !known.has(folder))];
}
