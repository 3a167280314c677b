import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readInside } from '../../skill-files/read-inside.ts';
import { type GitResult, git, gitError } from './git.ts';

type Comparison = { readonly isChanged: boolean } | { readonly kind: 'failed'; readonly message: string };

/** A file in a tree or in the index of a repository. */
interface GitFile {
  readonly mode: string;
  /** The hash of its content. */
  readonly id: string;
  /** Relative to the compared folder. */
  readonly path: string;
}

const EXECUTABLE = '100755';
const LINK = '120000';
const SUBMODULE = '160000';
/** Maximum bytes of a file that is compared; a larger one counts as changed. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Returns true if a folder has changed, new or deleted files since the branch left a git revision; uncommitted changes count.
 * `git diff` would run the filters of a repository on its files, so the files are hashed here. Line ends that git converts
 * and files of Git LFS are recognized; files that another filter has changed count as changed.
 * @param folder absolute
 * @param revision a branch, tag or commit
 */
export async function hasChangedSince(folder: string, revision: string): Promise<Comparison> {
  const run = async (...args: Parameters<typeof git>[1]): Promise<string> => {
    const result = await git(folder, args);
    if (result.code !== 0) throw new FailedCommand(result);
    return result.output.toString('utf8');
  };
  try {
    const commit = await run('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`);
    const base = await run('merge-base', commit.trim(), 'HEAD');
    const prefix = (await run('rev-parse', '--show-prefix')).replace(/\n$/, '');
    const tree = readList(await run('ls-tree', '-r', '-z', '--full-tree', base.trim(), '--', prefix || '.'), prefix);
    const index = readList(await run('ls-files', '-s', '-z', '--', '.'), '');
    const untracked = await run('ls-files', '--others', '--exclude-standard', '-z', '--', '.');
    if (untracked !== '' || index.length !== tree.length) return { isChanged: true };
    const tracked = new Map(index.map((file) => [file.path, file]));
    // Unknown if it was never set, and then true.
    const hasModes = (await git(folder, ['config', '--type=bool', 'core.fileMode'])).output.toString() !== 'false\n';
    for (const file of tree) {
      const known = tracked.get(file.path);
      if (known === undefined) return { isChanged: true };
      const isSame = file.mode === SUBMODULE ? known.id === file.id : await isUnchanged(folder, file, hasModes);
      if (!isSame) return { isChanged: true };
    }
    return { isChanged: false };
  } catch (error) {
    if (error instanceof FailedCommand) return { kind: 'failed', message: error.message };
    throw error;
  }
}

class FailedCommand extends Error {
  constructor(result: GitResult) {
    super(gitError(result) || 'git found no common commit.');
  }
}

/** Reads lines such as `100644 blob ID<tab>PATH` of a tree, or `100644 ID 0<tab>PATH` of the index. */
function readList(output: string, prefix: string): readonly GitFile[] {
  return output.split('\0').flatMap((line): readonly GitFile[] => {
    const [, mode = '', id = '', path = ''] = /^(\d+) (?:[a-z]+ )?([0-9a-f]+)(?: \d)?\t([\s\S]+)$/.exec(line) ?? [];
    return path.startsWith(prefix) && path !== '' ? [{ mode, id, path: path.slice(prefix.length) }] : [];
  });
}

/** True if a file has the content that git has stored for it. */
async function isUnchanged(folder: string, { mode, id, path }: GitFile, hasModes: boolean): Promise<boolean> {
  const absolute = join(folder, path);
  const stats = lstatSync(absolute, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink())
    return mode === LINK && hashOf(readlinkSync(absolute, { encoding: 'buffer' }), id) === id;
  // Systems without links store them as files.
  if (!stats?.isFile() || stats.size > MAX_BYTES || (mode === LINK && process.platform !== 'win32')) return false;
  if (hasModes && process.platform !== 'win32' && (stats.mode & 0o100) !== (mode === EXECUTABLE ? 0o100 : 0))
    return false;
  const bytes = readInside(folder, absolute);
  if (!Buffer.isBuffer(bytes)) return false;
  if (hashOf(bytes, id) === id || hashOf(pointerOf(bytes), id) === id) return true;
  if (!bytes.includes('\r\n')) return false;
  const converted = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return hashOf(converted, id) === id && (await convertsLineEnds(folder, path));
}

/** Returns git's hash of a content, by the algorithm of another hash. */
function hashOf(bytes: Buffer, { length }: string): string {
  return createHash(length > 40 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}

/** Returns what Git LFS stores in a repository for a file. */
function pointerOf(bytes: Buffer): Buffer {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${hash}\nsize ${bytes.length}\n`);
}

/** True if git stores a file with other line ends than it has in the folder. */
async function convertsLineEnds(folder: string, path: string): Promise<boolean> {
  const read = await git(folder, ['check-attr', '-z', 'text', 'eol', '--', path]);
  const [, , text, , , eol] = read.output.toString('utf8').split('\0');
  if (text !== 'unspecified') return text === 'set' || text === 'auto';
  if (eol === 'lf' || eol === 'crlf') return true;
  const setting = await git(folder, ['config', 'core.autocrlf']);
  return /^(?:true|yes|on|1|input)$/i.test(setting.output.toString('utf8').trim());
}
