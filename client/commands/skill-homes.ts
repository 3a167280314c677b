import { posix } from 'node:path';
import { foldersIn } from '../../skill/index.ts';

/** Folders where the two commonest clients look for a project's skills; and that of a plugin. */
const HOMES: readonly string[] = [
  ...foldersIn('workspace').flatMap(({ path, clients }) =>
    clients.some((id) => id === 'claude-code' || id === 'vscode') ? [path] : [],
  ),
  'skills',
];

/** A folder that a new skill may go into. */
export interface Home {
  /** Relative to the workspace folder, with `/`; empty for that folder itself. */
  readonly path: string;
  /** Skills that lie in it now. */
  readonly skills: number;
}

/**
 * Where a new skill may go: first the folders that hold skills, those with most of them before the others, then those where
 * clients look. A folder inside a skill is none.
 * @param roots folders of the skills, relative to the workspace folder, with `/`; those outside of it left out
 */
export function homesOf(roots: readonly string[]): readonly Home[] {
  const isSkill = new Set(roots);
  const lies = (path: string): boolean => path !== '' && (isSkill.has(path) || lies(above(path)));
  const counts = new Map<string, number>();
  for (const root of roots) {
    const home = above(root);
    if (root !== '' && !isSkill.has('') && !lies(home)) counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  const used = [...counts].map(([path, skills]) => ({ path, skills }));
  used.sort((a, b) => b.skills - a.skills || (a.path < b.path ? -1 : 1));
  return [...used, ...HOMES.filter((path) => !counts.has(path)).map((path) => ({ path, skills: 0 }))];
}

function above(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}
