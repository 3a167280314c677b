/** The files of a fresh copy of a workspace, by which later changes are recognized. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfinedFiles } from '../confined/confined-files.ts';
import { openOwnFile, readAndClose } from '../confined/read-file.ts';
import { walkFiles } from './walk-files.ts';

/** A file of the copy when it was made, and its original. */
export interface BaselineFile {
  readonly size: number;
  /** Changes with every write, and cannot be set by a program. */
  readonly ctimeMs: number;
  readonly ino: number;
  /** Absolute path of the folder that was copied. The original is only read below it. */
  readonly folder: string;
  /** Absolute path of the original, and the time of its last change. */
  readonly original: string;
  readonly originalMtimeMs: number;
}

/** By path relative to the copy of the workspace, with `/`. */
export type Baseline = ReadonlyMap<string, BaselineFile>;

/**
 * Reads the files of a fresh copy, and returns a function that records them next to it, so that a resumed run knows them.
 * @param file absolute path of the record, which commands of the run cannot reach
 * @param files the copy
 * @param workspace absolute path of the copy of the workspace
 * @param originals folders of the originals by their paths in the copy, the innermost last; `''` is the workspace
 */
export async function readBaselineOf(
  file: string,
  files: ConfinedFiles,
  workspace: string,
  originals: readonly (readonly [inner: string, folder: string])[],
): Promise<() => void> {
  const found: [string, BaselineFile][] = [];
  const folders = new Map(originals.map(([, folder]) => [folder, ConfinedFiles.hold(folder)]));
  await walkFiles(files, workspace, Number.POSITIVE_INFINITY, (path, { size, ctimeMs, ino }) => {
    const [inner, folder] = originals.findLast(([one]) => one === '' || path.startsWith(`${one}/`)) ?? ['', ''];
    const original = join(folder, path.slice(inner === '' ? 0 : inner.length + 1));
    const located = folders.get(folder)?.locateEntry(original);
    const stats = located?.kind === 'found' ? located.stats : undefined;
    // One that has changed since it was copied is not the original of the copy.
    const originalMtimeMs = stats?.size === size ? stats.mtimeMs : -1;
    found.push([path, { size, ctimeMs, ino, folder, original, originalMtimeMs }]);
  });
  for (const folder of folders.values()) folder?.close();
  return () => {
    // A record of an earlier copy would describe other files.
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify(found), { mode: 0o600, flag: 'wx' });
  };
}

/** Reads the record of a copy. Undefined if it is missing, or is not this user's own. */
export function readBaseline(file: string): Baseline | undefined {
  const opened = openOwnFile(file);
  if (opened.kind !== 'open') return undefined;
  const isOwn = process.getuid === undefined || opened.stats.uid === process.getuid();
  const bytes = readAndClose(opened);
  if (!isOwn || !Buffer.isBuffer(bytes)) return undefined;
  try {
    return new Map(JSON.parse(bytes.toString('utf8')) as [string, BaselineFile][]);
  } catch {
    return undefined;
  }
}
