import { closeSync, fstatSync, openSync } from 'node:fs';
import { type DiskObserver, MAX_TEXT_BYTES, readBytes } from '../../skill/disk.ts';
import { DEFAULT_CERTAINTY } from '../certainty.ts';
import type { Settings } from '../settings.ts';
import { digest, readKept, writeKept } from './kept-files.ts';
import type { SkillFindings } from './skills.ts';
import type { Trace } from './trace.ts';

/** What is kept of one skill. */
export interface Kept extends Pick<SkillFindings, 'name' | 'files'> {
  readonly surroundings: string;
  readonly trace: Trace;
}

/** The findings of earlier runs over the same folders, with the same settings and rules. */
export interface Store {
  /** Whether earlier runs left nothing. */
  readonly isEmpty: boolean;
  get(root: string): Kept | undefined;
  put(root: string, kept: Kept): void;
  /** Writes what is new. `roots`: all skills that exist; others are forgotten. */
  close(roots: ReadonlySet<string>): void;
}

/** What earlier runs left. */
export interface Keeping {
  open(folders: readonly string[], settings: Settings): Store;
  /** Digest of a file's text as a trace has it, without decoding it; undefined where it must be read to tell. */
  readonly digestOf?: (path: string) => string | undefined;
}

const BOUNDS = { files: 64, bytes: 128 * 1024 * 1024 };

/**
 * Keeps findings in a folder. `version` is that of the rules. Nothing here throws: what cannot be read, is damaged or was
 * written by something else is as if it were not there, and where nothing can be written nothing is kept.
 */
export function keepIn(folder: string, version: string, onlooker?: DiskObserver): Keeping {
  return {
    digestOf: (path) => digestOfFile(path, onlooker),
    open(folders, { profile, firmProfile = false, levels, certainty = DEFAULT_CERTAINTY, explain = false }) {
      const { error, warning } = certainty;
      const used = [profile, firmProfile, explain, [...levels].sort(), error, warning];
      const key = digest(JSON.stringify([version, folders, ...used]));
      const entries = readEntries(folder, key);
      let changed = false;
      return {
        isEmpty: entries.size === 0,
        get: (root) => entries.get(root),
        put(root, kept) {
          entries.set(root, kept);
          changed = true;
        },
        close(roots) {
          for (const root of entries.keys()) if (!roots.has(root)) changed = entries.delete(root) || changed;
          if (changed) writeKept(folder, key, Buffer.from(JSON.stringify([...entries])), BOUNDS);
        },
      };
    },
  };
}

function readEntries(folder: string, key: string): Map<string, Kept> {
  const body = readKept(folder, key);
  return new Map(body === undefined ? [] : (JSON.parse(body.toString()) as [string, Kept][]));
}

function digestOfFile(path: string, onlooker?: DiskObserver): string | undefined {
  let file: number;
  try {
    // As `diskFiles` opens it, which also says why.
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
