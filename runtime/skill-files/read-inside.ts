import { closeSync, fstatSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { type OpenFile, openOwnFile, type ReadFailure, readAndClose } from '../confined/read-file.ts';
import { messageOf } from '../errors.ts';
import { realRoot } from './real-root.ts';

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
  const opened = openInside(root, absolute, hooks);
  return opened.kind === 'open' ? readAndClose(opened) : opened;
}

/** Opens a file as `readInside` does. The caller closes the descriptor. */
export function openInside(root: string, absolute: string, hooks: OpenHooks = {}): OpenFile | ReadFailure {
  hooks.beforeOpen?.();
  const opened = openOwnFile(absolute);
  if (opened.kind !== 'open') return opened;
  try {
    hooks.afterOpen?.();
    if (isOpenedInside(root, absolute, opened.fd, hooks.byDescriptor ?? true)) return opened;
    closeSync(opened.fd);
    return { kind: 'refused', why: 'it is outside the skill' };
  } catch (error) {
    closeSync(opened.fd);
    return { kind: 'failed', message: messageOf(error) };
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
