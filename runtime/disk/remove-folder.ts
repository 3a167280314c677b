/** Removes folders that commands may have filled: at any depth, with any names and permissions, and with links. */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  type Dir,
  existsSync,
  fstatSync,
  lchmodSync,
  lstatSync,
  opendirSync,
  openSync,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync,
} from 'node:fs';
import { sep, toNamespacedPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Levels that are held open. Folders at the last one are moved to the top, so that any depth can be removed. */
const MAX_LEVELS = 64;
/** Bytes of a path to which one more name can be added: the system with the shortest paths allows 1024. */
const MAX_PATH_BYTES = 700;
/** Maximum number of times that a folder is read after something in it was removed. For the top, that limits the depth. */
const MAX_PASSES = 100_000;
/** Number of times that a removal is tried again, because another program, such as a virus scanner, has a file open. */
const RETRIES = 2;
const RETRY_MS = 50;
/** Milliseconds of work after which the event loop gets a turn. */
const YIELD_AFTER_MS = 20;

/**
 * Removes a folder, or a link in its place, with everything in it; nothing if it does not exist. Makes folders writable,
 * follows no link and enters no other file system. Does not block the event loop for long, and never rejects.
 * @param folder absolute path, in a folder that no one else can change
 * @returns a message for the user if something remains
 */
export async function removeFolder(folder: string): Promise<string | undefined> {
  for (let tries = 0; tries <= RETRIES; tries++) {
    if (tries > 0) await sleep(RETRY_MS);
    let nextYield = performance.now() + YIELD_AFTER_MS;
    for (const _ of remove(folder)) {
      if (performance.now() < nextYield) continue;
      await new Promise((resolve) => setImmediate(resolve));
      nextYield = performance.now() + YIELD_AFTER_MS;
    }
    if (!exists(folder)) return undefined;
  }
  return remainsOf(folder);
}

/** Removes a folder as `removeFolder` does, but before it returns. Never throws. */
export function removeFolderNow(folder: string): string | undefined {
  for (let tries = 0; tries <= RETRIES; tries++) {
    if (tries > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    for (const _ of remove(folder));
    if (!exists(folder)) return undefined;
  }
  return remainsOf(folder);
}

const remainsOf = (folder: string): string => `${folder} could not be removed completely: remove it yourself.`;

/** Removes what it can, and pauses after each step. Never throws. */
function* remove(folder: string): Generator<undefined> {
  const path = Buffer.from(toNamespacedPath(folder));
  const top = Level.open(path);
  // Nothing, or a link or a file.
  if (top === undefined) return void attempt(() => unlinkSync(path));
  const levels = [top];
  const unique = randomUUID();
  let moved = 0;
  try {
    for (let level: Level | undefined = top; level !== undefined; level = levels.at(-1)) {
      yield;
      const entry = level.next();
      if (entry === undefined) {
        const isRemoved = level.removeItself();
        if (!isRemoved && level.startsAgain()) continue;
        levels.pop();
        level.close();
        if (isRemoved) levels.at(-1)?.hasChanged();
        continue;
      }
      const inner = Buffer.concat([level.prefix, entry.name]);
      const child = entry.isFolder ? Level.open(inner, top) : undefined;
      if (child === undefined) {
        if (!entry.isFolder && attempt(() => unlinkSync(inner))) level.hasChanged();
      } else if (levels.length < MAX_LEVELS && (level === top || child.prefix.length <= MAX_PATH_BYTES)) {
        levels.push(child);
      } else {
        child.close();
        const target = Buffer.concat([top.prefix, Buffer.from(`${unique}-${moved++}`)]);
        if (!attempt(() => renameSync(inner, target))) continue;
        level.hasChanged();
        top.hasChanged();
      }
    }
  } finally {
    for (const level of levels) level.close();
  }
}

/** A name is bytes, because it need not be valid text. */
interface Found {
  readonly name: Buffer;
  readonly isFolder: boolean;
}

/** A folder that is being emptied. On Linux a descriptor holds it, so that paths are short and lead nowhere else. */
class Level {
  /** The start of the paths of its entries. */
  readonly prefix: Buffer;
  /** Its path in the level above. */
  private readonly path: Buffer;
  private readonly stats: Stats;
  private readonly fd: number | undefined;
  private entries: Dir | undefined;
  /** True if something was removed from it since it was last read from its start. */
  private isChanged = false;
  private passes = 0;

  private constructor(path: Buffer, stats: Stats, fd: number | undefined) {
    this.path = path;
    this.stats = stats;
    this.fd = fd;
    this.prefix = fd === undefined ? Buffer.concat([path, Buffer.from(sep)]) : Buffer.from(`/proc/self/fd/${fd}/`);
  }

  /** Opens a folder and makes it writable. Undefined if it is none, cannot be opened, or is in another file system than `top`. */
  static open(path: Buffer, top?: Level): Level | undefined {
    let fd: number | undefined;
    try {
      if (HAS_DESCRIPTORS) fd = openSync(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
      const stats = fd === undefined ? lstatSync(path) : fstatSync(fd);
      if (stats.isDirectory() && (top === undefined || stats.dev === top.stats.dev)) {
        if ((stats.mode & OWNER) !== OWNER)
          attempt(() => makeWritable(fd === undefined ? path : `/proc/self/fd/${fd}`));
        return new Level(path, stats, fd);
      }
    } catch {
      // It remains.
    }
    if (fd !== undefined) closeSync(fd);
    return undefined;
  }

  /** Returns the next entry; undefined at the end. */
  next(): Found | undefined {
    let found: Found | undefined;
    attempt(() => {
      if (!this.isSame()) return;
      this.entries ??= opendirSync(this.fd === undefined ? this.path : this.prefix, BYTES);
      const entry = this.entries.readSync();
      if (entry === null) return;
      found = { name: entry.name as unknown as Buffer, isFolder: entry.isDirectory() };
    });
    if (found === undefined) this.closeEntries();
    return found;
  }

  hasChanged(): void {
    this.isChanged = true;
  }

  removeItself(): boolean {
    return attempt(() => {
      if (!this.isSame()) throw new Error('it was replaced');
      rmdirSync(this.path);
    });
  }

  /** Reads its entries from the start if that may help: a list may miss some when others are removed. */
  startsAgain(): boolean {
    const isUseful = this.isChanged && ++this.passes < MAX_PASSES;
    this.isChanged = false;
    return isUseful;
  }

  close(): void {
    this.closeEntries();
    if (this.fd !== undefined) closeSync(this.fd);
  }

  private closeEntries(): void {
    const { entries } = this;
    this.entries = undefined;
    if (entries !== undefined) attempt(() => entries.closeSync());
  }

  /** False if another one is in its place, where no descriptor holds it. */
  private isSame(): boolean {
    if (this.fd !== undefined) return true;
    const now = lstatSync(this.path, { throwIfNoEntry: false });
    return now?.isDirectory() === true && now.ino === this.stats.ino && now.dev === this.stats.dev;
  }
}

/** Linux' flag for a descriptor that only names a folder, so that no permission to list it is needed. Node does not export it. */
export const O_PATH = 0o10000000;
const HAS_DESCRIPTORS = process.platform === 'linux' && existsSync('/proc/self/fd');
const OWNER = 0o700;
/** Node's types lack this encoding. */
const BYTES = { encoding: 'buffer' as BufferEncoding };

/** Only macOS has a function that follows no link. On Linux the path is that of a descriptor. */
function makeWritable(path: Buffer | string): void {
  if (process.platform === 'darwin') lchmodSync(path, OWNER);
  else chmodSync(path, OWNER);
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Returns false if the system refuses. */
function attempt(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
