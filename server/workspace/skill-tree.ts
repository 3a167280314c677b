import { dirname } from '../../skill/index.ts';
import type { SkillEntry } from './skill-entry.ts';

/** The skills of a workspace by folder, with their nesting. */
export class SkillTree {
  readonly #skills = new Map<string, SkillEntry>();
  /** Nested skills by the folder of the outer one; computed on demand. */
  #inner: Map<string, SkillEntry[]> | undefined;

  /** Returns the skill of a folder. */
  at(root: string): SkillEntry | undefined {
    return this.#skills.get(root);
  }

  /** Returns the skill that a file belongs to: the closest one above it. */
  of(path: string): SkillEntry | undefined {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const entry = this.#skills.get(folder);
      if (entry) return entry;
      if (folder === '/' || folder === '' || folder === dirname(folder)) return undefined;
    }
  }

  /** Returns all skills in the order in which they were added. */
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

  /** Returns the skills that enclose a skill, innermost first. */
  outer(entry: SkillEntry): readonly SkillEntry[] {
    const outer: SkillEntry[] = [];
    for (let one = this.#enclosing(entry); one; one = this.#enclosing(one)) outer.push(one);
    return outer;
  }

  /** Returns a key that changes when the enclosing skills change. */
  outerKey(entry: SkillEntry): string {
    return this.outer(entry)
      .map(({ root }) => root)
      .join('\0');
  }

  /** Returns the skills nested in a skill, at any depth. */
  inner({ root }: SkillEntry): readonly SkillEntry[] {
    this.#inner ??= this.#findInner();
    return this.#inner.get(root) ?? [];
  }

  #enclosing({ root }: SkillEntry): SkillEntry | undefined {
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
