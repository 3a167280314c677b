import { expect, it } from 'vitest';
import { skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { MENTION_CLUES } from './mention-clues.ts';
import { judgeMention } from './mention-judge.ts';
import { MENTION_WEIGHTS, readMentionWeights } from './mention-weights.ts';
import { MENTION_BUCKETS, mentionBucket } from './mention-words.ts';

function judgeLast(body: string, files: readonly string[] = [], weights = MENTION_WEIGHTS) {
  const { skill } = skillWith(body, files);
  const mention = skill.manifest.mentions.at(-1);
  if (mention === undefined) throw new Error(`No mention in: ${body}`);
  return judgeMention(mention, skill, skill.manifest, files, weights);
}

const none = { bias: 0, clues: new Float64Array(MENTION_CLUES.length), words: new Float32Array(MENTION_BUCKETS) };

it('is more certain of a file in a list of references than in a layout of output', () => {
  const listed = judgeLast('# References\n\nRead these in `references/`:\n\n- `tax.md` - how taxes are worked out');
  const made = judgeLast('# Structure\n\nA plugin has these:\n\n  - `assets/`\n  - `.mcp.json`');
  expect(listed.certainty).toBeGreaterThan(0.6);
  expect(made.certainty).toBeLessThan(0.45);
});

it('is neutral without weights', () => {
  expect(judgeLast('See the user guide.', ['references/guide.md'], none)).toEqual({ certainty: 0.5, clues: [] });
});

it('changes the log-odds by the weight of a clue', () => {
  const sent = MENTION_CLUES.findIndex(({ id }) => id === 'said.read');
  const clues = MENTION_WEIGHTS.clues.slice();
  clues[sent] = 0;
  const all = judgeLast('See the user guide.', ['references/guide.md']);
  const rest = judgeLast('See the user guide.', ['references/guide.md'], { ...MENTION_WEIGHTS, clues });
  const odds = ({ certainty }: { certainty: number }): number => Math.log(certainty / (1 - certainty));
  const weight = all.clues.find(({ id }) => id === 'said.read')?.weight ?? Number.NaN;
  expect(Math.abs(weight)).toBeGreaterThan(0.1);
  expect(odds(all) - odds(rest)).toBeCloseTo(weight, 1);
});

it('names the three most important words, but never the skill’s own name', () => {
  const words = new Float32Array(MENTION_BUCKETS);
  words[mentionBucket('thing before:consult')] = 2;
  const { clues } = judgeLast('Consult the user guide.', ['references/guide.md'], { ...none, words });
  expect(clues).toEqual([expect.objectContaining({ id: 'words', weight: 2 })]);
  expect(clues[0]?.says).toContain('"consult"');
  const named = new Float32Array(MENTION_BUCKETS);
  named[mentionBucket('thing in:billing')] = 2;
  expect(judgeLast('See the billing guide.', ['references/guide.md'], { ...none, words: named }).clues).toEqual([]);
});

it('reads stored weights', () => {
  const bytes = Buffer.alloc(MENTION_BUCKETS);
  bytes.writeInt8(-127, 3);
  const words = { scale: 0.01, values: bytes.toString('base64') };
  const read = readMentionWeights({ bias: -1, clues: { 'said.read': 0.5 }, words });
  expect(read.bias).toBe(-1);
  expect(read.words[3]).toBeCloseTo(-1.27);
  expect(read.clues[MENTION_CLUES.findIndex(({ id }) => id === 'said.read')]).toBe(0.5);
});

/** Snapshots of the shipped weights' judgments, to notice any change of the features. */
it('judges these mentions as before', () => {
  const rows = [
    ['For the tone, see the user guide.', ['references/guide.md']],
    ['Start from the provided template.', ['assets/report-template.html']],
    ['Read the matching file from `themes/`.', ['themes/dark.md']],
    ['Contracts live in `lib/contracts/`; see the catalogs.', ['lib/contracts/a.mjs']],
    ['# scripts/\n\n- `check.py` – checks the file', []],
  ] as const;
  expect(rows.map(([body, files]) => `${judgeLast(body, files).certainty.toFixed(2)} ${body}`)).toMatchSnapshot();
});
