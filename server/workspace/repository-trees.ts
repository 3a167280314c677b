import { type FileSystem, type IndexedTree, type RepositoryTree, repositoryTree, within } from '../../skill/index.ts';
import type { RootsAround } from './surroundings.ts';

/** The indexes of the files in repositories and workspace folders. Each is built when a path is missing for the first time. */
export class RepositoryTrees {
  readonly #fs: FileSystem;
  readonly #trees = new Map<string, IndexedTree>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** Returns the index of the files below a folder. */
  at(root: string): RepositoryTree {
    const tree = this.#trees.get(root) ?? repositoryTree(this.#fs, root);
    this.#trees.set(root, tree);
    return tree;
  }

  /** Handles a created or deleted file or folder. */
  changed(path: string): void {
    for (const tree of this.#trees.values()) tree.changed(path);
  }

  /** Drops all indexes, because files may have changed without an event. */
  forget(): void {
    this.#trees.clear();
  }
}

/**
 * Returns the folder whose files are evidence for the paths of a skill: its repository if that is in the workspace, otherwise the
 * workspace folder; undefined if there is nothing around the skill.
 */
export function treeRoot(skill: string, { workspaceRoot, repositoryRoot }: RootsAround): string | undefined {
  if (workspaceRoot === undefined) return undefined;
  if (repositoryRoot !== undefined && within(workspaceRoot, repositoryRoot) !== undefined) return repositoryRoot;
  return workspaceRoot === skill ? undefined : workspaceRoot;
}
