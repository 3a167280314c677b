/** Directory trees drawn in a fence: whose they are, and the path of each entry. */
import type { Base, Excuse } from '../model/model.ts';
import { BUNDLE_FOLDERS } from './target.ts';

export interface TreePath {
  /** The entry's name as it stands there. */
  readonly text: string;
  /** Offset into the fence's content. */
  readonly start: number;
  /** The name with the folders above it, the tree's root left out. */
  readonly path: string;
  readonly base?: Base;
  readonly excuse?: Excuse;
}

const BRANCH = /[├└│]|(?:^|\n)[ \t]*(?:\|--|\+--|`--)/;
const ENTRY = /^((?:[ \t\u00a0│├└─┬┌]|\||`--|\+--|--)*)([\w.@{}<>*$[\]~-]+(?:[/\\][\w.@{}<>*$[\]~-]+)*[/\\]?)/;

/** Names of a root that stand for any skill's. */
const GENERIC = /[<>{}[\]*]|^(?:my|your|skill|some|example|new)[-_]|^(?:skill|example)$/i;

/** Folders within each other. */
const MAX_DEPTH = 40;

/** Whether a fence's content is a drawing of a directory tree. */
export const isTree = (content: string): boolean => BRANCH.test(content);

/** A name of a tree as it stands there; `path` is the name with the folders above it. */
interface Entry {
  readonly text: string;
  readonly start: number;
  readonly path: string;
}

interface Drawing {
  readonly entries: readonly Entry[];
  /** The name of the folder that everything else is in, where the drawing has it. */
  readonly root: string | undefined;
}

/**
 * The entries of a tree. It is taken for the skill's own (or, by its root's name, for another skill's) where SKILL.md
 * stands in it once, or where it draws one of a skill's folders; else it is the user's project, and every entry is excused.
 */
export function treePaths(content: string): readonly TreePath[] {
  const drawing = readTree(content);
  const name = drawing.root?.split('/').at(-1);
  const excused = !isOfSkill(drawing) || (name !== undefined && GENERIC.test(name));
  return drawing.entries.map(({ text, start, path }): TreePath => {
    const entry = { text, start, path: isFolder(text) ? `${path}/` : path };
    if (excused) return { ...entry, excuse: 'template' };
    if (name === undefined || name === '.') return entry;
    return { ...entry, base: { kind: 'other-skill', name } };
  });
}

const isFolder = (text: string): boolean => /[/\\]$/.test(text);

/** Reads a drawing line by line: by the column of a name, which folders it is in. */
function readTree(content: string): Drawing {
  const entries: Entry[] = [];
  const above: { column: number; name: string }[] = [];
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
      // A lone `.` is the root.
      if (/^\.\/?$/.test(text)) root ??= '.';
      else if (text === '' && !/[├└│|`+]/.test(indent)) above.length = 0;
      if (isDots(text) || !isDrawn(line, column + text.length)) continue;
    }
    const name = text.replaceAll('\\', '/').replace(/\/$/, '');
    while (above.length > 0 && (above.at(-1)?.column ?? 0) >= column) above.pop();
    const top = above.length === 0 && column === 0;
    if (top && root === undefined && isFolder(text) && !BUNDLE_FOLDERS.has(name)) {
      root = name;
      continue;
    }
    // So deep lies no file, and thousands of such lines would be as many long paths.
    if (above.length >= MAX_DEPTH) continue;
    entries.push({ text, start, path: [...above.map((one) => one.name), name].join('/') });
    above.push({ column, name });
  }
  return { entries, root };
}

/** No name: nothing at all, or only dots and dashes. */
const isDots = (text: string): boolean => /^[-.~]*$/.test(text);

/** Whether words follow what looked like a name. */
const isProse = (line: string, match: RegExpExecArray | null): boolean =>
  match !== null && /^\s+\w/.test(line.slice(match[0].length));

/** Whether a line has, up to the end of its name, a branch or a slash. */
const isDrawn = (line: string, end: number): boolean => /[├└│|`+/]/.test(line.slice(0, end + 1));

/** Whether a skill is drawn, and not the user's project. */
function isOfSkill({ entries, root }: Drawing): boolean {
  const manifests = entries.filter((entry) => /(?:^|\/)SKILL\.md$/i.test(entry.path));
  if (manifests.length > 0) return manifests.length === 1 && !manifests[0]?.path.includes('/');
  return root === undefined && BUNDLE_FOLDERS.has(entries[0]?.path.split('/')[0] ?? '');
}
