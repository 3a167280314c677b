/** Compares clues alone, the judge's score alone, both together and another build on the same labels. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CertaintyThresholds } from '../../server/certainty.ts';
import { findingsIn, type Reported } from './findings.ts';
import { formatQuality, type JudgedRow } from './score.ts';
import { changedByWeights, levelBy, toReported, type Unresolved, unresolvedBelow } from './verdicts.ts';

/** A label of any table, by the location of its path. */
export interface PlacedLabel {
  readonly set: string;
  /** OWNER+NAME. */
  readonly checkout: string;
  /** The document, relative to the folder of the checkouts. */
  readonly file: string;
  readonly target: string;
  readonly isTrue: boolean;
}

/**
 * Reads the labels of paths in a table like `quality-unseen.tsv` (columns `set, skill, file, target, label, form`) or
 * like `train/labels.tsv` (`repository, file, target, label`, the file relative to the repository). Mentions and
 * unclear labels are left out.
 */
export function readPlacedLabels(path: string): readonly PlacedLabel[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const columns = head.split('\t');
  return lines.flatMap((line): readonly PlacedLabel[] => {
    const cells = line.split('\t');
    const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
    const label = cell('label');
    if ((label !== 'true' && label !== 'false') || cell('form') === 'mention') return [];
    const file = join(cell('repository') || cell('skill'), cell('file'));
    return [
      {
        set: cell('set'),
        checkout: file.split('/')[0] ?? '',
        file,
        target: cell('target').replace(/\s+/g, ' '),
        isTrue: label === 'true',
      },
    ];
  });
}

/** Reads certainties of `npm run train`, by the key of labels; empty without a file. */
export function readCertainties(path: string | undefined): ReadonlyMap<string, number> {
  if (path === undefined) return new Map();
  const [, ...lines] = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [repository = '', file = '', target = '', certainty = ''] = line.split('\t');
      return [keyOf(join(repository, file), target), Number(certainty)];
    }),
  );
}

export interface TableOptions {
  /** Folder of the checkouts. */
  readonly root: string;
  readonly thresholds: CertaintyThresholds;
  /** Replaces the judge's certainty for labels in it: from fits without their author. */
  readonly certainties: ReadonlyMap<string, number>;
  /** Another build to compare with. */
  readonly base?: string;
}

const keyOf = (file: string, target: string): string => `${file}\t${target.replace(/\s+/g, ' ').replace(/^\.\//, '')}`;

/** Formats the lines of a Markdown table, one per design, and the number of levels that the weights change. */
export function* comparison(all: readonly PlacedLabel[], options: TableOptions): Iterable<string> {
  const { root, thresholds, certainties, base } = options;
  const labels = all.filter(({ checkout }) => existsSync(join(root, checkout)));
  const checkouts = [...new Set(labels.map(({ checkout }) => checkout))];
  const unresolved = new Map<string, Unresolved>();
  const levels = new Map<string, Reported>();
  for (const checkout of checkouts) {
    const documents = new Set(labels.filter((one) => one.checkout === checkout).map(({ file }) => join(root, file)));
    const isLabeled = (skill: string): boolean => [...documents].some((path) => isBelow(path, skill));
    for (const one of unresolvedBelow(join(root, checkout), isLabeled))
      unresolved.set(keyOf(one.document.slice(root.length + 1), one.target), one);
    if (base === undefined) continue;
    const whole = [{ set: '', checkout, folder: '' }];
    for (const { skill, file, target, reported, kind } of findingsIn(join(root, checkout), whole, base))
      if (kind === 'reference') levels.set(keyOf(join(skill, file), target), reported);
  }
  const known = labels.map((label) => {
    const key = keyOf(label.file, label.target);
    const one = unresolved.get(key);
    const certainty = certainties.get(key);
    const judgments = (one?.judgments ?? []).map((each) => (certainty === undefined ? each : { ...each, certainty }));
    return { label, one: one && { ...one, judgments }, before: levels.get(key) ?? ('no' as const), certainty };
  });
  const heldOut = known.filter(({ certainty }) => certainty !== undefined).length;
  yield `${labels.length} of ${all.length} labels have a checkout, ${known.filter(({ one }) => one).length} of them lead to no bundled file; ` +
    `${heldOut} are judged by fits without their author; thresholds ${thresholds.error} and ${thresholds.warning}`;
  const score = ({ judgments }: Unresolved): Reported =>
    toReported(
      levelBy(
        'error',
        judgments.map(({ certainty }) => ({ certainty, clues: [] })),
        thresholds,
      ),
    );
  const both = ({ level, judgments }: Unresolved): Reported =>
    toReported(level && levelBy(level, judgments, thresholds));
  const designs: readonly (readonly [string, (each: (typeof known)[number]) => Reported])[] = [
    ['clues alone', ({ one }) => toReported(one?.level)],
    ['score alone', ({ one }) => (one ? score(one) : 'no')],
    ['both', ({ one }) => (one ? both(one) : 'no')],
    ...(base === undefined ? [] : [['the other build', ({ before }: (typeof known)[number]) => before] as const]),
  ];
  yield '| | errors and warnings right | precision | found | errors right | precision | true ones as a hint | not at all |';
  yield '|---|---|---|---|---|---|---|---|';
  for (const [name, reportedBy] of designs) {
    const judged = known.map(
      (each): JudgedRow => ({
        author: each.label.file.split('+')[0] ?? '',
        isManifest: each.label.file.endsWith('/SKILL.md'),
        kind: 'reference',
        isTrue: each.label.isTrue,
        reported: reportedBy(each),
      }),
    );
    const [loud, errors] = [formatQuality(judged, ['error', 'warning']), formatQuality(judged, ['error'])];
    yield `| ${name} | ${loud.right} | ${loud.precision} | ${loud.found} | ${errors.right} | ${errors.precision} | ${loud.quiet} | ${loud.none} |`;
  }
  const labeled = known.flatMap(({ one }) => one ?? []);
  for (const [what, some] of [
    ['labeled findings', labeled],
    ['findings', [...unresolved.values()]],
  ] as const) {
    const { changed, reported } = changedByWeights(some, thresholds);
    yield `with all weights at zero ${changed} of ${reported} ${what} of the rules change their level (${((changed / Math.max(1, reported)) * 100).toFixed(0)} %)`;
  }
}

const isBelow = (path: string, folder: string): boolean => `${dirname(path)}/`.startsWith(`${folder}/`);
