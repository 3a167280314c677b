import { type Skill, type SkillDocument, unreached } from '../../skill/index.ts';
import type { Bundled } from '../rules/rule.ts';
import type { LookedAt, SkillEntry } from './entry.ts';

/** Opens the other files of a skill for the rules, and remembers which, so that a finding goes when they change. */
export class Looking implements Bundled {
  readonly #entry: SkillEntry;
  readonly #skill: Skill;
  readonly #paths = new Set<string>();
  readonly #nested: boolean;
  #all = false;

  /** `nested`: the skill lies inside the folder of another. */
  constructor(entry: SkillEntry, skill: Skill, nested: boolean) {
    this.#nested = nested;
    this.#entry = entry;
    this.#skill = skill;
  }

  get lookedAt(): LookedAt {
    return this.#all ? 'all' : this.#paths;
  }

  document(path: string): SkillDocument | undefined {
    // Files of a skill inside this one belong to that, and whether they change is said there.
    if (!this.#entry.has(path)) return undefined;
    this.#paths.add(path);
    const document = this.#entry.document(path);
    return 'unreadable' in document ? undefined : document;
  }

  unreached(): readonly string[] {
    this.#all = true;
    // The documents of the skill around may lead here, and nobody reads them for this.
    if (this.#nested) return [];
    return unreached(this.#skill, {
      document: (path) => this.document(path),
      script: (path) => this.#entry.script(path),
    });
  }

  deep(): ReadonlyMap<string, string> {
    this.#all = true;
    return this.#entry.deep(this.#skill);
  }
}
