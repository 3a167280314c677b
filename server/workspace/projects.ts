/** Finds the `.skillwright.json` of a skill. */
import type { FileSystem } from '../../skill/index.ts';
import { dirname, join, within } from '../../skill/index.ts';
import { PROJECT_FILE, type ProjectFile, readProjectFile } from '../project-file.ts';

/** Finds and reads the files; cached until `forget`. */
export class Projects {
  readonly #fs: FileSystem;
  readonly #places = new Map<string, string | undefined>();
  readonly #files = new Map<string, { readonly text: string; readonly project: ProjectFile } | undefined>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /**
   * Returns the closest file at or above a skill's folder, up to the repository, or the workspace folder if there is none: a
   * file above does not belong to the project.
   */
  at(root: string, folder: string | undefined, repository: string | undefined): ProjectFile | undefined {
    return this.#read(this.#nearest(root, repository ?? folder ?? root))?.project;
  }

  /** Returns the path and text of the same file, for caches. */
  source(root: string, folder: string | undefined, repository: string | undefined): readonly string[] {
    const path = this.#nearest(root, repository ?? folder ?? root);
    return path === undefined ? [] : [path, this.#read(path)?.text ?? ''];
  }

  /** Returns all files read so far. */
  all(): readonly ProjectFile[] {
    return [...this.#files.values()].flatMap((file) => file?.project ?? []);
  }

  forget(): void {
    this.#places.clear();
    this.#files.clear();
  }

  #nearest(folder: string, top: string): string | undefined {
    const key = `${top}\0${folder}`;
    if (this.#places.has(key)) return this.#places.get(key);
    const path = join(folder, PROJECT_FILE);
    const parent = dirname(folder);
    // Listing is cheaper than a disk access, since the folder is listed anyway. A folder with this name is reported.
    const found = this.#fs.list(folder).some(({ name }) => name === PROJECT_FILE)
      ? path
      : folder === top || parent === folder || parent === '' || within(top, parent) === undefined
        ? undefined
        : this.#nearest(parent, top);
    this.#places.set(key, found);
    return found;
  }

  #read(path: string | undefined): { readonly text: string; readonly project: ProjectFile } | undefined {
    if (path === undefined) return undefined;
    if (!this.#files.has(path)) {
      const read = this.#fs.read(path);
      const text = read.kind === 'text' ? read.text : '';
      this.#files.set(path, { text, project: readProjectFile(path, read) });
    }
    return this.#files.get(path);
  }
}
