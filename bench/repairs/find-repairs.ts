/**
 * Repairs of skills by their authors, found in histories of git without any rule of ours: a commit that replaces one path in a
 * line, where the old path leads to no file and the new one to a file that was there before; or that makes a frontmatter readable.
 */
import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { parse } from 'yaml';

type RepairKind = 'path' | 'frontmatter';

export interface Repair {
  readonly kind: RepairKind;
  /** `owner/name`. */
  readonly repository: string;
  /** The author's commit; the breakage is in its parent. */
  readonly commit: string;
  /** The repaired file and its skill's folder, relative to the repository. */
  readonly file: string;
  readonly skill: string;
  /** The path before and after; the first changed lines of a frontmatter. */
  readonly old: string;
  readonly new: string;
}

const MAX_OUTPUT = 1 << 30;

/** Runs git in a repository without a work tree; '' if it fails. */
export function git(directory: string, ...args: string[]): string {
  try {
    return execFileSync('git', ['--git-dir', directory, '-c', 'core.quotePath=off', ...args], {
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

interface Hunk {
  readonly file: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Returns the repairs of a repository, newest first, each place of a commit once. */
export function* findRepairs(directory: string, repository: string): Generator<Repair> {
  const log = git(directory, 'log', '--no-merges', '--format=%x01%H', '-p', '-U0', '--diff-filter=M', '--', '*.md');
  for (const entry of log.split('\x01').slice(1)) {
    const commit = entry.slice(0, 40);
    const seen = new Set<string>();
    let tree: Tree | undefined;
    for (const hunk of hunksOf(entry)) {
      if (!mayRepair(hunk)) continue;
      tree ??= treeOf(directory, `${commit}^`);
      const skill = skillOf(tree, hunk.file);
      if (skill === undefined || !tree.files.has(hunk.file)) continue;
      const textAt = (ref: string): string => git(directory, 'show', `${ref}:${hunk.file}`);
      for (const found of repairsIn(hunk, tree, skill, textAt, commit)) {
        const key = `${found.kind} ${hunk.file} ${found.old}`;
        if (seen.has(key)) continue;
        seen.add(key);
        yield { ...found, repository, commit, file: hunk.file, skill };
      }
    }
  }
}

function* hunksOf(entry: string): Generator<Hunk> {
  for (const part of entry.split(/^diff --git /m).slice(1)) {
    const file = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1];
    if (file === undefined) continue;
    for (const hunk of part.split(/^@@ .*$/m).slice(1)) {
      const lines = hunk.split('\n');
      const starting = (sign: string) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
      yield { file, removed: starting('-'), added: starting('+') };
    }
  }
}

interface Tree {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

function treeOf(directory: string, ref: string): Tree {
  // The content of a link is a path, and no text.
  const entries = git(directory, 'ls-tree', '-r', '--format=%(objectmode) %(path)', ref).split('\n');
  const files = new Set(entries.filter((entry) => entry.startsWith('100')).map((entry) => entry.slice(7)));
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = posix.dirname(file); folder !== '.' && !folders.has(folder); folder = posix.dirname(folder))
      folders.add(folder);
  return { files, folders };
}

/** Returns the nearest folder above a file that has a SKILL.md. */
function skillOf({ files }: Tree, file: string): string | undefined {
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    if (files.has(posix.join(folder, 'SKILL.md'))) return folder;
    if (folder === '.') return undefined;
  }
}

/** A path of a file in a line of Markdown, as far as its letters tell. */
export const PATH = /(?:\$\{?\w+\}?\/|\.{1,2}\/|~\/|\/)*[\w@-][\w.@-]*(?:\/[\w.@-]+)*\.[A-Za-z0-9]{1,5}(?![\w/])/g;
const isFrontmatterLine = (line: string) => /^(?:name|description|[\w-]+):/.test(line);

const mayRepair = ({ removed, added }: Hunk): boolean =>
  removed.length > 0 &&
  added.length > 0 &&
  (removed.some(isFrontmatterLine) || (removed.length === added.length && removed.some((line) => line.match(PATH))));

type Found = Pick<Repair, 'kind' | 'old' | 'new'>;

function* repairsIn(
  hunk: Hunk,
  tree: Tree,
  skill: string,
  textAt: (ref: string) => string,
  commit: string,
): Generator<Found> {
  if (hunk.removed.length === hunk.added.length)
    for (const [index, before] of hunk.removed.entries()) {
      const changed = changedPath(before, hunk.added[index] ?? '');
      if (changed === undefined) continue;
      const [old, replacement] = changed;
      if (!leads(old, tree, hunk.file, skill) && leadsHere(replacement, tree, hunk.file, skill))
        yield { kind: 'path', old, new: replacement };
    }
  if (posix.basename(hunk.file) !== 'SKILL.md' || !hunk.removed.some(isFrontmatterLine)) return;
  const before = frontmatterOf(textAt(`${commit}^`));
  const after = frontmatterOf(textAt(commit));
  if (after === undefined || typeof after !== 'object') return;
  if (before === undefined) yield { kind: 'frontmatter', old: hunk.removed[0] ?? '', new: hunk.added[0] ?? '' };
}

/** Returns the path that a line had and the one that it has, if nothing else changed in it. */
function changedPath(before: string, after: string): readonly [string, string] | undefined {
  const old = before.match(PATH) ?? [];
  const now = after.match(PATH) ?? [];
  if (old.length !== now.length) return undefined;
  const differing = old.flatMap((path, index) => (path === now[index] ? [] : [[path, now[index] ?? ''] as const]));
  const [first] = differing;
  if (first === undefined || differing.some(([from, to]) => from !== first[0] || to !== first[1])) return undefined;
  return before.replaceAll(first[0], '\0') === after.replaceAll(first[1], '\0') ? first : undefined;
}

/** Returns a path without what is no part of it: a variable, or the sign of an import. */
export const withoutPrefix = (path: string): string => path.replace(/^\$\{?\w+\}?\/|^@/, '');

/** Returns true if a path leads to a file from anywhere that a client may resolve it: its file, its skill, or a folder above. */
function leads(path: string, tree: Tree, file: string, skill: string): boolean {
  const bare = withoutPrefix(path);
  if (path.startsWith('~') || path.startsWith('/')) return true;
  if (leadsHere(bare, tree, file, skill)) return true;
  for (let folder = skill; ; folder = posix.dirname(folder)) {
    if (exists(tree, posix.join(folder, bare))) return true;
    if (folder === '.') return false;
  }
}

/** Returns true if a path leads to a file from its own file or from its skill's folder. */
const leadsHere = (path: string, tree: Tree, file: string, skill: string): boolean =>
  exists(tree, posix.join(posix.dirname(file), path)) || exists(tree, posix.join(skill, path));

const exists = ({ files, folders }: Tree, path: string): boolean => files.has(path) || folders.has(path);

/** Returns the frontmatter of a text as an object; 'none' if it has none, undefined if it is not valid YAML. */
export function frontmatterOf(text: string): Readonly<Record<string, unknown>> | 'none' | undefined {
  const yaml = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text)?.[1];
  if (yaml === undefined) return 'none';
  try {
    const value: unknown = parse(yaml, { logLevel: 'silent' });
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
