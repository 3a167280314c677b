import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import type { FileChange } from '../protocol/events.ts';

/** Maximum bytes of one text. */
const MAX_TEXT = 128 * 1024;

/** Does not follow links or block on pipes and devices. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The text of a file, or the reason why there is none. */
export type TextResult =
  | { readonly kind: 'text'; readonly text: string; readonly isExecutable: boolean }
  | { readonly kind: NonNullable<FileChange['omitted']> };

/** Reads a small text file of a workspace. Never follows a link. */
export function readText(path: string): TextResult {
  let fd: number | undefined;
  try {
    if (lstatSync(path).isSymbolicLink()) return { kind: 'link' };
    fd = openSync(path, READ_FLAGS);
    const stats = fstatSync(fd);
    if (!stats.isFile()) return { kind: 'unknown' };
    if (stats.size > MAX_TEXT) return { kind: 'large' };
    const bytes = readFileSync(fd);
    if (bytes.includes(0)) return { kind: 'binary' };
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: 'text', text, isExecutable: (stats.mode & 0o100) !== 0 };
  } catch (error) {
    return { kind: error instanceof TypeError ? 'binary' : 'unknown' };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
