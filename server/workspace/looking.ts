import { join, type KnownSkill, type Skill, type SkillDocument, unreachedFiles, within } from '../../skill/index.ts';
import type { Bundled, ToolPool } from '../rules/rule.ts';
import type { LookedAt, SkillEntry } from './entry.ts';

/** What lies outside a skill. */
export interface Around {
  /** The skills whose folders it lies in, the nearest first. */
  outer(): readonly KnownSkill[];
  named(name: string): readonly KnownSkill[];
  toolPool(): ToolPool | undefined;
  /** What a path, absolute, was renamed to. */
  renamed(path: string): string | undefined;
}

/** Opens the other files of a skill for the rules, and remembers which, so that a finding goes when they change. */
export class Looking implements Bundled {
  readonly #entry: SkillEntry;
  readonly #skill: Skill;
  readonly #paths = new Set<string>();
  readonly #around: Around;
  #all = false;
  #others = false;
  #names = false;

  constructor(entry: SkillEntry, skill: Skill, around: Around) {
    this.#around = around;
    this.#entry = entry;
    this.#skill = skill;
  }

  get lookedAt(): LookedAt {
    return this.#all ? 'all' : this.#paths;
  }

  /** Whether files outside the skill were asked for. */
  get lookedAround(): boolean {
    return this.#others;
  }

  /** Whether the other skills of its name were asked for. */
  get lookedAtNames(): boolean {
    return this.#names;
  }

  namesakes(): readonly KnownSkill[] {
    this.#names = true;
    return this.#around.named(this.#skill.name).filter(({ root }) => root !== this.#skill.root);
  }

  toolPool(): ToolPool | undefined {
    this.#others = true;
    return this.#around.toolPool();
  }

  renamed(path: string): string | undefined {
    const { root, bundle } = this.#skill;
    const now = this.#around.renamed(join(root, path));
    const inner = now === undefined ? undefined : within(root, now);
    return inner !== undefined && bundle.files.has(inner) ? inner : undefined;
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
    const outer = this.#around.outer();
    // Which files those skills have may change, too. That their texts change, they say themselves.
    if (outer.length > 0) this.#others = true;
    const document = (path: string) => {
      const one = this.#entry.document(path);
      return 'unreadable' in one ? undefined : one;
    };
    return unreachedFiles(this.#skill, { document, script: (path) => this.#entry.script(path) }, outer);
  }

  deep(): ReadonlyMap<string, string> {
    this.#all = true;
    return this.#entry.deep(this.#skill);
  }
}
