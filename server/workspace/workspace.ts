import {
  type FileSystem,
  findSkills,
  type RememberingFiles,
  type ResolveContext,
  remembering,
  type Skill,
  type SkillPlace,
} from '../../skill/index.ts';
import { basename, dirname, within } from '../../skill/paths.ts';
import { PROJECT_FILE, type ProjectFile, settingsFor } from '../project-file.ts';
import type { ToolPool } from '../rules/rule.ts';
import { type OnRuleError, runRules } from '../rules/run.ts';
import { DEFAULT_SETTINGS, type Settings } from '../settings.ts';
import { analyze } from './analysis.ts';
import { type DocumentResult, type ReadDocument, SkillEntry, type Stamp } from './entry.ts';
import { Lines } from './lines.ts';
import { Looking } from './looking.ts';
import { manifestAbove, manifestIn } from './manifests.ts';
import { type PlaceSource, Places } from './places.ts';
import { Projects } from './projects.ts';
import { Roots } from './roots.ts';
import { readToolPool } from './tool-pool.ts';
import { unreadable } from './unreadable.ts';
import type { Affected, FileEvent, Watched, World } from './world.ts';

export type { Affected, FileEvent, Watched, World } from './world.ts';

/** What changes all the time and is never part of a skill: git's own files, installed packages, the journals of runs. */
const NEVER_PART = /\/(?:\.git|node_modules|\.skillwright)\//;

/**
 * Every skill under the workspace's folders. The language server and `check` ask it the same questions; open buffers
 * are part of the file system it is given.
 */
export class Workspace {
  readonly #fs: RememberingFiles;
  readonly #onRuleError: OnRuleError;
  readonly #watched: Watched;
  readonly #skills = new Map<string, SkillEntry>();
  readonly #places: Places;
  readonly #roots: Roots;
  readonly #projects: Projects;
  /** Files outside of skills that findings depend on. */
  readonly #toolFiles = new Set<string>();
  /** By the folder of a skill, those that lie in it; found when first asked for. */
  #inner: Map<string, SkillEntry[]> | undefined;
  #folders: readonly string[] = [];
  #settings: Settings = DEFAULT_SETTINGS;
  #folderSettings: ReadonlyMap<string, Settings> = new Map();

  readonly #read: ReadDocument | undefined;

  /** `watched`: lets a caller note what is asked on behalf of each skill. `read`: how documents are read. */
  constructor(
    fs: FileSystem,
    onRuleError: OnRuleError,
    watched: Watched = (_root, world) => world,
    read?: ReadDocument,
  ) {
    this.#read = read;
    this.#fs = remembering(fs);
    this.#onRuleError = onRuleError;
    this.#watched = watched;
    this.#places = new Places(this.#fs);
    this.#roots = new Roots(this.#fs);
    this.#projects = new Projects(this.#fs);
  }

  /** The folders whose skills are looked for; absolute, with `/`. Skills of folders that stay are kept. */
  setFolders(folders: readonly string[]): void {
    this.#fs.forget();
    this.#projects.forget();
    this.#folders = folders;
    const found = new Set(folders.flatMap((folder) => findSkills(this.#fs, folder)));
    for (const entry of this.#skills.values()) if (!found.has(entry.manifest)) this.#drop(entry);
    for (const manifest of found) this.#add(manifest);
    this.#othersChanged();
  }

  /** For editors that do not say when files change: looks at everything anew. */
  rescan(): void {
    this.#projects.forget();
    for (const entry of this.#skills.values()) {
      entry.forget('texts');
      entry.bundleChanged();
      this.#place(entry);
    }
    this.setFolders(this.#folders);
  }

  /** `ofFolders`: by workspace folder, where one has settings of its own. */
  setSettings(settings: Settings, ofFolders: ReadonlyMap<string, Settings> = new Map()): void {
    this.#settings = settings;
    this.#folderSettings = ofFolders;
    for (const entry of this.#skills.values()) entry.forget('results');
  }

  /** All skills, by path. */
  skills(): readonly SkillEntry[] {
    return [...this.#skills.values()].sort((a, b) => (a.manifest < b.manifest ? -1 : 1));
  }

  /** The files `.skillwright.json` that hold for a skill. */
  projectFiles(): readonly ProjectFile[] {
    return [...new Set([...this.#skills.keys()].flatMap((root) => this.#projectAt(root) ?? []))];
  }

  /** The skill of a folder. */
  skillAt(root: string): SkillEntry | undefined {
    return this.#skills.get(root);
  }

  /** The skill that a file belongs to: the nearest one above it. */
  skillOf(path: string): SkillEntry | undefined {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const entry = this.#skills.get(folder);
      if (entry) return entry;
      if (folder === '/' || folder === '' || folder === dirname(folder)) return undefined;
    }
  }

  /** What the rules find in a document; undefined where it is not part of a skill. */
  diagnose(path: string): DocumentResult | undefined {
    const entry = this.skillOf(path);
    if (!entry?.has(path)) return undefined;
    const kept = entry.result(path);
    if (kept?.stamp.within === this.#outerKey(entry)) return kept;
    const result = this.#diagnose(entry, path);
    entry.keep(result);
    return result;
  }

  /** The stamp of what was last found in a document, where that still holds; its result may have been given back. */
  stamp(path: string): Stamp | undefined {
    const entry = this.skillOf(path);
    const stamp = entry?.has(path) ? entry.stamp(path) : undefined;
    return entry && stamp?.within === this.#outerKey(entry) ? stamp : undefined;
  }

  /** A document was opened. Takes in the skill around it, where that lies outside the workspace's folders. */
  opened(path: string): void {
    if (this.skillOf(path)) return;
    const manifest = manifestAbove(this.#fs, path);
    if (manifest !== undefined) this.#add(manifest);
  }

  /** A document was opened, changed or closed in the editor. `appeared`: its path may have come or gone with that. */
  textChanged(path: string, appeared: boolean): Affected {
    // Whether it came or went, `filesChanged` finds out by looking.
    if (appeared) return this.filesChanged([{ path, kind: 'created' }]);
    return this.filesChanged([{ path, kind: 'changed' }]);
  }

  /** Files changed on disk. Creating and deleting count for folders too. */
  filesChanged(all: readonly FileEvent[]): Affected {
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
      else if (this.#toolFiles.has(path)) comeOrGone = true;
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

  /** Levels and profiles may be others. */
  #projectChanged(): void {
    this.#projects.forget();
    for (const entry of this.#skills.values()) entry.forget('results');
  }

  #pathComeOrGone(path: string): void {
    const name = basename(path);
    if (name.toLowerCase() === 'skill.md') this.#manifestComeOrGone(dirname(path));
    else if (this.#fs.kind(path) === 'folder') {
      // A folder that came as a whole, by a rename or a checkout: one event for all that is in it.
      for (const manifest of findSkills(this.#fs, path)) this.#add(manifest);
    } else {
      for (const entry of this.#skills.values()) {
        if (within(path, entry.root) !== undefined && this.#fs.kind(entry.manifest) === undefined) this.#drop(entry);
      }
    }
    const owner = this.skillOf(path) ?? this.#skills.get(path);
    if (!owner) return;
    owner.documentChanged(path);
    owner.bundleChanged();
    this.#innerChanged(owner);
    this.#place(owner);
  }

  #manifestComeOrGone(folder: string): void {
    const known = this.#skills.get(folder);
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
    if (this.#skills.has(root)) return;
    // ADK's own rule is about paths that lead to bundled files, which parts of a document may not tell.
    const read = this.#settingsAt(root, manifest, manifest).profile === 'adk' ? undefined : this.#read;
    const entry = new SkillEntry(manifest, this.#world(root).fs, read);
    this.#skills.set(root, entry);
    this.#inner = undefined;
    this.#namesakesChanged(this.#places.namesakes(this.#placeOf(entry)));
    this.#place(entry);
  }

  #drop(entry: SkillEntry): void {
    this.#namesakesChanged(this.#places.known(this.#places.nameAt(entry.root)));
    this.#skills.delete(entry.root);
    this.#inner = undefined;
    this.#places.remove(entry.root);
  }

  /** What was said of skills of one name may no longer hold. */
  #namesakesChanged(places: readonly SkillPlace[]): void {
    for (const { root } of places) this.#skills.get(root)?.namesakesChanged();
  }

  #place(entry: SkillEntry): void {
    this.#places.put(this.#placeOf(entry));
  }

  #placeOf(entry: SkillEntry): PlaceSource {
    return { root: entry.root, manifest: entry.manifest, bundle: () => entry.bundle };
  }

  #othersChanged(): void {
    this.#roots.forget();
    for (const entry of this.#skills.values()) entry.surroundingsChanged();
  }

  #diagnose(entry: SkillEntry, path: string): DocumentResult {
    const skill = entry.skill();
    const document = entry.document(path);
    if ('unreadable' in skill || 'unreadable' in document)
      return unreadable(entry, path, this.#settingsOf(entry, path), this.#outerKey(entry));
    const outer = this.#outerOf(entry);
    const bundled = new Looking(entry, skill, {
      outer: () => outer.flatMap(({ root }) => this.#world(entry.root).skills.at(root) ?? []),
      named: (name) => this.#world(entry.root).skills.named(name),
      toolPool: () => this.#toolPool(entry),
    });
    // Through `bundled`: what is asked of other documents is remembered with the findings.
    const analysis = analyze(document, this.#contextOf(entry, skill), () => bundled.deep());
    const input = { skill, document, analysis, bundled, isManifest: path === entry.manifest, folder: entry.folder };
    const findings = runRules(input, this.#settingsOf(entry, path), this.#onRuleError);
    const stamp = {
      lookedAt: bundled.lookedAt,
      names: bundled.lookedAtNames,
      others: analysis.dependsOnOthers || bundled.lookedAround,
      within: this.#outerKey(entry),
    };
    return { path, lines: new Lines(document.text), findings, analysis, stamp };
  }

  #world(root: string): World {
    return this.#watched(root, { fs: this.#fs, skills: this.#places });
  }

  /** The skills whose folders a skill lies in, the nearest first. */
  #outerOf(entry: SkillEntry): readonly SkillEntry[] {
    const outer: SkillEntry[] = [];
    for (let one = this.#around(entry); one; one = this.#around(one)) outer.push(one);
    return outer;
  }

  #around({ root }: SkillEntry): SkillEntry | undefined {
    return dirname(root) === root ? undefined : this.skillOf(root);
  }

  #outerKey(entry: SkillEntry): string {
    return this.#outerOf(entry)
      .map(({ root }) => root)
      .join('\0');
  }

  /** A text or the files of a skill changed: what is known of those inside it may not hold. Answers their folders. */
  #innerChanged(entry: SkillEntry): readonly string[] {
    if (!this.#inner) {
      this.#inner = new Map();
      for (const one of this.#skills.values()) {
        for (const { root } of this.#outerOf(one)) {
          const inside = this.#inner.get(root);
          if (inside) inside.push(one);
          else this.#inner.set(root, [one]);
        }
      }
    }
    const inner = this.#inner.get(entry.root) ?? [];
    for (const one of inner) one.aroundChanged();
    return inner.map(({ root }) => root);
  }

  #folderOf(root: string): string | undefined {
    return this.#folders.find((folder) => within(folder, root) !== undefined);
  }

  #settingsAt(root: string, manifest: string, path: string): Settings {
    const settings = this.#folderSettings.get(this.#folderOf(root) ?? '') ?? this.#settings;
    const project = this.#projectAt(root);
    return project === undefined ? settings : settingsFor(settings, project, manifest, path);
  }

  #settingsOf({ root, manifest }: SkillEntry, path: string): Settings {
    return this.#settingsAt(root, manifest, path);
  }

  #projectAt(root: string): ProjectFile | undefined {
    return this.#projects.at(root, this.#folderOf(root), this.#roots.repository(root));
  }

  #toolPool(entry: SkillEntry): ToolPool | undefined {
    const file = this.#projectAt(entry.root)?.path;
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

  #contextOf(entry: SkillEntry, skill: Skill): ResolveContext {
    const workspaceRoot = this.#folderOf(entry.root);
    const repositoryRoot = this.#roots.repository(entry.root);
    const pluginRoot = this.#roots.plugin(entry.root);
    return {
      ...this.#world(entry.root),
      skill,
      ...(workspaceRoot === undefined ? {} : { workspaceRoot }),
      ...(repositoryRoot === undefined ? {} : { repositoryRoot }),
      ...(pluginRoot === undefined ? {} : { pluginRoot }),
    };
  }
}
