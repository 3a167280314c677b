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
import { PROJECT_FILE, type ProjectFile } from '../project-file.ts';
import { type AnalyzedDocument, analyze } from '../rules/analysis.ts';
import type { ToolPool } from '../rules/rule.ts';
import type { OnRuleError } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import { NEVER_PART } from './contents.ts';
import { Diagnosis } from './diagnosis.ts';
import { type DocumentResult, type ReadDocument, SkillEntry, type Stamp } from './entry.ts';
import { manifestAbove, manifestIn } from './manifests.ts';
import { type PlaceSource, Places } from './places.ts';
import { SkillTree } from './skill-tree.ts';
import { Surroundings } from './surroundings.ts';
import type { Affected, FileEvent, Watched, World } from './world.ts';

export type { Affected, FileEvent, Watched, World } from './world.ts';

/**
 * Every skill under the workspace's folders. The language server and `check` ask it the same questions; open buffers
 * are part of the file system it is given.
 */
export class Workspace {
  /** Without what is remembered. */
  readonly #disk: FileSystem;
  readonly #fs: CachingFiles;
  readonly #diagnosis: Diagnosis;
  readonly #world: (root: string) => World;
  readonly #skills = new SkillTree();
  readonly #places: Places;
  readonly #surroundings: Surroundings;
  readonly #read: ReadDocument | undefined;
  /** All skills in order; ten thousand take a while to sort. */
  #byPath: readonly SkillEntry[] | undefined;
  #generation = 0;

  /** `watched`: lets a caller note what is asked on behalf of each skill. `read`: how documents are read. */
  constructor(
    fs: FileSystem,
    onRuleError: OnRuleError,
    watched: Watched = (_root, world) => world,
    read?: ReadDocument,
  ) {
    this.#read = read;
    this.#disk = fs;
    this.#fs = cachingFiles(fs);
    this.#places = new Places(this.#fs);
    this.#surroundings = new Surroundings(this.#fs);
    const world = { fs: this.#fs, skills: this.#places };
    this.#world = (root) => watched(root, world);
    this.#diagnosis = new Diagnosis(this.#world, this.#skills, this.#surroundings, onRuleError);
  }

  /** The folders whose skills are looked for; absolute, with `/`. Skills of folders that stay are kept. */
  setFolders(folders: readonly string[]): void {
    this.#fs.forget();
    this.#surroundings.setFolders(folders);
    const found = new Set(folders.flatMap((folder) => findSkills(this.#fs, folder)));
    for (const entry of this.#skills.all()) if (!found.has(entry.manifest)) this.#drop(entry);
    for (const manifest of found) this.#add(manifest);
    this.#othersChanged();
  }

  /** For editors that do not say when files change: looks at everything anew. */
  rescan(): void {
    for (const entry of this.#skills.all()) {
      entry.forget('texts');
      entry.bundleChanged();
      this.#place(entry);
    }
    this.setFolders(this.#surroundings.folders);
  }

  /** `ofFolders`: by workspace folder, where one has settings of its own. */
  setSettings(settings: Settings, ofFolders: ReadonlyMap<string, Settings> = new Map()): void {
    this.#surroundings.setSettings(settings, ofFolders);
    for (const entry of this.#skills.all()) entry.forget('results');
  }

  /** All skills, by path. */
  skills(): readonly SkillEntry[] {
    this.#byPath ??= [...this.#skills.all()].sort((a, b) => (a.manifest < b.manifest ? -1 : 1));
    return this.#byPath;
  }

  /** All skills in the order in which they came: for who looks at thousands of them with every letter. */
  eachSkill(): Iterable<SkillEntry> {
    return this.#skills.all();
  }

  /** The files `.skillwright.json` that hold for a skill. */
  projectFiles(): readonly ProjectFile[] {
    return [...new Set([...this.#skills.all()].flatMap(({ root }) => this.#surroundings.project(root) ?? []))];
  }

  /** The skill of a folder. */
  skillAt(root: string): SkillEntry | undefined {
    return this.#skills.at(root);
  }

  /** The skill that a file belongs to: the nearest one above it. */
  skillOf(path: string): SkillEntry | undefined {
    return this.#skills.of(path);
  }

  /** The skills whose folders a skill lies in, the nearest first. */
  placesAround(entry: SkillEntry): readonly KnownSkill[] {
    return this.#skills.outer(entry).flatMap(({ root }) => this.#places.at(root) ?? []);
  }

  /** What the rules find in a document; undefined where it is not part of a skill. */
  diagnose(path: string): DocumentResult | undefined {
    const entry = this.skillOf(path);
    if (!entry?.has(path)) return undefined;
    const kept = entry.result(path);
    if (kept?.stamp.within === this.#skills.outerKey(entry)) return kept;
    const result = this.#diagnosis.of(entry, path);
    entry.keep(result);
    return result;
  }

  /** What the rules would find in a document if it had another text; undefined where it is not part of a skill. Nothing of it is kept. */
  diagnoseAs(path: string, text: string): DocumentResult | undefined {
    const entry = this.skillOf(path);
    if (!entry?.has(path)) return undefined;
    const { fs } = this.#world(entry.root);
    return this.#diagnosis.of(new SkillEntry(entry.manifest, overlay(fs, new Map([[path, text]]))), path);
  }

  /** The skills whose folders a skill lies in, and those that lie in its own. */
  nestedWith(entry: SkillEntry): readonly SkillEntry[] {
    return [...this.#skills.outer(entry), ...this.#skills.inner(entry)];
  }

  /** The folders whose skills are looked for. */
  get folders(): readonly string[] {
    return this.#surroundings.folders;
  }

  /** What the rules are to do in a document of a skill. */
  settingsOf(entry: SkillEntry, path: string): Settings {
    return this.#surroundings.settings(entry, path);
  }

  /** The tools of the agents of a skill's project; undefined where its files do not tell them all. */
  toolPool(entry: SkillEntry): ToolPool | undefined {
    return this.#diagnosis.toolPool(entry);
  }

  /** What paths in a skill are resolved against; undefined where its SKILL.md cannot be read. */
  contextOf(entry: SkillEntry): ResolveContext | undefined {
    const skill = entry.skill();
    return 'unreadable' in skill ? undefined : this.#diagnosis.contextOf(entry, skill);
  }

  /** What the references and mentions of a document lead to, without running the rules; undefined where it cannot be read. */
  analysis(path: string): AnalyzedDocument | undefined {
    const entry = this.skillOf(path);
    if (!entry?.has(path)) return undefined;
    const kept = entry.result(path);
    if (kept?.stamp.within === this.#skills.outerKey(entry)) return kept.analysis;
    const document = entry.document(path);
    const context = this.contextOf(entry);
    return context && !('unreadable' in document) ? analyze(document, context) : undefined;
  }

  /** The text of any file, read anew; undefined where it has none. */
  text(path: string): string | undefined {
    const read = this.#fs.read(path);
    return read.kind === 'text' ? read.text : undefined;
  }

  /** What lies at a path. */
  kind(path: string): 'file' | 'folder' | undefined {
    return this.#fs.kind(path);
  }

  /** A path with every link on it followed; undefined where nothing is there. */
  realPath(path: string): string | undefined {
    return this.#fs.realPath(path);
  }

  /** Counts what may change the meaning of a path in a text that stays the same: files that come or go, skills' names. */
  get generation(): number {
    return this.#generation;
  }

  /** The name of a skill as other skills know it, told without parsing its SKILL.md. */
  nameOf(entry: SkillEntry): string {
    return this.#places.at(entry.root)?.name ?? entry.folder;
  }

  /** The stamp of what was last found in a document, where that still holds; its result may have been given back. */
  stamp(path: string): Stamp | undefined {
    const entry = this.skillOf(path);
    const stamp = entry?.has(path) ? entry.stamp(path) : undefined;
    return entry && stamp?.within === this.#skills.outerKey(entry) ? stamp : undefined;
  }

  /** A document was opened. Takes in the skill around it, where that lies outside the workspace's folders. */
  opened(path: string): void {
    if (this.skillOf(path)) return;
    const manifest = manifestAbove(this.#fs, path);
    if (manifest !== undefined) this.#add(manifest);
  }

  /** A document was opened, changed or closed in the editor. `appeared`: its path may have come or gone with that. */
  textChanged(path: string, appeared: boolean): Affected {
    // Whether it came or went, `#pathComeOrGone` finds out by looking.
    return this.#changed([{ path, kind: appeared ? 'created' : 'changed' }]);
  }

  /** Files changed on disk. Creating and deleting count for folders too. */
  filesChanged(events: readonly FileEvent[]): Affected {
    return this.#changed(events.map((event) => (this.#isNew(event) ? { path: event.path, kind: 'created' } : event)));
  }

  /**
   * Whether an event of a change tells of something that was not known: editors tell of what is deleted and made again as
   * one change, of folders too.
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
    let comeOrGone = false;
    if (events.some(({ kind }) => kind !== 'changed')) this.#fs.forget();
    for (const { path, kind } of events) {
      if (kind !== 'changed') {
        comeOrGone = true;
        if (basename(path) === PROJECT_FILE) this.#projectChanged();
        this.#pathComeOrGone(path);
        continue;
      }
      if (basename(path) === PROJECT_FILE) this.#projectChanged();
      else if (this.#diagnosis.reads(path)) comeOrGone = true;
      if (basename(path) === PROJECT_FILE) affected = { kind: 'all' };
      const entry = this.skillOf(path);
      if (!entry) continue;
      entry.documentChanged(path);
      const roots = [entry.root, ...this.#innerChanged(entry)];
      const same: boolean =
        affected.kind === 'none' || (affected.kind === 'skills' && affected.roots[0] === entry.root);
      affected = same ? { kind: 'skills', roots } : { kind: 'all' };
      if (path === entry.manifest) {
        const before = this.#places.nameAt(entry.root);
        if (this.#places.textChanged(this.#placeOf(entry))) {
          this.#namesakesChanged([...this.#places.known(before), ...this.#places.namesakes(this.#placeOf(entry))]);
          comeOrGone = true;
        }
      }
    }
    if (!comeOrGone) return affected;
    this.#othersChanged();
    return { kind: 'all' };
  }

  /** Files or folders were renamed in the editor: who names an old path is led to the new one. */
  renamed(all: readonly { readonly from: string; readonly to: string }[]): Affected {
    for (const { from, to } of all) this.#diagnosis.renames.add(from, to);
    return this.filesChanged(
      all.flatMap(({ from, to }) => [
        { path: from, kind: 'deleted' },
        { path: to, kind: 'created' },
      ]),
    );
  }

  /** Levels and profiles may be others. */
  #projectChanged(): void {
    this.#surroundings.forgetProjects();
    for (const entry of this.#skills.all()) entry.forget('results');
  }

  #pathComeOrGone(path: string): void {
    const name = basename(path);
    if (name.toLowerCase() === 'skill.md') this.#manifestComeOrGone(dirname(path));
    else if (this.#fs.kind(path) === 'folder') {
      // A folder that came as a whole, by a rename or a checkout: one event for all that is in it. It may have been there
      // before, with other texts.
      for (const entry of this.#skills.all()) if (within(path, entry.root) !== undefined) this.#lookAnew(entry);
      for (const manifest of findSkills(this.#fs, path)) this.#add(manifest);
      this.skillOf(path)?.forget('texts');
    } else {
      for (const entry of this.#skills.all()) {
        if (within(path, entry.root) !== undefined && this.#fs.kind(entry.manifest) === undefined) this.#drop(entry);
      }
    }
    const owner = this.skillOf(path) ?? this.#skills.at(path);
    if (!owner) return;
    owner.documentChanged(path);
    owner.folderChanged(path);
    owner.bundleChanged();
    this.#innerChanged(owner);
    if (path === owner.manifest) this.#placeAnew(owner);
    else this.#place(owner);
  }

  /** The folder of a skill was made again: nothing that was read of it holds. */
  #lookAnew(entry: SkillEntry): void {
    if (manifestIn(this.#fs, entry.root) !== entry.manifest) {
      this.#drop(entry);
      return;
    }
    entry.forget('texts');
    entry.bundleChanged();
    this.#placeAnew(entry);
  }

  #manifestComeOrGone(folder: string): void {
    const known = this.#skills.at(folder);
    const manifest = manifestIn(this.#fs, folder);
    if (known && known.manifest !== manifest) this.#drop(known);
    if (manifest !== undefined) this.#add(manifest);
    // The skill around a new or vanished one gains or loses the files below.
    const parent = this.skillOf(folder);
    if (!parent) return;
    // Their texts may have changed while they were not its own.
    parent.forget('texts');
    parent.bundleChanged();
    this.#innerChanged(parent);
    this.#place(parent);
  }

  #add(manifest: string): void {
    const root = dirname(manifest);
    if (this.#skills.at(root)) return;
    // ADK's own rule is about paths that lead to bundled files, which parts of a document may not tell.
    const read = this.#surroundings.settings({ root, manifest }, manifest).profile === 'adk' ? undefined : this.#read;
    const entry = new SkillEntry(manifest, this.#world(root).fs, read);
    this.#skills.add(entry);
    this.#byPath = undefined;
    this.#namesakesChanged(this.#places.namesakes(this.#placeOf(entry)));
    this.#place(entry);
  }

  #drop(entry: SkillEntry): void {
    this.#namesakesChanged(this.#places.known(this.#places.nameAt(entry.root)));
    this.#skills.remove(entry);
    this.#byPath = undefined;
    this.#places.remove(entry.root);
  }

  /** What was said of skills of one name may no longer hold. */
  #namesakesChanged(places: readonly KnownSkill[]): void {
    for (const { root } of places) this.#skills.at(root)?.namesakesChanged();
  }

  #place(entry: SkillEntry): void {
    this.#places.put(this.#placeOf(entry));
  }

  /** The same where its name may be another. */
  #placeAnew(entry: SkillEntry): void {
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

  /** A text or the files of a skill changed: what is known of those inside it may not hold. Answers their folders. */
  #innerChanged(entry: SkillEntry): readonly string[] {
    const inner = this.#skills.inner(entry);
    for (const one of inner) one.aroundChanged();
    return inner.map(({ root }) => root);
  }
}
