/** Tests each clue with its own examples. */

import { mentionAt } from '../../test/equipment/skill/marked.ts';
import { testClues } from '../../test/equipment/skill/test-clues.ts';
import { DOUBTS } from './doubts.ts';
import { mentionSituation } from './mention-situation.ts';
import { OTHER_MEANINGS } from './other-meanings.ts';
import { predictMiss } from './predict-miss.ts';

testClues([...OTHER_MEANINGS, ...DOUBTS], (sample) => {
  const { mention, skill, document } = mentionAt(sample);
  const verdict = predictMiss(mention, skill, document);
  return mentionSituation(mention, skill, document, verdict.kind === 'silent' ? [] : verdict.meant);
});
