/** Tests each clue with its own examples. */
import type { Example } from '../clues/clue.ts';
import { readMarked } from '../testing/marked.ts';
import { testClues } from '../testing/test-clues.ts';
import { CLUES } from './clues.ts';
import { situationOf } from './situation.ts';

testClues(CLUES, (sample: string | Example) => {
  const { reference, document, context } = readMarked(sample);
  return situationOf(reference, document, context);
});
