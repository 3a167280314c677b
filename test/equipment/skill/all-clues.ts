/** For tests: all clues, both those that excuse a path and those of the judge. */
import { ELSEWHERE } from '../../../skill/clues/elsewhere.ts';
import { EXCUSE_OVERRIDES } from '../../../skill/clues/excuse-overrides.ts';
import { WORD_CLUES } from '../../../skill/clues/excuses.ts';
import { OTHER_SKILL_NAMES, OWN_NAMES } from '../../../skill/clues/own-name.ts';
import { OWN_PATHS } from '../../../skill/clues/own-path.ts';
import { OWNERSHIP } from '../../../skill/clues/ownership.ts';
import { CLUES } from '../../../skill/judge/clues.ts';

export const ALL_CLUES = [
  ...WORD_CLUES,
  ...ELSEWHERE,
  ...OWNERSHIP,
  ...OWN_PATHS,
  ...OWN_NAMES,
  ...OTHER_SKILL_NAMES,
  ...EXCUSE_OVERRIDES,
  ...CLUES,
];
