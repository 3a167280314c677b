/** The changes that `hook install` has made to files, so that they can be taken back. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from 'jsonc-parser';
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../text/values.ts';
import { hookFolder } from '../user-data/hook-record.ts';
import { writeWhole } from './write-whole.ts';

/** A file that was changed. */
export interface InstalledFile {
  /** Absolute. */
  readonly file: string;
  readonly clients: readonly string[];
  /** True if there was no such file before. */
  readonly isCreated: boolean;
  /** The folders that were created for it, the innermost last. */
  readonly folders: readonly string[];
  /** Absent if the command line has changed it. */
  readonly by?: 'extension';
  /** Hash of its content after the change. */
  readonly after: string;
  /** The edits that take the change back. */
  readonly undo: readonly (readonly Edit[])[];
}

const listFile = (): string => join(hookFolder(), 'installed.json');

/** Returns the files that were changed; none if the list cannot be read. */
export function readInstalled(): readonly InstalledFile[] {
  return listOf(readList().files).filter(isInstalled);
}

/** Returns the version of the program that is installed; `0` if it is not known. */
export function installedVersion(): string {
  return textOf(readList().program) ?? '0';
}

/**
 * Saves the files that were changed. Throws like `fs`.
 * @param program the version of the program; by default the one that is saved
 */
export function saveInstalled(files: readonly InstalledFile[], program = installedVersion()): void {
  writeWhole(listFile(), `${JSON.stringify({ version: 1, program, files }, null, 2)}\n`, 0o600);
}

function readList(): Fields {
  try {
    return fieldsOf(JSON.parse(readFileSync(listFile(), 'utf8')));
  } catch {
    return {};
  }
}

function isInstalled(value: unknown): value is InstalledFile {
  return (
    isFields(value) &&
    typeof value.file === 'string' &&
    typeof value.isCreated === 'boolean' &&
    typeof value.after === 'string' &&
    Array.isArray(value.clients) &&
    Array.isArray(value.folders) &&
    Array.isArray(value.undo)
  );
}
