/**
 * Rows to learn from, extracted from a repository of skills: every reference, whether it resolves, and the judge's
 * features with the named file removed from the bundle.
 */

import {
  type Bundle,
  basename,
  featuresOf,
  PAIRED,
  type Reference,
  type ResolveContext,
  readDocuments,
  resolve,
  type Skill,
  type SkillDocument,
  within,
} from '../../skill/index.ts';
import { isOwnSkill, readRepository } from '../corpus/repository.ts';
import { bundleVariants, hashOf, isWithin, mistypePath, shuffled, without } from './bundles.ts';

export interface Row {
  /** 1: resolves in the bundle, in a named skill or by a path to a parent folder; 0: unresolved. */
  readonly label: 0 | 1;
  /** Indexes of the active features: clues first, then the buckets of words. */
  readonly features: Int32Array;
}

/** Limits, so that no author dominates and no giant takes all the time. */
const MAX_FILES = 300;
const MAX_MANIFEST = 80_000;
const MAX_DOCUMENT = 60_000;
const MAX_DOCUMENTS = 6;
const MAX_REFERENCES = 80;
const MAX_PLACES = 3;
/** Maximum skills of a repository that are loaded, so that references to them resolve. */
const MAX_KNOWN = 400;
/** Maximum share of its lines that are in other repositories; above it, a skill is a copy. */
const COPIED = 1 / 3;

/** Lines of manifests, with the first repository of each. */
export type SeenLines = Map<number, number>;

interface Sample {
  readonly reference: Reference;
  readonly document: SkillDocument;
  readonly label: 0 | 1;
  /** The target, relative to the skill's folder, if it is bundled. */
  readonly target: string | undefined;
  /** True if it is unresolved in every bundle. */
  readonly isGone?: true;
}

/** Labels of unresolved references, by `FILE<tab>TARGET`, with the file relative to the repository's folder. */
export type ManualLabels = ReadonlyMap<string, 0 | 1>;

/**
 * Returns the rows of at most `maxSkills` skills of the repository at `root`, without copies of those in `seen`. Labeled
 * references have their label.
 */
export function rowsOf(
  root: string,
  maxSkills: number,
  seen: SeenLines,
  repository: number,
  labels: ManualLabels = new Map(),
): readonly Row[] {
  const { skills, contextOf } = readRepository(root, (all) =>
    shuffled(all.filter(isOwnSkill), root).slice(0, MAX_KNOWN),
  );
  const picked: Skill[] = [];
  for (const skill of skills) {
    const { manifest, bundle } = skill;
    if (picked.length >= maxSkills || bundle.files.size > MAX_FILES || manifest.text.length > MAX_MANIFEST) continue;
    if (!isCopy(manifest.text, seen, repository)) picked.push(skill);
  }
  return picked.flatMap((skill) => rowsOfSkill(contextOf(skill), root, labels));
}

function isCopy(text: string, seen: SeenLines, repository: number): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line.length > 20).map(hashOf);
  const copied = keys.filter((key) => seen.has(key) && seen.get(key) !== repository).length;
  for (const key of keys) if (!seen.has(key)) seen.set(key, repository);
  return keys.length > 0 && copied / keys.length > COPIED;
}

function rowsOfSkill(context: ResolveContext, root: string, labels: ManualLabels): readonly Row[] {
  const { skill, fs } = context;
  // The tree still has the files that are removed from the bundle.
  const { tree: _, readText: __, ...judged } = context;
  const short = readDocuments(fs, skill).filter(({ text }) => text.length < MAX_DOCUMENT);
  const keyOf = ({ document, reference }: Sample): string =>
    `${document.path.slice(root.length)}:${reference.range.start}`;
  const samples = [skill.manifest, ...short.slice(0, MAX_DOCUMENTS)]
    .flatMap((document) => samplesOf(document, context))
    .map((sample) => withManualLabel(sample, root, labels))
    .sort((a, b) => hashOf(keyOf(a)) - hashOf(keyOf(b)));
  const referenced = [...new Set(samples.flatMap(({ target }) => target ?? []))].sort();
  const key = skill.root.slice(root.length);
  const rows: Row[] = [];
  const add = (label: 0 | 1, reference: Reference, document: SkillDocument, bundle: Bundle): void => {
    rows.push({
      label,
      features: featuresOf(reference, document, { ...judged, skill: { ...skill, bundle } }, PAIRED),
    });
  };
  const variants = bundleVariants(skill.bundle, referenced, key);
  for (const [index, bundle] of variants.entries()) {
    for (const sample of samples.slice(0, MAX_REFERENCES)) {
      const { reference, document, label, target } = sample;
      const lost = target !== undefined && !bundle.files.has(target) && !bundle.folders.has(target);
      // In a changed bundle: references to removed files, and the same unresolved references.
      if (label === 1 && index > 0 && !lost && !sample.isGone) continue;
      const rest = target === undefined ? bundle : without(bundle, (file) => isWithin(file, target));
      add(label, reference, document, rest);
      if (index > 0 || label === 0 || target === undefined || hashOf(keyOf(sample)) % 3 !== 0) continue;
      // The same path mistyped, with the file in the bundle.
      const path = mistypePath(reference.path, keyOf(sample));
      if (path === undefined || bundle.files.has(path)) continue;
      const { range } = reference;
      const text = document.text.slice(0, range.start) + path + document.text.slice(range.end);
      const changed = {
        ...reference,
        path,
        target: path,
        range: { start: range.start, end: range.start + path.length },
      };
      add(1, changed, { ...document, text }, bundle);
    }
  }
  return rows;
}

function withManualLabel(sample: Sample, root: string, labels: ManualLabels): Sample {
  const { document, reference, label } = sample;
  const manualLabel = labels.get(`${document.path.slice(root.length + 1)}\t${reference.target}`);
  return label === 0 && manualLabel !== undefined ? { ...sample, label: manualLabel, isGone: true } : sample;
}

function samplesOf(document: SkillDocument, context: ResolveContext): readonly Sample[] {
  const places = new Map<string, number>();
  return document.references.flatMap((reference): readonly Sample[] => {
    const { excuse, path } = reference;
    if (excuse === 'pseudo-link' || excuse === 'glob' || excuse === 'placeholder') return [];
    places.set(path, (places.get(path) ?? 0) + 1);
    if ((places.get(path) ?? 0) > MAX_PLACES) return [];
    const { excuse: _, ...plain } = reference;
    const resolution = resolve(plain, document, context);
    const sample = (label: 0 | 1, target?: string): readonly Sample[] => [{ reference, document, label, target }];
    switch (resolution.kind) {
      case 'found': {
        if (resolution.where === 'bundle') return sample(1, within(context.skill.root, resolution.path));
        const meant = path.startsWith('../') || reference.base.kind === 'plugin' || resolution.where === 'other-skill';
        return meant ? sample(1) : [];
      }
      // The meaning of these is ambiguous.
      case 'case':
      case 'bare':
      case 'escapes':
      case 'other-skill':
        return [];
      case 'missing':
        return resolution.suggestions.some((file) => file.startsWith('../') || basename(file) === basename(path))
          ? []
          : sample(0);
      case 'ignored':
        // A prefix without a value here.
        return reference.base.kind === 'plugin' && context.pluginRoots?.[reference.base.variable] === undefined
          ? []
          : sample(0);
      default:
        return sample(0);
    }
  });
}
