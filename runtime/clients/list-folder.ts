import { join } from 'node:path';
import { type ConfinedFiles, kindOfLocated } from '../confined/confined-files.ts';
import type { SearchLimits } from './search-limits.ts';

/** Maximum number of entries of a list. */
const MAX_ENTRIES = 50_000;

/** An entry of a folder. */
export interface ListedEntry {
  readonly name: string;
  /** True for a folder and for a link to one. */
  readonly isFolder: boolean;
  /** In bytes; 0 for a folder, for what has no size, and if it was not requested. */
  readonly size: number;
}

/** The entries of a folder, and what a note of limits that were reached says about them. */
export interface FolderList {
  readonly entries: readonly ListedEntry[];
  readonly missing: string;
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
): Promise<FolderList | undefined> {
  if (limits.isTurnDue) await limits.giveTurn();
  const listed: ListedEntry[] = [];
  const entries = files.list(folder, MAX_ENTRIES + 1);
  if (entries === undefined) return undefined;
  for (const { name, kind } of entries.slice(0, MAX_ENTRIES)) {
    if (limits.isTurnDue) await limits.giveTurn();
    const isLookedUp = (kind === 'link' || (hasSizes && kind === 'file')) && limits.goesOn();
    const located = isLookedUp ? files.locate(join(folder, name)) : undefined;
    const isFolder = kind === 'folder' || (located !== undefined && kindOfLocated(located) === 'folder');
    const size = located?.kind === 'found' && hasSizes && !isFolder ? located.stats.size : 0;
    listed.push({ name, isFolder, size });
  }
  const isCut = entries.length > MAX_ENTRIES;
  if (isCut) limits.isReached = true;
  const missing = isCut ? 'not all entries were listed' : 'not all links were followed';
  const key = ({ name, isFolder }: ListedEntry): string => (isFolder ? `${name}/` : name);
  return { entries: listed.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)), missing };
}
