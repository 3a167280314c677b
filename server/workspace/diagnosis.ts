import {
  basename,
  defined,
  dirname,
  type FileSystem,
  neighbors,
  type ResolveContext,
  type Skill,
  within,
} from '../../skill/index.ts';
import { analyze } from '../rules/rule/analysis.ts';
import type { Finding, Problem, ToolPool } from '../rules/rule/rule.ts';
import { levelOf, type OnRuleError, runRules, severityOf } from '../rules/run.ts';
import { evalInvalid, evalProblems } from '../rules/skill/eval-invalid.ts';
import { deadLinkProblem, linkProblem, skillNotOffered } from '../rules/skill/skill-not-offered.ts';
import { Lines, linesOf } from './lines.ts';
import { RecordedLookups } from './recorded-lookups.ts';
import { Renames } from './renames.ts';
import { treeRoot } from './repository-trees.ts';
import type { DocumentResult, SkillEntry } from './skill-entry.ts';
import type { SkillTree } from './skill-tree.ts';
import type { Surroundings } from './surroundings.ts';
import { readToolPool } from './tool-pool.ts';
import { unreadableResult } from './unreadable.ts';
import type { FileEvent, World } from './world.ts';

/** Number of skills whose surrounding texts are kept. */
const MAX_KNOWN = 16;

/** Runs the rules on a document, and records the dependencies of the findings. */
export class Diagnosis {
  readonly #world: (root: string) => World;
  readonly #skills: SkillTree;
  readonly #surroundings: Surroundings;
  readonly #links: (manifest: string) => readonly string[];
  readonly #onRuleError: OnRuleError;
  readonly renames = new Renames();
  /** Files outside of skills that findings depend on. */
  readonly #outerFiles = new Set<string>();
  /** Texts around the skills that were diagnosed last, by the folder of the skill, so that no keystroke reads them again. */
  readonly #known = new Map<string, Map<string, string | undefined>>();

  /**
   * @param world returns the world as seen by the skill of a folder
   * @param links returns the SKILL.md files that are links to one
   */
  constructor(
    world: (root: string) => World,
    skills: SkillTree,
    links: (manifest: string) => readonly string[],
    surroundings: Surroundings,
    onRuleError: OnRuleError,
  ) {
    this.#world = world;
    this.#skills = skills;
    this.#links = links;
    this.#surroundings = surroundings;
    this.#onRuleError = onRuleError;
  }

  /** Returns true for a file outside of all skills that a finding depends on. */
  reads(path: string): boolean {
    return this.#outerFiles.has(path);
  }

  /** Drops all texts, because files may have changed without an event. */
  forgetTexts(): void {
    this.#known.clear();
  }

  /** Drops the texts that a changed, created or deleted path may be among. */
  pathChanged(path: string, kind: FileEvent['kind']): void {
    if (kind !== 'changed') this.#known.clear();
    else for (const [root, texts] of this.#known) if (texts.has(path)) this.#known.delete(root);
  }

  /** Returns the findings of a skill's document, or the reason why it cannot be read. */
  of(entry: SkillEntry, path: string): DocumentResult {
    const skill = entry.skill();
    const document = entry.document(path);
    if (path === entry.manifest && 'unreadable' in skill) {
      const dead = this.#deadLink(entry);
      if (dead !== undefined) return this.#ofLink(entry, path, () => [deadLinkProblem(dead)]);
      // Clients read links out of a skill's folder; Skillwright does not.
      if (this.#ownLink(entry).length > 0)
        return this.#ofLink(entry, path, (input) => linkProblem(path, true, { start: 0, end: 0 }, input));
    }
    if ('unreadable' in skill || 'unreadable' in document)
      return unreadableResult(entry, path, this.#surroundings.settings(entry, path), this.#skills.outerKey(entry));
    const outer = this.#skills.outer(entry);
    const bundled = new RecordedLookups(entry, skill, {
      outer: () => outer.flatMap(({ root }) => this.#world(entry.root).skills.at(root) ?? []),
      // A change of these has the skill checked again: of links by `SkillSet`, of the skills around it by the stamp.
      outerRoots: () => outer.map(({ root }) => root),
      links: () => [...this.#ownLink(entry), ...this.#links(entry.manifest)],
      named: (name) => this.#world(entry.root).skills.named(name),
      toolPool: () => this.toolPool(entry),
      siblings: () => this.#world(entry.root).frontmatter.in(dirname(entry.root)),
      renamed: (path) => this.renames.currentPath(path),
    });
    // Queries of other documents go through `bundled`, which records them as dependencies.
    const context = this.contextOf(entry, skill);
    const settings = this.#surroundings.settings(entry, path);
    const analysis = analyze(document, context, settings.patternFor, () => bundled.deep(), entry.analysisBefore(path));
    const place = this.#surroundings.place(entry.root);
    const input = { skill, document, analysis, bundled, isManifest: path === entry.manifest, place };
    const findings = runRules(input, settings, this.#onRuleError);
    const stamp = {
      usedFiles: bundled.files,
      names: bundled.usesNames,
      siblings: bundled.usesSiblings,
      others: analysis.dependsOnOthers || bundled.usesSurroundings,
      within: this.#skills.outerKey(entry),
    };
    return { path, lines: linesOf(document), findings, analysis, stamp };
  }

  /** Returns the findings of a SKILL.md that is a link, and is not read. */
  #ofLink(
    entry: SkillEntry,
    path: string,
    problems: (input: Parameters<typeof linkProblem>[3]) => Iterable<Problem>,
  ): DocumentResult {
    const settings = this.#surroundings.settings(entry, path);
    const level = levelOf(skillNotOffered.code, settings);
    const place = this.#surroundings.place(entry.root);
    const input = { clients: settings.clients, place };
    const findings: Finding[] = [];
    if (level !== 'off')
      for (const { judge: _, ...problem } of problems(input)) {
        const severity = severityOf(skillNotOffered, problem, settings, level);
        findings.push({ ...problem, code: skillNotOffered.code, severity });
      }
    const within = this.#skills.outerKey(entry);
    const stamp = { usedFiles: new Set<string>(), names: false, siblings: false, others: false, within };
    return { path, lines: new Lines(''), findings, stamp };
  }

  /** Returns the path of the link to nothing that a SKILL.md, or its folder, is; undefined if neither is one. */
  #deadLink(entry: SkillEntry): string | undefined {
    const { root, manifest } = entry;
    const { fs } = this.#world(root);
    // The search for skills finds no other folder that does not exist.
    if (fs.kind(root) === undefined) return root;
    return this.#ownLink(entry).length > 0 && fs.kind(manifest) === undefined ? manifest : undefined;
  }

  /** Returns the path of a SKILL.md that is a link; nothing for a file. */
  #ownLink({ root, manifest }: SkillEntry): readonly string[] {
    const isLink = this.#world(root)
      .fs.list(root)
      .some(({ name, link }) => link && name === basename(manifest));
    return isLink ? [manifest] : [];
  }

  /** Returns the findings of a file with eval cases. */
  ofEvalFile(entry: SkillEntry, path: string): DocumentResult {
    const text = entry.text(path) ?? '';
    const settings = this.#surroundings.settings(entry, path);
    const level = levelOf(evalInvalid.code, settings);
    const findings: Finding[] = [];
    try {
      if (level !== 'off')
        for (const { judge: _, ...problem } of evalProblems(within(entry.root, path) ?? path, text, entry.bundle)) {
          const severity = severityOf(evalInvalid, problem, settings, level);
          findings.push({ ...problem, code: evalInvalid.code, severity });
        }
    } catch (error) {
      this.#onRuleError(evalInvalid.code, path, error);
    }
    const usedFiles = new Set([entry.manifest]);
    const stamp = { usedFiles, names: false, siblings: false, others: false, within: this.#skills.outerKey(entry) };
    return { path, lines: new Lines(text), findings, stamp };
  }

  /** Returns the tools of the agents of a skill's project, and records the files read as dependencies. */
  toolPool(entry: SkillEntry): ToolPool | undefined {
    const file = this.#surroundings.project(entry.root)?.path;
    return file === undefined ? undefined : readToolPool(file, this.#recordingFiles(entry));
  }

  /** Returns a function that reads each file around a skill once, and records it as a dependency. */
  #texts(entry: SkillEntry): (path: string) => string | undefined {
    const files = this.#recordingFiles(entry);
    return (path) => {
      const known = this.#known.get(entry.root) ?? new Map<string, string | undefined>();
      if (!known.has(path)) {
        // Most of these paths do not exist, and their folder is listed.
        const read = files.kind(path) === 'file' ? files.read(path) : undefined;
        known.set(path, read?.kind === 'text' ? read.text : undefined);
      }
      this.#known.set(entry.root, known);
      const [oldest] = this.#known.keys();
      if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
      return known.get(path);
    };
  }

  /** Returns the files around a skill, whose reads are recorded as dependencies. */
  #recordingFiles(entry: SkillEntry): FileSystem {
    const { fs } = this.#world(entry.root);
    return {
      ...fs,
      kind: (path: string) => {
        this.#outerFiles.add(path);
        return fs.kind(path);
      },
      read: (path: string) => {
        this.#outerFiles.add(path);
        return fs.read(path);
      },
    };
  }

  /** Returns the context for resolving paths in a skill. */
  contextOf(entry: SkillEntry, skill: Skill): ResolveContext {
    const { fs, skills, trees } = this.#world(entry.root);
    const around = this.#surroundings.rootsAround(entry.root);
    const root = treeRoot(entry.root, around);
    const tree = root === undefined ? undefined : trees.at(root);
    return defined({
      fs,
      skills: neighbors(skills, entry.root, around),
      skill,
      ...around,
      tree,
      readText: this.#texts(entry),
    });
  }
}
