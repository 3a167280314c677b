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

/** No link in the place of the file itself is followed, and no pipe or device waited for. Windows has neither flag. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export type NotRead =
  /** It leads out of the skill's folder, or is no ordinary file. */
  { readonly kind: 'refused'; readonly why: string } | { readonly kind: 'failed'; readonly message: string };

/** For tests: what happens around the opening, and whether the system is asked where a descriptor leads. */
export interface OpenHooks {
  readonly beforeOpen?: () => void;
  readonly afterOpen?: () => void;
  readonly byDescriptor?: boolean;
}

/**
 * The bytes of a file that was found inside the folder `root` (both absolute), if what was opened still is inside: a folder
 * on its way may have been swapped for a link since it was looked at, and only the last part of a path can be opened
 * without following one.
 */
export function readInside(root: string, absolute: string, hooks: OpenHooks = {}): Buffer | NotRead {
  return read(absolute, hooks, (fd) =>
    leadsInside(root, absolute, fd, hooks.byDescriptor ?? true) ? undefined : 'it leads out of the skill',
  );
}

/** The bytes of a file wherever it lies, without following a link that has taken its place. */
export function readOrdinary(absolute: string): Buffer | NotRead {
  return read(absolute, {}, () => undefined);
}

/** @param refuse looks at the opened file, and says why it is not to be read */
function read(absolute: string, hooks: OpenHooks, refuse: (fd: number) => string | undefined): Buffer | NotRead {
  let fd: number | undefined;
  try {
    hooks.beforeOpen?.();
    fd = openSync(absolute, READ);
    hooks.afterOpen?.();
    if (!fstatSync(fd).isFile()) return { kind: 'refused', why: 'it is not an ordinary file' };
    const why = refuse(fd);
    return why === undefined ? readFileSync(fd) : { kind: 'refused', why };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function leadsInside(root: string, absolute: string, fd: number, byDescriptor: boolean): boolean {
  const top = realRoot(root);
  const isInside = (path: string): boolean => path.startsWith(top.endsWith(sep) ? top : top + sep);
  const opened = byDescriptor ? pathOf(fd) : undefined;
  if (opened !== undefined) return isInside(opened);
  // Where nothing tells where a descriptor leads: the same file has to be found inside by its path again, twice the same way.
  const real = realpathSync(absolute);
  const [found, is] = [lstatSync(real, { bigint: true }), fstatSync(fd, { bigint: true })];
  return isInside(real) && found.dev === is.dev && found.ino === is.ino && realpathSync(absolute) === real;
}

/** Where a descriptor leads, every link followed; undefined where the system does not say (Linux does). */
function pathOf(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}
