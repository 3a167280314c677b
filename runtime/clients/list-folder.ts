import { join } from 'node:path';
import { type ConfinedFiles, kindOfLocated } from '../confined/confined-files.ts';
import type { SearchLimits } from './search-limits.ts';

/** The note of a list that stopped at its limits. */
export const LINKS_MISSING = 'not all links were followed';

/** An entry of a folder. */
export interface ListedEntry {
  readonly name: string;
  /** True for a folder and for a link to one. */
  readonly isFolder: boolean;
  /** In bytes; 0 for a folder, for what has no size, and if it was not requested. */
  readonly size: number;
}

/**
 * Lists a folder, sorted as its names with `/` after folders. Links are followed within `limits`, because a folder can have any
 * number of them and each can be expensive; the others count as files. Undefined if it is not a folder.
 * @param folder absolute, without links, which would be followed for each entry
 */
export async function listFolder(
  files: ConfinedFiles,
  folder: string,
  limits: SearchLimits,
  { hasSizes = false } = {},
): Promise<readonly ListedEntry[] | undefined> {
  const listed: ListedEntry[] = [];
  const entries = files.list(folder);
  for (const { name, kind } of entries ?? []) {
    if (limits.isTurnDue) await limits.giveTurn();
    const isLookedUp = (kind === 'link' || (hasSizes && kind === 'file')) && limits.goesOn();
    const located = isLookedUp ? files.locate(join(folder, name)) : undefined;
    const isFolder = kind === 'folder' || (located !== undefined && kindOfLocated(located) === 'folder');
    const size = located?.kind === 'found' && hasSizes && !isFolder ? located.stats.size : 0;
    listed.push({ name, isFolder, size });
  }
  const key = ({ name, isFolder }: ListedEntry): string => (isFolder ? `${name}/` : name);
  return entries && listed.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
