import { createHash, type Hash } from 'node:crypto';
import { closeSync, lstatSync, readlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { formatNumber } from '../../skill/index.ts';
import type { OpenFile } from '../confined/read-file.ts';
import { yieldToEventLoop } from '../loop/interfaces/abort.ts';
import { openInside } from '../skill-files/read-inside.ts';
import { MAX_COPY_BYTES, megabytes } from '../skill-files/skill-files.ts';
import { type GitResult, git, gitError, MAX_GIT_FILES, readGitEntries } from './git.ts';

/** `why`: the reason why a folder that was not compared counts as changed. */
type Comparison =
  | { readonly isChanged: boolean; readonly why?: string }
  | { readonly kind: 'failed'; readonly message: string };

/** A file in a tree or in the index of a repository. */
export interface GitFile {
  readonly mode: string;
  /** The hash of its content. */
  readonly id: string;
  /** Relative to the compared folder. */
  readonly path: string;
}

const EXECUTABLE = '100755';
const LINK = '120000';
export const SUBMODULE = '160000';

/**
 * Returns true if a folder has changed, new or deleted files since the branch left a git revision; uncommitted changes count.
 * `git diff` would run the filters of a repository on its files, so the files are hashed here. Line ends that git converts
 * and files of Git LFS are recognized; files that another filter has changed count as changed, and so does a folder that is
 * too large to be compared, with the reason.
 * @param folder absolute
 * @param revision a branch, tag or commit
 */
export async function hasChangedSince(folder: string, revision: string): Promise<Comparison> {
  const run = async (...args: Parameters<typeof git>[1]): Promise<string> => {
    const result = await git(folder, args);
    if (result.code !== 0) throw new FailedCommand(result);
    return result.output.toString('utf8');
  };
  /** Returns the files that git lists; undefined if there are more than a limit. */
  const list = async (
    args: Parameters<typeof readGitEntries>[1],
    prefix: string,
    maxFiles: number,
  ): Promise<readonly GitFile[] | undefined> => {
    const files: GitFile[] = [];
    const result = await readGitEntries(folder, args, (line) => {
      const file = readGitFile(line, prefix);
      if (file !== undefined) files.push(file);
      return files.length <= maxFiles;
    });
    if (result.isStopped) return undefined;
    if (result.code !== 0) throw new FailedCommand(result);
    return files;
  };
  try {
    const commit = await run('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`);
    const base = await run('merge-base', commit.trim(), 'HEAD');
    const prefix = (await run('rev-parse', '--show-prefix')).replace(/\n$/, '');
    const index = await list(['ls-files', '-s', '-z', '--', '.'], '', MAX_GIT_FILES);
    if (index === undefined) return { isChanged: true, why: `it has more than ${formatNumber(MAX_GIT_FILES)} files` };
    const tree = await list(
      ['ls-tree', '-r', '-z', '--full-tree', base.trim(), '--', prefix || '.'],
      prefix,
      // With one more, files have been deleted.
      index.length,
    );
    const others = ['ls-files', '--others', '--exclude-standard', '-z', '--', '.'] as const;
    const untracked = await readGitEntries(folder, others, () => false);
    if (untracked.isStopped || index.length !== tree?.length) return { isChanged: true };
    if (untracked.code !== 0) throw new FailedCommand(untracked);
    const tracked = new Map(index.map((file) => [file.path, file]));
    // Unknown if it was never set, and then true.
    const hasModes = (await git(folder, ['config', '--type=bool', 'core.fileMode'])).output.toString() !== 'false\n';
    let bytes = 0;
    for (const file of tree) {
      const known = tracked.get(file.path);
      if (known === undefined) return { isChanged: true };
      if (file.mode === SUBMODULE && known.id === file.id) continue;
      if (file.mode === SUBMODULE) return { isChanged: true };
      // An empty file has no part after which there is a turn.
      await yieldToEventLoop();
      bytes += lstatSync(join(folder, file.path), { throwIfNoEntry: false })?.size ?? 0;
      if (bytes > MAX_COPY_BYTES) return { isChanged: true, why: `it has more than ${megabytes(MAX_COPY_BYTES)}` };
      if (!(await isUnchanged(folder, file, hasModes))) return { isChanged: true };
    }
    return { isChanged: false };
  } catch (error) {
    if (error instanceof FailedCommand) return { kind: 'failed', message: error.message };
    throw error;
  }
}

class FailedCommand extends Error {
  constructor(result: Pick<GitResult, 'errors'>) {
    super(gitError(result) || 'git found no common commit.');
  }
}

/** Reads a line such as `100644 blob ID<tab>PATH` of a tree, or `100644 ID 0<tab>PATH` of the index; undefined for others. */
export function readGitFile(line: string, prefix: string): GitFile | undefined {
  const [, mode = '', id = '', path = ''] = /^(\d+) (?:[a-z]+ )?([0-9a-f]+)(?: \d)?\t([\s\S]+)$/.exec(line) ?? [];
  return path.startsWith(prefix) && path !== '' ? { mode, id, path: path.slice(prefix.length) } : undefined;
}

/** True if a file in a folder of the working tree has the content that git has stored for it. */
export async function isUnchanged(folder: string, { mode, id, path }: GitFile, hasModes: boolean): Promise<boolean> {
  const absolute = join(folder, path);
  const stats = lstatSync(absolute, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) {
    const target = readlinkSync(absolute, { encoding: 'buffer' });
    return mode === LINK && blobHash(id, target.length).update(target).digest('hex') === id;
  }
  // Systems without links store them as files.
  if (!stats?.isFile() || (mode === LINK && process.platform !== 'win32')) return false;
  if (hasModes && process.platform !== 'win32' && (stats.mode & 0o100) !== (mode === EXECUTABLE ? 0o100 : 0))
    return false;
  const opened = openInside(folder, absolute);
  if (opened.kind !== 'open') return false;
  try {
    return await hasContent(opened, id, () => convertsLineEnds(folder, path));
  } finally {
    closeSync(opened.fd);
  }
}

/**
 * True if an open file has a content, as it is, as Git LFS stores it, or with its line ends converted. Reads it in parts,
 * after each of which the event loop gets a turn.
 * @param id git's hash of the content
 */
async function hasContent(
  { fd, stats: { size } }: OpenFile,
  id: string,
  convertsLineEnds: () => Promise<boolean>,
): Promise<boolean> {
  const blob = blobHash(id, size);
  const content = createHash('sha256');
  let length = 0;
  let converted = 0;
  for await (const part of partsOf(fd, size)) {
    blob.update(part);
    content.update(part);
    length += part.length;
    converted += withoutCarriageReturns(part).length;
  }
  if (length !== size) return false;
  if (blob.digest('hex') === id || hashOfPointer(id, content.digest('hex'), size) === id) return true;
  if (converted === size || !(await convertsLineEnds())) return false;
  const other = blobHash(id, converted);
  for await (const part of partsOf(fd, size)) other.update(withoutCarriageReturns(part));
  return other.digest('hex') === id;
}

/** Size of the parts in which a file is read, in bytes. */
const PART_BYTES = 1024 * 1024;

/** Reads a file up to a size, in parts of which none ends between the characters of a line end. */
async function* partsOf(fd: number, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size; ) {
    const part = Buffer.allocUnsafe(Math.min(PART_BYTES, size - position));
    const read = readSync(fd, part, 0, part.length, position);
    if (read === 0) return;
    const endsInside = part[read - 1] === CR && read > 1 && position + read < size;
    const length = endsInside ? read - 1 : read;
    position += length;
    yield part.subarray(0, length);
    await yieldToEventLoop();
  }
}

const [CR, LF] = [0x0d, 0x0a];

/** Returns a text with LF as its line ends. */
function withoutCarriageReturns(text: Buffer): Buffer {
  if (!text.includes('\r\n')) return text;
  const out = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const byte = text[index] ?? 0;
    if (byte !== CR || text[index + 1] !== LF) out[length++] = byte;
  }
  return out.subarray(0, length);
}

/** Starts git's hash of a content with a length, by the algorithm of another hash. */
function blobHash({ length }: string, size: number): Hash {
  return createHash(length > 40 ? 'sha256' : 'sha1').update(`blob ${size}\0`);
}

/** Returns git's hash of what Git LFS stores in a repository for a file. */
function hashOfPointer(id: string, content: string, size: number): string {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${content}\nsize ${size}\n`;
  return blobHash(id, Buffer.byteLength(pointer)).update(pointer).digest('hex');
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
