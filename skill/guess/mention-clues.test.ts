/** Tests each clue with its own examples. */

import { mentionAt } from '../../test/equipment/skill/marked.ts';
import { testClues } from '../../test/equipment/skill/test-clues.ts';
import type { Example } from '../clues/clue.ts';
import { MENTION_CLUES } from './mention-clues.ts';
import { mentionSituation } from './mention-situation.ts';
import { predictMiss } from './predict-miss.ts';

testClues(MENTION_CLUES, (sample: string | Example) => {
  const { mention, skill, document } = mentionAt(sample);
  const verdict = predictMiss(mention, skill, document);
  return mentionSituation(mention, skill, document, verdict.kind === 'silent' ? [] : verdict.meant);
});
