import { dirname } from 'node:path';
import { makeFolders } from '../../../skill/disk.ts';
import { replaceFile } from '../../confined/write-file.ts';
import { jsonParts } from './json-parts.ts';

/** Writes a file completely or not at all. Throws if that fails. */
export function writeText(file: string, content: string): void {
  makeFolders(dirname(file));
  replaceFile(file, [content]);
}

/**
 * Writes JSON completely or not at all, in parts: that of many trials takes more memory than the trials. Throws if that fails, or if
 * a list in it does.
 */
export function writeJson(file: string, value: unknown): void {
  makeFolders(dirname(file));
  replaceFile(file, jsonParts(value));
}
