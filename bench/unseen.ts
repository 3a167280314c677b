/**
 * Precision and recall on unseen skills. `node bench/unseen.ts list` writes findings for two readers to label, and
 * `score` evaluates a build by their labels. Both need a draw (`skills.tsv`) and checkouts, which are not part of the
 * project. `table` compares designs (clues alone, score alone, both, another build) on any labels, and needs only the
 * checkouts.
 */
import { defined } from '../skill/index.ts';
import './own-folders.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_CERTAINTY } from '../server/certainty.ts';
import { findingsIn, hashOf, keyOf, limitRows, type Row, readDraw } from './unseen/findings.ts';
import { type LabeledRow, printScore } from './unseen/score.ts';
import { unresolvedIn } from './unseen/silent.ts';
import { comparison, readCertainties, readPlacedLabels } from './unseen/table.ts';

/** Maximum number of reported references to label per skill and build. */
const MAX_PER_SKILL = 10;
/** Sample sizes of unreported references: those that the judge considers possible, and the rest. */
const POSSIBLE = { certainty: 0.3, perSkill: 2, max: 200 };
const REST = { perSkill: 1, max: 100 };
/** Sample size of unreported mentions. */
const SILENT_MENTIONS = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draw: { type: 'string' },
    checkouts: { type: 'string' },
    set: { type: 'string' },
    cli: { type: 'string', multiple: true, default: [join(import.meta.dirname, '../dist/cli.mjs')] },
    labels: { type: 'string' },
    out: { type: 'string' },
    certainties: { type: 'string' },
    error: { type: 'string', default: String(DEFAULT_CERTAINTY.error) },
    warning: { type: 'string', default: String(DEFAULT_CERTAINTY.warning) },
  },
});
const [command] = positionals;
const { draw, checkouts, set, labels, out } = values;
if (command === 'table' && checkouts && labels) {
  table(resolve(checkouts), labels);
  process.exit();
}
if ((command !== 'list' && command !== 'score') || !draw || !checkouts || !set || (command === 'score' && !labels)) {
  console.error(
    'unseen list  --draw FILE --checkouts DIR --set NAME [--cli CLI]… --out FILE\n' +
      'unseen score --draw FILE --checkouts DIR --set NAME [--cli CLI] --labels FILE\n' +
      'unseen table --checkouts DIR --labels FILE [--set NAME] [--cli CLI] [--certainties FILE] [--error N] [--warning N]',
  );
  process.exit(2);
}
const byCheckout = Map.groupBy(readDraw(draw, set), ({ checkout }) => checkout);
const root = resolve(checkouts);

if (command === 'list') writeFileSync(out ?? 'unseen.tsv', list());
else printScore(findings(values.cli[0] ?? ''), read(labels ?? ''));

function table(folder: string, file: string): void {
  const labeled = readPlacedLabels(file).filter((one) => set === undefined || one.set === set);
  const options: Parameters<typeof comparison>[1] = defined({
    root: folder,
    thresholds: { error: Number(values.error), warning: Number(values.warning) },
    certainties: readCertainties(values.certainties),
    base: process.argv.includes('--cli') ? resolve(values.cli[0] ?? '') : undefined,
  });
  for (const line of comparison(labeled, options)) console.log(line);
}

function findings(cli: string): readonly Row[] {
  return [...byCheckout].flatMap(([checkout, skills]) => findingsIn(join(root, checkout), skills, resolve(cli)));
}

/**
 * Returns a table of the findings of all given builds, at most ten references per skill and build and all mentions,
 * followed by samples of the references and mentions that none of them reports.
 */
function list(): string {
  const rows = new Map<string, Row & { readonly from: string }>();
  const reported = new Set<string>();
  for (const cli of values.cli) {
    const all = findings(cli);
    for (const row of all) if (row.reported !== 'quiet') reported.add(keyOf(row));
    const loud = all.filter((row) => row.reported !== 'quiet');
    const taken = [
      ...limitRows(
        loud.filter(({ kind }) => kind === 'reference'),
        MAX_PER_SKILL,
      ),
      ...loud.filter(({ kind }) => kind === 'mention'),
    ];
    for (const row of taken) if (!rows.has(keyOf(row))) rows.set(keyOf(row), { ...row, from: 'reported' });
  }
  const silent = [...byCheckout]
    .flatMap(([checkout, skills]) => unresolvedIn(join(root, checkout), skills))
    .filter((row) => !reported.has(keyOf(row)))
    .sort((a, b) => (hashOf(keyOf(a)) < hashOf(keyOf(b)) ? -1 : 1));
  const references = silent.filter(({ kind }) => kind === 'reference');
  const sample = (from: string, some: readonly Row[]): void => {
    for (const row of some) if (!rows.has(keyOf(row))) rows.set(keyOf(row), { ...row, from });
  };
  const possible = references.filter(({ certainty }) => certainty >= POSSIBLE.certainty);
  sample('possible', limitRows(possible, POSSIBLE.perSkill).slice(0, POSSIBLE.max));
  const rest = references.filter(({ certainty }) => certainty < POSSIBLE.certainty);
  sample(
    'rest',
    [...limitRows(rest, REST.perSkill)]
      .sort((a, b) => (hashOf(keyOf(a)) < hashOf(keyOf(b)) ? -1 : 1))
      .slice(0, REST.max),
  );
  sample('mention', silent.filter(({ kind }) => kind === 'mention').slice(0, SILENT_MENTIONS));
  console.log(
    `${set}: ${possible.length} possible and ${rest.length} other unreported references; ${rows.size} rows to read`,
  );
  const lines = [...rows.values()]
    .sort((a, b) => (hashOf(keyOf(a)) < hashOf(keyOf(b)) ? -1 : 1))
    .map(({ skill, file, line, target, kind, from }, index) =>
      [index + 1, kind, from, skill, file, line, target.replace(/\s+/g, ' '), lineOf(skill, file, line)].join('\t'),
    );
  return `id\tkind\tfrom\tskill\tfile\tline\ttarget\ttext\n${lines.join('\n')}\n`;
}

function lineOf(skill: string, file: string, line: number): string {
  const text = readFileSync(join(root, skill, file), 'utf8').split('\n')[line - 1] ?? '';
  return text.trim().replace(/\s+/g, ' ').slice(0, 220);
}

/** Reads the labels of a set from a table like `quality-unseen.tsv`, whose first line has the names of the columns. */
function read(file: string): readonly LabeledRow[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const columns = head.split('\t');
  const cell = (cells: readonly string[], name: string): string => cells[columns.indexOf(name)] ?? '';
  return lines
    .map((line) => line.split('\t'))
    .filter((cells) => cell(cells, 'set') === set)
    .map((cells) => ({
      skill: cell(cells, 'skill'),
      file: cell(cells, 'file'),
      target: cell(cells, 'target'),
      kind: cell(cells, 'form') === 'mention' ? 'mention' : 'reference',
      from: cell(cells, 'reported'),
      label: cell(cells, 'label'),
    }));
}
