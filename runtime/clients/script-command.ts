import { lstatSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Programs that run the file in their first argument and do nothing without it. */
const RUNNERS = /^(?:python3?|node|bash|sh|ruby|perl|php)$/;

/** A command line of plain words: no quotes, expansions, redirects, pipes, lists or other shell syntax. */
const PLAIN = /^[\p{L}\p{M}\p{N}_./,:@%+= \t-]+$/u;

/**
 * Folders whose contents depend on the process and therefore differ inside the sandbox. `/dev/shm` is there as empty as
 * `/tmp`, except for the working folder, which is the same.
 */
const PROCESS_FOLDERS = /^\/(?:proc|dev(?!\/shm\/))(?:\/|$)/;

/**
 * Returns true if a command line runs a single script, and the script does not exist: the command has no effect and
 * needs no approval. False if that is not certain.
 */
export function runsMissingScript(command: string, directory: string): boolean {
  if (!PLAIN.test(command)) return false;
  const [program = '', argument = ''] = command.split(/[ \t]+/).filter((word) => word !== '');
  if (program.includes('/')) return !program.includes('=') && isMissing(program, directory);
  if (!RUNNERS.test(program) || argument.startsWith('-')) return false;
  // Shells look for a name without a slash in `PATH`; others treat a name without an extension as a command.
  if (!argument.includes('/') && (/sh$/.test(program) || !/\.\w+$/.test(argument))) return false;
  const extensions = program === 'node' ? ['', '.js', '.json', '.node'] : [''];
  return extensions.every((extension) => isMissing(argument + extension, directory));
}

/** True if nothing exists at a path, and no link in the path may resolve differently in the sandbox. */
function isMissing(path: string, directory: string): boolean {
  // The file system follows links before `..`.
  if (path.split('/').includes('..')) return false;
  const absolute = resolve(directory, path);
  if (PROCESS_FOLDERS.test(absolute)) return false;
  try {
    if (lstatSync(absolute, { throwIfNoEntry: false }) !== undefined) return false;
    let folder = dirname(absolute);
    while (lstatSync(folder, { throwIfNoEntry: false }) === undefined) folder = dirname(folder);
    return realpathSync(folder) === folder;
  } catch {
    return false;
  }
}
