/** Evaluates a build's findings by labels, with 95 % intervals bootstrapped over authors. */
import { percentile } from '../figures/statistics.ts';
import { randomOf } from '../mutations/random.ts';
import type { Reported, Row } from './findings.ts';

export interface LabeledRow {
  readonly skill: string;
  readonly file: string;
  readonly target: string;
  readonly kind: 'reference' | 'mention';
  /** `reported`, or the sample of unreported ones that contains it. */
  readonly from: string;
  /** `true`: a model that follows the skill would request it and miss; `unclear` does not count. */
  readonly label: string;
}

export interface JudgedRow {
  readonly author: string;
  readonly isManifest: boolean;
  readonly kind: LabeledRow['kind'];
  readonly isTrue: boolean;
  readonly reported: Reported;
}

interface Score {
  readonly hits: number;
  readonly reported: number;
  readonly positives: number;
}

const ROUNDS = 2_000;
const VISIBLE_LEVELS: ReadonlySet<Reported> = new Set(['error', 'warning']);
const ERRORS: ReadonlySet<Reported> = new Set(['error']);

/** Prints precision, recall among the labeled references, and how many true ones are not reported as a warning. */
export function printScore(findings: readonly Row[], labels: readonly LabeledRow[]): void {
  const levels = new Map(findings.map((row) => [keyOf(row), row.reported]));
  const labeledKeys = new Set(labels.map(keyOf));
  const unlabeled = findings.filter((row) => VISIBLE_LEVELS.has(row.reported) && !labeledKeys.has(keyOf(row)));
  const judged = labels
    .filter(({ label }) => label === 'true' || label === 'false')
    .map(
      (one): JudgedRow => ({
        author: one.skill.split('+')[0] ?? '',
        isManifest: one.file === 'SKILL.md',
        kind: one.kind,
        isTrue: one.label === 'true',
        reported: levels.get(keyOf(one)) ?? 'no',
      }),
    );
  const references = judged.filter(({ kind }) => kind === 'reference');
  const parts: readonly (readonly [string, readonly JudgedRow[], ReadonlySet<Reported>])[] = [
    ['references, error or warning', references, VISIBLE_LEVELS],
    ['… in SKILL.md', references.filter(({ isManifest }) => isManifest), VISIBLE_LEVELS],
    ['… in other Markdown files', references.filter(({ isManifest }) => !isManifest), VISIBLE_LEVELS],
    ['errors alone', references, ERRORS],
    ['mentions', judged.filter(({ kind }) => kind === 'mention'), VISIBLE_LEVELS],
  ];
  for (const [name, rows, countedLevels] of parts) console.log(`${name.padEnd(30)} ${describe(rows, countedLevels)}`);
  console.log(`${labels.length} labels; ${unlabeled.length} other findings of this build are not labeled`);
}

/** Formats the quality of findings at some levels as cells of a table. */
export function formatQuality(rows: readonly JudgedRow[], levels: readonly Reported[]) {
  const counts: ReadonlySet<Reported> = new Set(levels);
  const { hits, reported, positives } = scoreOf(rows, counts);
  const countByLevel = (level: Reported): string => {
    const count = rows.filter((row) => row.isTrue && row.reported === level).length;
    return `${count} (${share(count, positives)})`;
  };
  return {
    right: `${hits} of ${reported}`,
    precision: interval(rows, (sample) => precisionOf(scoreOf(sample, counts))),
    found: `${hits} of ${positives}: ${interval(rows, (sample) => recallOf(scoreOf(sample, counts)))}`,
    quiet: countByLevel('quiet'),
    none: countByLevel('no'),
  };
}

const share = (count: number, of: number): string => `${((count / Math.max(1, of)) * 100).toFixed(0)} %`;

function describe(rows: readonly JudgedRow[], counts: ReadonlySet<Reported>): string {
  const { hits, reported, positives } = scoreOf(rows, counts);
  const quiet = rows.filter(({ isTrue, reported: level }) => isTrue && level === 'quiet').length;
  const none = rows.filter(({ isTrue, reported: level }) => isTrue && level === 'no').length;
  return (
    `${hits} of ${reported} true: precision ${interval(rows, (sample) => precisionOf(scoreOf(sample, counts)))}; ` +
    `${hits} of ${positives} found: recall ${interval(rows, (sample) => recallOf(scoreOf(sample, counts)))}; ` +
    `of the true ones ${quiet} quieter than a warning, ${none} not at all: ${share(quiet + none, positives)}`
  );
}

function scoreOf(rows: readonly JudgedRow[], counts: ReadonlySet<Reported>): Score {
  const reported = rows.filter((row) => counts.has(row.reported));
  return {
    hits: reported.filter(({ isTrue }) => isTrue).length,
    reported: reported.length,
    positives: rows.filter(({ isTrue }) => isTrue).length,
  };
}

const precisionOf = ({ hits, reported }: Score): number => hits / reported;
const recallOf = ({ hits, positives }: Score): number => hits / positives;

/** Formats a figure and its 95 % interval: authors are resampled with replacement. Empty rounds are skipped. */
function interval(rows: readonly JudgedRow[], figure: (rows: readonly JudgedRow[]) => number): string {
  const authors = [...Map.groupBy(rows, ({ author }) => author).values()];
  const random = randomOf('unseen');
  const samples = Array.from({ length: ROUNDS }, () =>
    figure(authors.flatMap(() => authors[random.below(authors.length)] ?? [])),
  ).filter(Number.isFinite);
  const format = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '–');
  return `${format(figure(rows))} (${format(percentile(samples, 0.025))}–${format(percentile(samples, 0.975))})`;
}

const keyOf = ({ skill, file, target }: Pick<Row, 'skill' | 'file' | 'target'>): string =>
  `${skill}\t${file}\t${target.replace(/\s+/g, ' ')}`;
