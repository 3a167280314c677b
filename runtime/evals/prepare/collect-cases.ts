import { basename } from 'node:path';
import type { Skill } from '../../../skill/index.ts';
import { groupBy } from '../../group-by.ts';
import type { EvalCase, EvalProblem } from '../cases/eval-case.ts';
import { findEvalFiles, loadCases } from '../cases/load-cases.ts';
import { hashFiles, resolveCaseFiles, type WorkspaceFile } from '../trials/case-files.ts';
import type { PlannedCase } from '../trials/plan.ts';

/** A case with the files that it provides. */
export interface CollectedCase extends PlannedCase {
  readonly workspaceFiles: readonly WorkspaceFile[];
}

/** The cases of a skill, and the problems that must be solved first. */
export interface CollectedCases {
  readonly cases: readonly CollectedCase[];
  readonly problems: readonly EvalProblem[];
}

/**
 * Collects the cases of a skill from the given files, or from those in its folder. Of a file with cases of several skills, only
 * those that name this one are taken.
 * @param files absolute paths with `/`; empty for the skill's own files
 */
export function collectCases(skill: Skill, files: readonly string[]): CollectedCases {
  const problems: EvalProblem[] = [];
  const found: EvalCase[] = [];
  const own = files.length === 0 ? findEvalFiles(skill.root) : files;
  for (const file of own) {
    const loaded = loadCases(file);
    problems.push(...loaded.problems);
    const named = loaded.cases.filter((one) => one.skill !== undefined && nameOf(one.skill) === skill.name);
    // The name in a skill's own file may be outdated.
    found.push(...(named.length > 0 ? named : loaded.cases));
  }
  if (own.length === 0) {
    const message = `Add evals/evals.json, or name a file with --cases: ${skill.name} has no eval file.`;
    problems.push({ file: skill.manifest.path, line: 1, column: 1, message });
  }
  const names = caseNamesOf(found);
  const cases = found.map((one): CollectedCase => {
    const { files: workspaceFiles, problems: missing } = resolveCaseFiles(one, skill.root);
    problems.push(...missing);
    return { case: one, caseName: names.get(one) ?? one.id, workspaceFiles, files: hashFiles(workspaceFiles) };
  });
  return { cases, problems };
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
