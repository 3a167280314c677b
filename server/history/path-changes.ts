import { basename } from '../../skill/index.ts';
import type { CommitChanges, FileChange } from './log-parser.ts';

/** A commit, as shown. */
export interface ShownCommit {
  /** The full id. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly time: number;
}

/** The last change of a file or folder that the current commit lacks. Paths are relative to the repository. */
export type PathChange =
  | { readonly kind: 'deleted'; readonly commit: ShownCommit; readonly as: string }
  /** `commit` is that of the first rename, `to` the path after the last one. */
  | { readonly kind: 'renamed'; readonly commit: ShownCommit; readonly to: string };

/** A deletion; `to`: the path under which the same commit added the same content. */
interface Deletion {
  readonly commit: ShownCommit;
  readonly to?: string;
}

/** Ids of the empty blob, by SHA-1 and SHA-256: empty files are equal without being the same. */
const EMPTY_BLOBS: ReadonlySet<string> = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]);
/** Maximum number of renames that are followed for one path. */
const MAX_RENAMES = 50;

/** The files that commits deleted and renamed, from the newest commit to the oldest. */
export class PathChanges {
  /** The newest deletion of each path, or `present` if it was added again later. */
  readonly #newest = new Map<string, Deletion | 'present'>();
  /** The former path of a file by its path after the newest rename. */
  readonly #former = new Map<string, string>();
  readonly #folders = new Map<string, PathChange | undefined>();
  #isComplete = false;

  /** Adds an older commit than all before. */
  add({ id, time, changes }: CommitChanges): void {
    const added = changes.filter(({ kind }) => kind === 'added');
    const deleted = changes.filter(({ kind }) => kind === 'deleted');
    const renames = renamesIn(added, deleted);
    for (const { path } of added) this.#record(path, 'present');
    const commit = { id, time };
    for (const { path } of deleted) {
      const to = renames.get(path);
      this.#record(path, to === undefined ? { commit } : { commit, to });
      if (to !== undefined && !this.#former.has(to)) this.#former.set(to, path);
    }
  }

  /** Declares that no commit is left out, so that every path that ever existed is known. */
  complete(): void {
    this.#isComplete = true;
  }

  /** Number of known paths. */
  get size(): number {
    return this.#newest.size;
  }

  /** Returns what happened to a file, or with a trailing `/` to a folder; undefined if that is unknown or it still exists. */
  changeOf(path: string): PathChange | undefined {
    if (!path.endsWith('/')) return this.#fileChange(path);
    if (!this.#folders.has(path)) this.#folders.set(path, this.#folderChange(path));
    return this.#folders.get(path);
  }

  /** Returns the earlier paths of an existing file, the newest first. */
  formerPaths(path: string): readonly string[] {
    const found: string[] = [];
    for (
      let before = this.#former.get(path);
      before !== undefined && before !== path && !found.includes(before) && found.length < MAX_RENAMES;
      before = this.#former.get(before)
    )
      found.push(before);
    return found;
  }

  #record(path: string, event: Deletion | 'present'): void {
    if (!this.#newest.has(path)) this.#newest.set(path, event);
  }

  #fileChange(path: string): PathChange | undefined {
    const first = this.#newest.get(path);
    if (first === undefined || first === 'present') return undefined;
    let last: Deletion = first;
    let at = path;
    for (let count = 0; last.to !== undefined && count < MAX_RENAMES; count++) {
      at = last.to;
      const next = this.#newest.get(at);
      if (next === undefined || next === 'present') return { kind: 'renamed', commit: first.commit, to: at };
      last = next;
    }
    return { kind: 'deleted', commit: last.commit, as: at };
  }

  /**
   * Returns what happened to all files of a folder. Only if no commit is left out: otherwise the folder may have files that
   * are older than the known commits, and exist.
   */
  #folderChange(folder: string): PathChange | undefined {
    if (!this.#isComplete) return undefined;
    let newest: { readonly commit: ShownCommit; readonly moved: readonly (string | undefined)[] } | undefined;
    for (const [path, event] of this.#newest) {
      if (!path.startsWith(folder)) continue;
      if (event === 'present') return undefined;
      // Newer commits come first.
      newest ??= { commit: event.commit, moved: [] };
      if (event.commit.id !== newest.commit.id) continue;
      const change = this.#fileChange(path);
      const inner = path.slice(folder.length);
      const to = change?.kind === 'renamed' && change.to.endsWith(`/${inner}`) ? change.to : undefined;
      newest = { ...newest, moved: [...newest.moved, to?.slice(0, -inner.length)] };
    }
    if (newest === undefined) return undefined;
    const { commit, moved } = newest;
    const [to] = moved;
    if (to !== undefined && moved.every((one) => one === to)) return { kind: 'renamed', commit, to };
    return { kind: 'deleted', commit, as: folder };
  }
}

/**
 * Returns the renames of a commit by old path: a deleted and an added file with the same content. Of several such files
 * the only one that keeps its name counts; if there is none, it is not clear which one was meant.
 */
function renamesIn(added: readonly FileChange[], deleted: readonly FileChange[]): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  if (added.length === 0 || deleted.length === 0) return renames;
  const additions = byBlob(added);
  for (const [blob, from] of byBlob(deleted)) {
    const to = EMPTY_BLOBS.has(blob) ? [] : (additions.get(blob) ?? []);
    for (const { path } of from) {
      const sameName = to.filter((one) => basename(one.path) === basename(path));
      const candidates = sameName.length > 0 ? sameName : from.length === 1 ? to : [];
      const [only, ...others] = candidates;
      if (only !== undefined && others.length === 0) renames.set(path, only.path);
    }
  }
  return renames;
}

function byBlob(changes: readonly FileChange[]): ReadonlyMap<string, readonly FileChange[]> {
  const groups = new Map<string, FileChange[]>();
  for (const change of changes) {
    const group = groups.get(change.blob);
    if (group) group.push(change);
    else groups.set(change.blob, [change]);
  }
  return groups;
}
