/** Which of the skills that are known belong together. */

import { dirname, within } from './paths.ts';
import type { SkillLookup, SkillPlace } from './skills.ts';

/** The trees that a skill lies in; absolute, those that there are. */
interface Trees {
  readonly repositoryRoot?: string;
  readonly workspaceRoot?: string;
}

/**
 * The same lookup, in which only neighbours of the skill at `root` are found by a name or a path: those of its repository, or
 * where there is none, of the folder that its skills are collected in. What unrelated projects in one workspace, or in one
 * call of `check`, happen to have says nothing about a skill.
 */
export function neighbours(skills: SkillLookup, root: string, trees: Trees): SkillLookup {
  const folder = trees.repositoryRoot ?? collectionOf(root, trees.workspaceRoot);
  const near = (places: readonly SkillPlace[]): readonly SkillPlace[] =>
    places.filter((place) => within(folder, place.root) !== undefined);
  return {
    named: (name) => near(skills.named(name)),
    holding: (path) => near(skills.holding(path)),
    at: (path) => skills.at(path),
    rootNames: () => skills.rootNames(),
  };
}

/**
 * The folder whose skills are kept together: the highest one in the workspace that is called `skills`, else the one directly
 * in the workspace, else the one that the skill lies in.
 */
function collectionOf(root: string, workspaceRoot: string | undefined): string {
  const inner = workspaceRoot === undefined ? undefined : within(workspaceRoot, root);
  if (workspaceRoot === undefined || inner === undefined) return dirname(root);
  const parts = inner.split('/').slice(0, -1);
  const skills = parts.indexOf('skills');
  if (workspaceRoot.endsWith('/skills') || parts.length === 0) return workspaceRoot;
  return [workspaceRoot, ...parts.slice(0, skills < 0 ? 1 : skills + 1)].join('/');
}
