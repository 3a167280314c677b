/** The folders that a call may read, and the paths of its arguments in them. */
import { realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMap } from '../../server/settings.ts';
import { toSlashes } from '../../skill/disk.ts';
import { basename, cachingFiles, dirname, findSkills, join, normalize, own, within } from '../../skill/index.ts';
import type { HeldRoots } from './confined-file-system.ts';

/** A folder that a call may read. Paths are absolute, with `/`. */
export interface Root {
  /** The path as it was given. */
  readonly given: string;
  /** With its links followed, when it was given for the first time. */
  readonly real: string;
}

export type RootsResult =
  | { readonly kind: 'roots'; readonly roots: readonly Root[] }
  /** The message says what to do. */
  | { readonly kind: 'none'; readonly message: string };

/** Maximum number of folders of a client that are used. */
const MAX_ROOTS = 64;

const WHOLE_DISK = /^(?:\/|[a-z]:\/?)$/i;

/** Remembers where folders led when they were first given: one that leads elsewhere later is another folder, which was not given. */
export class RootMemory {
  readonly #known = new Map<string, string>();

  /** Returns the folders that exist and are where they were. A whole disk is no such folder. */
  rootsOf(folders: readonly string[]): RootsResult {
    const roots: Root[] = [];
    for (const folder of folders.slice(0, MAX_ROOTS)) {
      const given = withoutEnd(toSlashes(folder));
      const real = realFolder(given);
      const before = this.#known.get(given) ?? real;
      if (real === undefined || before !== real || WHOLE_DISK.test(real)) continue;
      this.#known.set(given, real);
      if (!roots.some((one) => one.real === real)) roots.push({ given, real });
    }
    if (roots.length > 0) return { kind: 'roots', roots };
    const which = folders.length === 0 ? 'no folder was given' : `${folders[0]} is not an existing folder below a disk`;
    return {
      kind: 'none',
      message: `Open a folder in the client, or start the server with --root DIR: ${which}.`,
    };
  }
}

/** Returns the folders of `file:` URIs; others are left out. */
export function foldersOfUris(uris: readonly string[]): readonly string[] {
  return uris.flatMap((uri) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      return [];
    }
  });
}

/** The capability at which Codex, which names no roots, sends the folder of a session with each call. */
export const CODEX_STATE = 'codex/sandbox-state-meta';

/** Returns the folder that Codex has sent with a call; none if another client has called. */
export function foldersOfCodex(meta: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const state: unknown = own(meta ?? {}, CODEX_STATE);
  const folder: unknown = isMap(state) ? own(state, 'sandboxCwd') : undefined;
  return typeof folder === 'string' ? foldersOfUris([folder]) : [];
}

/** Returns the folders of `--root`, absolute. */
export const foldersOfOptions = (options: readonly string[], cwd: string): readonly string[] =>
  options.map((option) => resolve(cwd, option));

/** A path of an argument. */
export type Placed =
  | {
      readonly kind: 'placed';
      /** Absolute, below the real path of its root. */
      readonly path: string;
      readonly root: Root;
    }
  | { readonly kind: 'refused'; readonly message: string };

/** Returns the existing path that an argument means: absolute, or relative to one of the roots. */
export function placePath(written: string, roots: readonly Root[], { fs }: HeldRoots): Placed {
  const path = toSlashes(written);
  const folders = roots.map(({ given }) => given).join(', ');
  const outside = `${written} is outside of the folders that may be read here: ${folders}.`;
  if (written.includes('\0')) return { kind: 'refused', message: outside };
  const candidates = roots.flatMap((root) => {
    const inner = isAbsolute(written)
      ? (within(root.given, normalize(path)) ?? within(root.real, normalize(path)))
      : within(root.real, join(root.real, path));
    return inner === undefined ? [] : [{ path: inner === '' ? root.real : join(root.real, inner), root }];
  });
  if (candidates.length === 0) return { kind: 'refused', message: outside };
  const found = candidates.find((one) => fs.kind(one.path) !== undefined && fs.realPath(one.path) !== undefined);
  return found === undefined
    ? { kind: 'refused', message: `${written} does not exist in ${folders}, or leads out of there.` }
    : { kind: 'placed', ...found };
}

/** Returns the folder of a skill, or a file in it, by its path, or by the name of its folder if only one skill has that. */
export function placeSkill(written: string, roots: readonly Root[], held: HeldRoots): Placed {
  const placed = placePath(written, roots, held);
  if (placed.kind === 'placed' || !/^[^\\/\0]+$/.test(written)) return placed;
  const named = roots.flatMap((root) =>
    findSkills(cachingFiles(held.fs), root.real)
      .map(dirname)
      .filter((folder) => basename(folder) === written)
      .map((path) => ({ path, root })),
  );
  const [only, other] = named;
  if (only === undefined) return placed;
  if (other === undefined) return { kind: 'placed', ...only };
  const paths = named.slice(0, 4).map(({ path, root }) => shownPath(path, root));
  return { kind: 'refused', message: `Specify one of these folders: ${paths.join(', ')}.` };
}

/** Returns a path as answers have it: relative to its root. */
export const shownPath = (path: string, { real }: Root): string => within(real, path) || '.';

function withoutEnd(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function realFolder(path: string): string | undefined {
  try {
    return toSlashes(realpathSync(path));
  } catch {
    return undefined;
  }
}
