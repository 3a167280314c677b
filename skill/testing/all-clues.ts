/** For tests: all clues, both those that excuse a path and those of the judge. */
import { ELSEWHERE } from '../clues/elsewhere.ts';
import { WORD_CLUES } from '../clues/excuses.ts';
import { OUTWEIGHING } from '../clues/outweighs.ts';
import { OTHERS_NAMES, OWN_NAMES } from '../clues/own-name.ts';
import { OWN_PATHS } from '../clues/own-path.ts';
import { OWNERSHIP } from '../clues/ownership.ts';
import { CLUES } from '../judge/clues.ts';

export const ALL_CLUES = [
  ...WORD_CLUES,
  ...ELSEWHERE,
  ...OWNERSHIP,
  ...OWN_PATHS,
  ...OWN_NAMES,
  ...OTHERS_NAMES,
  ...OUTWEIGHING,
  ...CLUES,
];
