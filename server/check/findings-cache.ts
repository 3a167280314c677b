import { closeSync, fstatSync, openSync } from 'node:fs';
import { type DiskObserver, MAX_TEXT_BYTES, readBytes } from '../../skill/disk.ts';
import { DEFAULT_CERTAINTY } from '../certainty.ts';
import type { Settings } from '../settings.ts';
import { digest, readCacheFile, writeCacheFile } from './cache-files.ts';
import type { SkillFindings } from './skills.ts';
import type { Trace } from './trace.ts';

/** The cached findings of one skill. */
export interface CachedFindings extends Pick<SkillFindings, 'name' | 'files'> {
  readonly surroundings: string;
  readonly trace: Trace;
}

/** Cached findings of earlier runs on the same folders, with the same settings and rules. */
export interface Store {
  /** True if nothing is cached. */
  readonly isEmpty: boolean;
  get(root: string): CachedFindings | undefined;
  put(root: string, findings: CachedFindings): void;
  /** Writes new entries. Skills that are not in `roots` are removed. */
  close(roots: ReadonlySet<string>): void;
}

/** A cache of findings across runs. */
export interface FindingsCache {
  open(folders: readonly string[], settings: Settings): Store;
  /** Returns the digest of a text file as in a trace, without decoding it; undefined if the file must be read for it. */
  readonly digestOf?: (path: string) => string | undefined;
}

const BOUNDS = { files: 64, bytes: 128 * 1024 * 1024 };

/**
 * Creates a cache in a folder. `version` is that of the rules. Never throws: unreadable, damaged or foreign files are
 * treated as absent, and if nothing can be written, nothing is cached.
 */
export function findingsCache(folder: string, version: string, observer?: DiskObserver): FindingsCache {
  return {
    digestOf: (path) => digestOfFile(path, observer),
    open(
      folders,
      { clients, overridesProjectClients = false, levels, certainty = DEFAULT_CERTAINTY, explain = false },
    ) {
      const { error, warning } = certainty;
      const used = [clients, overridesProjectClients, explain, [...levels].sort(), error, warning];
      const key = digest(JSON.stringify([version, folders, ...used]));
      const entries = readEntries(folder, key);
      let changed = false;
      return {
        isEmpty: entries.size === 0,
        get: (root) => entries.get(root),
        put(root, stored) {
          entries.set(root, stored);
          changed = true;
        },
        close(roots) {
          for (const root of entries.keys()) if (!roots.has(root)) changed = entries.delete(root) || changed;
          if (changed) writeCacheFile(folder, key, Buffer.from(JSON.stringify([...entries])), BOUNDS);
        },
      };
    },
  };
}

function readEntries(folder: string, key: string): Map<string, CachedFindings> {
  const body = readCacheFile(folder, key);
  return new Map(body === undefined ? [] : (JSON.parse(body.toString()) as [string, CachedFindings][]));
}

function digestOfFile(path: string, onlooker?: DiskObserver): string | undefined {
  let file: number;
  try {
    // Opened like in `diskFiles`, which explains the flag.
    file = openSync(path, process.platform === 'win32' ? 'r' : 0o4000);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > MAX_TEXT_BYTES) return undefined;
    const bytes = readBytes(file, stat.size);
    onlooker?.file(path, stat, bytes);
    return digest(bytes);
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
