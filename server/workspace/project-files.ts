import { type Bundle, type FileSystem, readBundle } from '../../skill/index.ts';

/** The files of repositories, to which the paths in instruction files lead. Those of a skill belong to the skill. */
export class ProjectFiles {
  readonly #fs: FileSystem;
  readonly #bundles = new Map<string, Bundle>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** Returns the files of a folder, by paths relative to it. Listed once, until `forget`. */
  filesOf(root: string): Bundle {
    const bundle = this.#bundles.get(root) ?? readBundle(this.#fs, root);
    this.#bundles.set(root, bundle);
    return bundle;
  }

  /** Handles created and deleted files. */
  forget(): void {
    this.#bundles.clear();
  }
}
