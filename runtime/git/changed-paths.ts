import { lstatSync, realpathSync } from 'node:fs';
import { formatNumber, join, within } from '../../skill/index.ts';
import { yieldToEventLoop } from '../loop/interfaces/abort.ts';
import { type GitFile, isUnchanged, readGitFile, SUBMODULE } from './changed-files.ts';
import { git, gitError, readGitEntries } from './git.ts';

/** The files of repositories that are new, changed or gone since a revision. Paths are absolute, with `/`. */
export interface ChangedPaths {
  readonly kind: 'changes';
  /** Files that the revision has and that no longer exist: removed, renamed or moved ones. */
  readonly removed: readonly string[];
  /** True for a new file and one whose content or kind differs, but not for one that git ignores. True outside of the repositories. */
  isTouched(path: string): Promise<boolean>;
}

type Found = ChangedPaths | { readonly kind: 'failed'; readonly message: string };

/** Maximum number of files of a repository. */
const MAX_FILES = 500_000;
/** Number of files after which the event loop gets a turn. */
const PART = 2_000;

/**
 * Finds what has changed in the repositories of some folders since the branch left a revision; uncommitted changes count. No
 * content is read but that of the files that `isTouched` is called for.
 * @param folders absolute, with `/`
 * @param revision a branch, tag or commit
 */
export async function findChangedPaths(folders: readonly string[], revision: string): Promise<Found> {
  if (revision === '' || revision.startsWith('-')) return failed('Name a branch, tag or commit: --changed-since.');
  const all = new Map<string, RepositoryChanges>();
  for (const folder of folders) {
    const top = await outputOf(folder, 'rev-parse', '--show-toplevel');
    const prefix = await outputOf(folder, 'rev-parse', '--show-prefix');
    if (typeof top !== 'string' || typeof prefix !== 'string')
      return failed(`Specify paths in a git repository, and install git: ${folder}: ${messageOf(top)}`);
    const given = `${folder}/`.endsWith(`/${prefix}`) ? folder.slice(0, folder.length - prefix.length) : top;
    const shown = given.endsWith('/') && given.length > 1 ? given.slice(0, -1) : given;
    if (all.has(shown)) continue;
    const changes = await changesIn(shown, top, revision);
    if ('message' in changes) return failed(changes.message);
    all.set(shown, changes);
  }
  return {
    kind: 'changes',
    removed: [...all.values()].flatMap(({ removed }) => removed),
    async isTouched(path) {
      // Of one repository in another, the inner one.
      const inner = [...all.values()].toSorted((a, b) => b.top.length - a.top.length);
      for (const { top, real, isTouched } of inner) {
        const file = within(top, path) ?? within(real, realPath(path));
        if (file !== undefined && file !== '') return isTouched(file);
      }
      return true;
    },
  };
}

interface RepositoryChanges {
  /** Its folder, as it was given and with links followed. */
  readonly top: string;
  readonly real: string;
  readonly removed: readonly string[];
  /** @param file relative to the folder */
  isTouched(file: string): Promise<boolean>;
}

async function changesIn(
  top: string,
  real: string,
  revision: string,
): Promise<RepositoryChanges | { readonly message: string }> {
  const unknown = (why: string) => ({
    message: `Fetch the history of ${revision}, for example with fetch-depth: 0, and install git: ${why}`,
  });
  const commit = await outputOf(real, 'rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`);
  if (typeof commit !== 'string') return unknown(messageOf(commit));
  const base = await outputOf(real, 'merge-base', commit, 'HEAD');
  if (typeof base !== 'string') return unknown(messageOf(base));
  const before = await listFiles(real, ['ls-tree', '-r', '-z', '--full-tree', base]);
  const now = await listFiles(real, ['ls-files', '-s', '-t', '-z']);
  const others = new Set<string>();
  const untracked = await readGitEntries(real, ['ls-files', '--others', '--exclude-standard', '-z'], (path) => {
    others.add(path);
    return others.size <= MAX_FILES;
  });
  if (before === undefined || now === undefined || others.size > MAX_FILES)
    return { message: `Specify a smaller repository: ${top} has more than ${formatNumber(MAX_FILES)} files.` };
  if (typeof before === 'string' || typeof now === 'string' || untracked.code !== 0)
    return unknown([before, now, gitError(untracked)].find((one) => typeof one === 'string') ?? '');
  const removed: string[] = [];
  let count = 0;
  for (const [file, { mode }] of before) {
    if (++count % PART === 0) await yieldToEventLoop();
    // Files that a sparse checkout leaves out are not gone.
    const isLeftOut = now.get(file)?.isLeftOut === true || mode === SUBMODULE;
    if (!isLeftOut && lstatOf(join(real, file)) === undefined) removed.push(join(top, file));
  }
  // Unknown if it was never set, and then true.
  const hasModes = (await outputOf(real, 'config', '--type=bool', 'core.fileMode')) !== 'false';
  const submodules = [...new Set([...before, ...now])].filter(([, { mode }]) => mode === SUBMODULE);
  return {
    top,
    real,
    removed,
    async isTouched(file) {
      const [outer] = submodules.find(([path]) => file.startsWith(`${path}/`)) ?? [];
      if (outer !== undefined) return before.get(outer)?.id !== now.get(outer)?.id;
      const known = before.get(file);
      if (known === undefined) return now.has(file) || others.has(file);
      return !(await isUnchanged(real, known, hasModes));
    },
  };
}

interface ListedFile extends GitFile {
  /** True if a sparse checkout does not have it. */
  readonly isLeftOut: boolean;
}

/** Reads a listing of a repository; undefined if it has too many files, and the reason if it cannot be read. */
async function listFiles(
  folder: string,
  args: Parameters<typeof readGitEntries>[1],
): Promise<ReadonlyMap<string, ListedFile> | string | undefined> {
  const files = new Map<string, ListedFile>();
  const result = await readGitEntries(folder, args, (line) => {
    const [, tag = '', rest = ''] = /^(?:([A-Za-z?]) )?([\s\S]*)$/.exec(line) ?? [];
    const file = readGitFile(rest, '');
    if (file !== undefined) files.set(file.path, { ...file, isLeftOut: tag === 'S' });
    return files.size <= MAX_FILES;
  });
  if (result.isStopped) return undefined;
  return result.code === 0 ? files : gitError(result);
}

/** Returns the output of a command without its last line break, or why there is none. */
async function outputOf(
  folder: string,
  ...args: Parameters<typeof git>[1]
): Promise<string | { readonly message: string }> {
  const result = await git(folder, args);
  if (result.code !== 0) return { message: gitError(result) || 'git found no common commit.' };
  return result.output.toString('utf8').replace(/\r?\n$/, '');
}

const messageOf = (result: string | { readonly message: string }): string =>
  typeof result === 'string' ? '' : result.message;

const failed = (message: string): Found => ({ kind: 'failed', message });

function lstatOf(path: string): object | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path).replaceAll('\\', '/');
  } catch {
    return path;
  }
}
