/**
 * Checks that processor time is proportional to the size of a text, for any content: patterns with 8 and 16 kB. `npm test` takes
 * an eighth of them.
 */
import { describe, expect, it } from 'vitest';
import { growthOf, timeInCheck, timeInEditor } from '../equipment/server/random-inputs/growth.ts';
import { FIELDS, type Pattern, TEXTS } from '../equipment/server/random-inputs/patterns.ts';
import { FIELD_PLACES, patternInput, TEXT_PLACES } from '../equipment/server/random-inputs/places.ts';
import { sample } from '../equipment/skill/long.ts';

const LENGTH = 8 * 1024;
/** Quadratic time takes four times as long for twice the text, less the constant part. */
const LIMIT = { maxRatio: 4, floor: 25 };

/**
 * Returns each pattern at one position, in turn. The benchmark tries all positions, with 1 and 2 MB (`npm run
 * bench:robustness`).
 */
function casesOf(patterns: readonly Pattern[], places: Readonly<Record<string, unknown>>): [string, Pattern, string][] {
  const names = Object.keys(places);
  return patterns.map((pattern, index) => {
    const place = names[index % names.length] ?? '';
    return [`${pattern.name}, ${place}`, pattern, place];
  });
}

const PARTS = 8;
const all = sample([...casesOf(TEXTS, TEXT_PLACES), ...casesOf(FIELDS, FIELD_PLACES)], 8);

describe('twice the text takes the server and check at most four times as long', () => {
  it.each(Array.from({ length: PARTS }, (_, part) => part))(
    `(part %i of ${PARTS})`,
    async (part) => {
      for (const [index, [name, pattern, place]] of all.filter((_, index) => index % PARTS === part).entries()) {
        const editor = await growthOf((length) => timeInEditor(patternInput(pattern, place, length)), LENGTH, LIMIT);
        expect(editor.ratio, `editor: ${name}`).toBeLessThanOrEqual(LIMIT.maxRatio);
        // `check` mostly does what the server does before.
        if (index % 2 === 1) continue;
        const check = await growthOf((length) => timeInCheck(patternInput(pattern, place, length)), LENGTH, LIMIT);
        expect(check.ratio, `check: ${name}`).toBeLessThanOrEqual(LIMIT.maxRatio);
      }
    },
    600_000,
  );
});
