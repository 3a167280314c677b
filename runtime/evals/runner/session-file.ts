import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { entryNames } from '../../clients/entry-names.ts';
import { detectFile } from '../../sessions/detect.ts';

/** Maximum number of files and folders of a client's session folder that are looked at. */
const MAX_ENTRIES = 20_000;

/**
 * Returns the session that a client wrote into its folder: of the files that are sessions, the one nearest to the folder, and
 * of these the first by its path, because files of sub-agents are deeper or later. Links are not followed.
 */
export async function findSessionFile(folder: string): Promise<string | undefined> {
  let level: readonly string[] = [folder];
  let visited = 0;
  while (level.length > 0) {
    const deeper: string[] = [];
    for (const path of level.flatMap((one) => entryNames(one).map((name) => join(one, name))).sort()) {
      if (++visited > MAX_ENTRIES) return undefined;
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats?.isDirectory()) deeper.push(path);
      else if (stats?.isFile() && /\.(?:jsonl|json|jsonl\.zst)$/.test(path)) {
        const detected = await detectFile(path);
        if (typeof detected !== 'string' && detected.kind === 'format') return path;
      }
    }
    level = deeper;
  }
  return undefined;
}
