import {
  basename,
  type CachingFiles,
  type DirectoryEntry,
  dirname,
  findSkills,
  type KnownSkill,
  linkedManifest,
  within,
} from '../../skill/index.ts';
import { isChosen } from '../clients.ts';
import { FolderFrontmatter } from './frontmatter-texts.ts';
import { manifestIn } from './manifests.ts';
import { ProjectFiles } from './project-files.ts';
import { RepositoryTrees } from './repository-trees.ts';
import { type ReadDocument, SkillEntry } from './skill-entry.ts';
import { type PlaceSource, SkillPlaces } from './skill-places.ts';
import { SkillTree } from './skill-tree.ts';
import type { Surroundings } from './surroundings.ts';
import type { World, WrapWorld } from './world.ts';

/** The skills of a workspace. Adds, removes and invalidates them, with those whose findings depend on them. */
export class SkillSet {
  readonly tree = new SkillTree();
  readonly places: SkillPlaces;
  readonly frontmatter: FolderFrontmatter;
  readonly trees: RepositoryTrees;
  readonly projects: ProjectFiles;
  /** Returns what the findings of the skill of a folder depend on besides its own files. */
  readonly world: (root: string) => World;
  readonly #fs: CachingFiles;
  readonly #surroundings: Surroundings;
  readonly #read: ReadDocument | undefined;
  /** SKILL.md files that are links, and so no skills of their own, to the SKILL.md that they lead to. */
  readonly #links = new Map<string, string>();
  /** All skills in order; cached, since sorting ten thousand takes a while. */
  #byPath: readonly SkillEntry[] | undefined;

  constructor(fs: CachingFiles, surroundings: Surroundings, wrapWorld: WrapWorld, read: ReadDocument | undefined) {
    this.#fs = fs;
    this.#surroundings = surroundings;
    this.#read = read;
    this.places = new SkillPlaces(fs);
    this.frontmatter = new FolderFrontmatter(fs);
    this.trees = new RepositoryTrees(fs);
    this.projects = new ProjectFiles(fs);
    const { places: skills, trees, projects, frontmatter } = this;
    const world = { fs, skills, trees, projects, frontmatter };
    this.world = (root) => wrapWorld(root, world);
  }

  /** Returns all skills, sorted by path. */
  sorted(): readonly SkillEntry[] {
    this.#byPath ??= [...this.tree.all()].sort((a, b) => (a.manifest < b.manifest ? -1 : 1));
    return this.#byPath;
  }

  /** Finds the SKILL.md files below a folder, and the links to them. */
  search(folder: string, onFolder?: (folder: string, entries: readonly DirectoryEntry[]) => void): readonly string[] {
    return findSkills(this.#fs, folder, undefined, onFolder, (link, manifest) => this.#links.set(link, manifest));
  }

  /** Returns the SKILL.md files that are links to one, sorted. */
  linksTo(manifest: string): readonly string[] {
    return this.#links.size === 0
      ? []
      : [...this.#links].flatMap(([link, target]) => (target === manifest ? [link] : [])).sort();
  }

  /** Forgets all links, before all folders are searched again. */
  forgetLinks(): void {
    this.#links.clear();
  }

  /** Adds the skill of a SKILL.md, unless its folder is one already. */
  add(manifest: string): void {
    const root = dirname(manifest);
    if (this.tree.at(root)) return;
    // ADK's own rule is about existing paths, which a partially read document may not contain.
    const { clients } = this.#surroundings.settings({ root, manifest }, manifest);
    const read = isChosen(clients, 'adk') ? undefined : this.#read;
    const entry = new SkillEntry(manifest, this.world(root).fs, read);
    this.tree.add(entry);
    this.#byPath = undefined;
    this.#namesakesChanged(this.places.namesakes(placeOf(entry)));
    this.#place(entry);
    this.#siblingsChanged(root);
  }

  remove(entry: SkillEntry): void {
    this.#namesakesChanged(this.places.known(this.places.nameAt(entry.root)));
    this.tree.remove(entry);
    this.#byPath = undefined;
    this.places.remove(entry.root);
    this.#siblingsChanged(entry.root);
  }

  /** Invalidates everything that was read of all skills. */
  forgetTexts(): void {
    this.frontmatter.clear();
    for (const entry of this.tree.all()) {
      entry.forget('texts');
      entry.bundleChanged();
      this.#place(entry);
    }
  }

  /** Handles a changed text. Returns the folders of the skills that it may affect. */
  textChanged(entry: SkillEntry, path: string): readonly string[] {
    entry.documentChanged(path);
    return [entry.root, ...this.#innerChanged(entry)];
  }

  /**
   * Handles the changed text of a SKILL.md. `siblings` is true if the findings of skills next to it may have changed, `names`
   * if the names by which skills are looked up have.
   */
  manifestChanged(entry: SkillEntry): { readonly siblings: boolean; readonly names: boolean } {
    const siblings = this.#siblingsChanged(entry.root);
    const before = this.places.nameAt(entry.root);
    const names = this.places.textChanged(placeOf(entry));
    if (names) this.#renamed(entry, before);
    return { siblings, names };
  }

  /** @param parts the folders in which new skills are searched: the path, or some below it */
  pathCreatedOrDeleted(path: string, parts: readonly string[]): void {
    const name = basename(path);
    if (name.toLowerCase() === 'skill.md') {
      if (parts.length > 0) this.manifestCreatedOrDeleted(dirname(path));
    } else {
      const isFolder = this.#fs.kind(path) === 'folder';
      // A folder was created with its contents, by a rename or a checkout, with a single event. It may have existed before with
      // other texts.
      for (const entry of this.tree.all()) if (within(path, entry.root) !== undefined) this.#invalidate(entry);
      if (isFolder) {
        for (const part of parts) for (const manifest of this.search(part)) this.add(manifest);
        this.tree.of(path)?.forget('texts');
      }
    }
    // A deleted folder may be that of a skill whose SKILL.md is still open: it was a part of the enclosing skill, too.
    const owners = new Set([this.tree.of(path) ?? this.tree.at(path), this.tree.of(dirname(path))]);
    for (const owner of owners) if (owner) this.#fileCreatedOrDeleted(owner, path);
  }

  manifestCreatedOrDeleted(folder: string): void {
    const known = this.tree.at(folder);
    const manifest = manifestIn(this.#fs, folder);
    if (known && known.manifest !== manifest) this.remove(known);
    if (manifest !== undefined && !this.#linkChanged(folder, manifest)) this.add(manifest);
    if (manifest === undefined) this.#linkChanged(folder, undefined);
    // The enclosing skill of a new or deleted one gains or loses the files below.
    const parent = this.tree.of(folder);
    if (!parent) return;
    // Their texts may have changed meanwhile.
    parent.forget('texts');
    parent.bundleChanged();
    this.#innerChanged(parent);
    this.#place(parent);
  }

  /** Handles a SKILL.md that may have become a link, or no longer be one. Returns true if it is one, and no skill. */
  #linkChanged(folder: string, manifest: string | undefined): boolean {
    const top = this.#surroundings.folders.find((one) => within(one, folder) !== undefined);
    const target = top === undefined || manifest === undefined ? undefined : linkedManifest(this.#fs, top, manifest);
    for (const [link, before] of this.#links) {
      if (dirname(link) !== folder) continue;
      this.#links.delete(link);
      this.tree.at(dirname(before))?.forget('results');
    }
    if (target === undefined || manifest === undefined) return false;
    this.#links.set(manifest, target);
    this.tree.at(dirname(target))?.forget('results');
    return this.tree.at(folder) === undefined;
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
      this.remove(entry);
      return;
    }
    entry.forget('texts');
    entry.bundleChanged();
    this.#updatePlace(entry);
  }

  /** Invalidates the results of skills with a name. */
  #namesakesChanged(places: readonly KnownSkill[]): void {
    for (const { root } of places) this.tree.at(root)?.namesakesChanged();
  }

  /** Invalidates the results that depend on a skill's frontmatter, if that has changed. Returns true if it has. */
  #siblingsChanged(root: string): boolean {
    const folder = this.frontmatter.changed(root);
    if (folder === undefined) return false;
    for (const entry of this.tree.all()) if (dirname(entry.root) === folder) entry.siblingsChanged();
    return true;
  }

  #place(entry: SkillEntry): void {
    this.places.put(placeOf(entry));
  }

  /** Updates the place of a skill whose name may have changed. */
  #updatePlace(entry: SkillEntry): void {
    this.#siblingsChanged(entry.root);
    const before = this.places.nameAt(entry.root);
    this.#place(entry);
    this.#renamed(entry, before);
  }

  /** Invalidates the results of the skills with the previous name of a skill and with its current one. */
  #renamed(entry: SkillEntry, before: string | undefined): void {
    this.#namesakesChanged([...this.places.known(before), ...this.places.namesakes(placeOf(entry))]);
  }

  /** Invalidates the nested skills of a skill whose texts or files changed. Returns their folders. */
  #innerChanged(entry: SkillEntry): readonly string[] {
    const inner = this.tree.inner(entry);
    for (const one of inner) one.outerChanged();
    return inner.map(({ root }) => root);
  }
}

function placeOf(entry: SkillEntry): PlaceSource {
  return { root: entry.root, manifest: entry.manifest, bundle: () => entry.bundle };
}
