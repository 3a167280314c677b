import { basename, dirname, type FileSystem, readFrontmatter, within } from '../../skill/index.ts';
import type { CataloguedSkill, SkillCatalogue, SkillDetails } from '../protocol.ts';
import type { SkillEntry } from '../workspace/entry.ts';
import { type Affected, type FileEvent, Workspace } from '../workspace/workspace.ts';
import { type Session, uriFor } from './session.ts';
import { catalogueTokens, skillDetails } from './skill-details.ts';

/** A folder of the user's own skills; absolute, with `/`. */
export interface UserFolder {
  readonly path: string;
  /** Names of the clients that look there. */
  readonly clients: readonly string[];
}

/** Milliseconds for which changes are collected before the editor is told. */
const DELAY = 250;
/** Longest stretch of reading in milliseconds before other requests get their turn. */
const SLICE = 8;
/** A description beyond this is against the specification, and no list shows it. */
const MAX_DESCRIPTION = 1_024;

type Facts = Pick<CataloguedSkill, 'name' | 'description' | 'tokens'>;

/**
 * All skills for a view: those of the workspace, and those of the user's own folders, which nobody checks until one of
 * them is opened. The frontmatter of each skill is read once, until it changes: ahead of the first question where somebody
 * calls `prepare`. A skill whose SKILL.md is open but gone from the disk is not listed.
 */
export class Catalogue {
  readonly #session: Session;
  readonly #fs: FileSystem;
  readonly #disk: FileSystem;
  readonly #folders: () => readonly string[];
  readonly #userFolders: () => readonly UserFolder[];
  readonly #tell: (skills: readonly CataloguedSkill[] | undefined) => void;
  /** The user's own skills, once somebody has asked. */
  #users: Workspace | undefined;
  #there: readonly UserFolder[] = [];
  /** By the path of SKILL.md. */
  readonly #facts = new Map<string, Facts>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #changed: Set<string> | 'all' = new Set();

  /**
   * @param files with the open documents, and without
   * @param folders the workspace's, as they are now
   * @param tell that these skills changed; undefined: any may have, come or gone
   */
  constructor(
    session: Session,
    { fs, disk }: { readonly fs: FileSystem; readonly disk: FileSystem },
    folders: () => readonly string[],
    userFolders: () => readonly UserFolder[],
    tell: (skills: readonly CataloguedSkill[] | undefined) => void,
  ) {
    this.#session = session;
    this.#fs = fs;
    this.#disk = disk;
    this.#folders = folders;
    this.#userFolders = userFolders;
    this.#tell = tell;
  }

  /** The user's own folders that there are; none before the first question. */
  get watched(): readonly string[] {
    return this.#there.map(({ path }) => path);
  }

  /** Reads what is listed of a skill, unless it is known. */
  prepare({ manifest, root }: SkillEntry): void {
    if (!this.#facts.has(manifest)) this.#facts.set(manifest, this.#read(manifest, root));
  }

  /** Prepares all skills of the workspace; other requests are answered meanwhile. */
  async read(): Promise<void> {
    let until = performance.now() + SLICE;
    for (const entry of this.#session.workspace.skills()) {
      this.prepare(entry);
      if (performance.now() < until) continue;
      await new Promise((resolve) => setImmediate(resolve));
      until = performance.now() + SLICE;
    }
  }

  list(): SkillCatalogue {
    this.#users ??= new Workspace(this.#fs, () => undefined);
    const users = this.#users;
    // One that was made since is not watched yet.
    const there = this.#userFolders().filter(({ path }) => this.#fs.kind(path) === 'folder');
    if (there.length !== this.#there.length || there.some(({ path }, at) => path !== this.#there[at]?.path)) {
      this.#there = there;
      users.setFolders(there.map(({ path }) => path));
    }
    const { workspace } = this.#session;
    const present = workspace.skills().filter((entry) => this.#isThere(entry));
    const own = present.map((entry) => this.#summary(entry, this.#scopeOf(entry)));
    const others = users
      .skills()
      .filter(({ root }) => workspace.skillAt(root) === undefined)
      .map((entry) => this.#summary(entry, 'user'));
    const keyed = [...own, ...others].map((skill) => ({ skill, folder: dirname(skill.root) }));
    keyed.sort(
      (a, b) =>
        SCOPES[a.skill.scope] - SCOPES[b.skill.scope] ||
        compare(a.folder, b.folder) ||
        compare(a.skill.name, b.skill.name),
    );
    const skills = keyed.map(({ skill }) => skill);
    return { skills, userFolders: this.#there };
  }

  details(root: string): SkillDetails | undefined {
    const { workspace, buffers } = this.#session;
    const own = workspace.skillAt(root);
    const from = own === undefined ? this.#users : workspace;
    const entry = from?.skillAt(root);
    if (from === undefined || entry === undefined) return undefined;
    const details = skillDetails(from, entry);
    if (!buffers.someUnder(root)) entry.rest();
    return details;
  }

  /** Files changed, or a text in the editor. Answers the events that are the workspace's; the user's own skills take theirs. */
  noted(events: readonly FileEvent[]): readonly FileEvent[] {
    for (const { path, kind } of events) {
      if (this.#facts.delete(path)) continue;
      // It may be a folder, with all that is in it.
      if (this.#facts.size === 0 || (kind === 'changed' && this.#fs.kind(path) !== 'folder')) continue;
      for (const manifest of this.#facts.keys()) if (within(path, manifest) !== undefined) this.#facts.delete(manifest);
    }
    if (this.#users === undefined) return events;
    const { workspace } = this.#session;
    const isTheirs = ({ path }: FileEvent): boolean =>
      !this.#folders().some((folder) => within(folder, path) !== undefined) &&
      this.#there.some((folder) => within(folder.path, path) !== undefined);
    const theirs = events.filter(isTheirs);
    if (theirs.length > 0) this.changed(this.#users.filesChanged(theirs));
    return events.filter((event) => !isTheirs(event) || workspace.skillOf(event.path) !== undefined);
  }

  /** For editors that do not say when files change. */
  rescan(): void {
    this.#facts.clear();
    this.#users?.rescan();
  }

  /** Tells the editor soon, if it has ever asked. */
  changed(affected: Affected): void {
    if (affected.kind === 'none' || this.#users === undefined) return;
    if (affected.kind !== 'skills') this.#changed = 'all';
    else if (this.#changed !== 'all') for (const root of affected.roots) this.#changed.add(root);
    this.#timer ??= setTimeout(() => {
      const roots = this.#changed;
      this.#timer = undefined;
      this.#changed = new Set();
      this.#tell(roots === 'all' ? undefined : [...roots].flatMap((root) => this.#skillAt(root) ?? []));
    }, DELAY);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #skillAt(root: string): CataloguedSkill | undefined {
    const own = this.#session.workspace.skillAt(root);
    if (own) return this.#isThere(own) ? this.#summary(own, this.#scopeOf(own)) : undefined;
    const theirs = this.#users?.skillAt(root);
    return theirs && this.#summary(theirs, 'user');
  }

  /** Whether SKILL.md is on the disk: an editor keeps the text of one that was deleted. */
  #isThere({ manifest }: SkillEntry): boolean {
    return this.#session.buffers.get(manifest) === undefined || this.#disk.kind(manifest) !== undefined;
  }

  #scopeOf({ root }: SkillEntry): CataloguedSkill['scope'] {
    if (this.#folders().some((folder) => within(folder, root) !== undefined)) return 'workspace';
    return this.#there.some(({ path }) => within(path, root) !== undefined) ? 'user' : 'opened';
  }

  #summary(entry: SkillEntry, scope: CataloguedSkill['scope']): CataloguedSkill {
    const { manifest, root } = entry;
    this.prepare(entry);
    const facts = this.#facts.get(manifest) ?? this.#read(manifest, root);
    return { ...facts, scope, root, uri: uriFor(this.#session, manifest) };
  }

  /** One that cannot be read is listed by its folder, so that somebody can mend it. */
  #read(manifest: string, root: string): Facts {
    const read = this.#fs.read(manifest);
    const { frontmatter } = readFrontmatter(read.kind === 'text' ? read.text : '');
    const field = (key: string): string => {
      const value = frontmatter.kind === 'valid' ? frontmatter.data[key] : undefined;
      return typeof value === 'string' ? value.trim() : '';
    };
    const [name, description] = [field('name') || basename(root), field('description')];
    return { name, description: description.slice(0, MAX_DESCRIPTION), tokens: catalogueTokens(name, description) };
  }
}

const SCOPES = { workspace: 0, opened: 1, user: 2 } as const;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
