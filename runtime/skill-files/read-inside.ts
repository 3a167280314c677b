import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { sep } from 'node:path';
import { messageOf } from '../errors.ts';
import { realRoot } from './real-root.ts';

/** Does not follow a link at the path itself and does not block on a pipe or device. Windows has neither flag. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export type ReadFailure =
  /** The path leads out of the skill's folder or is not a regular file. */
  { readonly kind: 'refused'; readonly why: string } | { readonly kind: 'failed'; readonly message: string };

/** Hooks for tests around opening a file, and an option to disable the lookup of a descriptor's path. */
export interface OpenHooks {
  readonly beforeOpen?: () => void;
  readonly afterOpen?: () => void;
  readonly byDescriptor?: boolean;
}

/**
 * Reads a file that was found inside the folder `root` (both absolute) if the opened file is still inside. A folder on the
 * path may have been replaced with a link since the check, and only the last segment of a path can be opened without
 * following links.
 */
export function readInside(root: string, absolute: string, hooks: OpenHooks = {}): Buffer | ReadFailure {
  return read(absolute, hooks, (fd) =>
    isOpenedInside(root, absolute, fd, hooks.byDescriptor ?? true) ? undefined : 'it is outside the skill',
  );
}

/** Reads a file at any location without following a link at its path. */
export function readRegularFile(absolute: string): Buffer | ReadFailure {
  return read(absolute, {}, () => undefined);
}

/** @param refuse checks the opened file and returns the reason if it must not be read */
function read(absolute: string, hooks: OpenHooks, refuse: (fd: number) => string | undefined): Buffer | ReadFailure {
  let fd: number | undefined;
  try {
    hooks.beforeOpen?.();
    fd = openSync(absolute, READ);
    hooks.afterOpen?.();
    if (!fstatSync(fd).isFile()) return { kind: 'refused', why: 'it is not a regular file' };
    const why = refuse(fd);
    return why === undefined ? readFileSync(fd) : { kind: 'refused', why };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function isOpenedInside(root: string, absolute: string, fd: number, byDescriptor: boolean): boolean {
  const top = realRoot(root);
  const isInside = (path: string): boolean => path.startsWith(top.endsWith(sep) ? top : top + sep);
  const openedPath = byDescriptor ? pathOf(fd) : undefined;
  if (openedPath !== undefined) return isInside(openedPath);
  // Without a descriptor's path, the same file must be found inside by its path, with the same result twice.
  const real = realpathSync(absolute);
  const [found, opened] = [lstatSync(real, { bigint: true }), fstatSync(fd, { bigint: true })];
  return isInside(real) && found.dev === opened.dev && found.ino === opened.ino && realpathSync(absolute) === real;
}

/** Returns a descriptor's path with all links resolved; undefined if the system does not provide it (Linux does). */
function pathOf(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}
