/** `npm run train -- --repos DIR [--clone] [--folds N] [--curve] [--mentions-only] | --report`: fits the weights of the judges; see README.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLUES, PAIRS, type StoredMentionWeights, type StoredWeights } from '../../skill/index.ts';
import { checkoutOf, clone, readSources } from './checkouts.ts';
import { applyCorrection, fitCorrection } from './correction.ts';
import type { Fitted } from './fit.ts';
import { fitHeldOut, heldOutScores, readHeldOut, storeHeldOut } from './held-out.ts';
import { type Label, readLabeled, readLabels } from './labeled.ts';
import { type Author, crossValidation, fitAll, learningCurve } from './measure.ts';
import { encodeMentionWeights, fitMentions, mentionsReport, readHeldOutMentions, readMentions } from './mentions.ts';
import { ablation, ablationReport, correctionReport, labelCurve } from './report.ts';
import { rowsOf, type SeenLines } from './rows.ts';
import { encodeTable, roundWeight } from './tables.ts';

/** Maximum skills of one repository: more by the same author add no information. */
const MAX_SKILLS = 12;
const OUT = join(import.meta.dirname, '../../skill/judge/weights.json');
const MENTIONS_OUT = join(import.meta.dirname, '../../skill/guess/mention-weights.json');
/** Default number of folds for the figures on mentions. */
const MENTION_FOLDS = 8;

const { values } = parseArgs({
  options: {
    repos: { type: 'string' },
    clone: { type: 'boolean', default: false },
    folds: { type: 'string' },
    curve: { type: 'boolean', default: false },
    out: { type: 'string', default: OUT },
    'mentions-out': { type: 'string', default: MENTIONS_OUT },
    'mentions-only': { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
if (values.report) {
  report();
  process.exit();
}
if (values.repos === undefined) {
  console.error('Name the folder of the checkouts: npm run train -- --repos DIR. With --clone it is filled first.');
  process.exit(2);
}
if (!values['mentions-only']) {
  const labels = readLabels();
  const authors = read(values.repos, values.clone, labels);
  const rows = authors.flatMap((author) => author.rows);
  const resolved = rows.filter(({ label }) => label === 1).length;
  console.log(
    `${authors.length} authors, ${rows.length} rows, ${((resolved / rows.length) * 100).toFixed(0)} % resolve`,
  );
  if (values.folds !== undefined) for (const line of crossValidation(authors, Number(values.folds))) console.log(line);
  const labeled = readLabeled(labels, values.repos);
  const fits = fitHeldOut(authors, labeled);
  storeHeldOut(fits);
  const scored = heldOutScores(fits);
  console.log(`${scored.length} of ${labels.length} labeled findings are still unresolved`);
  for (const line of correctionReport(scored)) console.log(line);
  if (values.curve) for (const line of learningCurve(authors, labeled)) console.log(line);
  write(values.out, encodeWeights(applyCorrection(fitAll(authors), fitCorrection(scored))));
}
const sources = readSources();
if (values.clone) for (const source of sources) if (!checkoutOf(source, values.repos)) clone(source, values.repos);
const slugs = sources.map(({ slug }) => slug.replace('/', '+'));
const mentionAuthors = readMentions(slugs, values.repos);
const folds = Number(values.folds ?? MENTION_FOLDS);
for (const line of mentionsReport(mentionAuthors, readHeldOutMentions(slugs, values.repos), folds)) console.log(line);
write(values['mentions-out'], encodeMentionWeights(fitMentions(mentionAuthors)));

/** Prints the report on the last training, for which no checkouts are needed. */
function report(): void {
  const fits = readHeldOut();
  if (fits === undefined) {
    console.error('No training with these clues is stored. Run npm run train -- --repos DIR first.');
    process.exitCode = 2;
    return;
  }
  const findings = heldOutScores(fits);
  for (const line of correctionReport(findings)) console.log(line);
  for (const line of labelCurve(findings)) console.log(line);
  for (const line of ablationReport(ablation(fits))) console.log(line);
}

function write(path: string, weights: StoredWeights | StoredMentionWeights): void {
  writeFileSync(path, `${JSON.stringify(weights, null, 2)}\n`);
  console.log(`written: ${path}`);
}

function read(folder: string, mayClone: boolean, all: readonly Label[]): readonly Author[] {
  const seen: SeenLines = new Map();
  const found: Author[] = [];
  for (const [index, source] of readSources().entries()) {
    const path =
      checkoutOf(source, folder) ?? (mayClone && clone(source, folder) ? checkoutOf(source, folder) : undefined);
    if (path === undefined) {
      console.error(`${source.slug}: no checkout, left out`);
      continue;
    }
    const repository = source.slug.replace('/', '+');
    const labeled = all.filter((one) => one.repository === repository);
    const labelByPath = new Map(labeled.map(({ file, target, label }) => [`${file}\t${target}`, label]));
    const own = rowsOf(path, MAX_SKILLS, seen, index, labelByPath);
    if (own.length > 0) found.push({ slug: source.slug, rows: own });
  }
  return found;
}

/** Returns the weights to store, pairs and words as int8: the loss of accuracy is below the difference between folds. */
function encodeWeights({ bias, weights }: Fitted): StoredWeights {
  return {
    bias: roundWeight(bias),
    clues: Object.fromEntries(CLUES.map(({ id }, index) => [id, roundWeight(weights[index] ?? 0)])),
    pairs: encodeTable(weights.subarray(CLUES.length, CLUES.length + PAIRS)),
    words: encodeTable(weights.subarray(CLUES.length + PAIRS)),
  };
}
