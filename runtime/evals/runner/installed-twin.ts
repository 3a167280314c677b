import { basename, dirname, isAbsolute, join } from 'node:path';
import { diskFiles, homeFolder } from '../../../skill/disk.ts';
import { findSkills, own, readSkill, type Skill } from '../../../skill/index.ts';
import { copiesFolder } from '../../disk/client-copy.ts';
import type { ClientRunner } from './client-runner.ts';
import { fillIn } from './runner-command.ts';

/**
 * Returns the folders outside the workspace in which a runner's client looks for skills: those of the user, of the machine,
 * and above the copy of the workspace. Absolute paths.
 */
export function foldersOutside({ command, profile, environment }: ClientRunner): readonly string[] {
  if (profile.discovery.kind !== 'folders') return [];
  const copies = copiesFolder();
  // A folder that is created for each trial has no skills.
  const empty = join(copies, 'skillwright-empty');
  const { variables } = fillIn(command, { prompt: '', model: '', workspace: empty, session: empty });
  const all = { ...environment, ...variables };
  const variable = (name: string): string | undefined => {
    const value = own(all, name);
    return value !== undefined && isAbsolute(value) ? value : undefined;
  };
  const home = variable('HOME') ?? homeFolder();
  return profile.discovery.folders.flatMap((folder) => {
    if (folder.scope === 'machine') return [folder.path];
    if (folder.scope === 'user') return [join(home, folder.path)];
    if (folder.scope === 'user-variable')
      return [join(variable(folder.variable) ?? join(home, folder.fallback), folder.path)];
    return folder.upward ? ancestorsOf(copies).map((one) => join(one, folder.path)) : [];
  });
}

/**
 * Returns the SKILL.md of a skill in a folder of the same name, or that is the same by `isSame`, which a runner's client would find besides the one under test, in
 * both sides of an eval; undefined if there is none.
 */
export function installedTwin(
  runner: ClientRunner,
  skill: Skill,
  isSame: (one: Skill, skill: Skill) => boolean,
): string | undefined {
  const files = diskFiles();
  const folderName = basename(skill.root);
  for (const folder of foldersOutside(runner)) {
    const twin = findSkills(files, folder.replaceAll('\\', '/')).find((manifest) => {
      if (basename(dirname(manifest)) === folderName) return true;
      const read = readSkill(files, manifest);
      return read.kind !== 'unreadable' && isSame(read.skill, skill);
    });
    if (twin !== undefined) return twin;
  }
  return undefined;
}

function ancestorsOf(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestorsOf(parent)];
}
