import type { FileSystem, FolderManifests, SkillPlace } from '../../skill/index.ts';
import { dirname, join, placeOf, readManifests } from '../../skill/index.ts';

/** Finds the parent folders of a skill that paths may be relative to, and whose rules hold there. Cached until `forget`. */
export class Roots {
  readonly #fs: FileSystem;
  readonly #repositories = new Map<string, string | undefined>();
  readonly #manifests = new Map<string, FolderManifests>();
  readonly #places = new Map<string, SkillPlace>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** Returns the closest parent folder that is a git repository (in a worktree, `.git` is a file). */
  repository(folder: string): string | undefined {
    if (this.#repositories.has(folder)) return this.#repositories.get(folder);
    const parent = dirname(folder);
    const found = this.#fs.kind(join(folder, '.git'))
      ? folder
      : parent === folder || parent === ''
        ? undefined
        : this.repository(parent);
    this.#repositories.set(folder, found);
    return found;
  }

  /**
   * Returns where the skill of a folder is.
   * @param workspaceFolder the folder of the workspace that has the skill, if any
   */
  place(root: string, workspaceFolder: string | undefined): SkillPlace {
    const known = this.#places.get(root);
    if (known) return known;
    const boundary = this.repository(root) ?? workspaceFolder;
    const place = placeOf(this.#fs, root, boundary, (folder) => this.#manifestsAt(folder, boundary));
    this.#places.set(root, place);
    return place;
  }

  forget(): void {
    this.#repositories.clear();
    this.#manifests.clear();
    this.#places.clear();
  }

  #manifestsAt(folder: string, boundary: string | undefined): FolderManifests {
    const known = this.#manifests.get(folder);
    if (known) return known;
    // Folders above the workspace were not listed, and may have any number of entries.
    const found = readManifests(this.#fs, folder, boundary);
    this.#manifests.set(folder, found);
    return found;
  }
}
