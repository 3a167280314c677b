import { isAbsolute, join } from 'node:path';
import type { ConfinedFiles } from '../../confined/confined-files.ts';
import { NotSimulated } from './not-simulated.ts';

/** Maximum size of a file that is read, in bytes. */
const MAX_FILE = 4 * 1024 * 1024;

/** The files of a client's copy, for commands that are evaluated and not run. Nothing outside the copy is accessed. */
export class DryFiles {
  readonly home: string;
  private readonly files: ConfinedFiles;
  /** Files that the command would have written, so that their content is unknown. */
  private readonly written = new Set<string>();

  constructor(files: ConfinedFiles, home: string) {
    this.files = files;
    this.home = home;
  }

  kind(path: string): 'file' | 'folder' | 'missing' {
    const located = this.files.locate(path);
    if (located.kind === 'outside') throw new NotSimulated(`${path} is outside the copy`);
    if (this.written.has(located.path))
      throw new NotSimulated(`an earlier part of the command would have written ${path}`);
    if (located.kind === 'missing') return 'missing';
    return located.stats.isDirectory() ? 'folder' : 'file';
  }

  /** Returns the text of a file that exists. */
  text(path: string): string {
    const bytes = this.files.read(path, MAX_FILE);
    if (!Buffer.isBuffer(bytes) || bytes.includes(0)) throw new NotSimulated(`${path} is not a text file`);
    return bytes.toString('utf8');
  }

  /** Returns the names in a folder that exists, sorted. */
  names(folder: string): readonly string[] {
    return (this.files.list(folder) ?? []).map(({ name }) => name);
  }

  /** Returns the names in a folder; none if there is no such folder. */
  namesIn(folder: string): readonly string[] {
    return this.kind(folder) === 'folder' ? this.names(folder) : [];
  }

  isExecutable(path: string): boolean {
    const located = this.files.locate(path);
    return located.kind === 'found' && (located.stats.mode & 0o111) !== 0;
  }

  markWritten(path: string): void {
    const located = this.files.locate(path);
    if (located.kind !== 'outside') this.written.add(located.path);
  }
}

/** Resolves a path against a directory. Removes `.` and `..` from a relative path without following links. */
export function absolutePath(directory: string, path: string): string {
  return isAbsolute(path) ? path : join(directory, path);
}
