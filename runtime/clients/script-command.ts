/** Tells from a command line, without running it, whether its script exists. */
import { resolve, sep } from 'node:path';
import type { ConfinedFiles } from '../confined/confined-files.ts';

/** Programs that run the file in their first argument and do nothing without it. */
const RUNNERS = /^(?:python3?|node|bash|sh|ruby|perl|php)$/;

/** A command line of plain words: no quotes, expansions, redirects, pipes, lists or other shell syntax. */
const PLAIN = /^[\p{L}\p{M}\p{N}_./,:@%+= \t-]+$/u;

/**
 * Folders whose contents depend on the process and therefore differ inside the sandbox. `/dev/shm` is there as empty as
 * `/tmp`, except for the working folder, which is the same.
 */
const PROCESS_FOLDERS = /^\/(?:proc|dev(?!\/shm\/))(?:\/|$)/;

/** Folders of the system, or above them, which a sandbox shows at least in part. */
const SYSTEM_FOLDERS = 'bin etc lib lib32 lib64 libexec nix opt private sbin tmp usr var Library System'
  .split(' ')
  .map((name) => `/${name}`);

/** The files that a command can see. */
export interface CommandView {
  /** The copy that it runs in. */
  readonly files: ConfinedFiles;
  /** Further files and folders that the sandbox shows; absolute. */
  readonly needs: readonly string[];
}

/**
 * Returns true if a command line runs a single script, and the script does not exist: the command has no effect and
 * needs no approval. False if that is not certain. Outside the copy nothing is looked up, so that the answer tells nothing
 * about the files of the machine.
 */
export function runsMissingScript(command: string, directory: string, view: CommandView): boolean {
  if (!PLAIN.test(command)) return false;
  const [program = '', argument = ''] = command.split(/[ \t]+/).filter((word) => word !== '');
  if (program.includes('/')) return !program.includes('=') && isMissing(program, directory, view);
  if (!RUNNERS.test(program) || argument.startsWith('-')) return false;
  // Shells look for a name without a slash in `PATH`; others treat a name without an extension as a command.
  if (!argument.includes('/') && (/sh$/.test(program) || !/\.\w+$/.test(argument))) return false;
  const extensions = program === 'node' ? ['', '.js', '.json', '.node'] : [''];
  return extensions.every((extension) => isMissing(argument + extension, directory, view));
}

/** True if nothing exists at a path, and no link in the path may resolve differently in the sandbox. */
function isMissing(path: string, directory: string, view: CommandView): boolean {
  // The file system follows links before `..`.
  if (path.split('/').includes('..')) return false;
  const absolute = resolve(directory, path);
  if (PROCESS_FOLDERS.test(absolute)) return false;
  const located = view.files.locateEntry(absolute);
  if (located.kind !== 'outside') return located.kind === 'missing' && located.path === absolute;
  return !absolute.startsWith(view.files.root + sep) && !mayExistOutside(absolute, view.needs);
}

/** False for a path outside the copy at which a sandbox shows nothing. */
export function mayExistOutside(path: string, needs: readonly string[]): boolean {
  const isWithin = (inner: string, folder: string): boolean =>
    inner === folder || inner.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  return (
    PROCESS_FOLDERS.test(path) ||
    [...SYSTEM_FOLDERS, ...needs].some((one) => isWithin(path, one) || isWithin(one, path))
  );
}
