import type { FileSystem } from '../../skill/index.ts';
import { dirname, join, splitFrontmatter } from '../../skill/index.ts';
import { manifestIn } from './manifests.ts';

/** The SKILL.md texts of the skills directly below a folder up to the end of their frontmatter, by the skill's folder. */
export type FrontmatterTexts = ReadonlyMap<string, string>;

/** Maximum number of folders that are read; a larger collection is cut, which only makes its list of skills shorter. */
const MAX_SKILLS = 2_000;

/** Reads the frontmatter of all skills of a folder, once until it changes. An unchanged folder has the same map. */
export class FolderFrontmatter {
  readonly #fs: FileSystem;
  readonly #folders = new Map<string, FrontmatterTexts>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  in(folder: string): FrontmatterTexts {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const texts = new Map<string, string>();
    const folders = this.#fs.list(folder).filter(({ kind }) => kind === 'folder');
    for (const { name } of folders.slice(0, MAX_SKILLS)) {
      const root = join(folder, name);
      const text = this.#textOf(manifestIn(this.#fs, root));
      if (text !== undefined) texts.set(root, text);
    }
    this.#folders.set(folder, texts);
    return texts;
  }

  /**
   * Handles a SKILL.md that may have changed, been created or deleted. Returns its collection's folder if the frontmatter
   * differs from that of an earlier answer.
   */
  changed(root: string): string | undefined {
    const folder = dirname(root);
    const known = this.#folders.get(folder);
    if (known === undefined || known.get(root) === this.#textOf(manifestIn(this.#fs, root))) return undefined;
    this.#folders.delete(folder);
    return folder;
  }

  /** Forgets all folders. */
  clear(): void {
    this.#folders.clear();
  }

  #textOf(manifest: string | undefined): string | undefined {
    const read = manifest === undefined ? undefined : this.#fs.read(manifest);
    if (read?.kind !== 'text') return undefined;
    const { kind, bodyStart } = splitFrontmatter(read.text);
    return kind === 'closed' ? read.text.slice(0, bodyStart) : undefined;
  }
}
