import type { FileSystem } from '../../skill/index.ts';
import { dirname, join } from '../../skill/index.ts';

/** Finds the parent folders of a skill that paths may be relative to. Cached until `forget`. */
export class Roots {
  readonly #fs: FileSystem;
  readonly #cached = new Map<string, string | undefined>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** Returns the closest parent folder that is a git repository (in a worktree, `.git` is a file). */
  repository(folder: string): string | undefined {
    return this.#nearest(folder, '.git');
  }

  /** Returns the closest parent folder that is a Claude Code plugin, the value of `${CLAUDE_PLUGIN_ROOT}`. */
  plugin(folder: string): string | undefined {
    return this.#nearest(folder, '.claude-plugin');
  }

  forget(): void {
    this.#cached.clear();
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
