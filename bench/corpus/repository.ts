/** A checkout of skills as the rules see it: its skills, and their surroundings. */
import { Roots } from '../../server/workspace/roots.ts';
import { diskFiles } from '../../skill/disk.ts';
import {
  cachingFiles,
  defined,
  type FileSystem,
  findSkills,
  type ResolveContext,
  readSkill,
  repositoryTree,
  type Skill,
  skillIndex,
} from '../../skill/index.ts';

/** Returns true if a skill was written for the repository, not installed into it. */
export const isOwnSkill = (manifest: string): boolean => !/\/(?:node_modules|\.git)\//.test(manifest);

export interface Repository {
  readonly fs: FileSystem;
  readonly skills: readonly Skill[];
  contextOf(skill: Skill): ResolveContext;
}

/**
 * Reads the skills below `root`; those that cannot be read are left out.
 * @param chosen selects and orders the SKILL.md files
 * @param files the file system, the disk by default
 */
export function readRepository(
  root: string,
  chosen: (manifests: readonly string[]) => readonly string[] = (all) => all,
  files: FileSystem = diskFiles(),
): Repository {
  const fs = cachingFiles(files);
  const roots = new Roots(fs);
  const tree = repositoryTree(fs, root);
  const readText = (path: string): string | undefined => {
    const read = fs.read(path);
    return read.kind === 'text' ? read.text : undefined;
  };
  const known = chosen(findSkills(fs, root)).flatMap((path): readonly Skill[] => {
    const read = readSkill(fs, path);
    return read.kind === 'skill' ? [read.skill] : [];
  });
  const skills = skillIndex(known);
  return {
    fs,
    skills: known,
    contextOf(skill) {
      const { pluginRoot, pluginRoots } = roots.place(skill.root, root);
      return defined({ fs, skill, skills, repositoryRoot: root, pluginRoot, pluginRoots, tree, readText });
    },
  };
}
