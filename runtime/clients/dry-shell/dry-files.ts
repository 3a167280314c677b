import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import { readRegularFile } from '../../skill-files/read-inside.ts';
import { realOf } from '../reach.ts';
import { NotSimulated } from './not-simulated.ts';

/** Maximum size of a file that is read, in bytes. */
const MAX_FILE = 4 * 1024 * 1024;

/** The files of a client's copy, for commands that are evaluated and not run. Nothing outside the copy is accessed. */
export class DryFiles {
  readonly home: string;
  private readonly root: string;
  /** Files that the command would have written, so that their content is unknown. */
  private readonly written = new Set<string>();

  /** @param root the folder of the copy, absolute, with links followed */
  constructor(root: string, home: string) {
    this.root = root;
    this.home = home;
  }

  kind(path: string): 'file' | 'folder' | 'missing' {
    const real = realOf(path);
    if (real !== this.root && !real.startsWith(this.root + sep)) throw new NotSimulated(`${path} is outside the copy`);
    if (this.written.has(real)) throw new NotSimulated(`an earlier part of the command would have written ${path}`);
    const stat = statSync(real, { throwIfNoEntry: false });
    if (stat === undefined) return 'missing';
    return stat.isDirectory() ? 'folder' : 'file';
  }

  /** Returns the text of a file that exists. */
  text(path: string): string {
    const bytes = (statSync(path).size ?? 0) > MAX_FILE ? undefined : readRegularFile(path);
    if (!Buffer.isBuffer(bytes) || bytes.includes(0)) throw new NotSimulated(`${path} is not a text file`);
    return bytes.toString('utf8');
  }

  /** Returns the names in a folder that exists, sorted. */
  names(folder: string): readonly string[] {
    return readdirSync(folder).sort();
  }

  /** Returns the names in a folder; none if there is no such folder. */
  namesIn(folder: string): readonly string[] {
    return this.kind(folder) === 'folder' ? this.names(folder) : [];
  }

  isExecutable(path: string): boolean {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }

  markWritten(path: string): void {
    this.written.add(realOf(path));
  }
}

/** Resolves a path against a directory. Removes `.` and `..` from a relative path without following links. */
export function absolutePath(directory: string, path: string): string {
  return isAbsolute(path) ? path : join(directory, path);
}
