/** The files of a fresh copy of a workspace, by which later changes are recognized. */
import { lstatSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfinedFiles } from '../confined/confined-files.ts';
import { openOwnFile, readAndClose } from '../confined/read-file.ts';
import { parseBoundedJson } from '../text/json-depth.ts';
import { SKIPPED, walkFiles } from './walk-files.ts';

/** A file of the copy when it was made, and its original. */
export interface BaselineFile {
  readonly size: number;
  /** Changes with every write, and cannot be set by a program. */
  readonly ctimeMs: number;
  readonly ino: number;
  /** Time of the last change of its original; -1 if that was not the same file. */
  readonly originalMtimeMs: number;
}

/** The copied folders, absolute, by their paths in the copy of the workspace, the innermost last; `''` is the workspace. */
export type CopiedFolders = readonly (readonly [inner: string, folder: string])[];

/** Returns the location of a file's original: the folder that was copied, and its absolute path. */
export function originalOf(
  originals: CopiedFolders,
  path: string,
): { readonly folder: string; readonly path: string } | undefined {
  const found = originals.findLast(([inner]) => inner === '' || path.startsWith(`${inner}/`));
  if (found === undefined) return undefined;
  const [inner, folder] = found;
  return { folder, path: join(folder, path.slice(inner === '' ? 0 : inner.length + 1)) };
}

/** By path relative to the copy of the workspace, with `/`. */
export type Baseline = ReadonlyMap<string, BaselineFile>;

/**
 * Reads the files of a fresh copy, and returns them with a function that records them next to it, so that a resumed run knows
 * them. `isComplete` is false if not all of them are known.
 * @param file absolute path of the record, which commands of the run cannot reach
 * @param files the copy
 * @param workspace absolute path of the copy of the workspace
 */
export async function readBaselineOf(
  file: string,
  files: ConfinedFiles,
  workspace: string,
  originals: CopiedFolders,
): Promise<{ readonly state: Baseline; readonly isComplete: boolean; readonly record: () => void }> {
  const state = new Map<string, BaselineFile>();
  const isComplete = await walkFiles(files, workspace, Number.POSITIVE_INFINITY, (path, { size, ctimeMs, ino }) => {
    const original = originalOf(originals, path);
    // Only its size and time, not its text.
    const stats = original === undefined ? undefined : statsOf(original.path);
    // One that has changed since it was copied is not the original of the copy.
    const originalMtimeMs = stats?.size === size ? stats.mtimeMs : -1;
    state.set(path, { size, ctimeMs, ino, originalMtimeMs });
  });
  const record = (): void => {
    // A record of an earlier copy would describe other files.
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify([...state]), { mode: 0o600, flag: 'wx' });
  };
  return { state, isComplete, record };
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Reads the record of a copy. Undefined if it is missing, damaged, or not this user's own. Never throws. */
export function readBaseline(file: string): Baseline | undefined {
  const opened = openOwnFile(file);
  if (opened.kind !== 'open') return undefined;
  const isOwn = process.getuid === undefined || opened.stats.uid === process.getuid();
  const bytes = readAndClose(opened);
  if (!isOwn || !Buffer.isBuffer(bytes)) return undefined;
  try {
    const read: unknown = parseBoundedJson(bytes.toString('utf8'));
    return Array.isArray(read) && read.every(isRecord) ? new Map(read) : undefined;
  } catch {
    return undefined;
  }
}

/** There may be very many, so that no schema is interpreted for each. */
function isRecord(one: unknown): one is [path: string, file: BaselineFile] {
  if (!Array.isArray(one) || one.length !== 2) return false;
  const [path, file] = one as readonly unknown[];
  if (
    typeof path !== 'string' ||
    path.split('/').some((name) => /^\.{0,2}$/.test(name) || SKIPPED.has(name)) ||
    typeof file !== 'object' ||
    file === null
  )
    return false;
  return NUMBERS.every((name) => typeof (file as Readonly<Record<string, unknown>>)[name] === 'number');
}

const NUMBERS = ['size', 'ctimeMs', 'ino', 'originalMtimeMs'] as const satisfies readonly (keyof BaselineFile)[];
