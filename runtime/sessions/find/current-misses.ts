import type { Skill } from '../../../skill/index.ts';
import type { SessionMiss } from '../../protocol/sessions.ts';
import { currentCauses } from '../log/miss-causes.ts';
import { shortWords } from '../session-summary.ts';
import type { SessionEntry } from './session-entry.ts';

/**
 * Returns the misses of a session whose words are still in the current skills. A miss whose words have been edited since, or
 * whose file exists now, is irrelevant to the current skill, unless the session looked for it outside of the skill.
 * @param skills the current skills; sessions refer to them by name, as `PLUGIN:SKILL` or by their folder
 */
export function currentMisses(
  { misses, filesRead }: Pick<SessionEntry, 'misses' | 'filesRead'>,
  skills: readonly Skill[],
): readonly SessionMiss[] {
  if (misses.length === 0 || skills.length === 0) return [];
  const causes = currentCauses(skills, () => undefined);
  for (const file of filesRead) {
    const slash = file.indexOf('/');
    causes.recordRead(file.slice(0, slash), file.slice(slash + 1));
  }
  return misses.flatMap(({ skill, path, words, outside }) => {
    const cause = causes.find(skill, path);
    if (cause === undefined || (words !== undefined && words !== shortWords(cause))) return [];
    const exists = skills.some(({ root, bundle }) => cause.file.startsWith(`${root}/`) && bundle.files.has(path));
    if (outside === true) return [{ skill, path, outside, cause }];
    return exists ? [] : [{ skill, path, cause }];
  });
}
