import { dirname, join } from '../files/paths.ts';
import type { MissKindId } from '../model/miss-kind-id.ts';
import { defined } from '../text/defined.ts';
import { isWritten, type PreparedSkill, placeIn } from './known-skills.ts';
import type { ClassifiedMiss } from './miss.ts';
import { ofWritten, type PathRequest } from './path-request.ts';
import { isSamePath } from './requested-path.ts';
import { clientFolderIn, skillsRootOf, withoutVersions } from './skills-roots.ts';

/** Returns the kind of a path that names a skill, but is not in the skill's folder. */
export function ofOtherFolder(skill: PreparedSkill, file: string, request: PathRequest): ClassifiedMiss | undefined {
  const { asked, path, directory, home } = request;
  const of = (kind: MissKindId, place = placeIn(skill, file)): ClassifiedMiss =>
    defined({ kind, skill: skill.name, file, place });
  if (skill.hasAllFiles && !skill.files.has(file) && !/^skill\.md$/i.test(file) && isWritten(skill, file))
    return ofWritten(skill, file);
  const root = skillsRootOf(path);
  // Plugin caches have the skills of a version in folders of any name.
  const isInCache = withoutVersions(path) !== undefined && (/^skill\.md$/i.test(file) || path.includes('/plugins/'));
  if (root === undefined) return of(isInCache ? 'root.version' : 'base.workspace');
  const { folder } = skill;
  const anyVersion = withoutVersions(root.root);
  if (folder === undefined) return of(anyVersion === undefined ? 'root.elsewhere' : 'root.version');
  const truth = join(folder, file);
  const isRelative = !asked.startsWith('/') && !asked.startsWith('~');
  // The working directory is below the folder that the path is relative to.
  for (let above = directory; isRelative && above !== '/' && above !== ''; above = dirname(above))
    if (isSamePath(join(above, asked), truth)) return of('base.workspace');
  if (anyVersion !== undefined && withoutVersions(truth) !== undefined) return of('root.version');
  const [asksIn, isIn] = [clientFolderIn(path), clientFolderIn(truth)];
  if (asksIn === undefined || isIn === undefined)
    return of(anyVersion === undefined ? 'root.elsewhere' : 'root.version');
  if (asksIn !== isIn) return of('root.client');
  // The home or the project was asked, or the skill is in the home.
  const isScope = isRelative || [root.root, dirname(folder)].some((one) => isSamePath(one, join(home, asksIn)));
  const asksInProject = isSamePath(root.root, join(directory, asksIn));
  return of(isScope || asksInProject ? 'root.scope' : 'root.elsewhere');
}
