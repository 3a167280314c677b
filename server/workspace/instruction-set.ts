import {
  basename,
  type CachingFiles,
  defined,
  dirname,
  findSkills,
  type InstructionKind,
  instructionKindOf,
  instructionsIn,
  join,
  mayBeInstructions,
  neighbors,
  type ResolveContext,
  readDocument,
  type SkillDocument,
  within,
} from '../../skill/index.ts';
import type { AnalyzedDocument } from '../rules/rule/analysis.ts';
import { analyzeInstructions } from '../rules/rule/instruction-analysis.ts';
import { NO_BUNDLED } from '../rules/rule/rule.ts';
import { type OnRuleError, runRules } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import { Lines, linesOf } from './lines.ts';
import { treeRoot } from './repository-trees.ts';
import type { DocumentResult, Stamp } from './skill-entry.ts';
import type { SkillTree } from './skill-tree.ts';
import type { Surroundings } from './surroundings.ts';
import type { World } from './world.ts';

/** An instruction file, parsed, with its paths resolved. */
export interface ParsedInstructions {
  readonly kind: InstructionKind;
  readonly document: SkillDocument;
  readonly context: ResolveContext;
  readonly analysis: AnalyzedDocument;
}

/**
 * The instruction files of a workspace: documents outside of skills that clients give to a model. Everything is read on demand,
 * and dropped when any file is created or deleted, because their paths lead anywhere.
 */
export class InstructionSet {
  readonly #fs: CachingFiles;
  readonly #surroundings: Surroundings;
  readonly #skills: SkillTree;
  readonly #world: (path: string) => World;
  readonly #onRuleError: OnRuleError;
  /** Paths that may be instruction files, by their names. */
  readonly #candidates = new Set<string>();
  readonly #kinds = new Map<string, InstructionKind | undefined>();
  /** Texts of the documents that are parsed, also those of previous versions, from which the next ones are parsed. */
  readonly #documents = new Map<string, SkillDocument>();
  readonly #parsed = new Map<string, ParsedInstructions | undefined>();
  readonly #results = new Map<string, DocumentResult>();
  /** Stamps of all valid results, whether the results are cached or not. */
  readonly #stamps = new Map<string, Stamp>();

  /** @param world returns what the findings of a file depend on besides its text */
  constructor(
    fs: CachingFiles,
    surroundings: Surroundings,
    skills: SkillTree,
    world: (path: string) => World,
    onRuleError: OnRuleError,
  ) {
    this.#fs = fs;
    this.#surroundings = surroundings;
    this.#skills = skills;
    this.#world = world;
    this.#onRuleError = onRuleError;
  }

  /** Sets the paths that may be instruction files. */
  setCandidates(paths: Iterable<string>): void {
    this.#candidates.clear();
    for (const path of paths) this.#candidates.add(path);
    this.forget('texts');
  }

  /** Returns the absolute paths of the instruction files, sorted. */
  paths(): readonly string[] {
    return [...this.#candidates].filter((path) => this.has(path)).sort();
  }

  /** Returns true for an instruction file of the workspace. */
  has(path: string): boolean {
    return this.#kindOf(path) !== undefined;
  }

  /** Returns the findings of an instruction file; undefined for any other file. */
  diagnose(path: string): DocumentResult | undefined {
    if (!this.has(path)) return undefined;
    const cached = this.#results.get(path);
    if (cached) return cached;
    const parsed = this.parsed(path);
    const stamp = newStamp();
    // What cannot be read, a client does not read either.
    const result: DocumentResult =
      parsed === undefined
        ? { path, lines: new Lines(''), findings: [], stamp }
        : { ...this.#findings(path, parsed), stamp };
    this.#results.set(path, result);
    this.#stamps.set(path, stamp);
    return result;
  }

  /** Returns the findings of an instruction file with a different text, without caching; undefined for any other file. */
  diagnoseAs(path: string, text: string): DocumentResult | undefined {
    const kind = this.#kindOf(path);
    if (kind === undefined) return undefined;
    const parsed = this.#parse(readDocument(path, text), kind);
    return { ...this.#findings(path, parsed), stamp: newStamp() };
  }

  /** Returns an instruction file with its paths; undefined for any other file, and one that cannot be read. */
  parsed(path: string): ParsedInstructions | undefined {
    if (this.#parsed.has(path)) return this.#parsed.get(path);
    const kind = this.#kindOf(path);
    const read = kind === undefined ? undefined : this.#world(path).fs.read(path);
    let parsed: ParsedInstructions | undefined;
    if (kind !== undefined && read?.kind === 'text') {
      const before = this.#documents.get(path);
      const document = before?.text === read.text ? before : readDocument(path, read.text, before);
      this.#documents.set(path, document);
      parsed = this.#parse(document, kind);
    }
    if (kind !== undefined) this.#parsed.set(path, parsed);
    return parsed;
  }

  /** Returns the stamp of the last result of a file, if still valid. */
  stamp(path: string): Stamp | undefined {
    return this.#stamps.get(path);
  }

  /** Handles a changed text. Returns true for an instruction file. */
  textChanged(path: string): boolean {
    if (!this.has(path)) return false;
    this.#parsed.delete(path);
    this.#results.delete(path);
    this.#stamps.delete(path);
    return true;
  }

  /** @param parts the folders in which new files are searched: the path, or some below it */
  pathCreatedOrDeleted(path: string, parts: readonly string[]): void {
    for (const one of this.#candidates)
      if (within(path, one) !== undefined && !this.#isFile(one)) this.#candidates.delete(one);
    const top = this.#surroundings.folders.find((folder) => within(folder, path) !== undefined) ?? '';
    if (parts.length > 0 && mayBeInstructions(within(top, path) ?? path) && this.#isFile(path))
      this.#candidates.add(path);
    if (this.#fs.kind(path) !== 'folder') return;
    for (const part of parts) for (const one of findInstructions(this.#fs, part, top)) this.#candidates.add(one);
  }

  /** Handles changes outside of the files, or also of their texts. */
  forget(what: 'results' | 'texts'): void {
    this.#kinds.clear();
    this.#parsed.clear();
    this.#results.clear();
    this.#stamps.clear();
    if (what === 'texts') this.#documents.clear();
  }

  /** Releases the text and findings of a file that is not shown. Its result remains valid as long as its stamp exists. */
  unload(path: string): void {
    this.#parsed.delete(path);
    this.#results.delete(path);
    this.#documents.delete(path);
  }

  /** Returns the settings for an instruction file. */
  settingsOf(path: string): Settings {
    return this.#surroundings.settings({ root: dirname(path), manifest: path }, path);
  }

  #isFile(path: string): boolean {
    const entry = this.#fs.list(dirname(path)).find(({ name }) => name === basename(path));
    return entry?.kind === 'file' && !entry.link;
  }

  #kindOf(path: string): InstructionKind | undefined {
    if (!this.#candidates.has(path)) return undefined;
    if (this.#kinds.has(path)) return this.#kinds.get(path);
    const top = this.#surroundings.folders.find((folder) => within(folder, path) !== undefined);
    const inner = top === undefined ? undefined : within(top, path);
    const isInside = inner !== undefined && this.#skills.of(path) === undefined && !this.#leadsOut(path, top ?? '');
    const kind = isInside
      ? instructionKindOf(inner, (folder) => {
          const plugin = this.#surroundings.place(join(top ?? '', folder)).pluginRoot;
          return plugin === undefined ? undefined : within(top ?? '', plugin);
        })
      : undefined;
    this.#kinds.set(path, kind);
    return kind;
  }

  /** Returns true if a folder above a file is a link out of the workspace folder. */
  #leadsOut(path: string, top: string): boolean {
    const [real, realTop] = [this.#fs.realPath(path), this.#fs.realPath(top)];
    return real === undefined || realTop === undefined || within(realTop, real) === undefined;
  }

  #parse(document: SkillDocument, kind: InstructionKind): ParsedInstructions {
    const context = this.#contextOf(document);
    return {
      kind,
      document,
      context,
      analysis: analyzeInstructions(document, context, kind, this.settingsOf(document.path).patternFor),
    };
  }

  #contextOf(document: SkillDocument): ResolveContext {
    const folder = dirname(document.path);
    const { fs, skills, trees, projects } = this.#world(document.path);
    const around = this.#surroundings.rootsAround(folder);
    // The folder of the workspace has the file, so there is one.
    const root = treeRoot('', around) ?? folder;
    const skill = { root, name: basename(root), description: '', manifest: document, bundle: projects.filesOf(root) };
    return defined({ fs, skills: neighbors(skills, folder, around), skill, ...around, tree: trees.at(root) });
  }

  #findings(
    path: string,
    { kind, document, context, analysis }: ParsedInstructions,
  ): Pick<DocumentResult, 'path' | 'lines' | 'findings' | 'analysis'> {
    const folder = dirname(path);
    const { skill, skills } = context;
    const place = this.#surroundings.place(folder);
    const instructions = { kind, skills };
    const input = { skill, document, analysis, bundled: NO_BUNDLED, isManifest: false, place, instructions };
    return {
      path,
      lines: linesOf(document),
      findings: runRules(input, this.settingsOf(path), this.#onRuleError),
      analysis,
    };
  }
}

const newStamp = (): Stamp => ({ usedFiles: new Set(), names: false, siblings: false, others: true, within: '' });

/** Returns the absolute paths below a folder of the workspace folder `top` that may be instruction files. */
function findInstructions(fs: CachingFiles, folder: string, top: string): readonly string[] {
  const found: string[] = [];
  findSkills(fs, folder, undefined, (inner, entries) => found.push(...instructionsIn(top, inner, entries)));
  return found;
}
