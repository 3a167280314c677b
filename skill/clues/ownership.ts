/** Decides whether a missing path is the skill's own, by its form, its folder and the files that the skill bundles. */
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import { firstMatching, type OwnershipClue } from './clue.ts';
import { FOREIGN_BY_BASE, FOREIGN_DOCUMENTS } from './foreign-document.ts';
import { FOREIGN_PATHS } from './foreign-path.ts';
import { type MissingPath, missingPathOf } from './missing-path.ts';
import { PROJECT_FILES } from './project-files.ts';

export { isForPeople } from './foreign-document.ts';

/** Clues by precedence: the first that fires decides. If none fires, the path is the skill's own. */
export const OWNERSHIP: readonly OwnershipClue<MissingPath>[] = [
  ...FOREIGN_BY_BASE,
  ...FOREIGN_PATHS,
  ...PROJECT_FILES,
  ...FOREIGN_DOCUMENTS,
];

/** Returns the clue that a missing path without an excuse is not the skill's own, if there is one. */
export function foreignClueFor(
  reference: Reference,
  document: SkillDocument,
  skill: Skill,
): OwnershipClue<MissingPath> | undefined {
  const clue = firstMatching(OWNERSHIP, missingPathOf(reference, document, skill));
  return clue?.isOwn ? undefined : clue;
}
