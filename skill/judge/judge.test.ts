import { expect, it } from 'vitest';
import { contextOf, skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { readDocument } from '../documents/document.ts';
import { join } from '../files/paths.ts';
import { CLUES, PAIRED } from './clues.ts';
import { PAIRS, pairOf } from './features.ts';
import { judge } from './judge.ts';
import stored from './weights.json' with { type: 'json' };
import { NO_WEIGHTS, readWeights, WEIGHTS } from './weights.ts';
import { BUCKETS, bucketOf } from './words.ts';

function judgeFirst(body: string, files: readonly string[] = [], weights = WEIGHTS) {
  const { fs, skill } = skillWith(body, files);
  const [reference] = skill.manifest.references;
  if (reference === undefined) throw new Error(`No reference in: ${body}`);
  return judge(reference, skill.manifest, contextOf(fs, skill), weights);
}

it('is more certain of a file to read among similar ones than of an output', () => {
  const sent = judgeFirst('Read `references/tax.md` before you answer.', ['references/vat.md', 'references/fees.md']);
  const output = judgeFirst('Save the report to `out/report.md`.');
  expect(sent.certainty).toBeGreaterThan(0.75);
  expect(output.certainty).toBeLessThan(0.25);
});

it('is neutral without weights', () => {
  expect(judgeFirst('Read `references/tax.md`.', [], NO_WEIGHTS)).toEqual({
    certainty: 0.5,
    clues: [],
  });
});

const DOUBTED = (path: string): string =>
  `An example of what to save: \`out/report.md\`, \`${path}\`, e.g. in your project.`;

it.each([
  ['references/invoices.md', 'assets/invoices.md'],
  ['references/invoices.md', 'references/invoices.txt'],
  ['references/invocies.md', 'references/invoices.md'],
])('is no less certain than even that %s is meant in a skill that has %s', (path, file) => {
  const { fs, skill } = skillWith(DOUBTED(path), [file]);
  const reference = skill.manifest.references.find((one) => one.path === path);
  if (reference === undefined) throw new Error('no reference');
  const { certainty, clues } = judge(reference, skill.manifest, contextOf(fs, skill));
  expect(certainty).toBe(0.5);
  expect(clues.find(({ id }) => id === 'near-file')?.weight).toBeGreaterThan(0);
});

it.each([
  ['references/taxes.md', 'references/invoices.md', undefined],
  // Many folders have a file of the name; it leads out of the skill; in another document it was not measured.
  ['references/index.md', 'assets/index.md', undefined],
  ['../other/invoices.md', 'references/invoices.md', undefined],
  ['references/invoices.md', 'assets/invoices.md', 'guides/a.md'],
])('is as certain as its clues are of %s in a skill that has %s', (path, file, other) => {
  const { fs, skill } = skillWith(other === undefined ? DOUBTED(path) : '', [file]);
  const document = other === undefined ? skill.manifest : readDocument(join(skill.root, other), DOUBTED(path));
  const reference = document.references.find((one) => one.path === path);
  if (reference === undefined) throw new Error('no reference');
  const { certainty } = judge(reference, document, contextOf(fs, skill));
  expect(certainty).toBeLessThan(0.5);
});

it('changes the log-odds by the weights of a clue and of its pairs', () => {
  const body = 'Read `references/tax.md`.';
  const all = judgeFirst(body, ['references/vat.md']);
  const sent = CLUES.findIndex(({ id }) => id === 'said.sent');
  const clues = WEIGHTS.clues.slice();
  const pairs = WEIGHTS.pairs.slice();
  clues[sent] = 0;
  for (const index of CLUES.keys()) if (index !== sent) pairs[pairOf(Math.min(index, sent), Math.max(index, sent))] = 0;
  const rest = judgeFirst(body, ['references/vat.md'], { ...WEIGHTS, clues, pairs });
  const odds = ({ certainty }: { certainty: number }): number => Math.log(certainty / (1 - certainty));
  const weight = all.clues.find(({ id }) => id === 'said.sent')?.weight ?? Number.NaN;
  expect(Math.abs(weight)).toBeGreaterThan(0.1);
  expect(odds(all) - odds(rest)).toBeCloseTo(weight, 1);
});

it('gives each pair of clues a unique index', () => {
  const numbers = new Set<number>();
  for (const first of Array(PAIRED).keys())
    for (let second = first + 1; second < PAIRED; second++) numbers.add(pairOf(first, second));
  expect(numbers.size).toBe(PAIRS);
  expect(Math.max(...numbers)).toBe(PAIRS - 1);
});

it('has no weights of clues that are gone; otherwise run npm run train', () => {
  const ids = new Set(CLUES.map(({ id }) => id));
  expect(Object.keys(stored.clues).filter((id) => !ids.has(id))).toEqual([]);
});

it('reads weights of pairs by the ids of their clues, so that clues can be added and moved', () => {
  const [first = '', second = '', third = ''] = CLUES.map(({ id }) => id);
  const pairs = { scale: 1, values: Buffer.from([3, 2, 1]).toString('base64') };
  const clues = { [third]: 0, [first]: 0, [second]: 0 };
  const read = readWeights({ bias: 0, clues, pairs, words: { scale: 1, values: '' } });
  expect([pairOf(0, 2), pairOf(1, 2), pairOf(0, 1)].map((pair) => read.pairs[pair])).toEqual([3, 2, 1]);
  expect(read.pairs.filter((weight) => weight !== 0)).toHaveLength(3);
});

it('names the three most important words', () => {
  const words = new Float32Array(BUCKETS);
  words[bucketOf('before:consult')] = 2;
  const { clues } = judgeFirst('Consult `references/tax.md`.', [], { ...NO_WEIGHTS, words });
  expect(clues).toEqual([expect.objectContaining({ id: 'words', weight: 2 })]);
  expect(clues[0]?.says).toContain('"consult"');
});

it('names each word once, in a phrase that can follow "for:"', () => {
  const words = new Float32Array(BUCKETS);
  words[bucketOf('before:consult')] = 2;
  words[bucketOf('around:consult')] = 1.5;
  words[bucketOf('before:tables')] = 1;
  const { clues } = judgeFirst('Consult tables in `references/tax.md`.', [], { ...NO_WEIGHTS, words });
  expect(clues[0]?.says).toMatch(/^the words around it, above all "consult", "tables"(?:, "(?!consult|tables)|$)/);
});

it('names words of the text only, without the start of the line', () => {
  const words = new Float32Array(BUCKETS);
  words[bucketOf('last2:^ consult')] = 2;
  words[bucketOf('last3:^ ^ consult')] = 1;
  const { clues } = judgeFirst('Consult `references/tax.md`.', [], { ...NO_WEIGHTS, words });
  expect(clues[0]?.says).toMatch(/^the words around it, above all "consult"/);
  expect(clues[0]?.says).not.toMatch(/[\^$<]/);
});

it('reads stored weights', () => {
  const bytes = Buffer.alloc(BUCKETS);
  bytes.writeInt8(-127, 3);
  const words = { scale: 0.01, values: bytes.toString('base64') };
  const read = readWeights({ bias: -1, clues: { 'said.sent': 0.5 }, pairs: { scale: 1, values: '' }, words });
  expect(read.bias).toBe(-1);
  expect(read.words[3]).toBeCloseTo(-1.27);
  expect(read.pairs).toEqual(new Float32Array(PAIRS));
  expect(read.clues[CLUES.findIndex(({ id }) => id === 'said.sent')]).toBe(0.5);
});

/** Snapshots of the shipped weights' judgments, to notice any change of the features. */
it('judges these references as before', () => {
  const rows = [
    ['Read `references/tax.md` first.', ['references/vat.md']],
    ['See [the guide](references/guide.md).', []],
    ['```bash\npython scripts/run.py\n```', ['scripts/other.py']],
    ['For example, `references/finance.md`.', []],
    ['Edit `src/app.ts` in the user’s project.', []],
    ['- `assets/logo.png`', ['assets/icon.png']],
  ] as const;
  expect(rows.map(([body, files]) => `${judgeFirst(body, files).certainty.toFixed(2)} ${body}`)).toMatchSnapshot();
});
