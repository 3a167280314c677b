import { neighbours, type ResolveContext, type Skill } from '../../skill/index.ts';
import { analyze } from '../rules/analysis.ts';
import type { ToolPool } from '../rules/rule.ts';
import { type OnRuleError, runRules } from '../rules/run.ts';
import type { DocumentResult, SkillEntry } from './entry.ts';
import { linesOf } from './lines.ts';
import { Looking } from './looking.ts';
import { Renames } from './renames.ts';
import type { SkillTree } from './skill-tree.ts';
import type { Surroundings } from './surroundings.ts';
import { readToolPool } from './tool-pool.ts';
import { unreadable } from './unreadable.ts';
import type { World } from './world.ts';

/** Runs the rules over a document, and notes what the findings depend on. */
export class Diagnosis {
  readonly #world: (root: string) => World;
  readonly #skills: SkillTree;
  readonly #surroundings: Surroundings;
  readonly #onRuleError: OnRuleError;
  readonly renames = new Renames();
  /** Files outside of skills that findings depend on. */
  readonly #toolFiles = new Set<string>();

  /** `world`: what the skill of a folder gets to see. */
  constructor(world: (root: string) => World, skills: SkillTree, surroundings: Surroundings, onRuleError: OnRuleError) {
    this.#world = world;
    this.#skills = skills;
    this.#surroundings = surroundings;
    this.#onRuleError = onRuleError;
  }

  /** True for a file outside of all skills that some finding depends on. */
  reads(path: string): boolean {
    return this.#toolFiles.has(path);
  }

  /** What the rules find in a document of a skill; where that cannot be read, why. */
  of(entry: SkillEntry, path: string): DocumentResult {
    const skill = entry.skill();
    const document = entry.document(path);
    if ('unreadable' in skill || 'unreadable' in document)
      return unreadable(entry, path, this.#surroundings.settings(entry, path), this.#skills.outerKey(entry));
    const outer = this.#skills.outer(entry);
    const bundled = new Looking(entry, skill, {
      outer: () => outer.flatMap(({ root }) => this.#world(entry.root).skills.at(root) ?? []),
      named: (name) => this.#world(entry.root).skills.named(name),
      toolPool: () => this.toolPool(entry),
      renamed: (path) => this.renames.now(path),
    });
    // Through `bundled`: what is asked of other documents is remembered with the findings.
    const context = this.contextOf(entry, skill);
    const analysis = analyze(document, context, () => bundled.deep(), entry.analysisBefore(path));
    const input = { skill, document, analysis, bundled, isManifest: path === entry.manifest, folder: entry.folder };
    const findings = runRules(input, this.#surroundings.settings(entry, path), this.#onRuleError);
    const stamp = {
      lookedAt: bundled.lookedAt,
      names: bundled.lookedAtNames,
      others: analysis.dependsOnOthers || bundled.lookedAround,
      within: this.#skills.outerKey(entry),
    };
    return { path, lines: linesOf(document), findings, analysis, stamp };
  }

  /** The tools of the agents of a skill's project; that a finding may depend on the files read is noted. */
  toolPool(entry: SkillEntry): ToolPool | undefined {
    const file = this.#surroundings.project(entry.root)?.path;
    if (file === undefined) return undefined;
    const { fs } = this.#world(entry.root);
    const noted = {
      ...fs,
      read: (path: string) => {
        this.#toolFiles.add(path);
        return fs.read(path);
      },
    };
    return readToolPool(file, noted);
  }

  /** What paths in a skill are resolved against. */
  contextOf(entry: SkillEntry, skill: Skill): ResolveContext {
    const { fs, skills } = this.#world(entry.root);
    const around = this.#surroundings.rootsAround(entry.root);
    return { fs, skills: neighbours(skills, entry.root, around), skill, ...around };
  }
}
