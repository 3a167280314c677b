/** Looks up paths of manifests. */
import type { FileSystem } from '../files/files.ts';
import { MANIFESTS } from '../files/find.ts';
import { basename, join, within } from '../files/paths.ts';

/** The files and folders that paths of a manifest may lead to. */
export class LookUp {
  readonly #fs: FileSystem;
  readonly #boundary: string;
  #submodules: readonly string[] | undefined;

  constructor(fs: FileSystem, boundary: string) {
    this.#fs = fs;
    this.#boundary = boundary;
  }

  /** Returns the kind of a path; undefined if it does not exist. What cannot be known counts as a folder. */
  kind(path: string): 'file' | 'folder' | undefined {
    if (within(this.#boundary, path) === undefined || this.#isInSubmodule(path)) return 'folder';
    return this.#fs.kind(path);
  }

  /** Returns the folder with a SKILL.md that has the name of a path's last part, closest to where it was looked for. */
  skillNamed(root: string, path: string): string | undefined {
    const name = basename(path);
    const places = [join(root, 'skills', name), join(root, name)];
    return places.find((one) => MANIFESTS.some((manifest) => this.#fs.kind(join(one, manifest)) === 'file'));
  }

  /** True for a path in a Git submodule, which may not be checked out. */
  #isInSubmodule(path: string): boolean {
    if (this.#submodules === undefined) {
      const read = this.#fs.read(join(this.#boundary, '.gitmodules'));
      const text = read.kind === 'text' ? read.text : '';
      this.#submodules = [...text.matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S.*)$/gm)].map(([, one = '']) =>
        join(this.#boundary, one.trim()),
      );
    }
    return this.#submodules.some((one) => within(one, path) !== undefined);
  }
}
