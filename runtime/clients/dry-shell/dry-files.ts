import { isAbsolute, join } from 'node:path';
import type { ConfinedFiles, Located } from '../../confined/confined-files.ts';
import { NotSimulated } from './not-simulated.ts';
import { Work } from './work.ts';

/** Maximum size of a file that is read, in bytes. */
const MAX_FILE = 4 * 1024 * 1024;
/** Maximum number of names in a folder that are read: more than a command may look at. */
const MAX_NAMES = 250_000;
/** Costs of the first look-up of a path, of each part of it (it may be a link), and of a name; in characters. */
const LOOKUP = 300;
const PATH_PART = 300;
const NAME = 20;

/** The files of a client's copy, for commands that are evaluated and not run. Nothing outside the copy is accessed. */
export class DryFiles {
  readonly home: string;
  /** The limit of what the command costs. */
  readonly work = new Work();
  private readonly files: ConfinedFiles;
  /** Files that the command would have written, so that their content is unknown. */
  private readonly written = new Set<string>();
  /** Earlier answers: nothing changes while a command is evaluated. */
  private readonly located = new Map<string, Located>();
  private readonly listed = new Map<string, readonly string[]>();

  constructor(files: ConfinedFiles, home: string) {
    this.files = files;
    this.home = home;
  }

  kind(path: string): 'file' | 'folder' | 'missing' {
    const located = this.locate(path);
    if (located.kind === 'outside') throw new NotSimulated(`${path} is outside the copy`);
    if (this.written.has(located.path))
      throw new NotSimulated(`an earlier part of the command would have written ${path}`);
    if (located.kind === 'missing') return 'missing';
    if (located.kind === 'unknown') throw new NotSimulated(`${path} cannot be looked up`);
    return located.stats.isDirectory() ? 'folder' : 'file';
  }

  /** True for a link, which searches do not follow. */
  isLink(path: string): boolean {
    this.spendFor(path);
    const located = this.files.locateEntry(path);
    return located.kind === 'found' && located.stats.isSymbolicLink();
  }

  /** Returns the text of a file that exists. */
  text(path: string): string {
    this.spendFor(path);
    const bytes = this.files.read(path, MAX_FILE);
    if (!Buffer.isBuffer(bytes) || bytes.includes(0)) throw new NotSimulated(`${path} is not a text file`);
    this.work.spend(bytes.length);
    return bytes.toString('utf8');
  }

  /** Returns the names in a folder that exists, sorted. */
  names(folder: string): readonly string[] {
    const known = this.listed.get(folder);
    if (known !== undefined) {
      this.work.spend(known.length * NAME);
      return known;
    }
    this.spendFor(folder);
    const names = (this.files.list(folder, MAX_NAMES) ?? []).map(({ name }) => name);
    this.work.spend(names.length * NAME);
    this.listed.set(folder, names);
    return names;
  }

  /** Returns the names in a folder; none if there is no such folder. */
  namesIn(folder: string): readonly string[] {
    return this.kind(folder) === 'folder' ? this.names(folder) : [];
  }

  isExecutable(path: string): boolean {
    const located = this.locate(path);
    return located.kind === 'found' && (located.stats.mode & 0o111) !== 0;
  }

  markWritten(path: string): void {
    const located = this.locate(path);
    if (located.kind !== 'outside') this.written.add(located.path);
  }

  private locate(path: string): Located {
    this.work.spend(NAME);
    const known = this.located.get(path);
    if (known !== undefined) return known;
    this.spendFor(path);
    const located = this.files.locate(path);
    this.located.set(path, located);
    return located;
  }

  private spendFor(path: string): void {
    this.work.spend(LOOKUP + path.slice(this.files.root.length).split('/').length * PATH_PART);
  }
}

/** Resolves a path against a directory. Removes `.` and `..` from a relative path without following links. */
export function absolutePath(directory: string, path: string): string {
  return isAbsolute(path) ? path : join(directory, path);
}
