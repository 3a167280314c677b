import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { MAX_TEXT_BYTES } from '../../skill/disk.ts';
import type { Settings } from '../settings.ts';
import type { SkillFindings } from './skills.ts';
import { digest, type Trace } from './trace.ts';

/** What is kept of one skill. */
export interface Kept extends Pick<SkillFindings, 'name' | 'files'> {
  readonly surroundings: string;
  readonly trace: Trace;
}

/** The findings of earlier runs over the same folders, with the same settings and rules. */
export interface Store {
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

/** Files that are kept at most, and bytes of one and of all. The oldest go first. */
const MAX_FILES = 64;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_TOTAL = 128 * 1024 * 1024;

/**
 * Keeps findings in a folder. `version` is that of the rules. Nothing here throws: what cannot be read, is damaged or was
 * written by something else is as if it were not there, and where nothing can be written nothing is kept.
 */
export function keepIn(folder: string, version: string): Keeping {
  return {
    digestOf: digestOfFile,
    open(folders, { profile, levels }) {
      const key = digest(JSON.stringify([version, folders, profile, [...levels].sort()]));
      const path = join(folder, `${key}.json`);
      const entries = readEntries(path, key);
      let changed = false;
      return {
        get: (root) => entries.get(root),
        put(root, kept) {
          entries.set(root, kept);
          changed = true;
        },
        close(roots) {
          for (const root of entries.keys()) if (!roots.has(root)) changed = entries.delete(root) || changed;
          if (changed) writeEntries(folder, path, key, entries);
        },
      };
    },
  };
}

/** The first line has the key and a digest of the rest, so that a torn or foreign file is told from one of ours. */
function readEntries(path: string, key: string): Map<string, Kept> {
  try {
    if (statSync(path).size > MAX_BYTES) return new Map();
    const text = readFileSync(path, 'utf8');
    const line = text.indexOf('\n');
    const body = text.slice(line + 1);
    if (text.slice(0, line) !== `${key} ${digest(body)}`) return new Map();
    return new Map(JSON.parse(body) as [string, Kept][]);
  } catch {
    return new Map();
  }
}

function writeEntries(folder: string, path: string, key: string, entries: ReadonlyMap<string, Kept>): void {
  const body = JSON.stringify([...entries]);
  // The name of a process and a moment: two that end at once do not write into one file.
  const fresh = `${path}.${process.pid}.${Date.now()}`;
  try {
    if (body.length > MAX_BYTES / 2) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(fresh, `${key} ${digest(body)}\n${body}`, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, path);
    dropOldest(folder);
  } catch {
    drop(fresh);
  }
}

function drop(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder is none, or not ours: there is nothing to drop.
  }
}

function dropOldest(folder: string): void {
  const files = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), stat: statSync(join(folder, name), { throwIfNoEntry: false }) }))
    .sort((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0));
  let total = 0;
  for (const [index, { path, stat }] of files.entries()) {
    total += stat?.size ?? 0;
    if (index >= MAX_FILES || total > MAX_TOTAL) drop(path);
  }
}

let buffer = Buffer.allocUnsafe(256 * 1024);

function digestOfFile(path: string): string | undefined {
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
    if (stat.size > buffer.length) buffer = Buffer.allocUnsafe(MAX_TEXT_BYTES);
    let length = 0;
    for (let count = 1; count > 0 && length < stat.size; length += count) {
      count = readSync(file, buffer, length, stat.size - length, length);
    }
    return digest(buffer.subarray(0, length));
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
