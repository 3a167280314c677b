import {
  basename,
  type CachingFiles,
  cachingFiles,
  dirname,
  type FileSystem,
  instructionsIn,
  isPlaceName,
  join,
  type KnownSkill,
  manifestsIn,
  overlay,
  type PathCounts,
  type ReadResult,
  type ResolveContext,
  within,
} from '../../skill/index.ts';
import { PROJECT_FILE, type ProjectFile } from '../project-file.ts';
import { type AnalyzedDocument, analyze } from '../rules/rule/analysis.ts';
import type { ToolPool } from '../rules/rule/rule.ts';
import type { OnRuleError } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import { countPaths, type UnresolvedPath } from '../unresolved-path.ts';
import { isNeverPart, NEVER_PART } from './contents.ts';
import { Diagnosis } from './diagnosis.ts';
import { InstructionSet, type ParsedInstructions } from './instruction-set.ts';
import { manifestAbove } from './manifests.ts';
import { accountOf } from './path-account.ts';
import { PluginManifests } from './plugin-manifests.ts';
import { type DocumentResult, type ReadDocument, SkillEntry, type Stamp } from './skill-entry.ts';
import { SkillSet } from './skill-set.ts';
import { Surroundings } from './surroundings.ts';
import type { Affected, FileEvent, WrapWorld } from './world.ts';

export type { Affected, FileEvent, World, WrapWorld } from './world.ts';

/**
 * All skills in the workspace folders, used by the language server and `check` alike. Open documents are part of the given
 * file system.
 */
export class Workspace {
  /** The file system without caches. */
  readonly #disk: FileSystem;
  readonly #fs: CachingFiles;
  readonly #diagnosis: Diagnosis;
  readonly #skills: SkillSet;
  readonly #instructions: InstructionSet;
  readonly #plugins: PluginManifests;
  readonly #surroundings: Surroundings;
  /** Folders of skills outside of the workspace folders that were added because a document of them was opened. */
  readonly #openedFolders = new Set<string>();
  #generation = 0;
  #onCounts: ((root: string) => void) | undefined;

  /** @param wrapWorld allows recording the queries for each skill @param read reads documents */
  constructor(
    fs: FileSystem,
    onRuleError: OnRuleError,
    wrapWorld: WrapWorld = (_root, world) => world,
    read?: ReadDocument,
  ) {
    this.#disk = fs;
    this.#fs = cachingFiles(fs);
    this.#surroundings = new Surroundings(this.#fs);
    this.#skills = new SkillSet(this.#fs, this.#surroundings, wrapWorld, read);
    this.#instructions = new InstructionSet(
      this.#fs,
      this.#surroundings,
      this.#skills.tree,
      this.#skills.world,
      onRuleError,
    );
    this.#plugins = new PluginManifests(this.#fs, this.#surroundings, this.#skills.world, onRuleError);
    this.#diagnosis = new Diagnosis(
      this.#skills.world,
      this.#skills.tree,
      (manifest) => this.#skills.linksTo(manifest),
      this.#surroundings,
      onRuleError,
    );
  }

  /** Sets the folders to search for skills; absolute, with `/`. Skills in folders that remain are retained. */
  setFolders(folders: readonly string[]): void {
    this.#fs.forget();
    this.#skills.trees.forget();
    this.#diagnosis.forgetTexts();
    this.#openedFolders.clear();
    this.#surroundings.setFolders(folders);
    const instructions: string[] = [];
    const plugins: string[] = [];
    this.#skills.forgetLinks();
    const search = (top: string): readonly string[] =>
      this.#skills.search(top, (folder, entries) => {
        instructions.push(...instructionsIn(top, folder, entries));
        plugins.push(...manifestsIn(folder, entries));
      });
    const found = new Set(folders.flatMap(search));
    for (const entry of this.#skills.tree.all()) if (!found.has(entry.manifest)) this.#skills.remove(entry);
    for (const manifest of found) this.#skills.add(manifest);
    this.#instructions.setCandidates(instructions);
    this.#plugins.setPaths(plugins);
    this.#othersChanged();
  }

  /** Invalidates everything, for editors that do not report file changes. */
  rescan(): void {
    this.#skills.forgetTexts();
    this.setFolders(this.#surroundings.folders);
  }

  /** @param ofFolders settings by workspace folder, if it has its own */
  setSettings(settings: Settings, ofFolders: ReadonlyMap<string, Settings> = new Map()): void {
    this.#surroundings.setSettings(settings, ofFolders);
    this.#forgetResults();
  }

  /** Returns all skills, sorted by path. */
  skills(): readonly SkillEntry[] {
    return this.#skills.sorted();
  }

  /** Returns all skills in the order in which they were added, without sorting. */
  eachSkill(): Iterable<SkillEntry> {
    return this.#skills.tree.all();
  }

  /** Returns the `.skillwright.json` files that apply to any skill. */
  projectFiles(): readonly ProjectFile[] {
    return [...new Set([...this.#skills.tree.all()].flatMap(({ root }) => this.#surroundings.project(root) ?? []))];
  }

  /** Returns the skill of a folder. */
  skillAt(root: string): SkillEntry | undefined {
    return this.#skills.tree.at(root);
  }

  /** Returns the skill that a file belongs to: the closest one above it. */
  skillOf(path: string): SkillEntry | undefined {
    return this.#skills.tree.of(path);
  }

  /** Returns the enclosing skills of a skill, innermost first. */
  placesAround(entry: SkillEntry): readonly KnownSkill[] {
    return this.#skills.tree.outer(entry).flatMap(({ root }) => this.#skills.places.at(root) ?? []);
  }

  /**
   * Returns the findings of a document or an eval file of a skill, of an instruction file, or of the manifest of a plugin;
   * undefined for any other file.
   */
  diagnose(path: string): DocumentResult | undefined {
    if (this.#plugins.has(path)) return this.#plugins.diagnose(path);
    const entry = this.skillOf(path);
    const isDocument = entry?.has(path) ?? false;
    if (entry === undefined) return this.#instructions.diagnose(path);
    if (!isDocument && !entry.hasEvalFile(path)) return undefined;
    const cached = entry.result(path);
    if (cached?.stamp.within === this.#skills.tree.outerKey(entry)) return cached;
    const result = isDocument ? this.#diagnosis.of(entry, path) : this.#diagnosis.ofEvalFile(entry, path);
    entry.store(result);
    if (isDocument && this.#onCounts && entry.storeCounts(path, this.#countsOf(entry, result)))
      this.#onCounts(entry.root);
    return result;
  }

  /**
   * Counts the paths without a file of every document that is diagnosed from now on.
   * @param onChanged called with the folder of a skill whose counts have changed
   */
  countPaths(onChanged: (root: string) => void): void {
    this.#onCounts = onChanged;
  }

  #countsOf(entry: SkillEntry, result: DocumentResult): PathCounts {
    const account = this.#accountOf(entry.document(result.path), this.settingsOf(entry, result.path), result);
    return countPaths(account);
  }

  /** Returns the account of the paths without a file of a document or an instruction file, from its findings. */
  accountOf(result: DocumentResult): readonly UnresolvedPath[] {
    const { path } = result;
    const entry = this.skillOf(path);
    if (entry !== undefined) return this.#accountOf(entry.document(path), this.settingsOf(entry, path), result);
    const document = this.instructions(path)?.document;
    return document === undefined ? [] : this.#accountOf(document, this.#instructions.settingsOf(path), result, true);
  }

  #accountOf(
    document: ReturnType<SkillEntry['document']>,
    settings: Settings,
    { analysis, findings }: DocumentResult,
    isInstructions = false,
  ): readonly UnresolvedPath[] {
    if (analysis === undefined || document === undefined || 'unreadable' in document) return [];
    return accountOf({ document, analysis, findings, settings, isInstructions });
  }

  /** Returns the findings of a document or an instruction file with a different text, without caching; undefined for any other file. */
  diagnoseAs(path: string, text: string): DocumentResult | undefined {
    const entry = this.skillOf(path);
    if (entry === undefined) return this.#instructions.diagnoseAs(path, text);
    if (!entry.has(path)) return undefined;
    const { fs } = this.#skills.world(entry.root);
    return this.#diagnosis.of(new SkillEntry(entry.manifest, overlay(fs, new Map([[path, text]]))), path);
  }

  /** Returns the absolute paths of the instruction files: documents outside of skills that clients give to a model. Sorted. */
  instructionFiles(): readonly string[] {
    return this.#instructions.paths();
  }

  /** Returns an instruction file with its paths; undefined for any other file, and one that cannot be read. */
  instructions(path: string): ParsedInstructions | undefined {
    return this.skillOf(path) === undefined ? this.#instructions.parsed(path) : undefined;
  }

  /** Returns the absolute paths of the manifests of plugins, extensions and marketplaces. Sorted. */
  pluginManifests(): readonly string[] {
    return this.#plugins.paths();
  }

  /** Releases the text of an instruction file that is not shown. */
  unloadInstructions(path: string): void {
    this.#instructions.unload(path);
  }

  /** Returns the enclosing and nested skills of a skill. */
  nestedWith(entry: SkillEntry): readonly SkillEntry[] {
    return [...this.#skills.tree.outer(entry), ...this.#skills.tree.inner(entry)];
  }

  /** The folders that are searched for skills. */
  get folders(): readonly string[] {
    return this.#surroundings.folders;
  }

  /**
   * Returns the `.skillwright.json` that applies to a document, or where a new one would; undefined if the document is not part
   * of a skill. `unreadable`: it has no effect, or is a link, so that it cannot be edited.
   */
  projectPlace(
    path: string,
  ): { readonly path: string; readonly exists: boolean; readonly unreadable: boolean } | undefined {
    const entry = this.skillOf(path);
    if (entry === undefined) return undefined;
    const project = this.#surroundings.project(entry.root);
    if (project === undefined)
      return {
        path: join(this.#surroundings.projectFolder(entry.root), PROJECT_FILE),
        exists: false,
        unreadable: false,
      };
    const folder = this.realPath(dirname(project.path));
    const isLink = folder === undefined || this.realPath(project.path) !== join(folder, PROJECT_FILE);
    return { path: project.path, exists: true, unreadable: project.unreadable || isLink };
  }

  /** Returns the settings for a document of a skill. */
  settingsOf(entry: SkillEntry, path: string): Settings {
    return this.#surroundings.settings(entry, path);
  }

  /** Returns the tools of the agents of a skill's project; undefined if its files do not list all of them. */
  toolPool(entry: SkillEntry): ToolPool | undefined {
    return this.#diagnosis.toolPool(entry);
  }

  /** Returns the context for resolving paths in a skill; undefined if its SKILL.md cannot be read. */
  contextOf(entry: SkillEntry): ResolveContext | undefined {
    const skill = entry.skill();
    return 'unreadable' in skill ? undefined : this.#diagnosis.contextOf(entry, skill);
  }

  /** Resolves the references and mentions of a document without running rules; undefined if it cannot be read. */
  analysis(path: string): AnalyzedDocument | undefined {
    const entry = this.skillOf(path);
    if (!entry?.has(path)) return undefined;
    const cached = entry.result(path);
    if (cached?.stamp.within === this.#skills.tree.outerKey(entry)) return cached.analysis;
    const document = entry.document(path);
    const context = this.contextOf(entry);
    return context && !('unreadable' in document)
      ? analyze(document, context, this.settingsOf(entry, path).patternFor)
      : undefined;
  }

  /** Reads any file without caching, except one that is a link out of its skill, or without one, out of its workspace folder. */
  read(path: string): ReadResult {
    const folder = this.folders.find((one) => within(one, path) !== undefined);
    if (folder !== undefined && this.skillOf(path) === undefined) {
      const [real, realFolder] = [this.#fs.realPath(path), this.#fs.realPath(folder)];
      if (real !== undefined && realFolder !== undefined && within(realFolder, real) === undefined)
        return { kind: 'unreadable', message: 'it is a link out of the workspace' };
    }
    return this.#fs.read(path);
  }

  /** Reads the text of any file as `read` does; undefined if it is not text. */
  text(path: string): string | undefined {
    const read = this.read(path);
    return read.kind === 'text' ? read.text : undefined;
  }

  /** Returns the kind of a path. */
  kind(path: string): 'file' | 'folder' | undefined {
    return this.#fs.kind(path);
  }

  /** Resolves symbolic links in a path; undefined if it does not exist. */
  realPath(path: string): string | undefined {
    return this.#fs.realPath(path);
  }

  /** Incremented by changes that may affect paths in an unchanged text: created or deleted files, and skills' names. */
  get generation(): number {
    return this.#generation;
  }

  /** Returns the name of a skill for lookups, without parsing its SKILL.md. */
  nameOf(entry: SkillEntry): string {
    return this.#skills.places.at(entry.root)?.name ?? entry.folder;
  }

  /** Returns the stamp of the last result of a document, if still valid; the result itself may have been released. */
  stamp(path: string): Stamp | undefined {
    if (this.#plugins.has(path)) return this.#plugins.stamp(path);
    const entry = this.skillOf(path);
    if (entry === undefined) return this.#instructions.stamp(path);
    const stamp = entry.stamp(path);
    return stamp?.within === this.#skills.tree.outerKey(entry) ? stamp : undefined;
  }

  /** Handles an opened document. Adds its skill if that is outside the workspace folders. */
  opened(path: string): void {
    const known = this.skillOf(path);
    // The folder of a SKILL.md that is only open was not listed, but may be a skill within another one.
    const isListed = this.#fs.kind(dirname(path)) !== undefined || basename(path).toLowerCase() !== 'skill.md';
    if (known) {
      if (!isListed) this.#skills.manifestCreatedOrDeleted(dirname(path));
      return;
    }
    const manifest = manifestAbove(this.#fs, path);
    if (manifest === undefined) return;
    this.#openedFolders.add(dirname(manifest));
    this.#skills.add(manifest);
  }

  /**
   * Returns the folders that are searched after an event for a path: the path itself if it is in the workspace, or in a skill that
   * was opened; otherwise those of these folders that it contains. Editors can report any path, also that of the whole disk.
   */
  searchedAt(path: string): readonly string[] {
    const places = [...this.#surroundings.folders, ...this.#openedFolders];
    if (places.some((place) => within(place, path) !== undefined)) return [path];
    return places.filter((place) => within(path, place) !== undefined);
  }

  /** Handles a document that was opened, changed or closed in the editor. `appeared`: its path may have been created or deleted. */
  textChanged(path: string, appeared: boolean): Affected {
    // `pathCreatedOrDeleted` determines which of the two by checking the path.
    return this.#changed([{ path, kind: appeared ? 'created' : 'changed' }]);
  }

  /** Handles files that changed on disk. Created and deleted folders count too. */
  filesChanged(events: readonly FileEvent[]): Affected {
    return this.#changed(events.map((event) => (this.#isNew(event) ? { path: event.path, kind: 'created' } : event)));
  }

  /**
   * Handles folders that have changed without an event since they were listed. Editors report nothing of a file that is
   * created and deleted within a short time, but its folder may have been listed in between.
   */
  unreportedChanged(): Affected {
    return this.#changed(this.#fs.changedSinceListed(isNeverPart).map((path) => ({ path, kind: 'created' })));
  }

  /**
   * Returns true if a change event concerns an unknown path: editors report deleting and recreating as one change, also for
   * folders.
   */
  #isNew({ path, kind }: FileEvent): boolean {
    if (kind !== 'changed' || NEVER_PART.test(path)) return false;
    if (this.#disk.kind(path) === 'folder' || this.#fs.isStale(path)) return true;
    if (basename(path).toLowerCase() === 'skill.md') return this.#skills.tree.at(dirname(path)) === undefined;
    return this.skillOf(path)?.lacks(path) ?? false;
  }

  #changed(all: readonly FileEvent[]): Affected {
    const events = all.filter(({ path }) => !NEVER_PART.test(path));
    let affected: Affected = { kind: 'none' };
    let affectsAll = false;
    const isListed = ({ path }: FileEvent): boolean => !NEVER_PART.test(path) || isNeverPart(basename(path));
    if (all.some((event) => event.kind !== 'changed' && isListed(event))) this.#fs.forget();
    for (const { path, kind } of events) {
      this.#diagnosis.pathChanged(path, kind);
      if (kind !== 'changed') {
        this.#skills.trees.changed(path);
        affectsAll = true;
        if (basename(path) === PROJECT_FILE) this.#projectChanged();
        if (isPlaceName(basename(path))) this.#forgetResults();
        this.#skills.pathCreatedOrDeleted(path, this.searchedAt(path));
        this.#instructions.pathCreatedOrDeleted(path, this.searchedAt(path));
        this.#plugins.pathCreatedOrDeleted(path, this.searchedAt(path));
        continue;
      }
      if (basename(path) === PROJECT_FILE) this.#projectChanged();
      else if (this.#diagnosis.reads(path)) affectsAll = true;
      if (isPlaceName(basename(path))) {
        this.#forgetResults();
        affectsAll = true;
      }
      // They decide which files need not be there.
      if (/(?:^|\/)\.git(?:ignore|modules)$/.test(path)) affectsAll = true;
      if (basename(path) === PROJECT_FILE) affected = { kind: 'all' };
      const entry = this.skillOf(path);
      if (!entry) {
        if (this.#instructions.textChanged(path))
          affected = affected.kind === 'none' ? { kind: 'skills', roots: [], instructions: [path] } : { kind: 'all' };
        continue;
      }
      const roots = this.#skills.textChanged(entry, path);
      const same: boolean =
        affected.kind === 'none' || (affected.kind === 'skills' && affected.roots[0] === entry.root);
      affected = same ? { kind: 'skills', roots } : { kind: 'all' };
      if (path === entry.manifest) {
        const { siblings, names } = this.#skills.manifestChanged(entry);
        if (siblings) affected = { kind: 'all' };
        if (names) affectsAll = true;
      }
    }
    if (!affectsAll) return affected;
    this.#othersChanged();
    return { kind: 'all' };
  }

  /** Handles files or folders renamed in the editor, and records their new paths for suggestions. */
  renamed(all: readonly { readonly from: string; readonly to: string }[]): Affected {
    for (const { from, to } of all) this.#diagnosis.renames.add(from, to);
    return this.filesChanged(
      all.flatMap(({ from, to }) => [
        { path: from, kind: 'deleted' },
        { path: to, kind: 'created' },
      ]),
    );
  }

  /** Handles possible changes of levels and profiles. */
  #projectChanged(): void {
    this.#surroundings.forgetProjects();
    this.#forgetResults();
  }

  /** Drops all findings, because settings may have changed, or the plugins and marketplaces that decide whose rules hold. */
  #forgetResults(): void {
    this.#plugins.forget();
    this.#instructions.forget('results');
    for (const entry of this.#skills.tree.all()) entry.forget('results');
  }

  #othersChanged(): void {
    this.#generation++;
    this.#surroundings.forgetRoots();
    this.#skills.projects.forget();
    this.#instructions.forget('results');
    this.#plugins.forget();
    for (const entry of this.#skills.tree.all()) entry.surroundingsChanged();
  }
}
