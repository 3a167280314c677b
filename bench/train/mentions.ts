/** The model of mentions: unlabeled and labeled rows, fitted together, measured on held-out authors. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import {
  cachingFiles,
  type FileSystem,
  MENTION_CLUES,
  MENTION_FEATURES,
  type Mention,
  manifestOf,
  mentionFeatures,
  predictMiss,
  readDocuments,
  readSkill,
  type Skill,
  type SkillDocument,
  type StoredMentionWeights,
  warningCandidate,
} from '../../skill/index.ts';
import { type Fitted, fitRows, logOdds, sigmoid, type Weighted } from './fit.ts';
import { mentionRowsOf } from './mention-rows.ts';
import type { Row } from './rows.ts';
import { encodeTable, roundWeight } from './tables.ts';

/** A labeled mention: true if it makes a model request a bundled file without its path. */
export interface LabeledMention extends Row {
  readonly repository: string;
  readonly what: Mention['what'];
  /** True if it would be reported when certain. */
  readonly isCandidate: boolean;
}

/** Maximum number of skills per repository from which rows are taken. */
const MAX_SKILLS = 12;
const OPTIONS = { features: MENTION_FEATURES, epochs: 16, penalty: 10, rate: 0.05 };
const THRESHOLDS = [0, 0.45, 0.5, 0.57, 0.6, 0.7];
/** Total weight of the labeled rows, relative to the unlabeled ones. */
const LABELED_SHARE = 3;
/** Weight of a labeled mention that the bundle and the names suppress anyway, relative to one that they do not. */
const SILENCED = 0.05;

export interface MentionAuthor {
  readonly slug: string;
  readonly rows: readonly Row[];
  readonly labeled: readonly LabeledMention[];
}

/** Returns the rows of the repositories (OWNER+NAME) in `folder`. */
export function readMentions(repositories: readonly string[], folder: string): readonly MentionAuthor[] {
  const labels = Map.groupBy(readLabels(), ({ repository }) => repository);
  return [...new Set(repositories)].flatMap((slug) => {
    const root = join(folder, slug);
    if (!existsSync(root)) return [];
    return [{ slug, rows: mentionRowsOf(root, MAX_SKILLS), labeled: labeledIn(root, labels.get(slug) ?? []) }];
  });
}

/** Returns the labeled mentions of repositories in `folder` that are not fitted on, for measuring. */
export function readHeldOutMentions(repositories: readonly string[], folder: string): readonly LabeledMention[] {
  const labels = Map.groupBy(readLabels(), ({ repository }) => repository);
  return [...labels].flatMap(([slug, own]) => {
    const root = join(folder, slug);
    return repositories.includes(slug) || !existsSync(root) ? [] : labeledIn(root, own);
  });
}

/**
 * Fits on all rows of the authors. Rows of an author with n of them weigh √n together. Words for things next to a path
 * are rare among all such words, but not among those with a file in the bundle: both sides get the same weight.
 */
export function fitMentions(authors: readonly MentionAuthor[]): Fitted {
  const free = authors.flatMap(({ rows }) => rows.map((row) => ({ ...row, weight: 1 / Math.sqrt(rows.length) })));
  const [things, places] = [free.filter(isThing), free.filter((row) => !isThing(row))];
  const half = total(things) / 2;
  const unlabeled = [
    ...places,
    ...scaleWeights(
      things.filter(({ label }) => label === 1),
      half,
    ),
    ...scaleWeights(
      things.filter(({ label }) => label === 0),
      half,
    ),
  ];
  const read = authors.flatMap(({ labeled }) =>
    labeled.map(({ label, features, isCandidate }) => ({ label, features, weight: isCandidate ? 1 : SILENCED })),
  );
  const rows = [...unlabeled, ...scaleWeights(read, total(unlabeled) * LABELED_SHARE)];
  return fitRows(scaleWeights(rows, rows.length), OPTIONS);
}

const total = (rows: readonly Weighted[]): number => rows.reduce((sum, { weight }) => sum + weight, 0);

/** Scales the rows to this total weight. */
function scaleWeights(rows: readonly Weighted[], sum: number): readonly Weighted[] {
  const factor = sum / Math.max(Number.MIN_VALUE, total(rows));
  return rows.map((row) => ({ ...row, weight: row.weight * factor }));
}

const THINGS: ReadonlySet<number> = new Set(
  ['thing.document', 'thing.template', 'thing.script'].map((id) => MENTION_CLUES.findIndex((clue) => clue.id === id)),
);
const isThing = ({ features }: Row): boolean => features.some((feature) => THINGS.has(feature));

/** Returns the weights in the format that the product reads. */
export const encodeMentionWeights = ({ bias, weights }: Fitted): StoredMentionWeights => ({
  bias: roundWeight(bias),
  clues: Object.fromEntries(MENTION_CLUES.map(({ id }, index) => [id, roundWeight(weights[index] ?? 0)])),
  words: encodeTable(weights.subarray(MENTION_CLUES.length)),
});

/** Returns the certainties of the labeled mentions, each by a fit without its author. */
export function heldOut(authors: readonly MentionAuthor[], folds: number) {
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const model = fitMentions(authors.filter((_, index) => index % folds !== fold));
    return authors
      .filter((_, index) => index % folds === fold)
      .flatMap(({ labeled }) => labeled.map((one) => ({ ...one, certainty: sigmoid(logOdds(model, one.features)) })));
  });
}

/**
 * Returns precision and recall of the labeled mentions that the names in the text do not suppress. `unfitted`: those not
 * fitted on.
 */
export function* mentionsReport(
  authors: readonly MentionAuthor[],
  unfitted: readonly LabeledMention[],
  folds: number,
): Iterable<string> {
  const free = authors.flatMap(({ rows }) => rows);
  const positive = free.filter(({ label }) => label === 1).length;
  yield `mentions: ${authors.length} authors, ${free.length} rows without a label (${positive} next to a path or existing)`;
  yield 'labeled, each by a fit without its author:';
  yield* tableOf(heldOut(authors, folds));
  if (unfitted.length === 0) return;
  const model = fitMentions(authors);
  yield 'labeled, of authors that nothing was fitted on:';
  yield* tableOf(unfitted.map((one) => ({ ...one, certainty: sigmoid(logOdds(model, one.features)) })));
}

function* tableOf(scored: readonly (LabeledMention & { readonly certainty: number })[]): Iterable<string> {
  const reported = scored.filter(({ isCandidate }) => isCandidate);
  for (const group of ['all', 'name', 'folder', 'thing'] as const) {
    const own = reported.filter(({ what }) => group === 'all' || groupOf(what) === group);
    const meant = own.filter(({ label }) => label === 1).length;
    for (const threshold of THRESHOLDS) {
      const aboveThreshold = own.filter(({ certainty }) => certainty >= threshold);
      const right = aboveThreshold.filter(({ label }) => label === 1).length;
      yield `  ${group.padEnd(6)} from ${threshold.toFixed(2)}: ${right} of ${aboveThreshold.length} right, ${right} of ${meant} found`;
    }
  }
}

const groupOf = (what: Mention['what']): 'name' | 'folder' | 'thing' =>
  what === 'name' || what === 'folder' ? what : 'thing';

interface Label {
  readonly repository: string;
  readonly file: string;
  readonly line: number;
  readonly words: string;
  readonly label: 0 | 1;
}

function readLabels(): readonly Label[] {
  const [, ...rows] = readFileSync(join(import.meta.dirname, 'mentions.tsv'), 'utf8')
    .split('\n')
    .filter(Boolean);
  return rows.flatMap((row) => {
    const [repository = '', file = '', line = '', words = '', , , label] = row.split('\t');
    if (label !== 'true' && label !== 'false') return [];
    return [{ repository, file, line: Number(line), words, label: label === 'true' ? (1 as const) : (0 as const) }];
  });
}

function labeledIn(root: string, labels: readonly Label[]): readonly LabeledMention[] {
  if (labels.length === 0) return [];
  const fs = cachingFiles(diskFiles());
  return labels.flatMap((label) => {
    const path = join(root, label.file);
    let folder = dirname(path);
    while (manifestIn(folder, fs) === undefined && folder.length > root.length) folder = dirname(folder);
    const read = readSkill(fs, manifestIn(folder, fs) ?? path);
    if (read.kind !== 'skill') return [];
    const { skill } = read;
    const document =
      path === skill.manifest.path ? skill.manifest : readDocuments(fs, skill).find((one) => one.path === path);
    return document === undefined ? [] : findLabeled(label, skill, document);
  });
}

function manifestIn(folder: string, fs: FileSystem): string | undefined {
  const name = manifestOf(fs.list(folder) ?? []);
  return name === undefined ? undefined : join(folder, name);
}

function findLabeled(
  { repository, line, words, label }: Label,
  skill: Skill,
  document: SkillDocument,
): readonly LabeledMention[] {
  const mention = document.mentions.find(
    ({ text, range }) => text === words && document.text.slice(0, range.start).split('\n').length === line,
  );
  if (mention === undefined) return [];
  const verdict = predictMiss(mention, skill, document);
  const meant = verdict.kind === 'silent' ? [] : verdict.meant;
  const features = mentionFeatures(mention, skill, document, meant);
  return [
    {
      repository,
      what: mention.what,
      isCandidate: warningCandidate(mention, skill, document).kind !== 'silent',
      label,
      features,
    },
  ];
}
