import {
  closeSync,
  constants,
  type Dirent,
  fchmodSync,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { O_PATH } from '../disk/remove-folder.ts';
import { codeOf, messageOf } from '../errors.ts';
import { NOT_REGULAR, type OpenFile, openFile, openOwnFile, type ReadFailure } from './read-file.ts';

/** An entry of a folder. A link is not followed. */
export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** A file or folder that is held. The caller closes it. */
export interface HeldEntry {
  readonly stats: Stats;
  /** Opens it without blocking, if it is a regular file. */
  openFile(): OpenFile | ReadFailure;
  /** Returns at most `max` of its entries, if it is a folder that can be read. */
  entries(max: number): readonly Entry[] | undefined;
  /** Holds it once more, if it is a folder. */
  openFolder(): FolderHandle | undefined;
  close(): void;
}

/**
 * A folder that is held: its entries are those of this folder, whatever its path leads to later. No operation follows a
 * link. On Linux the folder is held by a descriptor. Elsewhere its identity is compared before and after each operation,
 * which does not notice a folder that was replaced and put back in between.
 */
export interface FolderHandle {
  /** Opens a folder in it. Undefined if there is none with this name. The caller closes it. */
  openFolder(name: string): FolderHandle | undefined;
  /**
   * Opens what is below it at a relative path that has no links, `.` and `..`. Undefined if it has some or does not exist, or
   * if the system offers no way that is quicker than going from folder to folder.
   */
  openDirectly(below: string): HeldEntry | undefined;
  /** Opens a regular file in it without blocking. */
  openFile(name: string): OpenFile | ReadFailure;
  /**
   * Returns the properties of an entry, which may be a link; undefined if it does not exist, and `unknown` if the system does
   * not tell.
   */
  lstat(name: string): Stats | 'unknown' | undefined;
  /** Returns the target of a link; undefined if it is not one. */
  readLink(name: string): string | undefined;
  /** Returns at most `max` of its entries, sorted by name; undefined if it cannot be read. */
  entries(max: number): readonly Entry[] | undefined;
  /**
   * Writes a regular file in it, completely or not at all, in place of an existing one, whose permissions it gets. Returns the
   * reason if that fails: there is no such file, it is a link, or the system refuses.
   */
  replaceFile(name: string, text: string): string | undefined;
  /** Returns the properties of the folder itself; undefined if it no longer exists at its path, where that matters. */
  stats(): Stats | undefined;
  /** Holds the same folder once more. Undefined if that fails. */
  reopen(): FolderHandle | undefined;
  close(): void;
}

const NO_LINK = constants.O_NOFOLLOW ?? 0;
const FOLDER = (constants.O_DIRECTORY ?? 0) | NO_LINK;

/**
 * Holds the folder at an absolute path. Undefined if it does not exist, or if the last part of the path is a link.
 * @param byDescriptor false for the way of systems other than Linux
 */
export function holdFolder(path: string, byDescriptor = process.platform === 'linux'): FolderHandle | undefined {
  return byDescriptor ? DescriptorHandle.open(path) : PathHandle.open(path);
}

/** A name of an entry leads nowhere else. */
function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name) && !isForeignSeparator(name);
}

function isForeignSeparator(name: string): boolean {
  return process.platform === 'win32' && /[\\:]/.test(name);
}

const NOT_A_NAME: Extract<ReadFailure, { kind: 'refused' }> = { kind: 'refused', why: 'it is not a name of a file' };

/** A path below which nothing can exist. */
const CLOSED = '/dev/null';

/** Holds a folder by a descriptor. `/proc/self/fd/N/name` is an entry of that folder, whatever the folder's path is now. */
class DescriptorHandle implements FolderHandle {
  private path: string;
  private fd: number | undefined;
  private realPath: string | undefined;

  private constructor(fd: number) {
    this.fd = fd;
    this.path = `/proc/self/fd/${fd}`;
  }

  static open(path: string): DescriptorHandle | undefined {
    return attempt(() => new DescriptorHandle(openSync(path, constants.O_RDONLY | O_PATH | FOLDER)));
  }

  openFolder(name: string): FolderHandle | undefined {
    return isName(name) ? DescriptorHandle.open(`${this.path}/${name}`) : undefined;
  }

  openDirectly(below: string): HeldEntry | undefined {
    // Nothing happens to a file that is opened in this way.
    const fd = attempt(() => openSync(`${this.path}/${below}`, constants.O_RDONLY | O_PATH | NO_LINK));
    if (fd === undefined) return undefined;
    const path = `/proc/self/fd/${fd}`;
    const entry = attempt(() => {
      // If the folder was moved, the longer way is taken.
      this.realPath ??= readlinkSync(this.path);
      return readlinkSync(path) === `${this.realPath}/${below}` ? fstatSync(fd) : undefined;
    });
    if (entry === undefined) {
      closeSync(fd);
      return undefined;
    }
    return {
      stats: entry,
      openFile: () => (entry.isFile() ? openFile(path) : NOT_REGULAR),
      entries: (max) => entriesAt(path, max),
      openFolder: () => DescriptorHandle.open(`${path}/.`),
      close: () => closeSync(fd),
    };
  }

  openFile(name: string): OpenFile | ReadFailure {
    return isName(name) ? openOwnFile(`${this.path}/${name}`) : NOT_A_NAME;
  }

  lstat(name: string): Stats | 'unknown' | undefined {
    return isName(name) ? lstatAt(`${this.path}/${name}`) : 'unknown';
  }

  readLink(name: string): string | undefined {
    return isName(name) ? attempt(() => readlinkSync(`${this.path}/${name}`)) : undefined;
  }

  entries(max: number): readonly Entry[] | undefined {
    return entriesAt(this.path, max);
  }

  replaceFile(name: string, text: string): string | undefined {
    return isName(name) ? replaceAt(`${this.path}/${name}`, text) : NOT_A_NAME.why;
  }

  stats(): Stats | undefined {
    const { fd } = this;
    return fd === undefined ? undefined : attempt(() => fstatSync(fd));
  }

  reopen(): FolderHandle | undefined {
    return DescriptorHandle.open(`${this.path}/.`);
  }

  close(): void {
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
    // The number may be that of another file soon, so that the path must not name it.
    this.path = CLOSED;
  }
}

/** Recognizes a folder by its identity. */
class PathHandle implements FolderHandle {
  private readonly path: string;
  private readonly identity: string;

  private constructor(path: string, identity: string) {
    this.path = path;
    this.identity = identity;
  }

  static open(path: string): PathHandle | undefined {
    const identity = identityOf(path);
    return identity === undefined ? undefined : new PathHandle(path, identity);
  }

  openFolder(name: string): FolderHandle | undefined {
    return this.checked(name, (path) => PathHandle.open(path));
  }

  openDirectly(): undefined {
    return undefined;
  }

  openFile(name: string): OpenFile | ReadFailure {
    const opened = isName(name) && this.isSame() ? openOwnFile(join(this.path, name)) : NOT_A_NAME;
    if (opened.kind !== 'open') return opened;
    // On Windows, which has no flag for it, a link was followed.
    const stats = attempt(() => lstatSync(join(this.path, name)));
    if (this.isSame() && stats?.isFile() === true && stats.ino === opened.stats.ino && stats.dev === opened.stats.dev)
      return opened;
    closeSync(opened.fd);
    return { kind: 'refused', why: 'it was replaced while it was read' };
  }

  lstat(name: string): Stats | 'unknown' | undefined {
    if (!isName(name) || !this.isSame()) return 'unknown';
    const stats = lstatAt(join(this.path, name));
    return this.isSame() ? stats : 'unknown';
  }

  readLink(name: string): string | undefined {
    return this.checked(name, (path) => readlinkSync(path));
  }

  entries(max: number): readonly Entry[] | undefined {
    const entries = this.isSame() ? entriesAt(this.path, max) : undefined;
    return this.isSame() ? entries : undefined;
  }

  replaceFile(name: string, text: string): string | undefined {
    return isName(name) && this.isSame() ? replaceAt(join(this.path, name), text, () => this.isSame()) : NOT_A_NAME.why;
  }

  stats(): Stats | undefined {
    const stats = attempt(() => lstatSync(this.path));
    return this.isSame() ? stats : undefined;
  }

  reopen(): FolderHandle {
    return this;
  }

  close(): void {
    // Nothing is held.
  }

  private checked<T>(name: string, work: (path: string) => T | undefined): T | undefined {
    if (!isName(name) || !this.isSame()) return undefined;
    const result = attempt(() => work(join(this.path, name)));
    return this.isSame() ? result : undefined;
  }

  private isSame(): boolean {
    return identityOf(this.path) === this.identity;
  }
}

/**
 * Replaces the regular file at `path`. The last part of the path is never followed: a link that takes its place meanwhile is
 * replaced itself.
 * @param isSame asked again after the new file was created and before it takes the place of the old one
 */
function replaceAt(path: string, text: string, isSame: () => boolean = () => true): string | undefined {
  const stats = lstatAt(path);
  if (stats === undefined) return 'it does not exist';
  if (stats === 'unknown' || !stats.isFile()) return NOT_REGULAR.why;
  const temporary = `${path}.skillwright-${process.pid}`;
  let fd: number | undefined;
  try {
    fd = openSync(temporary, 'wx', stats.mode & 0o777);
    writeFileSync(fd, text);
    fchmodSync(fd, stats.mode & 0o7777);
    closeSync(fd);
    fd = undefined;
    if (!isSame()) throw new Error('its folder was replaced meanwhile');
    renameSync(temporary, path);
    return undefined;
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    if (codeOf(error) !== 'EEXIST') attempt(() => unlinkSync(temporary));
    return messageOf(error);
  }
}

/** Size of a folder up to which all of it is read in one step, which is quicker, in bytes: some thousand entries at most. */
const SMALL_FOLDER = 64 * 1024;

function entriesAt(path: string, max: number): readonly Entry[] | undefined {
  return attempt(() => {
    // What a system gives as the size of a folder grows with the number of its entries.
    const isSmall = statSync(path).size <= SMALL_FOLDER;
    return (isSmall ? readdirSync(path, { withFileTypes: true }).slice(0, max) : firstEntries(path, max)).map(
      (one): Entry => ({ name: one.name, kind: kindOf(one) }),
    );
  });
}

/** Reads a folder up to `max` entries, which are sorted as those of `readdirSync`. */
function firstEntries(path: string, max: number): readonly Dirent[] {
  const folder = opendirSync(path);
  try {
    const entries: Dirent[] = [];
    while (entries.length < max) {
      const entry = folder.readSync();
      if (entry === null) break;
      entries.push(entry);
    }
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } finally {
    folder.closeSync();
  }
}

function lstatAt(path: string): Stats | 'unknown' | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return 'unknown';
  }
}

/** Returns the kind of an entry or a file. */
export function kindOf(one: Dirent | Stats): Entry['kind'] {
  if (one.isFile()) return 'file';
  if (one.isDirectory()) return 'folder';
  return one.isSymbolicLink() ? 'link' : 'other';
}

/** Returns what distinguishes a folder from any other; undefined if there is no folder at the path itself. */
function identityOf(path: string): string | undefined {
  const stats = attempt(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  return stats?.isDirectory() === true ? `${stats.dev} ${stats.ino}` : undefined;
}

/** Returns undefined for what the system refuses. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
