/** Decides which of the known skills belong together. */

import { dirname, within } from './paths.ts';
import type { KnownSkill, SkillLookup } from './skill-index.ts';

/** The trees that contain a skill; absolute paths, absent if there is none. */
interface Trees {
  readonly repositoryRoot?: string;
  readonly workspaceRoot?: string;
}

/**
 * Restricts a lookup by name or path to the neighbors of the skill at `root`: the skills of its repository or, if
 * there is none, of the folder that its collection is in. The contents of unrelated projects in the same workspace, or
 * in the same call of `check`, say nothing about a skill.
 */
export function neighbors(skills: SkillLookup, root: string, trees: Trees): SkillLookup {
  const folder = trees.repositoryRoot ?? collectionOf(root, trees.workspaceRoot);
  const onlyNear = (known: readonly KnownSkill[]): readonly KnownSkill[] =>
    known.filter((skill) => within(folder, skill.root) !== undefined);
  return {
    named: (name) => onlyNear(skills.named(name)),
    holding: (path) => onlyNear(skills.holding(path)),
    at: (path) => skills.at(path),
    rootNames: () => skills.rootNames(),
    names: () => new Set([...skills.names()].filter((name) => onlyNear(skills.named(name)).length > 0)),
  };
}

/**
 * Returns the folder that holds a collection of skills: the topmost one in the workspace that is called `skills`, or
 * else the one directly in the workspace, or else the skill's parent folder.
 */
function collectionOf(root: string, workspaceRoot: string | undefined): string {
  const inner = workspaceRoot === undefined ? undefined : within(workspaceRoot, root);
  if (workspaceRoot === undefined || inner === undefined) return dirname(root);
  const parts = inner.split('/').slice(0, -1);
  const skills = parts.indexOf('skills');
  if (workspaceRoot.endsWith('/skills') || parts.length === 0) return workspaceRoot;
  return [workspaceRoot, ...parts.slice(0, skills < 0 ? 1 : skills + 1)].join('/');
}
