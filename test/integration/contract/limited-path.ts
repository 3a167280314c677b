import { existsSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createFolder } from './command.ts';

/**
 * Returns a PATH with only these programs, as far as they are installed. Without `bwrap` there is no sandbox on Linux.
 */
export function pathWithOnly(...programs: readonly string[]): string {
  const bin = createFolder();
  for (const name of programs) {
    const found = (process.env.PATH ?? '')
      .split(delimiter)
      .map((candidate) => join(candidate, name))
      .find((candidate) => existsSync(candidate));
    if (found !== undefined) symlinkSync(found, join(bin, name));
  }
  return bin;
}
