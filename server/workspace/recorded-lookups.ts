import { join, type KnownSkill, type Skill, type SkillDocument, unreachedFiles, within } from '../../skill/index.ts';
import type { Bundled, ToolPool } from '../rules/rule/rule.ts';
import type { FrontmatterTexts } from './frontmatter-texts.ts';
import type { SkillEntry, UsedFiles } from './skill-entry.ts';

/** The surroundings of a skill. */
export interface SkillContext {
  /** Returns the enclosing skills, innermost first. */
  outer(): readonly KnownSkill[];
  named(name: string): readonly KnownSkill[];
  /** Returns the absolute paths of SKILL.md files that are links to this skill's, and of its own if that is a link. */
  links(): readonly string[];
  /** Returns the folders of the enclosing skills, innermost first. */
  outerRoots(): readonly string[];
  toolPool(): ToolPool | undefined;
  /** Returns the frontmatter of the skills in this skill's parent folder. */
  siblings(): FrontmatterTexts;
  /** Returns the new path of a renamed file; both absolute. */
  renamed(path: string): string | undefined;
}

/** Gives rules access to the other files of a skill, and records them as dependencies of the findings. */
export class RecordedLookups implements Bundled {
  readonly #entry: SkillEntry;
  readonly #skill: Skill;
  readonly #paths = new Set<string>();
  readonly #context: SkillContext;
  #all = false;
  #others = false;
  #names = false;
  #siblings = false;

  constructor(entry: SkillEntry, skill: Skill, around: SkillContext) {
    this.#context = around;
    this.#entry = entry;
    this.#skill = skill;
  }

  get files(): UsedFiles {
    return this.#all ? 'all' : this.#paths;
  }

  /** True if files outside the skill were queried. */
  get usesSurroundings(): boolean {
    return this.#others;
  }

  /** True if other skills with the same name were queried. */
  get usesNames(): boolean {
    return this.#names;
  }

  /** True if the frontmatter of the skills in the same folder was queried. */
  get usesSiblings(): boolean {
    return this.#siblings;
  }

  siblings(): FrontmatterTexts {
    this.#siblings = true;
    return this.#context.siblings();
  }

  namesakes(): readonly KnownSkill[] {
    this.#names = true;
    return this.#context.named(this.#skill.name).filter(({ root }) => root !== this.#skill.root);
  }

  links(): readonly string[] {
    return this.#context.links();
  }

  outer(): readonly string[] {
    return this.#context.outerRoots();
  }

  toolPool(): ToolPool | undefined {
    this.#others = true;
    return this.#context.toolPool();
  }

  renamed(path: string): string | undefined {
    const { root, bundle } = this.#skill;
    const now = this.#context.renamed(join(root, path));
    const inner = now === undefined ? undefined : within(root, now);
    return inner !== undefined && bundle.files.has(inner) ? inner : undefined;
  }

  document(path: string): SkillDocument | undefined {
    // Files of a nested skill belong to that skill, which tracks their changes.
    if (!this.#entry.has(path)) return undefined;
    this.#paths.add(path);
    const document = this.#entry.document(path);
    return 'unreadable' in document ? undefined : document;
  }

  script(file: string): string | undefined {
    const { root, bundle } = this.#skill;
    if (!bundle.files.has(file)) return undefined;
    const path = join(root, file);
    this.#paths.add(path);
    return this.#entry.script(path);
  }

  unreached(): readonly string[] {
    this.#all = true;
    const outer = this.#context.outer();
    // The set of their files may change too. Changes of their texts are tracked by themselves.
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
