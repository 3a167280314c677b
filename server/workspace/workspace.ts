import {
  basename,
  type CachingFiles,
  cachingFiles,
  dirname,
  type FileSystem,
  findSkills,
  type KnownSkill,
  overlay,
  type ResolveContext,
  within,
} from '../../skill/index.ts';
import { isChosen } from '../clients.ts';
import { PROJECT_FILE, type ProjectFile } from '../project-file.ts';
import { type AnalyzedDocument, analyze } from '../rules/analysis.ts';
import type { ToolPool } from '../rules/rule.ts';
import type { OnRuleError } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import { NEVER_PART } from './contents.ts';
import { Diagnosis } from './diagnosis.ts';
import { FolderFrontmatter } from './frontmatter-texts.ts';
import { manifestAbove, manifestIn } from './manifests.ts';
import { type DocumentResult, type ReadDocument, SkillEntry, type Stamp } from './skill-entry.ts';
import { type PlaceSource, SkillPlaces } from './skill-places.ts';
import { SkillTree } from './skill-tree.ts';
import { Surroundings } from './surroundings.ts';
import type { Affected, FileEvent, World, WrapWorld } from './world.ts';

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
  readonly #world: (root: string) => World;
  readonly #skills = new SkillTree();
  readonly #places: SkillPlaces;
  readonly #frontmatter: FolderFrontmatter;
  readonly #surroundings: Surroundings;
  readonly #read: ReadDocument | undefined;
  /** All skills in order; cached, since sorting ten thousand takes a while. */
  #byPath: readonly SkillEntry[] | undefined;
  #generation = 0;

  /** @param wrapWorld allows recording the queries for each skill @param read reads documents */
  constructor(
    fs: FileSystem,
    onRuleError: OnRuleError,
    wrapWorld: WrapWorld = (_root, world) => world,
    read?: ReadDocument,
  ) {
    this.#read = read;
    this.#disk = fs;
    this.#fs = cachingFiles(fs);
    this.#places = new SkillPlaces(this.#fs);
    this.#surroundings = new Surroundings(this.#fs);
    this.#frontmatter = new FolderFrontmatter(this.#fs);
    const world = { fs: this.#fs, skills: this.#places, frontmatter: this.#frontmatter };
    this.#world = (root) => wrapWorld(root, world);
    this.#diagnosis = new Diagnosis(this.#world, this.#skills, this.#surroundings, onRuleError);
  }

  /** Sets the folders to search for skills; absolute, with `/`. Skills in folders that remain are retained. */
  setFolders(folders: readonly string[]): void {
    this.#fs.forget();
    this.#surroundings.setFolders(folders);
    const found = new Set(folders.flatMap((folder) => findSkills(this.#fs, folder)));
    for (const entry of this.#skills.all()) if (!found.has(entry.manifest)) this.#remove(entry);
    for (const manifest of found) this.#add(manifest);
    this.#othersChanged();
  }

  /** Invalidates everything, for editors that do not report file changes. */
  rescan(): void {
    this.#frontmatter.clear();
    for (const entry of this.#skills.all()) {
      entry.forget('texts');
      entry.bundleChanged();
      this.#place(entry);
    }
    this.setFolders(this.#surroundings.folders);
  }

  /** @param ofFolders settings by workspace folder, if it has its own */
  setSettings(settings: Settings, ofFolders: ReadonlyMap<string, Settings> = new Map()): void {
    this.#surroundings.setSettings(settings, ofFolders);
    for (const entry of this.#skills.all()) entry.forget('results');
  }

  /** Returns all skills, sorted by path. */
  skills(): readonly SkillEntry[] {
    this.#byPath ??= [...this.#skills.all()].sort((a, b) => (a.manifest < b.manifest ? -1 : 1));
    return this.#byPath;
  }

  /** Returns all skills in the order in which they were added, without sorting. */
  eachSkill(): Iterable<SkillEntry> {
    return this.#skills.all();
  }

  /** Returns the `.skillwright.json` files that apply to any skill. */
  projectFiles(): readonly ProjectFile[] {
    return [...new Set([...this.#skills.all()].flatMap(({ root }) => this.#surroundings.project(root) ?? []))];
  }

  /** Returns the skill of a folder. */
  skillAt(root: string): SkillEntry | undefined {
    return this.#skills.at(root);
  }

  /** Returns the skill that a file belongs to: the closest one above it. */
  skillOf(path: string): SkillEntry | undefined {
    return this.#skills.of(path);
  }

  /** Returns the enclosing skills of a skill, innermost first. */
  placesAround(entry: SkillEntry): readonly KnownSkill[] {
    return this.#skills.outer(entry).flatMap(({ root }) => this.#places.at(root) ?? []);
  }

  /** Returns the findings of a document or an eval file; undefined if it is not part of a skill. */
  diagnose(path: string): DocumentResult | undefined {
    const entry = this.skillOf(path);
    const isDocument = entry?.has(path) ?? false;
    if (entry === undefined || (!isDocument && !entry.hasEvalFile(path))) return undefined;
    const cached = entry.result(path);
    if (cached?.stamp.within === this.#skills.outerKey(entry)) return cached;
    const result = isDocument ? this.#diagnosis.of(entry, path) : this.#diagnosis.ofEvalFile(entry, path);
    entry.store(result);
    return result;
  }

  /** Returns the findings of a document with a different text, without caching; undefined if it is not part of a skill. */
  diagnoseAs(path: string, text: string): DocumentResult | undefined {
    const entry = this.skillOf(path);
    if (!entry?.has(path)) return undefined;
    const { fs } = this.#world(entry.root);
    return this.#diagnosis.of(new SkillEntry(entry.manifest, overlay(fs, new Map([[path, text]]))), path);
  }

  /** Returns the enclosing and nested skills of a skill. */
  nestedWith(entry: SkillEntry): readonly SkillEntry[] {
    return [...this.#skills.outer(entry), ...this.#skills.inner(entry)];
  }

  /** The folders that are searched for skills. */
  get folders(): readonly string[] {
    return this.#surroundings.folders;
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
    if (cached?.stamp.within === this.#skills.outerKey(entry)) return cached.analysis;
    const document = entry.document(path);
    const context = this.contextOf(entry);
    return context && !('unreadable' in document) ? analyze(document, context) : undefined;
  }

  /** Reads the text of any file without caching; undefined if it is not text. */
  text(path: string): string | undefined {
    const read = this.#fs.read(path);
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
    return this.#places.at(entry.root)?.name ?? entry.folder;
  }

  /** Returns the stamp of the last result of a document, if still valid; the result itself may have been released. */
  stamp(path: string): Stamp | undefined {
    const entry = this.skillOf(path);
    const stamp = entry?.stamp(path);
    return entry && stamp?.within === this.#skills.outerKey(entry) ? stamp : undefined;
  }

  /** Handles an opened document. Adds its skill if that is outside the workspace folders. */
  opened(path: string): void {
    const known = this.skillOf(path);
    // The folder of a SKILL.md that is only open was not listed, but may be a skill within another one.
    const isListed = this.#fs.kind(dirname(path)) !== undefined || basename(path).toLowerCase() !== 'skill.md';
    if (known) {
      if (!isListed) this.#manifestCreatedOrDeleted(dirname(path));
      return;
    }
    const manifest = manifestAbove(this.#fs, path);
    if (manifest !== undefined) this.#add(manifest);
  }

  /** Handles a document that was opened, changed or closed in the editor. `appeared`: its path may have been created or deleted. */
  textChanged(path: string, appeared: boolean): Affected {
    // `#pathCreatedOrDeleted` determines which of the two by checking the path.
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
    return this.#changed(this.#fs.changedSinceListed().map((path) => ({ path, kind: 'created' })));
  }

  /**
   * Returns true if a change event concerns an unknown path: editors report deleting and recreating as one change, also for
   * folders.
   */
  #isNew({ path, kind }: FileEvent): boolean {
    if (kind !== 'changed' || NEVER_PART.test(path)) return false;
    if (this.#disk.kind(path) === 'folder' || this.#fs.isStale(path)) return true;
    if (basename(path).toLowerCase() === 'skill.md') return this.#skills.at(dirname(path)) === undefined;
    return this.skillOf(path)?.lacks(path) ?? false;
  }

  #changed(all: readonly FileEvent[]): Affected {
    const events = all.filter(({ path }) => !NEVER_PART.test(path));
    let affected: Affected = { kind: 'none' };
    let affectsAll = false;
    if (events.some(({ kind }) => kind !== 'changed')) this.#fs.forget();
    for (const { path, kind } of events) {
      if (kind !== 'changed') {
        affectsAll = true;
        if (basename(path) === PROJECT_FILE) this.#projectChanged();
        this.#pathCreatedOrDeleted(path);
        continue;
      }
      if (basename(path) === PROJECT_FILE) this.#projectChanged();
      else if (this.#diagnosis.reads(path)) affectsAll = true;
      if (basename(path) === PROJECT_FILE) affected = { kind: 'all' };
      const entry = this.skillOf(path);
      if (!entry) continue;
      entry.documentChanged(path);
      const roots = [entry.root, ...this.#innerChanged(entry)];
      const same: boolean =
        affected.kind === 'none' || (affected.kind === 'skills' && affected.roots[0] === entry.root);
      affected = same ? { kind: 'skills', roots } : { kind: 'all' };
      if (path === entry.manifest) {
        if (this.#siblingsChanged(entry.root)) affected = { kind: 'all' };
        const before = this.#places.nameAt(entry.root);
        if (this.#places.textChanged(this.#placeOf(entry))) {
          this.#namesakesChanged([...this.#places.known(before), ...this.#places.namesakes(this.#placeOf(entry))]);
          affectsAll = true;
        }
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
    for (const entry of this.#skills.all()) entry.forget('results');
  }

  #pathCreatedOrDeleted(path: string): void {
    const name = basename(path);
    if (name.toLowerCase() === 'skill.md') this.#manifestCreatedOrDeleted(dirname(path));
    else if (this.#fs.kind(path) === 'folder') {
      // A folder was created with its contents, by a rename or a checkout, with a single event. It may have existed before with
      // other texts.
      for (const entry of this.#skills.all()) if (within(path, entry.root) !== undefined) this.#invalidate(entry);
      for (const manifest of findSkills(this.#fs, path)) this.#add(manifest);
      this.skillOf(path)?.forget('texts');
    } else {
      for (const entry of this.#skills.all()) {
        if (within(path, entry.root) !== undefined) this.#invalidate(entry);
      }
    }
    // A deleted folder may be that of a skill whose SKILL.md is still open: it was a part of the enclosing skill, too.
    const owners = new Set([this.skillOf(path) ?? this.#skills.at(path), this.skillOf(dirname(path))]);
    for (const owner of owners) if (owner) this.#fileCreatedOrDeleted(owner, path);
  }

  #fileCreatedOrDeleted(owner: SkillEntry, path: string): void {
    owner.documentChanged(path);
    owner.folderChanged(path);
    owner.bundleChanged();
    this.#innerChanged(owner);
    if (path === owner.manifest) this.#updatePlace(owner);
    else this.#place(owner);
  }

  /** Handles a recreated skill folder: everything read from it is invalid. */
  #invalidate(entry: SkillEntry): void {
    if (manifestIn(this.#fs, entry.root) !== entry.manifest) {
      this.#remove(entry);
      return;
    }
    entry.forget('texts');
    entry.bundleChanged();
    this.#updatePlace(entry);
  }

  #manifestCreatedOrDeleted(folder: string): void {
    const known = this.#skills.at(folder);
    const manifest = manifestIn(this.#fs, folder);
    if (known && known.manifest !== manifest) this.#remove(known);
    if (manifest !== undefined) this.#add(manifest);
    // The enclosing skill of a new or deleted one gains or loses the files below.
    const parent = this.skillOf(folder);
    if (!parent) return;
    // Their texts may have changed meanwhile.
    parent.forget('texts');
    parent.bundleChanged();
    this.#innerChanged(parent);
    this.#place(parent);
  }

  #add(manifest: string): void {
    const root = dirname(manifest);
    if (this.#skills.at(root)) return;
    // ADK's own rule is about existing paths, which a partially read document may not contain.
    const { clients } = this.#surroundings.settings({ root, manifest }, manifest);
    const read = isChosen(clients, 'adk') ? undefined : this.#read;
    const entry = new SkillEntry(manifest, this.#world(root).fs, read);
    this.#skills.add(entry);
    this.#byPath = undefined;
    this.#namesakesChanged(this.#places.namesakes(this.#placeOf(entry)));
    this.#place(entry);
    this.#siblingsChanged(root);
  }

  #remove(entry: SkillEntry): void {
    this.#namesakesChanged(this.#places.known(this.#places.nameAt(entry.root)));
    this.#skills.remove(entry);
    this.#byPath = undefined;
    this.#places.remove(entry.root);
    this.#siblingsChanged(entry.root);
  }

  /** Invalidates the results of skills with a name. */
  #namesakesChanged(places: readonly KnownSkill[]): void {
    for (const { root } of places) this.#skills.at(root)?.namesakesChanged();
  }

  /** Invalidates the results that depend on a skill's frontmatter, if that has changed. Returns true if it has. */
  #siblingsChanged(root: string): boolean {
    const folder = this.#frontmatter.changed(root);
    if (folder === undefined) return false;
    for (const entry of this.#skills.all()) if (dirname(entry.root) === folder) entry.siblingsChanged();
    return true;
  }

  #place(entry: SkillEntry): void {
    this.#places.put(this.#placeOf(entry));
  }

  /** Updates the place of a skill whose name may have changed. */
  #updatePlace(entry: SkillEntry): void {
    this.#siblingsChanged(entry.root);
    const before = this.#places.nameAt(entry.root);
    this.#place(entry);
    this.#namesakesChanged([...this.#places.known(before), ...this.#places.namesakes(this.#placeOf(entry))]);
  }

  #placeOf(entry: SkillEntry): PlaceSource {
    return { root: entry.root, manifest: entry.manifest, bundle: () => entry.bundle };
  }

  #othersChanged(): void {
    this.#generation++;
    this.#surroundings.forgetRoots();
    for (const entry of this.#skills.all()) entry.surroundingsChanged();
  }

  /** Invalidates the nested skills of a skill whose texts or files changed. Returns their folders. */
  #innerChanged(entry: SkillEntry): readonly string[] {
    const inner = this.#skills.inner(entry);
    for (const one of inner) one.outerChanged();
    return inner.map(({ root }) => root);
  }
}
