import { lstatSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type FileStamp, SUBAGENTS_FILE } from '../protocol/sessions.ts';

export type { FileStamp };

/** Maximum number of files of sub-agents in a folder. */
const MAX_FILES = 10_000;

/** Maximum number of folders next to a session that are compared with its name. */
const MAX_FOLDERS = 10_000;

/**
 * Returns the files of sub-agents next to a session's file by the ids of the sub-agents: `agent-ID.jsonl` in
 * `SESSION/subagents/`, or in the session's own folder, as Claude Code has them; `ID.jsonl` in the folder with the session's
 * id, as Gemini CLI has them. Links are not followed. Their names come from the folder, never from the session.
 * @param allows true if a folder may be read
 */
export function subagentFiles(file: string, allows: (folder: string) => boolean = () => true): Map<string, string> {
  const folder = dirname(file);
  const found = new Map<string, string>();
  const session = join(folder, basename(file, '.jsonl'));
  const own = join(session, 'subagents');
  // The client, or the session that it runs, can put a link to other sessions of the user there.
  const places = isFolder(session) && isFolder(own) ? [folder, own] : [folder];
  for (const place of places) {
    for (const name of allows(place) ? namesIn(place) : []) {
      const [, id] = /^agent-([\w-]{1,64})\.jsonl$/.exec(name) ?? [];
      if (id !== undefined && name !== basename(file)) found.set(id, join(place, name));
    }
  }
  for (const [id, path] of geminiSubagents(file, allows)) found.set(id, path);
  return found;
}

/**
 * Returns the files of the sub-agents of a session of Gemini CLI, whose file's name ends with the beginning of its id, by their ids.
 * @param folders returns the names of the folders in a folder
 */
export function geminiSubagents(
  file: string,
  allows: (folder: string) => boolean,
  folders: (folder: string) => readonly string[] = foldersIn,
): readonly (readonly [id: string, path: string])[] {
  const short = geminiId(file);
  if (short === undefined) return [];
  const places = folders(dirname(file))
    .filter((name) => name.startsWith(`${short}-`))
    .map((name) => join(dirname(file), name));
  return places.filter(allows).flatMap((place) =>
    namesIn(place).flatMap((name) => {
      const [, id] = /^([\w-]{1,64})\.jsonl$/.exec(name) ?? [];
      return id === undefined ? [] : [[id, join(place, name)] as const];
    }),
  );
}

/** Returns the beginning of the id of a session of Gemini CLI in the name of its file; undefined for other files. */
export function geminiId(file: string): string | undefined {
  return /^session-.{1,40}-([0-9a-f]{8})\.jsonl?$/i.exec(basename(file))?.[1];
}

/**
 * Returns the path, without the rest of its name, that the sessions have to which a file of a sub-agent of Gemini CLI belongs:
 * `FOLDER/` and the beginning of the id. Undefined for other files.
 */
export function geminiParent(file: string): string | undefined {
  const folder = dirname(file);
  const [, short] = /^([0-9a-f]{8})-[\w-]{1,64}$/i.exec(basename(folder)) ?? [];
  return short === undefined || !file.endsWith('.jsonl') ? undefined : join(dirname(folder), short);
}

/** Returns the current stamps of files; those that do not exist are left out. */
export function fileStamps(paths: readonly string[]): readonly FileStamp[] {
  return paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [[path, stat.mtimeMs, stat.size] as const];
  });
}

/** Writes the stamps of the other files that a session was read from next to its journal. */
export function writeOtherStamps(folder: string, stamps: readonly FileStamp[]): void {
  if (stamps.length > 0) writeFileSync(join(folder, SUBAGENTS_FILE), JSON.stringify(stamps), { mode: 0o600 });
}

/** True if the path itself is a folder, not a link to one. */
function isFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

/** Returns the names of the folders in a folder, without links. */
export function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .slice(0, MAX_FOLDERS)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .slice(0, MAX_FILES)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
