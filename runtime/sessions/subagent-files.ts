import { lstatSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type FileStamp, SUBAGENTS_FILE } from '../protocol/sessions.ts';

export type { FileStamp };

/** Maximum number of files of sub-agents in a folder. */
const MAX_FILES = 10_000;

/**
 * Returns the files of sub-agents next to a session's file by the ids of the sub-agents: `agent-ID.jsonl` in
 * `SESSION/subagents/`, or in the session's own folder. Links are not followed. Their names come from the folder, never from the session.
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
  return found;
}

/** Returns the current stamps of files; those that do not exist are left out. */
export function fileStamps(paths: readonly string[]): readonly FileStamp[] {
  return paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [[path, stat.mtimeMs, stat.size] as const];
  });
}

/** Writes the stamps of the files of sub-agents next to the journal of their session, which was made from them. */
export function writeSubagentStamps(folder: string, stamps: readonly FileStamp[]): void {
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
