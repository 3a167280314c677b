/** Labeled findings, with the features that the judge sees. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  featuresOf,
  type Reference,
  type Resolution,
  type ResolveContext,
  readDocuments,
  resolve,
  type Skill,
  type SkillDocument,
} from '../../skill/index.ts';
import { isOwnSkill, type Repository, readRepository } from '../corpus/repository.ts';

export interface Label {
  /** OWNER+NAME. */
  readonly repository: string;
  /** Relative to the repository's folder. */
  readonly file: string;
  readonly line: number;
  readonly target: string;
  readonly label: 0 | 1;
}

export interface Labeled extends Label {
  readonly isManifest: boolean;
  readonly kind: Resolution['kind'];
  /** The result of `featuresOf`. */
  readonly features: Int32Array;
}

/** Reads the labels of a table with the columns of `labels.tsv`, without unclear ones. */
export function readLabels(file = join(import.meta.dirname, 'labels.tsv')): readonly Label[] {
  const [head = '', ...rows] = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const names = head.split('\t');
  return rows.flatMap((row): readonly Label[] => {
    const cells = row.split('\t');
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    const label = cell('label');
    if (label !== 'true' && label !== 'false') return [];
    return [
      {
        repository: cell('repository'),
        file: cell('file'),
        line: Number(cell('line')),
        target: cell('target'),
        label: label === 'true' ? 1 : 0,
      },
    ];
  });
}

const UNRESOLVED_KINDS: ReadonlySet<Resolution['kind']> = new Set([
  'missing',
  'other-skill',
  'other-skill-lacks',
  'escapes',
]);
const plain = (target: string): string => target.replace(/^\.\//, '');

/** Returns true if the rules treat it as an unresolved path; others are not used for training. */
export const isUnresolved = ({ kind }: Pick<Labeled, 'kind'>): boolean => UNRESOLVED_KINDS.has(kind);

/** Returns the labels of the repositories in `folder` whose reference still resolves to no bundled file. */
export const readLabeled = (labels: readonly Label[], folder: string): readonly Labeled[] =>
  eachLabeled(labels, folder, ({ label, reference, document, context, resolution: { kind } }) => ({
    ...label,
    isManifest: document.path === context.skill.manifest.path,
    kind,
    features: featuresOf(reference, document, context),
  }));

/** A label with its reference. */
export interface LabeledReference {
  readonly label: Label;
  readonly reference: Reference;
  readonly document: SkillDocument;
  readonly context: ResolveContext;
  readonly resolution: Resolution;
}

/**
 * Returns the result of `visit` for each label whose repository is in `folder`: for the first unresolved position of
 * its target in the file, otherwise the first suppressed one. Reads one repository after the other to limit memory.
 */
export function eachLabeled<Result>(
  labels: readonly Label[],
  folder: string,
  visit: (one: LabeledReference) => Result,
): readonly Result[] {
  const byRepository = Map.groupBy(labels, ({ repository }) => repository);
  return [...byRepository].flatMap(([repository, repositoryLabels]) => {
    const root = join(folder, repository);
    return existsSync(root) ? labeledIn(root, repositoryLabels).map(visit) : [];
  });
}

function labeledIn(root: string, labels: readonly Label[]): readonly LabeledReference[] {
  const repository = readRepository(root, (all) => all.filter(isOwnSkill));
  const byRoot = new Map(repository.skills.map((skill) => [skill.root, skill]));
  return labels.flatMap((label) => {
    const path = join(root, label.file);
    let folder = dirname(path);
    while (!byRoot.has(folder) && folder.length > root.length) folder = dirname(folder);
    const skill = byRoot.get(folder);
    return skill === undefined ? [] : findReference(label, path, skill, repository);
  });
}

function findReference(
  label: Label,
  path: string,
  skill: Skill,
  { fs, contextOf }: Repository,
): readonly LabeledReference[] {
  const isManifest = path === skill.manifest.path;
  const document = isManifest ? skill.manifest : readDocuments(fs, skill).find((one) => one.path === path);
  if (document === undefined) return [];
  const context = contextOf(skill);
  let suppressed: LabeledReference | undefined;
  for (const reference of document.references) {
    if (plain(reference.target) !== plain(label.target) && reference.path !== plain(label.target)) continue;
    const resolution = resolve(reference, document, context);
    const one = { label, reference, document, context, resolution };
    if (isUnresolved(resolution)) return [one];
    if (resolution.kind === 'ignored') suppressed ??= one;
  }
  return suppressed === undefined ? [] : [suppressed];
}
