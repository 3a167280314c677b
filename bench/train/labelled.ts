/** Findings that were read and labelled, with what the judge sees of each. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { featuresOf, type Resolution, readDocuments, resolve, type Skill } from '../../skill/index.ts';
import { type Repository, readRepository } from '../corpus/repository.ts';

export interface Label {
  /** OWNER+NAME. */
  readonly repository: string;
  /** From the repository's folder. */
  readonly file: string;
  readonly line: number;
  readonly target: string;
  readonly label: 0 | 1;
}

export interface Labelled extends Label {
  readonly isManifest: boolean;
  readonly kind: Resolution['kind'];
  /** As `featuresOf`, of the first place of the target in the file that leads nowhere. */
  readonly features: Int32Array;
}

/** Labels of a table with the columns of `labels.tsv`; those that are unclear are left out. */
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

const LEADS_NOWHERE: ReadonlySet<Resolution['kind']> = new Set([
  'missing',
  'other-skill',
  'other-skill-lacks',
  'escapes',
]);
const plain = (target: string): string => target.replace(/^\.\//, '');

/** The labels of the repositories that are in `folder`, those whose reference still leads nowhere. */
export function readLabelled(labels: readonly Label[], folder: string): readonly Labelled[] {
  const byRepository = Map.groupBy(labels, ({ repository }) => repository);
  return [...byRepository].flatMap(([repository, own]) => {
    const root = join(folder, repository);
    return existsSync(root) ? labelledIn(root, own) : [];
  });
}

function labelledIn(root: string, labels: readonly Label[]): readonly Labelled[] {
  const repository = readRepository(root, (path) => !/\/(?:node_modules|\.git)\//.test(path));
  const byRoot = new Map(repository.skills.map((skill) => [skill.root, skill]));
  return labels.flatMap((label) => {
    const path = join(root, label.file);
    let folder = dirname(path);
    while (!byRoot.has(folder) && folder.length > root.length) folder = dirname(folder);
    const skill = byRoot.get(folder);
    return skill === undefined ? [] : labelled(label, path, skill, repository);
  });
}

function labelled(label: Label, path: string, skill: Skill, { fs, contextOf }: Repository): readonly Labelled[] {
  const isManifest = path === skill.manifest.path;
  const document = isManifest ? skill.manifest : readDocuments(fs, skill).find((one) => one.path === path);
  if (document === undefined) return [];
  const context = contextOf(skill);
  for (const reference of document.references) {
    if (plain(reference.target) !== plain(label.target) && reference.path !== plain(label.target)) continue;
    const { kind } = resolve(reference, document, context);
    if (LEADS_NOWHERE.has(kind))
      return [{ ...label, isManifest, kind, features: featuresOf(reference, document, context) }];
  }
  return [];
}
