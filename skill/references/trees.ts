/** Parses directory trees drawn in a fence: the path of each entry, and whether the tree shows the skill. */
import type { Base, Excuse } from '../model/model.ts';
import { BUNDLE_FOLDERS } from './target.ts';

export interface TreePath {
  /** The entry's name as written. */
  readonly text: string;
  /** Offset into the fence's content. */
  readonly start: number;
  /** The name with its parent folders, without the root of the tree. */
  readonly path: string;
  readonly base?: Base;
  readonly excuse?: Excuse;
}

const BRANCH = /[├└│]|(?:^|\n)[ \t]*(?:\|--|\+--|`--)/;
const ENTRY = /^((?:[ \t\u00a0│├└─┬┌]|\||`--|\+--|--)*)([\w.@{}<>*$[\]~-]+(?:[/\\][\w.@{}<>*$[\]~-]+)*[/\\]?)/;

/** Names of a root folder that stand for any skill. */
const GENERIC = /[<>{}[\]*]|^(?:my|your|skill|some|example|new)[-_]|^(?:skill|example)$/i;

/** Maximum nesting of folders. */
const MAX_DEPTH = 40;

/** Returns true if a fence contains a drawing of a directory tree. */
export const isTree = (content: string): boolean => BRANCH.test(content);

/** An entry of a tree as written; `path` is its name with its parent folders. */
interface Entry {
  readonly text: string;
  readonly start: number;
  readonly path: string;
}

interface Drawing {
  readonly entries: readonly Entry[];
  /** The name of the root folder, if the drawing shows it. */
  readonly root: string | undefined;
}

/**
 * Returns the entries of a tree. It shows this skill (or, by its root's name, another one) if it contains SKILL.md once
 * or begins with a typical folder of a skill. Otherwise it shows the user's project, and every entry is excused.
 */
export function treePaths(content: string): readonly TreePath[] {
  const drawing = readTree(content);
  const name = drawing.root?.split('/').at(-1);
  const excused = !showsSkill(drawing) || (name !== undefined && GENERIC.test(name));
  return drawing.entries.map(({ text, start, path }): TreePath => {
    const entry = { text, start, path: isFolder(text) ? `${path}/` : path };
    if (excused) return { ...entry, excuse: 'template' };
    if (name === undefined || name === '.') return entry;
    return { ...entry, base: { kind: 'other-skill', name } };
  });
}

const isFolder = (text: string): boolean => /[/\\]$/.test(text);

/** Parses a drawing line by line. The column of a name determines its parent folder. */
function readTree(content: string): Drawing {
  const entries: Entry[] = [];
  const parents: { column: number; name: string }[] = [];
  let root: string | undefined;
  let at = 0;
  for (const line of content.split('\n')) {
    const match = line.length < 1000 ? ENTRY.exec(line) : null;
    const indent = match?.[1] ?? '';
    const text = match?.[2] ?? '';
    const column = indent.length;
    const start = at + column;
    at += line.length + 1;
    if (isDots(text) || isProse(line, match)) {
      // A single `.` is the root.
      if (/^\.\/?$/.test(text)) root ??= '.';
      else if (text === '' && !/[├└│|`+]/.test(indent)) parents.length = 0;
      if (isDots(text) || !isDrawn(line, column + text.length)) continue;
    }
    const name = text.replaceAll('\\', '/').replace(/\/$/, '');
    while (parents.length > 0 && (parents.at(-1)?.column ?? 0) >= column) parents.pop();
    const top = parents.length === 0 && column === 0;
    if (top && root === undefined && isFolder(text) && !BUNDLE_FOLDERS.has(name)) {
      root = name;
      continue;
    }
    // No file is nested this deeply, and thousands of such lines would produce as many long paths.
    if (parents.length >= MAX_DEPTH) continue;
    entries.push({ text, start, path: [...parents.map((one) => one.name), name].join('/') });
    parents.push({ column, name });
  }
  return { entries, root };
}

/** Returns true if a text is not a name: empty, or only dots and dashes. */
const isDots = (text: string): boolean => /^[-.~]*$/.test(text);

/** Returns true if words follow the apparent name. */
const isProse = (line: string, match: RegExpExecArray | null): boolean =>
  match !== null && /^\s+\w/.test(line.slice(match[0].length));

/** Returns true if a line contains a branch or a slash up to the end of its name. */
const isDrawn = (line: string, end: number): boolean => /[├└│|`+/]/.test(line.slice(0, end + 1));

/** Returns true if the drawing shows a skill rather than the user's project. */
function showsSkill({ entries, root }: Drawing): boolean {
  const manifests = entries.filter((entry) => /(?:^|\/)SKILL\.md$/i.test(entry.path));
  if (manifests.length > 0) return manifests.length === 1 && !manifests[0]?.path.includes('/');
  return root === undefined && BUNDLE_FOLDERS.has(entries[0]?.path.split('/')[0] ?? '');
}
