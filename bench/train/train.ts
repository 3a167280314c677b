/** `npm run train -- --repos DIR [--clone] [--folds N] [--curve]`: fits the judge's weights; see README.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLUES, PAIRS, type StoredTable, type StoredWeights } from '../../skill/index.ts';
import { checkoutOf, clone, readSources } from './checkouts.ts';
import type { Fitted } from './fit.ts';
import { type Author, crossValidation, fitAll, learningCurve } from './measure.ts';
import { rowsOf, type SeenLines } from './rows.ts';

/** Skills that are taken of one repository: more of the same author teach nothing. */
const MOST_SKILLS = 12;
const OUT = join(import.meta.dirname, '../../skill/judge/weights.json');

const { values } = parseArgs({
  options: {
    repos: { type: 'string' },
    clone: { type: 'boolean', default: false },
    folds: { type: 'string' },
    curve: { type: 'boolean', default: false },
    out: { type: 'string', default: OUT },
  },
});
if (values.repos === undefined) {
  console.error('Name the folder of the checkouts: npm run train -- --repos DIR. With --clone it is filled first.');
  process.exit(2);
}
const authors = read(values.repos, values.clone);
const rows = authors.flatMap((author) => author.rows);
const resolved = rows.filter(({ label }) => label === 1).length;
console.log(`${authors.length} authors, ${rows.length} rows, ${((resolved / rows.length) * 100).toFixed(0)} % resolve`);
if (values.folds !== undefined) for (const line of crossValidation(authors, Number(values.folds))) console.log(line);
if (values.curve) for (const line of learningCurve(authors)) console.log(line);
writeFileSync(values.out, `${JSON.stringify(stored(fitAll(authors)), null, 1)}\n`);
console.log(`written: ${values.out}`);

function read(folder: string, mayClone: boolean): readonly Author[] {
  const seen: SeenLines = new Map();
  const found: Author[] = [];
  for (const [index, source] of readSources().entries()) {
    const path =
      checkoutOf(source, folder) ?? (mayClone && clone(source, folder) ? checkoutOf(source, folder) : undefined);
    if (path === undefined) {
      console.error(`${source.slug}: no checkout, left out`);
      continue;
    }
    const own = rowsOf(path, MOST_SKILLS, seen, index);
    if (own.length > 0) found.push({ slug: source.slug, rows: own });
  }
  return found;
}

/** Pairs and words as int8: the loss is below what a fold differs from the next. */
function stored({ bias, weights }: Fitted): StoredWeights {
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    bias: rounded(bias),
    clues: Object.fromEntries(CLUES.map(({ id }, index) => [id, rounded(weights[index] ?? 0)])),
    pairs: table(weights.subarray(CLUES.length, CLUES.length + PAIRS)),
    words: table(weights.subarray(CLUES.length + PAIRS)),
  };
}

function table(values: Float64Array): StoredTable {
  const scale = values.reduce((most, one) => Math.max(most, Math.abs(one)), 0) / 127;
  const bytes = Int8Array.from(values, (one) => Math.round(one / scale));
  return { scale: Number(scale.toPrecision(6)), values: Buffer.from(bytes.buffer).toString('base64') };
}
