/** Whether a path that leads nowhere was the skill's to provide, told by its form, its folder and what the skill ships. */
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import { firstToSpeak, type Settling } from './clue.ts';
import { FOREIGN_BY_BASE, FOREIGN_DOCUMENTS } from './foreign-document.ts';
import { FOREIGN_PATHS } from './foreign-path.ts';
import { type Missing, missingOf } from './missing.ts';

export { isForPeople } from './foreign-document.ts';

/** In this order the first that speaks decides; where none does, the path is the skill's. */
export const OWNERSHIP: readonly Settling<Missing>[] = [...FOREIGN_BY_BASE, ...FOREIGN_PATHS, ...FOREIGN_DOCUMENTS];

/** For references without an excuse that resolve to nothing: the clue that the path is not the skill's to provide. */
export function whyForeign(reference: Reference, document: SkillDocument, skill: Skill): Settling<Missing> | undefined {
  const clue = firstToSpeak(OWNERSHIP, missingOf(reference, document, skill));
  return clue?.keeps ? undefined : clue;
}
