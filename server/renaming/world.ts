/** The workspace as it will be after moves, as far as path resolution depends on it. */
import {
  basename,
  defined,
  dirname,
  type FileSystem,
  join,
  type KnownSkill,
  type ResolveContext,
  readBundle,
  readDocument,
  type SkillDocument,
  type SkillLookup,
  skillOf,
  within,
} from '../../skill/index.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { movedFiles } from './moved-files.ts';
import type { Moves } from './moves.ts';

export class MovedWorld {
  /** Changed texts by their new paths. */
  readonly texts = new Map<string, string>();
  readonly #workspace: Workspace;
  readonly #moves: Moves;
  /** Skills that move, or whose files change. */
  readonly #changed: readonly SkillEntry[];
  readonly #places = new Map<SkillEntry, KnownSkill>();
  readonly #names: ReadonlyMap<string, string>;
  #files: FileSystem | undefined;

  /** @param names new names of skills by their current folders */
  constructor(workspace: Workspace, moves: Moves, names: ReadonlyMap<string, string> = new Map()) {
    this.#workspace = workspace;
    this.#moves = moves;
    this.#names = names;
    const involved = moves.all.flatMap(({ from, to }) => [workspace.skillOf(from), workspace.skillOf(to)]);
    const isAffected = (root: string): boolean => moves.isMoved(root) || names.has(root);
    this.#changed = [
      ...new Set([
        ...involved.flatMap((one) => one ?? []),
        ...workspace.skills().filter(({ root }) => isAffected(root)),
      ]),
    ];
  }

  /** Returns the skill that a new path belongs to. */
  ownerOf(path: string): SkillEntry | undefined {
    for (let folder = dirname(path); folder !== '' && folder !== dirname(folder); folder = dirname(folder)) {
      const before = this.#moves.before(folder);
      const entry = before === undefined ? undefined : this.#workspace.skillAt(before);
      if (entry) return entry;
    }
    return undefined;
  }

  /** Returns the context for resolving paths in a skill afterwards; undefined if its SKILL.md cannot be read. */
  contextOf(entry: SkillEntry): ResolveContext | undefined {
    const context = this.#workspace.contextOf(entry);
    if (!context) return undefined;
    const root = this.#moves.after(entry.root);
    const place = this.#placeOf(entry, context);
    const path = join(root, basename(entry.manifest));
    const text = this.texts.get(path);
    const { manifest: now } = context.skill;
    const manifest = text === undefined ? { ...now, path } : readDocument(path, text);
    return {
      ...context,
      fs: this.#filesOf(context),
      skill: skillOf(root, manifest, place.bundle),
      skills: this.#lookup(context),
      ...this.#movedRoots(context),
    };
  }

  documentAt(path: string, text: string): SkillDocument {
    return readDocument(path, text);
  }

  #filesOf({ fs }: ResolveContext): FileSystem {
    this.#files ??= movedFiles(fs, this.#moves, this.texts);
    return this.#files;
  }

  #movedRoots({ repositoryRoot, workspaceRoot, pluginRoot, pluginRoots }: ResolveContext): Partial<ResolveContext> {
    const after = (path: string) => this.#moves.after(path);
    return defined({
      repositoryRoot: repositoryRoot === undefined ? undefined : after(repositoryRoot),
      workspaceRoot: workspaceRoot === undefined ? undefined : after(workspaceRoot),
      pluginRoot: pluginRoot === undefined ? undefined : after(pluginRoot),
      pluginRoots:
        pluginRoots && Object.fromEntries(Object.entries(pluginRoots).map(([name, root]) => [name, after(root)])),
    });
  }

  #placeOf(entry: SkillEntry, context: ResolveContext): KnownSkill {
    const cached = this.#places.get(entry);
    if (cached) return cached;
    const root = this.#moves.after(entry.root);
    const isChanged = this.#changed.includes(entry);
    const place = {
      name: this.#names.get(entry.root) ?? this.#workspace.nameOf(entry),
      root,
      bundle: isChanged ? readBundle(this.#filesOf(context), root) : entry.bundle,
    };
    this.#places.set(entry, place);
    return place;
  }

  /** Returns the other skills: unchanged ones from the workspace, changed ones as they will be. */
  #lookup(context: ResolveContext): SkillLookup {
    const { skills } = context;
    const changedRoots = new Set(this.#changed.map(({ root }) => root));
    const rest = (places: readonly KnownSkill[]) => places.filter(({ root }) => !changedRoots.has(root));
    const own = this.#changed.map((entry) => this.#placeOf(entry, context));
    const isNamed = (place: KnownSkill, name: string): boolean =>
      [place.name, basename(place.root)].some((one) => one.toLowerCase() === name.toLowerCase());
    const holds = ({ bundle }: KnownSkill, path: string): boolean =>
      path.includes('/') && (bundle.files.has(path) || bundle.folders.has(path));
    return {
      named: (name) => [...rest(skills.named(name)), ...own.filter((one) => isNamed(one, name))],
      holding: (path) => [...rest(skills.holding(path)), ...own.filter((one) => holds(one, path))],
      at: (root) => own.find((one) => one.root === root) ?? (changedRoots.has(root) ? undefined : skills.at(root)),
      rootNames: () => skills.rootNames(),
      names: () => skills.names(),
    };
  }
}

/** Returns true if a path is one of some folders or inside one. */
export const isUnder = (folders: readonly string[], path: string): boolean =>
  folders.some((folder) => within(folder, path) !== undefined);
