/** Writes files in a folder that others may have filled: through no link, and never into a pipe or device. */
import { closeSync, constants, fstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { findLink, linkMessage } from '../disk/linked-folder.ts';

/**
 * Writes a file completely or not at all, in parts. A link at its path is replaced. Throws if that fails, or if the parts do.
 * @param file in a folder that exists
 */
export function replaceFile(file: string, parts: Iterable<string>): void {
  const part = `${file}.new`;
  // Whatever is there would receive the content.
  rmSync(part, { force: true });
  const fd = openSync(part, 'wx');
  try {
    for (const text of parts) writeFileSync(fd, text);
  } finally {
    closeSync(fd);
  }
  renameSync(part, file);
}

const APPEND =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_APPEND |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** Adds a text at the end of a regular file, which is created if it is missing. Throws if that fails. */
export function appendToFile(file: string, text: string): void {
  // Windows has no flag for it.
  const link = findLink(dirname(file), basename(file));
  if (link !== undefined) throw new Error(linkMessage(link));
  const fd = openSync(file, APPEND, 0o666);
  try {
    if (!fstatSync(fd).isFile()) throw new Error(`Remove ${file}: it is not a regular file.`);
    writeFileSync(fd, text);
  } finally {
    closeSync(fd);
  }
}
