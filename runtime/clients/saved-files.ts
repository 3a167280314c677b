/** The files that a call changed in the copy of a workspace: kept with its result, and written to a new copy. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Tool, ToolOutcome } from '../loop/tools.ts';
import type { SavedFile } from '../protocol/events.ts';
import { walkFiles } from './baseline.ts';
import { readText } from './read-text.ts';

/** Maximum number of files that are kept for one call, and of bytes of their texts together. */
const MAX_FILES = 200;
const MAX_TEXTS = 1024 * 1024;
/** Time to look for changed files after a call, in milliseconds. */
const WALK_MS = 2_000;

/** Identifies the content of a file without reading it. */
interface Stamp {
  readonly size: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** Wraps the tool that runs commands, so that its results have the files that the command changed in `workspace`. */
export function saveFiles(tool: Tool, workspace: string): Tool {
  let known: Promise<ReadonlyMap<string, Stamp> | undefined> | undefined;
  return {
    ...tool,
    async execute(args, context): Promise<ToolOutcome> {
      // Not before the first command: most runs of a client only read.
      known ??= readStamps(workspace);
      const before = await known;
      const outcome = await tool.execute(args, context);
      if (outcome.kind !== 'result' || outcome.changes === false) return outcome;
      const after = readStamps(workspace);
      known = after;
      const files = changedFiles(workspace, before, await after);
      return files.length === 0 ? outcome : { ...outcome, files };
    },
  };
}

/** Returns the stamps of all files; undefined if there are too many to look at. */
async function readStamps(workspace: string): Promise<ReadonlyMap<string, Stamp> | undefined> {
  const stamps = new Map<string, Stamp>();
  const add = (path: string, { size, ctimeMs, ino }: Stamp): void => void stamps.set(path, { size, ctimeMs, ino });
  return (await walkFiles(workspace, performance.now() + WALK_MS, add)) ? stamps : undefined;
}

function changedFiles(
  workspace: string,
  before: ReadonlyMap<string, Stamp> | undefined,
  after: ReadonlyMap<string, Stamp> | undefined,
): readonly SavedFile[] {
  if (before === undefined || after === undefined) return [{ path: '.', omitted: 'large' }];
  const deleted = [...before.keys()].filter((path) => !after.has(path));
  const changed = [...after].flatMap(([path, stamp]) => (isSame(before.get(path), stamp) ? [] : [path]));
  let budget = MAX_TEXTS;
  const files = changed.map((path, index): SavedFile => {
    const read = readText(join(workspace, path));
    if (read.kind !== 'text') return { path, omitted: read.kind };
    const size = Buffer.byteLength(read.text);
    if (index >= MAX_FILES || size > budget) return { path, omitted: 'large' };
    budget -= size;
    return { path, content: read.text, hash: hashOf(read.text), ...(read.isExecutable ? { executable: true } : {}) };
  });
  const all = [...deleted.map((path): SavedFile => ({ path, deleted: true })), ...files];
  return all.toSorted((a, b) => (a.path < b.path ? -1 : 1)).slice(0, MAX_FILES * 5);
}

function isSame(before: Stamp | undefined, { size, ctimeMs, ino }: Stamp): boolean {
  return before?.size === size && before.ctimeMs === ctimeMs && before.ino === ino;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * Returns a file with another path of its copy in its text, and the hash of that text. A text that is not the one that was
 * saved, such as one without a secret that it contained, keeps its hash, so that it is not restored.
 */
export function withCopyPath(file: SavedFile, from: string, to: string): SavedFile {
  const { content, hash } = file;
  if (typeof content !== 'string' || !content.includes(from) || hashOf(content) !== hash) return file;
  const moved = content.replaceAll(from, () => to);
  return { ...file, content: moved, hash: hashOf(moved) };
}

/**
 * Writes saved files to a new copy of the workspace, in the order of the calls that changed them. Untrusted, because they
 * come from a journal: nothing outside the copy is written, and no link is followed.
 * @returns the paths of files that cannot be brought back, because their content was not kept or had a secret in it
 */
export function restoreFiles(workspace: string, files: readonly SavedFile[]): readonly string[] {
  const last = new Map(files.map((file) => [file.path, file]));
  const lost: string[] = [];
  for (const file of last.values()) if (!restoreFile(workspace, file)) lost.push(file.path);
  return lost;
}

function restoreFile(workspace: string, { path, content, hash, deleted, executable }: SavedFile): boolean {
  const isComplete = typeof content === 'string' && hashOf(content) === hash;
  if (!isInside(path) || (deleted !== true && !isComplete)) return false;
  const target = join(workspace, path);
  try {
    const folders = path.split('/').slice(0, -1);
    folders.reduce((parent, name) => {
      const folder = join(parent, name);
      const stats = lstatSync(folder, { throwIfNoEntry: false });
      if (stats !== undefined && !stats.isDirectory()) rmSync(folder, { force: true });
      return folder;
    }, workspace);
    rmSync(target, { recursive: true, force: true });
    if (deleted === true) return true;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, typeof content === 'string' ? content : '', {
      flag: 'wx',
      mode: executable === true ? 0o755 : 0o644,
    });
    return true;
  } catch {
    return false;
  }
}

/** True for a path below the workspace: relative, with `/`, and without `..`. */
function isInside(path: string): boolean {
  return (
    path !== '' && !/^[\\/]|\0|^[A-Za-z]:/.test(path) && path.split(/[\\/]/).every((name) => !/^\.{0,2}$/.test(name))
  );
}
