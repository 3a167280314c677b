import { expect, it } from 'vitest';
import { CLUES, memoryFiles } from '../../skill/index.ts';
import { changedByWeights, levelBy, type Unresolved, unresolvedBelow } from './verdicts.ts';

type Sample = (typeof CLUES)[number]['fires'][number];

/** Returns the unresolved path of a made-up text, which is the only skill of a repository. */
function unresolvedOf(sample: Sample) {
  const example = typeof sample === 'string' ? { text: sample } : sample;
  const { text, files = [], in: inner, manifest = 'Nothing.', description = 'Bills.' } = example;
  const root = '/repo/skills/billing';
  const body = text.replace('⟦', '').replace('⟧', '');
  const head = `---\nname: billing\ndescription: ${description}\n---\n`;
  const more = files.map((file) => [file.startsWith('/') ? file : `${root}/${file}`, ''] as const);
  const documents = inner === undefined ? [] : [[`${root}/${inner}`, body] as const];
  const tree = { ...Object.fromEntries(more), ...Object.fromEntries(documents) };
  const fs = memoryFiles({ ...tree, [`${root}/SKILL.md`]: head + (inner === undefined ? body : manifest) });
  return unresolvedBelow('/repo', (skill) => skill === root, fs);
}

const THRESHOLDS = { error: 0.73, warning: 0.33 };
const madeUp: readonly Unresolved[] = CLUES.flatMap(({ fires, silent }) => [...fires, ...silent]).flatMap(unresolvedOf);

/**
 * On real skills it must be a third (`bench/unseen.ts table`). The texts of the clues are short, and most of them tell
 * the model to use their path, so their level depends on little else.
 */
it('changes the level of at least a fifth of the findings compared with a judge without weights', () => {
  const { changed, reported } = changedByWeights(madeUp, THRESHOLDS);
  expect(reported).toBeGreaterThan(100);
  expect(changed / reported).toBeGreaterThanOrEqual(1 / 5);
});

it('counts no change if every finding keeps the level of its rule', () => {
  expect(changedByWeights(madeUp, { error: 0, warning: 0 }).changed).toBe(0);
});

it('judges references that no rule reports, too', () => {
  const one = unresolvedOf({ text: 'It was formerly `⟦scripts/run.sh⟧`.' });
  expect(one).toMatchObject([{ target: 'scripts/run.sh', blank: [{ certainty: 0.5 }] }]);
  expect(one[0]?.level).toBeUndefined();
});

it('uses the most severe position of a target', () => {
  const sure = (certainty: number) => ({ certainty, clues: [] });
  expect(levelBy('error', [sure(0.2), sure(0.9)], THRESHOLDS)).toBe('error');
  expect(levelBy('error', [sure(0.2), sure(0.5)], THRESHOLDS)).toBe('warning');
  expect(levelBy('warning', [sure(0.9)], THRESHOLDS)).toBe('warning');
});
