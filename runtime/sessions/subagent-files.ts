import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Maximum number of files of sub-agents in a folder. */
const MAX_FILES = 10_000;

/**
 * Returns the files of sub-agents next to a session's file by the ids of the sub-agents: `agent-ID.jsonl` in
 * `SESSION/subagents/`, or in the session's own folder. Their names come from the folder, never from the session.
 * @param allows true if a folder may be read
 */
export function subagentFiles(file: string, allows: (folder: string) => boolean = () => true): Map<string, string> {
  const folder = dirname(file);
  const found = new Map<string, string>();
  for (const place of [folder, join(folder, basename(file, '.jsonl'), 'subagents')]) {
    for (const name of allows(place) ? namesIn(place) : []) {
      const [, id] = /^agent-([\w-]{1,64})\.jsonl$/.exec(name) ?? [];
      if (id !== undefined && name !== basename(file)) found.set(id, join(place, name));
    }
  }
  return found;
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
