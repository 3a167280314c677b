/** The files of a skill that may contain cases, relative to it; their content decides. */
const EVAL_FILES = [
  /^evals\/[^/]+\.(?:json|ya?ml)$/,
  /^(?:evals|eval|trigger_tests|trigger[-_]evals?)\.(?:json|ya?ml)$/,
];

/** Task files of a suite next to it or in `evals/`, which `eval.yaml` names by a pattern. */
const TASK_FILES = /^(?:[^/]+\/){0,3}tasks\/(?:[^/]+\/)?[^/]+\.ya?ml$/;

/** Names that only files with cases have. */
const CANONICAL = /(?:^|\/)(?:evals\.json|trigger_tests\.ya?ml|trigger[-_]evals?\.json)$/;

/** True for a path of a skill at which `skillwright eval` looks for cases. */
export function isEvalPath(path: string): boolean {
  return EVAL_FILES.some((pattern) => pattern.test(path));
}

/** True for a path of a skill that may be a file with cases or a task of a suite. */
export function mayHaveCases(path: string): boolean {
  return isEvalPath(path) || TASK_FILES.test(path);
}

/** True for a name by which a file is meant to have cases, whatever it contains. */
export function isCanonicalName(path: string): boolean {
  return CANONICAL.test(path);
}
