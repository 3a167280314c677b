/** Which `.skillwright.json` holds for a skill. */
import type { FileSystem } from '../../skill/index.ts';
import { dirname, join, within } from '../../skill/index.ts';
import { PROJECT_FILE, type ProjectFile, readProjectFile } from '../project-file.ts';

/** Finds and reads the files; answers are kept until `forget`. */
export class Projects {
  readonly #fs: FileSystem;
  readonly #places = new Map<string, string | undefined>();
  readonly #files = new Map<string, { readonly text: string; readonly project: ProjectFile } | undefined>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /**
   * The nearest one at or above a skill's folder; none above the repository, or above the workspace's folder where there is
   * no repository: what lies there is not the project's.
   */
  at(root: string, folder: string | undefined, repository: string | undefined): ProjectFile | undefined {
    return this.#read(this.#nearest(root, repository ?? folder ?? root))?.project;
  }

  /** The path and the text of the same file, for whoever keeps what follows from them. */
  source(root: string, folder: string | undefined, repository: string | undefined): readonly string[] {
    const path = this.#nearest(root, repository ?? folder ?? root);
    return path === undefined ? [] : [path, this.#read(path)?.text ?? ''];
  }

  /** All that were read. */
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
    // A folder that is listed anyway tells more cheaply than the disk what it does not hold. A folder of this name is told.
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
