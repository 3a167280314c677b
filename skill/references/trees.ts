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

/** Folders within each other. */
const MAX_DEPTH = 40;

/** Whether a fence's content is a drawing of a directory tree. */
export const isTree = (content: string): boolean => BRANCH.test(content);

/**
 * The entries of a tree. It is taken for the skill's own (or, by its root's name, for another skill's) where SKILL.md
 * stands in it once, or where it draws one of a skill's folders; else it is the user's project, and every entry is excused.
 */
export function treePaths(content: string): readonly TreePath[] {
  const entries: { text: string; start: number; path: string; folder: boolean }[] = [];
  const above: { column: number; name: string }[] = [];
  let root: string | undefined;
  let at = 0;
  for (const line of content.split('\n')) {
    const match = line.length < 1000 ? ENTRY.exec(line) : null;
    const text = match?.[2] ?? '';
    const column = match?.[1]?.length ?? 0;
    const start = at + column;
    at += line.length + 1;
    if (text === '' || /^[-.~]+$/.test(text) || (match && /^\s+\w/.test(line.slice(match[0].length)))) {
      // A line of prose; a lone `.` is the root.
      if (/^\.\/?$/.test(text)) root ??= '.';
      else if (!/[├└│|`+]/.test(match?.[1] ?? '') && text === '') above.length = 0;
      if (text === '' || /^[-.~]+$/.test(text) || !/[├└│|`+/]/.test(line.slice(0, column + text.length + 1))) continue;
    }
    const name = text.replaceAll('\\', '/').replace(/\/$/, '');
    while (above.length > 0 && (above.at(-1)?.column ?? 0) >= column) above.pop();
    const top = above.length === 0 && column === 0;
    if (top && root === undefined && /[/\\]$/.test(text) && !BUNDLE_FOLDERS.has(name)) {
      root = name;
      continue;
    }
    // So deep lies no file, and thousands of such lines would be as many long paths.
    if (above.length >= MAX_DEPTH) continue;
    const path = [...above.map((one) => one.name), name].join('/');
    entries.push({ text, start, path, folder: /[/\\]$/.test(text) });
    above.push({ column, name });
  }
  const manifests = entries.filter((entry) => /(?:^|\/)SKILL\.md$/i.test(entry.path));
  const drawsFolder = root === undefined && BUNDLE_FOLDERS.has(entries[0]?.path.split('/')[0] ?? '');
  const own = (manifests.length === 1 && !manifests[0]?.path.includes('/')) || (manifests.length === 0 && drawsFolder);
  const named = root?.split('/').at(-1);
  const generic =
    named !== undefined && /[<>{}[\]*]|^(?:my|your|skill|some|example|new)[-_]|^(?:skill|example)$/i.test(named);
  return entries.map(({ text, start, path, folder }): TreePath => {
    const entry = { text, start, path: folder ? `${path}/` : path };
    if (!own || generic) return { ...entry, excuse: 'template' };
    if (named === undefined || named === '.') return entry;
    return { ...entry, base: { kind: 'other-skill', name: named } };
  });
}
