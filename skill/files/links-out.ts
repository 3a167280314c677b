/** Links that lead out of a skill. */
import type { DirectoryEntry, FileSystem } from './files.ts';
import { MANIFESTS, manifestOf } from './find.ts';
import { basename, dirname, within } from './paths.ts';

/** The facts that a listing has about links, computed once. */
interface Listing {
  readonly isSkill: boolean;
  /** Undefined if there are no links. */
  readonly links: { readonly names: ReadonlySet<string>; readonly all: ReadonlySet<string> } | undefined;
}
const listings = new WeakMap<readonly DirectoryEntry[], Listing>();

/**
 * Returns true if a path inside the folder of a skill is that of something outside of it, because it or a folder above is a link. No
 * model can read that through the skill. A skill whose folder is a link itself is where that leads.
 * @param lists the folders that are listed already
 */
export function leadsOut(
  path: string,
  fs: Pick<FileSystem, 'list' | 'kind' | 'realPath'>,
  lists: ReadonlyMap<string, readonly DirectoryEntry[]>,
): boolean {
  const root = skillAbove(path, fs, lists);
  if (root === undefined || !hasLink(path, root, fs)) return false;
  const [real, realRoot] = [fs.realPath(path), fs.realPath(root)];
  return real !== undefined && realRoot !== undefined && within(realRoot, real) === undefined;
}

/** Returns the folder of the closest skill above a path. */
function skillAbove(
  path: string,
  fs: Pick<FileSystem, 'kind'>,
  lists: ReadonlyMap<string, readonly DirectoryEntry[]>,
): string | undefined {
  for (let folder = dirname(path); folder !== ''; folder = dirname(folder)) {
    const entries = lists.get(folder);
    // Folders above a skill are not listed for this purpose.
    const isSkill =
      entries === undefined
        ? MANIFESTS.some((name) => fs.kind(`${folder === '/' ? '' : folder}/${name}`) === 'file')
        : listingOf(entries).isSkill;
    if (isSkill) return folder;
    if (folder === dirname(folder)) return undefined;
  }
  return undefined;
}

/** Returns true if a path below a folder, or a folder between them, is a link. */
function hasLink(path: string, root: string, fs: Pick<FileSystem, 'list'>): boolean {
  for (let inner = path; inner !== root; inner = dirname(inner)) {
    const { links } = listingOf(fs.list(dirname(inner)));
    const name = basename(inner);
    // A name in another letter case can be that of an entry, too.
    if (links !== undefined && (links.names.has(name) || !links.all.has(name))) return true;
  }
  return false;
}

function listingOf(entries: readonly DirectoryEntry[]): Listing {
  const known = listings.get(entries);
  if (known !== undefined) return known;
  const linked = entries.filter(({ link }) => link);
  const listing: Listing = {
    isSkill: manifestOf(entries) !== undefined,
    links:
      linked.length === 0
        ? undefined
        : { names: new Set(linked.map(({ name }) => name)), all: new Set(entries.map(({ name }) => name)) },
  };
  listings.set(entries, listing);
  return listing;
}
