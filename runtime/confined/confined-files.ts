import { realpathSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { TurnBudget } from '../turn-budget.ts';
import { type Entry, type FolderHandle, type HeldEntry, holdFolder, kindOf } from './folder-handle.ts';
import { joinedFolders } from './joined-folders.ts';
import { NOT_REGULAR, type OpenFile, type ReadFailure, readAndClose } from './read-file.ts';
import { PAUSE, type WalkLimits } from './walk-limits.ts';

/** The end of a path, or why it has none. */
export type Located =
  | {
      readonly kind: 'found';
      /** Absolute, without links. */
      readonly path: string;
      readonly stats: Stats;
    }
  | Unreached;

/** Why a path leads to nothing. */
type Unreached =
  /** It does not exist. The path is absolute, without links as far as it exists. */
  | { readonly kind: 'missing'; readonly path: string }
  /** The system does not tell, or the path or its links are longer or deeper than is followed: something may exist there. */
  | { readonly kind: 'unknown'; readonly path: string }
  /** It leads out of the folder, whether or not anything is there. */
  | { readonly kind: 'outside' };

/** Returns the kind of what was found; undefined if nothing was. */
export function kindOfLocated(located: Located): 'file' | 'folder' | 'other' | undefined {
  if (located.kind !== 'found') return undefined;
  const kind = kindOf(located.stats);
  return kind === 'link' ? 'other' : kind;
}

/** A folder that `walk` visits. */
export interface VisitedFolder {
  /** Relative to the start, with `/`; empty for the start itself. */
  readonly path: string;
  /** False if it cannot be read. */
  readonly isReadable: boolean;
  /** Visits its entries, sorted by name, within the limits of the walk. */
  entries(): Generator<Entry | typeof PAUSE>;
  /** True if it has an entry of this name. */
  has(name: string): boolean;
  /** Returns the properties of an entry, which may be a link; undefined if they are not known. */
  stats(name: string): Stats | undefined;
  /** Reads a file in it. Fails if it has more than `maxBytes`. */
  read(name: string, maxBytes: number): Buffer | ReadFailure;
}

/** Maximum number of links in a path, as on Linux. */
const MAX_LINKS = 40;
/** Maximum number of names in a path and in the targets of its links. */
const MAX_STEPS = 4096;
/**
 * Maximum number of names in the targets of links that are followed until the event loop has had a turn, as a folder may have
 * any number of links, each with the most expensive target: a third of a second.
 */
const MAX_STEPS_IN_A_TURN = 50_000;
/** Maximum length of a path, in UTF-16 units; systems have lower limits. */
const MAX_PATH = 32_768;
/** Maximum depth to which `walk` and paths with links descend, because each level is held open. */
export const MAX_DEPTH = 200;

/**
 * Reads the files below a folder that others may change at the same time. Links that stay below it are followed, and nothing
 * outside is opened, listed or looked up, even if a part of a path is replaced meanwhile or the folder itself is moved away:
 * each part of a path is looked up in the folder that was held for the part before it.
 */
export class ConfinedFiles {
  /** The folder, absolute, as paths name it. */
  readonly root: string;
  /** The same folder with links followed. */
  private readonly realRoot: string;
  private readonly top: FolderHandle;

  private constructor(root: string, realRoot: string, top: FolderHandle) {
    this.root = root;
    this.realRoot = realRoot;
    this.top = top;
  }

  /**
   * Holds a folder from now on. Undefined if it does not exist.
   * @param root absolute; may be a link
   * @param byDescriptor false for the way of systems other than Linux
   */
  static hold(root: string, byDescriptor?: boolean): ConfinedFiles | undefined {
    const real = realPath(root);
    const top = real === undefined ? undefined : holdFolder(real, byDescriptor);
    return real === undefined || top === undefined ? undefined : new ConfinedFiles(root, real, top);
  }

  /**
   * Holds some folders in `root`, so that nothing else in it is visible, and it does not matter whether one of them is moved
   * or replaced later. Undefined if one of them does not exist or is a link.
   * @param root absolute, with links followed
   */
  static holdSome(root: string, names: readonly string[], byDescriptor?: boolean): ConfinedFiles | undefined {
    const held = new Map<string, FolderHandle>();
    for (const name of names) {
      const handle = holdFolder(join(root, name), byDescriptor);
      if (handle !== undefined) held.set(name, handle);
    }
    const top = joinedFolders(held);
    if (held.size === names.length) return new ConfinedFiles(root, root, top);
    top.close();
    return undefined;
  }

  /** Finds what a path leads to. */
  locate(path: string): Located {
    return this.reach<Located>(path, true, found, (unreached) => unreached);
  }

  /** Like `locate`, but a link in the last part of the path is found itself. */
  locateEntry(path: string): Located {
    return this.reach<Located>(path, false, found, (unreached) => unreached);
  }

  /** Reads a file. Fails if it has more than `maxBytes`. */
  read(path: string, maxBytes: number): Buffer | ReadFailure {
    return this.readAt(path, true, maxBytes);
  }

  /** Like `read`, but does not follow a link in the last part of the path. */
  readEntry(path: string, maxBytes: number): Buffer | ReadFailure {
    return this.readAt(path, false, maxBytes);
  }

  /** Returns at most `max` entries of a folder, sorted by name; undefined if it is not one. */
  list(path: string, max: number): readonly Entry[] | undefined {
    return this.reach(
      path,
      true,
      ({ stats, entries }) => (stats.isDirectory() ? entries(max)?.toSorted(byName) : undefined),
      () => undefined,
    );
  }

  /**
   * Writes a regular file below the root, completely or not at all, in place of an existing one. A link at the path itself is
   * not followed. Returns the reason if that fails.
   */
  replace(path: string, text: string): string | undefined {
    const folder = this.reach(
      dirname(path),
      true,
      ({ stats, openFolder }) => (stats.isDirectory() ? openFolder() : undefined),
      () => undefined,
    );
    if (folder === undefined) return 'its folder cannot be reached';
    try {
      return folder.replaceFile(basename(path), text);
    } finally {
      folder.close();
    }
  }

  /** Returns the kind of what a path leads to, links followed; undefined if nothing can be reached. */
  kind(path: string): 'file' | 'folder' | 'other' | undefined {
    return kindOfLocated(this.locate(path));
  }

  /**
   * Visits a folder and those below it without following links; none if there is no such folder. Stops at the limits, and
   * asks for pauses between all steps, also in a folder.
   * @param enters returns true for a folder that is visited, at most `MAX_DEPTH` levels deep; `depth` is 1 for those of the start
   */
  *walk(
    start: string,
    enters: (path: string, name: string, depth: number) => boolean,
    limits: WalkLimits,
  ): Generator<VisitedFolder | typeof PAUSE> {
    if (limits.isTurnDue) yield PAUSE;
    const first = this.reach(
      start,
      true,
      ({ stats, openFolder }) => (stats.isDirectory() ? openFolder() : undefined),
      () => undefined,
    );
    if (first === undefined) return;
    const levels: { readonly folder: FolderHandle; readonly path: string; readonly inner: Iterator<Entry> }[] = [];
    const visit = (folder: FolderHandle, path: string): VisitedFolder => {
      const known = folder.entries(limits.entriesToRead);
      const all = known ?? [];
      levels.push({ folder, path, inner: all.filter(({ kind }) => kind === 'folder').values() });
      const stats = (name: string): Stats | undefined => {
        const found = folder.lstat(name);
        return found === 'unknown' ? undefined : found;
      };
      return {
        path,
        isReadable: known !== undefined,
        entries: () => within(limits, path, all),
        has: (name) => all.some((one) => one.name === name),
        stats,
        read: (name, max) => readIn(folder, name, max),
      };
    };
    try {
      yield visit(first, '');
      for (let level = levels.at(-1); level !== undefined && limits.goesOn(); level = levels.at(-1)) {
        if (limits.isTurnDue) yield PAUSE;
        const next = level.inner.next();
        if (next.done === true) {
          levels.pop();
          level.folder.close();
          continue;
        }
        const { name } = next.value;
        const path = level.path === '' ? name : `${level.path}/${name}`;
        if (levels.length >= MAX_DEPTH || !enters(path, name, levels.length)) continue;
        const folder = level.folder.openFolder(name);
        if (folder !== undefined) yield visit(folder, path);
      }
    } finally {
      for (const { folder } of levels) folder.close();
    }
  }

  /** Releases the folders. Nothing can be read afterwards. */
  close(): void {
    this.top.close();
  }

  private readAt(path: string, followsLast: boolean, maxBytes: number): Buffer | ReadFailure {
    return this.reach<Buffer | ReadFailure>(
      path,
      followsLast,
      ({ openFile }) => read(openFile(), maxBytes),
      ({ kind }) =>
        kind === 'outside'
          ? { kind: 'refused', why: 'it leads out of the folder' }
          : { kind: 'failed', message: kind === 'missing' ? 'it does not exist' : 'it cannot be looked up' },
    );
  }

  /** Goes to what exists at a path, and calls `use` while it is held, or `otherwise` if nothing can be reached. */
  private reach<T>(
    path: string,
    followsLast: boolean,
    use: (place: Place) => T,
    otherwise: (unreached: Unreached) => T,
  ): T {
    const below = this.below(NOT_NORMAL.test(path) ? normalize(path) : path);
    if (below === undefined) return otherwise({ kind: 'outside' });
    if (below.length > MAX_PATH) return otherwise({ kind: 'unknown', path });
    const direct = this.top.openDirectly(below);
    try {
      if (direct !== undefined && !(followsLast && direct.stats.isSymbolicLink()))
        return use({ ...direct, path: `${this.root}${sep}${below}` });
    } finally {
      direct?.close();
    }
    const names = below.split(SEPARATORS);
    const way = new Way(this.root, this.top);
    try {
      const unreached = this.follow(way, names, followsLast);
      if (unreached !== undefined) return otherwise(unreached);
      const place = way.place();
      return place === undefined ? otherwise({ kind: 'unknown', path: way.path }) : use(place);
    } finally {
      way.restart();
    }
  }

  /** Goes along `names`, which may be links. */
  private follow(way: Way, names: readonly string[], followsLast: boolean): Unreached | undefined {
    let links = 0;
    // The next name last.
    const pending = names.toReversed();
    let steps = 0;
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      const isOfLink = ++steps > names.length;
      if (steps > MAX_STEPS || (isOfLink && !mayFollow())) return { kind: 'unknown', path: way.path };
      if (name === '' || name === '.') continue;
      if (name === '..') {
        if (!way.up()) return { kind: 'outside' };
        continue;
      }
      const found = way.down(name);
      if (found !== 'found') return { kind: found, path: join(way.path, name, ...pending.toReversed()) };
      if (!way.isLink || (!followsLast && pending.length === 0)) continue;
      const target = ++links > MAX_LINKS ? undefined : way.readLink();
      if (target === undefined) return { kind: 'unknown', path: join(way.path, ...pending.toReversed()) };
      if (isAbsolute(target)) {
        const inside = this.below(target);
        if (inside === undefined) return { kind: 'outside' };
        way.restart();
        pending.push(...inside.split(SEPARATORS).toReversed());
      } else {
        way.up();
        pending.push(...target.split(SEPARATORS).toReversed());
      }
    }
    return undefined;
  }

  /** Returns the part of an absolute path below the root, empty for the root itself; undefined if it is elsewhere. */
  private below(path: string): string | undefined {
    const root = [this.root, this.realRoot].find((one) => path === one || path.startsWith(one + sep));
    return root === undefined ? undefined : path.slice(root.length + 1);
  }
}

const turn = new TurnBudget(MAX_STEPS_IN_A_TURN);

/** Counts a name in the target of a link. Returns false if there were too many since the event loop had a turn. */
function mayFollow(): boolean {
  if (turn.isSpent) return false;
  turn.spend(1);
  return true;
}

/** Matches a path that may have parts to normalize. */
const NOT_NORMAL = process.platform === 'win32' ? /./ : /\/(?:\.|\/|$)/;

const SEPARATORS = process.platform === 'win32' ? /[\\/]/ : /\//;

/** The file or folder at the end of a path, which is held as long as it is used. */
interface Place extends Omit<HeldEntry, 'close'> {
  /** Absolute, without links. */
  readonly path: string;
}

/** A way through folders, each of which is held. */
class Way {
  private readonly root: string;
  private readonly top: FolderHandle;
  private readonly levels: { readonly name: string; readonly folder: FolderHandle }[] = [];
  /** The last entry, in the last folder, as long as it has not been entered. */
  private entry: { readonly name: string; readonly stats: Stats } | undefined;

  constructor(root: string, top: FolderHandle) {
    this.root = root;
    this.top = top;
  }

  get path(): string {
    const names = this.levels.map(({ name }) => name);
    return join(this.root, ...names, this.entry?.name ?? '');
  }

  get isLink(): boolean {
    return this.entry?.stats.isSymbolicLink() === true;
  }

  /** Goes to an entry, if it exists. */
  down(name: string): 'found' | 'missing' | 'unknown' {
    if (this.entry?.stats.isDirectory() === false) return 'missing';
    if (!this.enter()) return 'unknown';
    const stats = this.folder.lstat(name);
    if (stats === undefined) return 'missing';
    if (stats === 'unknown') return 'unknown';
    this.entry = { name, stats };
    return 'found';
  }

  /** Goes to the folder above. False at the top. */
  up(): boolean {
    if (this.entry !== undefined) {
      this.entry = undefined;
      return true;
    }
    const left = this.levels.pop();
    left?.folder.close();
    return left !== undefined;
  }

  /** Goes back to the top. */
  restart(): void {
    this.entry = undefined;
    for (const { folder } of this.levels.splice(0)) folder.close();
  }

  /** Returns the target of the link at the end. */
  readLink(): string | undefined {
    return this.entry === undefined ? undefined : this.folder.readLink(this.entry.name);
  }

  /** Returns the end; undefined if it no longer exists. */
  place(): Place | undefined {
    const { entry, folder: parent, path } = this;
    if (entry !== undefined && !entry.stats.isDirectory())
      return {
        path,
        stats: entry.stats,
        entries: () => [],
        openFolder: () => undefined,
        openFile: () => parent.openFile(entry.name),
      };
    if (!this.enter()) return undefined;
    const { folder } = this;
    const stats = folder.stats();
    if (stats === undefined) return undefined;
    return {
      path,
      stats,
      entries: (max) => folder.entries(max),
      openFolder: () => folder.reopen(),
      openFile: () => NOT_REGULAR,
    };
  }

  private get folder(): FolderHandle {
    return this.levels.at(-1)?.folder ?? this.top;
  }

  /** Holds the last entry, if it is a folder. */
  private enter(): boolean {
    const { entry } = this;
    if (entry === undefined) return true;
    if (!entry.stats.isDirectory() || this.levels.length >= MAX_DEPTH) return false;
    const folder = this.folder.openFolder(entry.name);
    if (folder === undefined) return false;
    this.levels.push({ name: entry.name, folder });
    this.entry = undefined;
    return true;
  }
}

/** Visits the entries of the folder at `path` of a walk. */
function* within(limits: WalkLimits, path: string, entries: readonly Entry[]): Generator<Entry | typeof PAUSE> {
  for (const entry of entries) {
    limits.countEntry(path.length + 1 + entry.name.length);
    if (!limits.goesOn()) return;
    if (limits.isTurnDue) yield PAUSE;
    yield entry;
  }
}

function readIn(folder: FolderHandle, name: string, maxBytes: number): Buffer | ReadFailure {
  return read(folder.openFile(name), maxBytes);
}

function read(opened: OpenFile | ReadFailure, maxBytes: number): Buffer | ReadFailure {
  return opened.kind === 'open' ? readAndClose(opened, maxBytes) : opened;
}

function found({ path, stats }: Place): Located {
  return { kind: 'found', path, stats };
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function byName(a: Entry, b: Entry): number {
  return a.name < b.name ? -1 : 1;
}
