import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { cacheFolder, makeFolders } from '../../../skill/disk.ts';
import { FORMATS } from '../formats.ts';
import type { DescribeResult } from './session-entry.ts';
import type { SessionFile } from './session-files.ts';

/** To be increased when the entries for the same files change, so that no entry of an earlier version is used. */
const ENTRY_VERSION = 14;
/** Maximum size of an index, in bytes. A larger one is discarded. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Number of outdated lines at which an index is rewritten, if there are as many as current ones. */
const MANY_OUTDATED = 100;

/** Returns the folder of the index, next to the other caches of the product. */
export function indexFolder(): string {
  return join(cacheFolder(), 'sessions');
}

/** Returns the key of a file: its path, with the session in a database. */
export function keyOf({ path, session }: Pick<SessionFile, 'path' | 'session'>): string {
  return session === undefined ? path : `${path}\n${session}`;
}

interface CachedEntry {
  readonly stamp: string;
  readonly described: DescribeResult;
}

/**
 * The entries of sessions that were read before, in a file of lines in the cache folder. An entry is appended as soon as it
 * is known, so a process that is killed loses one at most. Each line has a digest: broken ones are dropped, and their
 * sessions read again. If nothing can be written, the index works in memory. Never throws.
 */
export class SessionIndex {
  private readonly path: string;
  private readonly entries = new Map<string, CachedEntry>();
  private lines = 0;
  private fd: number | undefined;
  private isWritable = true;

  /** Opens the index in a folder, which is created when the first entry is added. */
  constructor(folder: string) {
    const version = digest(JSON.stringify([manifest.version, ENTRY_VERSION, FORMATS.map(({ id }) => id)]));
    this.path = join(folder, `index-${version.replaceAll(/[^\w]/g, '')}.jsonl`);
    for (const line of readLines(this.path)) {
      this.lines++;
      const entry = parseLine(line);
      if (entry !== undefined) this.entries.set(entry[0], { stamp: entry[1], described: entry[2] });
    }
  }

  /** Returns the entry of a file, by its key, if the file has not changed since. */
  get(key: string, stamp: string): DescribeResult | undefined {
    const cached = this.entries.get(key);
    return cached?.stamp === stamp ? cached.described : undefined;
  }

  /**
   * Returns the time of the last event of a session, in milliseconds since 1970, when its file was read. Undefined if it was not
   * read, or is not a session.
   * @param own the beginning of the stamp: `isCurrent` is false if the file has another one now
   */
  endOf(key: string, own: string): { readonly end: number; readonly isCurrent: boolean } | undefined {
    const cached = this.entries.get(key);
    if (cached?.described.kind !== 'session') return undefined;
    const end = Date.parse(cached.described.entry.end);
    return Number.isNaN(end) ? undefined : { end, isCurrent: `${cached.stamp} `.startsWith(`${own} `) };
  }

  /** Adds or replaces the entry of a file, by its key. */
  set(key: string, stamp: string, described: DescribeResult): void {
    this.entries.set(key, { stamp, described });
    this.lines++;
    this.append(lineOf(key, stamp, described));
  }

  /**
   * Closes the index after a complete search, and removes the entries of files that were deleted or may no longer be read.
   * @param found the keys of the files of the search
   * @param allows true if a file may be read
   */
  prune(found: ReadonlySet<string>, allows: (path: string) => boolean): void {
    let isPruned = false;
    const databases = new Set([...found].map((key) => key.split('\n')[0]));
    for (const key of this.entries.keys()) {
      const [path = '', session] = key.split('\n');
      const isDeleted = session !== undefined && databases.has(path);
      if (found.has(key) || (!isDeleted && allows(path) && existsSync(path))) continue;
      this.entries.delete(key);
      isPruned = true;
    }
    const outdated = this.lines - this.entries.size;
    if (isPruned || (outdated >= MANY_OUTDATED && outdated >= this.entries.size)) this.rewrite();
  }

  close(): void {
    if (this.fd === undefined) return;
    try {
      closeSync(this.fd);
    } catch {
      // A disk that fails now has failed before; the entries are in memory.
    }
    this.fd = undefined;
  }

  private append(line: string): void {
    if (!this.isWritable) return;
    try {
      this.fd ??= this.open();
      writeSync(this.fd, line);
    } catch {
      this.isWritable = false;
      this.close();
    }
  }

  private open(): number {
    const folder = join(this.path, '..');
    makeFolders(folder, 0o700);
    // Indexes of other versions of the product.
    for (const name of readdirSync(folder))
      if (name.startsWith('index-') && !this.path.endsWith(name)) rmSync(join(folder, name), { force: true });
    return openSync(this.path, 'a', 0o600);
  }

  private rewrite(): void {
    this.close();
    const fresh = `${this.path}.${process.pid}`;
    try {
      const lines = [...this.entries].map(([key, { stamp, described }]) => lineOf(key, stamp, described));
      writeFileSync(fresh, lines.join(''), { mode: 0o600, flag: 'wx' });
      renameSync(fresh, this.path);
      this.lines = this.entries.size;
    } catch {
      try {
        rmSync(fresh, { force: true });
      } catch {
        // The folder is not writable, so nothing was created.
      }
    }
  }
}

type Line = readonly [key: string, stamp: string, described: DescribeResult];

/** Starts with the line end, so that a partially written line does not corrupt the next one. */
function lineOf(...line: Line): string {
  const json = JSON.stringify(line);
  return `\n${digest(json)} ${json}`;
}

/** Returns the entry of a line; undefined if it is damaged. The digest makes it certain that its shape is ours. */
function parseLine(line: string): Line | undefined {
  const space = line.indexOf(' ');
  const json = line.slice(space + 1);
  return space > 0 && line.slice(0, space) === digest(json) ? (JSON.parse(json) as Line) : undefined;
}

function readLines(path: string): readonly string[] {
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) {
      rmSync(path, { force: true });
      return [];
    }
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
