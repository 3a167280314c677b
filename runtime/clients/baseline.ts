/** The files of a fresh copy of a workspace, by which later changes are recognized. */
import { lstatSync, readFileSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { yieldToEventLoop } from '../loop/abort.ts';
import { entryNames } from './entry-names.ts';

/** A file of the copy when it was made, and its original. */
export interface BaselineFile {
  readonly size: number;
  /** Changes with every write, and cannot be set by a program. */
  readonly ctimeMs: number;
  readonly ino: number;
  /** Absolute path of the original, and the time of its last change. */
  readonly original: string;
  readonly originalMtimeMs: number;
}

/** By path relative to the copy of the workspace, with `/`. */
export type Baseline = ReadonlyMap<string, BaselineFile>;

/** Folders that are neither copied nor compared. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);
/** Maximum number of files and folders of a copy that are visited. */
const MAX_ENTRIES = 200_000;
/** Milliseconds of work after which the event loop gets a turn. */
const YIELD_AFTER_MS = 20;

/**
 * Visits every file and link below `folder`, without following links. Returns false if it stopped before the end because
 * there are too many or `deadline` (of `performance.now()`) has passed.
 */
export async function walkFiles(
  folder: string,
  deadline: number,
  onFile: (path: string, stats: Stats) => void,
): Promise<boolean> {
  const pending = [''];
  let visited = 0;
  let nextYield = performance.now() + YIELD_AFTER_MS;
  for (let inner = pending.pop(); inner !== undefined; inner = pending.pop()) {
    for (const name of entryNames(join(folder, inner))) {
      if (++visited > MAX_ENTRIES) return false;
      const path = inner === '' ? name : `${inner}/${name}`;
      const stats = statsOf(join(folder, path));
      if (stats?.isDirectory()) {
        if (!SKIPPED.has(name)) pending.push(path);
      } else if (stats !== undefined) onFile(path, stats);
    }
    const now = performance.now();
    if (now > deadline) return false;
    if (now <= nextYield) continue;
    await yieldToEventLoop();
    nextYield = performance.now() + YIELD_AFTER_MS;
  }
  return true;
}

/** Returns the properties of a file or link; undefined if it does not exist or may not be examined. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Reads the files of a fresh copy, and returns a function that records them next to it, so that a resumed run knows them.
 * @param file absolute path of the record, which commands of the run cannot reach
 * @param originals folders of the originals by their paths in the copy, the innermost last; `''` is the workspace
 */
export async function readBaselineOf(
  file: string,
  workspace: string,
  originals: readonly (readonly [inner: string, folder: string])[],
): Promise<() => void> {
  const files: [string, BaselineFile][] = [];
  await walkFiles(workspace, Number.POSITIVE_INFINITY, (path, { size, ctimeMs, ino }) => {
    const [inner, folder] = originals.findLast(([one]) => one === '' || path.startsWith(`${one}/`)) ?? ['', ''];
    const original = join(folder, path.slice(inner === '' ? 0 : inner.length + 1));
    const stats = statsOf(original);
    // One that has changed since it was copied is not the original of the copy.
    const originalMtimeMs = stats?.size === size ? stats.mtimeMs : -1;
    files.push([path, { size, ctimeMs, ino, original, originalMtimeMs }]);
  });
  return () => {
    // A record of an earlier copy would describe other files.
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify(files), { mode: 0o600, flag: 'wx' });
  };
}

/** Reads the record of a copy. Undefined if it is missing, or is not this user's own. */
export function readBaseline(file: string): Baseline | undefined {
  try {
    const stats = lstatSync(file);
    if (!stats.isFile() || (process.getuid !== undefined && stats.uid !== process.getuid())) return undefined;
    return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, BaselineFile][]);
  } catch {
    return undefined;
  }
}
