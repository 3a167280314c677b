/**
 * The results of the rules and the judge, separately and together, for every path of some skills that resolves to no
 * bundled file.
 */
import { atCertainty, type CertaintyThresholds } from '../../server/certainty.ts';
import { placesOf } from '../../server/rules/rule/rule.ts';
import { DEFAULT_SETTINGS } from '../../server/settings.ts';
import { Workspace } from '../../server/workspace/workspace.ts';
import { diskFiles } from '../../skill/disk.ts';
import {
  defined,
  type FileSystem,
  type Judgment,
  judge,
  NO_WEIGHTS,
  type ResolveContext,
  readDocuments,
  resolve,
  type Skill,
  type SkillDocument,
} from '../../skill/index.ts';
import { type Repository, readRepository } from '../corpus/repository.ts';
import type { Reported } from './findings.ts';

/** A target of a document that resolves to no bundled file. */
export interface Unresolved {
  /** Absolute path of the document. */
  readonly document: string;
  readonly target: string;
  /** The level of the reporting rule, without the judge; undefined if none reports it. */
  readonly level?: Level;
  /** The judge's result for each position, with the current weights. */
  readonly judgments: readonly Judgment[];
  /** The same with all weights at zero. */
  readonly blank: readonly Judgment[];
}

type Level = Parameters<typeof atCertainty>[0];

const EVERY_LEVEL: CertaintyThresholds = { error: 0, warning: 0 };
const CODES: ReadonlySet<string> = new Set(['reference.missing', 'reference.other-skill', 'reference.escapes']);
const INTENTIONAL_FORMS: ReadonlySet<string> = new Set(['pseudo-link', 'glob', 'placeholder']);

/**
 * Returns everything unresolved in the skills below `root`.
 * @param isIncluded selects skills by their folders
 * @param files the file system, the disk by default
 */
export function unresolvedBelow(
  root: string,
  isIncluded: (skill: string) => boolean = () => true,
  files: FileSystem = diskFiles(),
): readonly Unresolved[] {
  const repository = readRepository(root, (all) => all, files);
  const workspace = new Workspace(files, (code, document, error) => {
    throw new Error(`${code} failed on ${document}`, { cause: error });
  });
  workspace.setFolders([root]);
  workspace.setSettings({ ...DEFAULT_SETTINGS, certainty: EVERY_LEVEL });
  return repository.skills
    .filter((skill) => isIncluded(skill.root))
    .flatMap((skill) => unresolvedIn(skill, repository, workspace));
}

function unresolvedIn(skill: Skill, { fs, contextOf }: Repository, workspace: Workspace): readonly Unresolved[] {
  const context = contextOf(skill);
  const loaded = new Set(workspace.skillOf(skill.manifest.path)?.documents() ?? []);
  return [skill.manifest, ...readDocuments(fs, skill)].flatMap((document) => {
    const levels = loaded.has(document.path) ? levelsIn(document.path, workspace) : new Map<number, Level>();
    return unresolvedOf(document, context, levels);
  });
}

/** Returns the level of each position that a rule reports, by its start. */
function levelsIn(path: string, workspace: Workspace): ReadonlyMap<number, Level> {
  const found = workspace.diagnose(path)?.findings.filter(({ code }) => CODES.has(code)) ?? [];
  return new Map(found.flatMap((one) => placesOf(one).map(({ range }) => [range.start, one.severity] as const)));
}

/**
 * Groups the unresolved references by target, with the judge's result for each reported position, or for every position
 * if none is reported.
 */
function unresolvedOf(
  document: SkillDocument,
  context: ResolveContext,
  levels: ReadonlyMap<number, Level>,
): readonly Unresolved[] {
  const byTarget = Map.groupBy(
    document.references.filter((reference) => {
      const { kind } = resolve(reference, document, context);
      return kind !== 'found' && kind !== 'bare' && kind !== 'case' && !INTENTIONAL_FORMS.has(reference.excuse ?? '');
    }),
    ({ target }) => target,
  );
  return [...byTarget].map(([target, references]): Unresolved => {
    const reported = references.filter(({ range }) => levels.has(range.start));
    const level = mostSevere(reported.flatMap(({ range }) => levels.get(range.start) ?? []));
    // If some positions are reported, only these are the finding.
    const judged = reported.length > 0 ? reported : references;
    return defined({
      document: document.path,
      target,
      level,
      judgments: judged.map((one) => judge(one, document, context)),
      blank: judged.map((one) => judge(one, document, context, NO_WEIGHTS)),
    });
  });
}

const ORDER: readonly Level[] = ['error', 'warning', 'information', 'hint'];
const mostSevere = (levels: readonly Level[]): Level | undefined => ORDER.find((level) => levels.includes(level));

/** Returns the level after the certainty thresholds are applied; all positions get the most severe one. */
export const levelBy = (
  level: Level,
  judgments: readonly Judgment[],
  thresholds: CertaintyThresholds,
): Level | undefined => mostSevere(judgments.map((one) => atCertainty(level, one, thresholds)));

export const toReported = (level: Level | undefined): Reported =>
  level === undefined ? 'no' : level === 'error' || level === 'warning' ? level : 'quiet';

/**
 * Returns the number of reported findings, and of those whose level differs between the current weights and all weights
 * at zero.
 */
export function changedByWeights(
  all: readonly Unresolved[],
  thresholds: CertaintyThresholds,
): { readonly changed: number; readonly reported: number } {
  const reported = all.flatMap(({ level, judgments, blank }) => (level ? [{ level, judgments, blank }] : []));
  const changed = reported.filter(
    ({ level, judgments, blank }) => levelBy(level, judgments, thresholds) !== levelBy(level, blank, thresholds),
  );
  return { changed: changed.length, reported: reported.length };
}
