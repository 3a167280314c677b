import { posix } from 'node:path';
import { foldersIn } from '../../skill/index.ts';

/** The folders where the two most common clients look for a project's skills, and the folder of a plugin. */
const CLIENT_FOLDERS: readonly string[] = [
  ...foldersIn('workspace').flatMap(({ path, clients }) =>
    clients.some((id) => id === 'claude-code' || id === 'vscode') ? [path] : [],
  ),
  'skills',
];

/** A folder that can contain a new skill. */
export interface SkillsFolder {
  /** Path relative to the workspace folder, with `/`; empty for that folder itself. */
  readonly path: string;
  /** Number of skills currently in it. */
  readonly skills: number;
}

/**
 * Returns the folders that can contain a new skill: first those that already contain skills, by descending count, then
 * those where clients look. Folders inside a skill are excluded.
 * @param roots folders of the existing skills within the workspace folder, relative to it, with `/`
 */
export function skillsFolders(roots: readonly string[]): readonly SkillsFolder[] {
  const isSkill = new Set(roots);
  const isInSkill = (path: string): boolean => path !== '' && (isSkill.has(path) || isInSkill(parentOf(path)));
  const counts = new Map<string, number>();
  for (const root of roots) {
    const folder = parentOf(root);
    if (root !== '' && !isSkill.has('') && !isInSkill(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const used = [...counts].map(([path, skills]) => ({ path, skills }));
  used.sort((a, b) => b.skills - a.skills || (a.path < b.path ? -1 : 1));
  return [...used, ...CLIENT_FOLDERS.filter((path) => !counts.has(path)).map((path) => ({ path, skills: 0 }))];
}

function parentOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}
