import type { Bundle, FileSystem, KnownSkill, SkillIndex, SkillLookup } from '../../skill/index.ts';
import { basename, skillIndex } from '../../skill/index.ts';

/** The source of a skill's place: its folder, its SKILL.md and its bundle. */
export interface PlaceSource {
  readonly root: string;
  readonly manifest: string;
  readonly bundle: () => Bundle;
}

/**
 * Looks up the skills of a workspace for references from other skills. Listing ten thousand folders takes time and most
 * references are found in their own skill, so nothing is listed before the first query.
 */
export class SkillPlaces implements SkillLookup {
  readonly #fs: FileSystem;
  readonly #pending = new Map<string, PlaceSource>();
  readonly #index: SkillIndex = skillIndex();
  #wasQueried = false;

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** Adds a skill, or updates its name or bundle. */
  put(source: PlaceSource): void {
    this.#pending.set(source.root, source);
  }

  /** Handles a new text of SKILL.md. Returns true if the skill's name changed and the old one may have been queried. */
  textChanged(source: PlaceSource): boolean {
    const known = this.#pending.has(source.root) ? undefined : this.#index.at(source.root);
    if (known === undefined || known.name === this.#nameOf(source)) return false;
    this.put(source);
    return true;
  }

  /** Returns the name of a skill in previous answers; undefined if it was not queried. */
  nameAt(root: string): string | undefined {
    return this.#index.at(root)?.name;
  }

  /** Returns the skills in previous answers with the current name of a skill. */
  namesakes(source: PlaceSource): readonly KnownSkill[] {
    return this.#wasQueried ? this.#index.named(this.#nameOf(source)) : [];
  }

  /** Returns the skills in previous answers with a name. */
  known(name: string | undefined): readonly KnownSkill[] {
    return name === undefined ? [] : this.#index.named(name);
  }

  remove(root: string): void {
    this.#pending.delete(root);
    this.#index.remove(root);
  }

  named(name: string): readonly KnownSkill[] {
    return this.#completeIndex().named(name);
  }

  at(root: string): KnownSkill | undefined {
    return this.#completeIndex().at(root);
  }

  holding(path: string): readonly KnownSkill[] {
    return this.#completeIndex().holding(path);
  }

  rootNames(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#completeIndex().rootNames();
  }

  names(): ReadonlySet<string> {
    return this.#completeIndex().names();
  }

  #completeIndex(): SkillIndex {
    this.#wasQueried = true;
    for (const source of this.#pending.values()) {
      this.#index.put({ root: source.root, name: this.#nameOf(source), bundle: source.bundle() });
    }
    this.#pending.clear();
    return this.#index;
  }

  #nameOf({ root, manifest }: PlaceSource): string {
    return nameIn(this.#fs, manifest) ?? basename(root);
  }
}

/** Reads the `name` from frontmatter without parsing YAML, which is sufficient to look up a skill by name. */
function nameIn(fs: FileSystem, manifest: string): string | undefined {
  const read = fs.read(manifest);
  if (read.kind !== 'text') return undefined;
  const value = /^name:([^\r\n]*)/m.exec(read.text.slice(0, 4096))?.[1];
  return value && /^["']?([^"']+)["']?$/.exec(value.trim())?.[1];
}
