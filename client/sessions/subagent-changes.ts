/** Notices that the file of a sub-agent has changed while that of its session has not. Independent of `vscode`. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStamp, SUBAGENTS_FILE } from '../../runtime/protocol/sessions.ts';

/** Maximum number of files of sub-agents that are looked at. */
const MAX_FILES = 1000;

/**
 * Returns the current stamps of the files of sub-agents that have changed since the journal of their session was written, as a
 * string; '' if there are none. The journal must be one that the extension has written.
 * @param mayRead true if a file may be looked at
 */
export async function subagentChanges(journal: string, mayRead: (path: string) => boolean): Promise<string> {
  const recorded = await recordedStamps(journal);
  const changes = await Promise.all(
    recorded
      .filter(([path]) => mayRead(path))
      .map(async ([path, changed, size]) => {
        const now = await stat(path).catch(() => undefined);
        return now === undefined || (now.mtimeMs === changed && now.size === size)
          ? ''
          : `${path} ${now.mtimeMs} ${now.size}\n`;
      }),
  );
  return changes.join('');
}

async function recordedStamps(journal: string): Promise<readonly FileStamp[]> {
  try {
    const stamps: unknown = JSON.parse(await readFile(join(dirname(journal), SUBAGENTS_FILE), 'utf8'));
    return Array.isArray(stamps) ? stamps.filter(isStamp).slice(0, MAX_FILES) : [];
  } catch {
    // There are none.
    return [];
  }
}

function isStamp(value: unknown): value is FileStamp {
  return Array.isArray(value) && typeof value[0] === 'string';
}
