import { basename, defined, dirname, type FileSystem, own, readFrontmatter, within } from '../../skill/index.ts';
import type { CataloguedSkill, SkillCatalogue, SkillDetails } from '../protocol.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import { type Affected, type FileEvent, Workspace } from '../workspace/workspace.ts';
import { type Session, uriFor } from './session.ts';
import { catalogueTokens, skillDetails } from './skill-details.ts';

/** A folder with the user's own skills; absolute, with `/`. */
export interface UserFolder {
  readonly path: string;
  /** Names of the clients that use it. */
  readonly clients: readonly string[];
}

/** Debounce delay before the editor is notified, in milliseconds. */
const DELAY_MS = 250;
/** Maximum duration of a slice of work, in milliseconds, before other requests are handled. */
const SLICE_MS = 8;
/** Maximum displayed length of a description, equal to the specified maximum. */
const MAX_DESCRIPTION = 1_024;

type Facts = Pick<CataloguedSkill, 'name' | 'description' | 'tokens'>;

/**
 * All skills for a view: those of the workspace, and those in the user's own folders, which are not checked until opened.
 * The frontmatter of each skill is read once until it changes, or earlier by `prepare`. A skill whose SKILL.md is open but
 * deleted from disk is not listed.
 */
export class Catalogue {
  readonly #session: Session;
  readonly #fs: FileSystem;
  readonly #disk: FileSystem;
  readonly #folders: () => readonly string[];
  readonly #userFolders: () => readonly UserFolder[];
  readonly #notify: (skills: readonly CataloguedSkill[] | undefined) => void;
  /** The user's own skills, after the first request. */
  #userWorkspace: Workspace | undefined;
  #existingFolders: readonly UserFolder[] = [];
  /** Keyed by the path of SKILL.md. */
  readonly #facts = new Map<string, Facts>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #changed: Set<string> | 'all' = new Set();

  /**
   * @param files with and without the open documents
   * @param folders returns the current folders of the workspace
   * @param notify called with the changed skills; undefined if any may have changed
   */
  constructor(
    session: Session,
    { fs, disk }: { readonly fs: FileSystem; readonly disk: FileSystem },
    folders: () => readonly string[],
    userFolders: () => readonly UserFolder[],
    notify: (skills: readonly CataloguedSkill[] | undefined) => void,
  ) {
    this.#session = session;
    this.#fs = fs;
    this.#disk = disk;
    this.#folders = folders;
    this.#userFolders = userFolders;
    this.#notify = notify;
  }

  /** The user's existing skill folders; empty before the first request. */
  get watched(): readonly string[] {
    return this.#existingFolders.map(({ path }) => path);
  }

  /** Reads the listed data of a skill, unless cached. */
  prepare({ manifest, root }: SkillEntry): void {
    if (!this.#facts.has(manifest)) this.#facts.set(manifest, this.#read(manifest, root));
  }

  /** Prepares all skills of the workspace, handling other requests in between. */
  async read(): Promise<void> {
    let deadline = performance.now() + SLICE_MS;
    for (const entry of this.#session.workspace.skills()) {
      this.prepare(entry);
      if (performance.now() < deadline) continue;
      await new Promise((resolve) => setImmediate(resolve));
      deadline = performance.now() + SLICE_MS;
    }
  }

  list(): SkillCatalogue {
    this.#userWorkspace ??= new Workspace(this.#fs, () => undefined);
    const users = this.#userWorkspace;
    // A folder created since is not watched yet.
    const existing = this.#userFolders().filter(({ path }) => this.#fs.kind(path) === 'folder');
    if (
      existing.length !== this.#existingFolders.length ||
      existing.some(({ path }, at) => path !== this.#existingFolders[at]?.path)
    ) {
      this.#existingFolders = existing;
      users.setFolders(existing.map(({ path }) => path));
    }
    const { workspace } = this.#session;
    const present = workspace.skills().filter((entry) => this.#isOnDisk(entry));
    const own = present.map((entry) => this.#summary(entry, this.#scopeOf(entry)));
    const others = users
      .skills()
      .filter(({ root }) => workspace.skillAt(root) === undefined)
      .map((entry) => this.#summary(entry, 'user'));
    const sortable = [...own, ...others].map((skill) => ({ skill, folder: dirname(skill.root) }));
    sortable.sort(
      (a, b) =>
        SCOPES[a.skill.scope] - SCOPES[b.skill.scope] ||
        compare(a.folder, b.folder) ||
        compare(a.skill.name, b.skill.name),
    );
    const skills = sortable.map(({ skill }) => skill);
    return { skills, userFolders: this.#existingFolders };
  }

  details(root: string): SkillDetails | undefined {
    const { workspace, buffers } = this.#session;
    const own = workspace.skillAt(root);
    const from = own === undefined ? this.#userWorkspace : workspace;
    const entry = from?.skillAt(root);
    if (from === undefined || entry === undefined) return undefined;
    const details = skillDetails(this.#session, from, entry);
    if (!buffers.someUnder(root)) entry.unload();
    return details;
  }

  /** Handles changed files or texts. Returns the events that concern the workspace. */
  handleEvents(events: readonly FileEvent[]): readonly FileEvent[] {
    for (const { path, kind } of events) {
      if (this.#facts.delete(path)) continue;
      // The path may be a folder that contains skills.
      if (this.#facts.size === 0 || (kind === 'changed' && this.#fs.kind(path) !== 'folder')) continue;
      for (const manifest of this.#facts.keys()) if (within(path, manifest) !== undefined) this.#facts.delete(manifest);
    }
    if (this.#userWorkspace === undefined) return events;
    const { workspace } = this.#session;
    const isInUserFolder = ({ path }: FileEvent): boolean =>
      !this.#folders().some((folder) => within(folder, path) !== undefined) &&
      this.#existingFolders.some((folder) => within(folder.path, path) !== undefined);
    const userEvents = events.filter(isInUserFolder);
    if (userEvents.length > 0) this.changed(this.#userWorkspace.filesChanged(userEvents));
    return events.filter((event) => !isInUserFolder(event) || workspace.skillOf(event.path) !== undefined);
  }

  /** Rescans for editors that do not report file changes. */
  rescan(): void {
    this.#facts.clear();
    this.#userWorkspace?.rescan();
  }

  /** Notifies the editor after a delay, if it has ever requested the list. */
  changed(affected: Affected): void {
    if (affected.kind === 'none' || this.#userWorkspace === undefined) return;
    if (affected.kind !== 'skills') this.#changed = 'all';
    else if (this.#changed !== 'all') for (const root of affected.roots) this.#changed.add(root);
    this.#timer ??= setTimeout(() => {
      const roots = this.#changed;
      this.#timer = undefined;
      this.#changed = new Set();
      this.#notify(roots === 'all' ? undefined : [...roots].flatMap((root) => this.#skillAt(root) ?? []));
    }, DELAY_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #skillAt(root: string): CataloguedSkill | undefined {
    const own = this.#session.workspace.skillAt(root);
    if (own) return this.#isOnDisk(own) ? this.#summary(own, this.#scopeOf(own)) : undefined;
    const userSkill = this.#userWorkspace?.skillAt(root);
    return userSkill && this.#summary(userSkill, 'user');
  }

  /** Returns true if SKILL.md is on disk: an editor retains the text of a deleted file. */
  #isOnDisk({ manifest }: SkillEntry): boolean {
    return this.#session.buffers.get(manifest) === undefined || this.#disk.kind(manifest) !== undefined;
  }

  #scopeOf({ root }: SkillEntry): CataloguedSkill['scope'] {
    if (this.#folders().some((folder) => within(folder, root) !== undefined)) return 'workspace';
    return this.#existingFolders.some(({ path }) => within(path, root) !== undefined) ? 'user' : 'opened';
  }

  #summary(entry: SkillEntry, scope: CataloguedSkill['scope']): CataloguedSkill {
    const { manifest, root } = entry;
    this.prepare(entry);
    const facts = this.#facts.get(manifest) ?? this.#read(manifest, root);
    return defined({ ...facts, scope, root, uri: uriFor(this.#session, manifest), paths: entry.pathCounts });
  }

  /** Reads the listed data. An unreadable skill is listed by its folder, so that it can be corrected. */
  #read(manifest: string, root: string): Facts {
    const read = this.#fs.read(manifest);
    const { frontmatter } = readFrontmatter(read.kind === 'text' ? read.text : '');
    const field = (key: string): string => {
      const value = frontmatter.kind === 'valid' ? own(frontmatter.data, key) : undefined;
      return typeof value === 'string' ? value.trim() : '';
    };
    const [name, description] = [field('name') || basename(root), field('description')];
    return { name, description: description.slice(0, MAX_DESCRIPTION), tokens: catalogueTokens(name, description) };
  }
}

const SCOPES = { workspace: 0, opened: 1, user: 2 } as const;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
