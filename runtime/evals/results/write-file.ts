import { closeSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../../../skill/disk.ts';
import { jsonParts } from './json-parts.ts';

/** Writes a file completely or not at all. Throws if that fails. */
export function writeText(file: string, content: string): void {
  makeFolders(dirname(file));
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/**
 * Writes JSON completely or not at all, in parts: that of many trials takes more memory than the trials. Throws if that fails, or if
 * a list in it does.
 */
export function writeJson(file: string, value: unknown): void {
  makeFolders(dirname(file));
  const descriptor = openSync(`${file}.new`, 'w');
  try {
    for (const part of jsonParts(value)) writeFileSync(descriptor, part);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${file}.new`, file);
}
