/** For tests: all clues, both those that excuse a path and those of the judge. */
import { ELSEWHERE } from '../clues/elsewhere.ts';
import { EXCUSE_OVERRIDES } from '../clues/excuse-overrides.ts';
import { WORD_CLUES } from '../clues/excuses.ts';
import { OTHER_SKILL_NAMES, OWN_NAMES } from '../clues/own-name.ts';
import { OWN_PATHS } from '../clues/own-path.ts';
import { OWNERSHIP } from '../clues/ownership.ts';
import { CLUES } from '../judge/clues.ts';

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
