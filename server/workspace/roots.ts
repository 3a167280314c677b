import type { FileSystem, FolderManifests, SkillPlace } from '../../skill/index.ts';
import { dirname, join, placeOf, readManifests } from '../../skill/index.ts';

/** Finds the parent folders of a skill that paths may be relative to, and whose rules hold there. Cached until `forget`. */
export class Roots {
  readonly #fs: FileSystem;
  readonly #cached = new Map<string, string | undefined>();
  readonly #manifests = new Map<string, FolderManifests>();
  readonly #places = new Map<string, SkillPlace>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** Returns the closest parent folder that is a git repository (in a worktree, `.git` is a file). */
  repository(folder: string): string | undefined {
    return this.#nearest(folder, '.git');
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
    // A folder of a marketplace is that of its plugins, too, as far as its list does not say otherwise.
    const fallback =
      place.pluginRoots.CLAUDE_PLUGIN_ROOT === undefined ? this.#nearest(root, '.claude-plugin') : undefined;
    const complete =
      fallback === undefined
        ? place
        : {
            ...place,
            pluginRoot: place.pluginRoot ?? fallback,
            pluginRoots: { ...place.pluginRoots, CLAUDE_PLUGIN_ROOT: fallback },
          };
    this.#places.set(root, complete);
    return complete;
  }

  forget(): void {
    this.#cached.clear();
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

  #nearest(folder: string, marker: string): string | undefined {
    const key = `${marker}\0${folder}`;
    if (this.#cached.has(key)) return this.#cached.get(key);
    const parent = dirname(folder);
    const found = this.#fs.kind(join(folder, marker))
      ? folder
      : parent === folder || parent === ''
        ? undefined
        : this.#nearest(parent, marker);
    this.#cached.set(key, found);
    return found;
  }
}
