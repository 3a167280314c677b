import { dirname } from '../../skill/index.ts';
import type { SkillEntry } from './entry.ts';

/** The skills of a workspace by their folders, and which lie inside which. */
export class SkillTree {
  readonly #skills = new Map<string, SkillEntry>();
  /** By the folder of a skill, those that lie in it; found when first asked for. */
  #inner: Map<string, SkillEntry[]> | undefined;

  /** The skill of a folder. */
  at(root: string): SkillEntry | undefined {
    return this.#skills.get(root);
  }

  /** The skill that a file belongs to: the nearest one above it. */
  of(path: string): SkillEntry | undefined {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const entry = this.#skills.get(folder);
      if (entry) return entry;
      if (folder === '/' || folder === '' || folder === dirname(folder)) return undefined;
    }
  }

  /** All, in the order in which they came. */
  all(): Iterable<SkillEntry> {
    return this.#skills.values();
  }

  add(entry: SkillEntry): void {
    this.#skills.set(entry.root, entry);
    this.#inner = undefined;
  }

  remove({ root }: SkillEntry): void {
    this.#skills.delete(root);
    this.#inner = undefined;
  }

  /** The skills whose folders a skill lies in, the nearest first. */
  outer(entry: SkillEntry): readonly SkillEntry[] {
    const outer: SkillEntry[] = [];
    for (let one = this.#around(entry); one; one = this.#around(one)) outer.push(one);
    return outer;
  }

  /** The same for as long as a skill lies in the same ones. */
  outerKey(entry: SkillEntry): string {
    return this.outer(entry)
      .map(({ root }) => root)
      .join('\0');
  }

  /** The skills that lie in the folder of a skill, at any depth. */
  inner({ root }: SkillEntry): readonly SkillEntry[] {
    this.#inner ??= this.#findInner();
    return this.#inner.get(root) ?? [];
  }

  #around({ root }: SkillEntry): SkillEntry | undefined {
    return dirname(root) === root ? undefined : this.of(root);
  }

  #findInner(): Map<string, SkillEntry[]> {
    const found = new Map<string, SkillEntry[]>();
    for (const one of this.#skills.values()) {
      for (const { root } of this.outer(one)) {
        const inside = found.get(root);
        if (inside) inside.push(one);
        else found.set(root, [one]);
      }
    }
    return found;
  }
}
