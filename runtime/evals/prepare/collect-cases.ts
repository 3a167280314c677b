import { basename } from 'node:path';
import { missingPartOf, type Skill } from '../../../skill/index.ts';
import { groupBy } from '../../group-by.ts';
import type { EvalCase, EvalProblem } from '../cases/eval-case.ts';
import { findEvalFiles, foreignCases, loadCases, wazaFilesApart } from '../cases/load-cases.ts';
import { hashFiles, resolveCaseFiles, type WorkspaceFile } from '../trials/case-files.ts';
import type { PlannedCase } from '../trials/plan.ts';
import type { UnfilledCase } from './eval-plan.ts';

/** Maximum number of other skills that a message names. */
const MAX_NAMED = 3;

/** A case with the files that it provides. */
export interface CollectedCase extends PlannedCase {
  readonly workspaceFiles: readonly WorkspaceFile[];
}

/** A case that is not run, because a part of it is not filled in. */
export interface LocatedUnfilled extends UnfilledCase {
  readonly source: EvalCase;
}

/** The cases of a skill, and the problems that must be solved first. */
export interface CollectedCases {
  readonly cases: readonly CollectedCase[];
  readonly unfilled: readonly LocatedUnfilled[];
  readonly problems: readonly EvalProblem[];
  /** Sentences about files that were left out. */
  readonly warnings: readonly string[];
}

/**
 * Collects the cases of a skill from the given files, or from those in its folder. Of a file with cases of several skills, only
 * those that name this one are taken. Files of other tools in the folder of a skill that has cases are left out.
 * @param files absolute paths with `/`; empty for the skill's own files
 */
export async function collectCases(skill: Skill, files: readonly string[]): Promise<CollectedCases> {
  const problems: EvalProblem[] = [];
  const found: EvalCase[] = [];
  const foreign: EvalProblem[] = [];
  const others: EvalProblem[] = [];
  const inSkill = files.length === 0 ? findEvalFiles(skill.root) : files;
  const own = inSkill.length === 0 ? wazaFilesApart(skill) : inSkill;
  if (files.length === 0) foreign.push(...foreignCases(skill.root));
  for (const file of own) {
    const loaded = await loadCases(file);
    if (loaded.isForeign === true && files.length === 0) {
      foreign.push(...loaded.problems);
      continue;
    }
    problems.push(...loaded.problems);
    const taken = casesFor(skill.name, loaded.cases);
    if (taken.length === 0 && loaded.cases.length > 0) others.push(otherSkills(skill.name, file, loaded.cases));
    found.push(...taken);
  }
  if (own.length === 0 && foreign.length === 0) {
    const message = `Add evals/evals.json, or name a file with --cases: ${skill.name} has no eval file.`;
    problems.push({ file: skill.manifest.path, line: 1, column: 1, message });
  }
  // Without cases, they tell what to do.
  if (found.length === 0) problems.push(...foreign.splice(0), ...others);
  const warnings = foreign.map(
    ({ file, message }) => `${file.slice(skill.root.length + 1)} of ${skill.name} is left out. ${message}`,
  );
  const names = caseNamesOf(found);
  const unfilled: LocatedUnfilled[] = [];
  const cases = found.flatMap((one): readonly CollectedCase[] => {
    const caseName = names.get(one) ?? one.id;
    const missing = missingPartOf(one);
    if (missing !== undefined) {
      unfilled.push({ skill: skill.name, case: caseName, missing, source: one });
      return [];
    }
    const { files: workspaceFiles, problems: absent } = resolveCaseFiles(one, skill.root);
    problems.push(...absent);
    return [{ case: one, caseName, workspaceFiles, files: hashFiles(workspaceFiles) }];
  });
  return { cases, unfilled, problems, warnings };
}

/**
 * Returns the cases of a file that are for a skill: those that name it or none. If all name one other skill, it is taken for an
 * outdated name of this one.
 */
function casesFor(skill: string, cases: readonly EvalCase[]): readonly EvalCase[] {
  const own = cases.filter((one) => one.skill === undefined || nameOf(one.skill) === skill);
  return own.length === 0 && skillsOf(cases).length === 1 ? cases : own;
}

const skillsOf = (cases: readonly EvalCase[]): readonly string[] => [
  ...new Set(cases.flatMap((one) => (one.skill === undefined ? [] : [nameOf(one.skill)]))),
];

function otherSkills(skill: string, file: string, cases: readonly EvalCase[]): EvalProblem {
  const names = skillsOf(cases);
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const message = `Name ${skill} in a case: those of this file are for ${names.slice(0, MAX_NAMED).join(', ')}${more}.`;
  return { file, line: 1, column: 1, message };
}

/** Returns the name of a skill that is given as a name or a path. */
function nameOf(skill: string): string {
  return skill.slice(skill.lastIndexOf('/') + 1);
}

/** Returns the names of cases: their ids, with the file if several files have the same id. */
function caseNamesOf(all: readonly EvalCase[]): ReadonlyMap<EvalCase, string> {
  const shortOf = ({ id, file }: EvalCase): string => `${basename(file).replace(/\.\w+$/, '')}/${id}`;
  const sharesId = groupBy(all, ({ id }) => id);
  const sharesShort = groupBy(all, (one) => JSON.stringify([one.id, basename(one.file)]));
  return new Map(
    all.map((one) => {
      if (sharesId.get(one.id)?.length === 1) return [one, one.id];
      const isShortUnique = sharesShort.get(JSON.stringify([one.id, basename(one.file)]))?.length === 1;
      return [one, isShortUnique ? shortOf(one) : `${one.file}#${one.id}`];
    }),
  );
}
