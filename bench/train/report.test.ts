import { expect, it } from 'vitest';
import { CLUES, FEATURES } from '../../skill/index.ts';
import type { Labeled } from './labeled.ts';
import { atRecall, atThresholds, qualityOf } from './quality.ts';
import { ablation, isCostly } from './report.ts';

const [RIGHT, WRONG, IDLE] = [0, 1, 2];

/** Findings of 40 authors: one clue predicts most labels; the first stage has learned the opposite of another one. */
const labeled = [...Array(240)].map((_, index): Labeled => {
  const label = index % 2 === 0 ? 1 : 0;
  const isClear = index % 12 < 10;
  const matches = [...(isClear === (label === 1) ? [RIGHT] : []), ...(index % 7 < 3 ? [WRONG] : [])];
  return {
    repository: `author${index % 40}+skills`,
    file: 'SKILL.md',
    line: index,
    target: `a/${index}.md`,
    label,
    isManifest: true,
    kind: 'missing',
    features: Int32Array.from(matches),
  };
});
const weights = new Float64Array(FEATURES);
weights[RIGHT] = 1;
const clues = ablation({ labeled, models: [...Array(5)].map(() => ({ bias: 0, weights })) });

it('reports the loss without a clue that predicts the labels', () => {
  const clue = clues[RIGHT];
  expect(clue?.id).toBe(CLUES[RIGHT]?.id);
  expect(clue?.use).toBe(120);
  expect(clue?.logLossAdded).toBeGreaterThan(0.1);
  expect(clue?.interval[0]).toBeGreaterThan(0);
  expect(clue?.averagePrecisionLost.every((lost) => lost > 0.1)).toBe(true);
});

it('reports no effect of a clue that never matches', () => {
  expect(clues[IDLE]).toMatchObject({ use: 0, logLossAdded: 0, interval: [0, 0] });
});

it('reports a clue as costly only if its effect exceeds the variation between authors and draws', () => {
  const clue = { id: 'a', use: 9, logLossAdded: -0.01 };
  expect(isCostly({ ...clue, interval: [-0.02, -0.001], averagePrecisionLost: [-0.1, -0.2] })).toBe(true);
  expect(isCostly({ ...clue, interval: [-0.02, 0.001], averagePrecisionLost: [-0.1, -0.2] })).toBe(false);
  expect(isCostly({ ...clue, interval: [-0.02, -0.001], averagePrecisionLost: [-0.1, 0.2] })).toBe(false);
  expect(clues.filter(isCostly).map(({ id }) => id)).not.toContain(CLUES[RIGHT]?.id);
});

it('measures precision, and the true findings that thresholds hide', () => {
  const scored = [
    { label: 1, score: 3 },
    { label: 0, score: 1 },
    { label: 1, score: 0.5 },
    { label: 1, score: -2 },
  ] as const;
  expect(qualityOf(scored).averagePrecision).toBeCloseTo((1 + 2 / 3 + 3 / 4) / 3);
  expect(atRecall(scored, 0.6).precision).toBeCloseTo(2 / 3);
  expect(atThresholds(scored, { error: 0.7, warning: 0.3 })).toBe(
    'errors 1 of 2 right, warnings 1 of 1 right; 1 of 3 true ones as a hint (33 %)',
  );
});
