/** A caching file system. */
import { entryOf } from './entries.ts';
import type { DirectoryEntry, FileSystem, ReadResult } from './files.ts';
import { leadsOut } from './links-out.ts';
import { basename, dirname } from './paths.ts';

/** A file system that lists each folder once, until `forget` clears its cache. */
export interface CachingFiles extends FileSystem {
  forget(): void;
  /** Returns true if the cached kind or listing of a path is out of date. */
  isStale(path: string): boolean;
  /** The cached listings. */
  readonly lists: ReadonlyMap<string, readonly DirectoryEntry[]>;
  /**
   * Lists the folders again that were listed during the last `RECENT_MILLISECONDS`, or since the previous call, and returns
   * those whose entries have changed. Remembers the `MAX_RECENT` most recent ones.
   * @param isIgnored returns true for the name of an entry whose changes do not count
   */
  changedSinceListed(isIgnored?: (name: string) => boolean): readonly string[];
}

const LEADS_OUT: ReadResult = { kind: 'unreadable', message: 'it is a link out of the skill' };

/** A name that no file system writes in another way, apart from the case of its letters. */
const SIMPLE_NAME = /^[\w.-]*\w$/;
/** Listed whatever they are, so that their kind is not known from a listing; as in `skill/disk/file-system.ts`. */
const ALWAYS_LISTED = /^(?:\.skillwright\.json|skill\.md)$/i;

const RECENT_MILLISECONDS = 2_000;
const MAX_RECENT = 500;

interface RecentListing {
  readonly entries: readonly DirectoryEntry[];
  /** In milliseconds, as of `performance.now`. */
  readonly time: number;
}

/**
 * Caches the results of `list`, `kind` and `realPath`. A reference to a missing file is looked up in many folders,
 * again at every keystroke, and listing folders would take longer than everything else. Texts are not cached. A file of a skill
 * that is a link out of it is not read.
 */
export function cachingFiles(fs: FileSystem): CachingFiles {
  const lists = new Map<string, readonly DirectoryEntry[]>();
  const kinds = new Map<string, 'file' | 'folder' | undefined>();
  const realPaths = new Map<string, string | undefined>();
  // In the order of their times; survives `forget`, because what was computed from a listing does, too.
  const recent = new Map<string, RecentListing>();
  const listNow = (folder: string): readonly DirectoryEntry[] => {
    const entries = fs.list(folder);
    recent.delete(folder);
    recent.set(folder, { entries, time: performance.now() });
    const [oldest] = recent.keys();
    if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest);
    return entries;
  };
  const once = <T>(cache: Map<string, T>, path: string, load: (path: string) => T): T => {
    const known = cache.get(path);
    if (known !== undefined || cache.has(path)) return known as T;
    const answer = load(path);
    cache.set(path, answer);
    return answer;
  };
  // Most folders are listed anyway, and asking the disk for a path that does not exist takes as long as for one that does.
  const kindNow = (path: string): 'file' | 'folder' | undefined => {
    const entries = lists.get(dirname(path)) ?? [];
    const name = basename(path);
    // A folder that cannot be listed has entries all the same.
    if (entries.length === 0 || ALWAYS_LISTED.test(name) || !SIMPLE_NAME.test(name)) return fs.kind(path);
    const entry = entryOf(entries, name);
    return entry === undefined || entry.name === name ? entry?.kind : fs.kind(path);
  };
  const cached = {
    list: (folder: string) => once(lists, folder, listNow),
    kind: (path: string) => once(kinds, path, kindNow),
    realPath: (path: string) => once(realPaths, path, fs.realPath),
  };
  return {
    ...cached,
    read: (path) => (leadsOut(path, cached, lists) ? LEADS_OUT : fs.read(path)),
    size: (path) => fs.size?.(path),
    deadLinks: (folder) => fs.deadLinks?.(folder) ?? [],
    lists,
    isStale(path) {
      const listed = lists.get(dirname(path));
      if (listed === undefined && !kinds.has(path)) return false;
      const kind = fs.kind(path);
      if (kinds.has(path) && kinds.get(path) !== kind) return true;
      return listed !== undefined && listed.some(({ name }) => name === basename(path)) !== (kind !== undefined);
    },
    changedSinceListed(isIgnored = () => false) {
      const counted = (entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] =>
        entries.filter(({ name }) => !isIgnored(name));
      const end = performance.now() - RECENT_MILLISECONDS;
      return [...recent].flatMap(([folder, { entries, time }]) => {
        const isChanged = !haveSameNames(counted(entries), counted(fs.list(folder)));
        if (isChanged || time < end) recent.delete(folder);
        return isChanged ? [folder] : [];
      });
    },
    forget() {
      lists.clear();
      kinds.clear();
      realPaths.clear();
    },
  };
}

function haveSameNames(a: readonly DirectoryEntry[], b: readonly DirectoryEntry[]): boolean {
  return (
    a.length === b.length && a.every(({ name, kind }, index) => name === b[index]?.name && kind === b[index]?.kind)
  );
}
