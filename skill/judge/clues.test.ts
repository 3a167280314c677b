/** Tests each clue with its own examples. */

import { readMarked } from '../../test/equipment/skill/marked.ts';
import { testClues } from '../../test/equipment/skill/test-clues.ts';
import type { Example } from '../clues/clue.ts';
import { CLUES } from './clues.ts';
import { situationOf } from './situation.ts';

testClues(CLUES, (sample: string | Example) => {
  const { reference, document, context } = readMarked(sample);
  return situationOf(reference, document, context);
});
