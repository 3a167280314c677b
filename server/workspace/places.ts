import type { Bundle, FileSystem, KnownSkill, SkillIndex, SkillLookup } from '../../skill/index.ts';
import { basename, skillIndex } from '../../skill/index.ts';

/** A skill's folder with its bundle and SKILL.md, as the workspace knows it. */
export interface PlaceSource {
  readonly root: string;
  readonly manifest: string;
  readonly bundle: () => Bundle;
}

/**
 * The skills of a workspace as references from elsewhere see them. Listing ten thousand folders takes time and most
 * references are found in their own skill, so nothing is listed before the first question.
 */
export class Places implements SkillLookup {
  readonly #fs: FileSystem;
  readonly #waiting = new Map<string, PlaceSource>();
  readonly #index: SkillIndex = skillIndex();
  #asked = false;

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** A skill is new, or its name or bundle has changed. */
  put(source: PlaceSource): void {
    this.#waiting.set(source.root, source);
  }

  /** SKILL.md has a new text. True where that gave the skill another name and someone may have asked for the old one. */
  textChanged(source: PlaceSource): boolean {
    const known = this.#waiting.has(source.root) ? undefined : this.#index.at(source.root);
    if (known === undefined || known.name === this.#nameOf(source)) return false;
    this.put(source);
    return true;
  }

  /** The name of a skill as answers had it; undefined where nobody has asked since. */
  nameAt(root: string): string | undefined {
    return this.#index.at(root)?.name;
  }

  /** Who had the name that a skill has now, in any answer. */
  namesakes(source: PlaceSource): readonly KnownSkill[] {
    return this.#asked ? this.#index.named(this.#nameOf(source)) : [];
  }

  /** Who had a name in any answer. */
  known(name: string | undefined): readonly KnownSkill[] {
    return name === undefined ? [] : this.#index.named(name);
  }

  remove(root: string): void {
    this.#waiting.delete(root);
    this.#index.remove(root);
  }

  named(name: string): readonly KnownSkill[] {
    return this.#filled().named(name);
  }

  at(root: string): KnownSkill | undefined {
    return this.#filled().at(root);
  }

  holding(path: string): readonly KnownSkill[] {
    return this.#filled().holding(path);
  }

  rootNames(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#filled().rootNames();
  }

  #filled(): SkillIndex {
    this.#asked = true;
    for (const source of this.#waiting.values()) {
      this.#index.put({ root: source.root, name: this.#nameOf(source), bundle: source.bundle() });
    }
    this.#waiting.clear();
    return this.#index;
  }

  #nameOf({ root, manifest }: PlaceSource): string {
    return nameIn(this.#fs, manifest) ?? basename(root);
  }
}

/** The `name` of a frontmatter without parsing YAML: good enough to find a skill that some prose names. */
function nameIn(fs: FileSystem, manifest: string): string | undefined {
  const read = fs.read(manifest);
  if (read.kind !== 'text') return undefined;
  const value = /^name:([^\r\n]*)/m.exec(read.text.slice(0, 4096))?.[1];
  return value && /^["']?([^"']+)["']?$/.exec(value.trim())?.[1];
}
