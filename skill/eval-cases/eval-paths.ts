/** The files of a skill that may contain cases, relative to it; their content decides. */
const EVAL_FILES = [
  /^evals\/[^/]+\.(?:json|ya?ml)$/,
  /^(?:evals|eval|trigger_tests|trigger[-_]evals?)\.(?:json|ya?ml)$/,
];

/** Task files of a suite next to it or in `evals/`, which `eval.yaml` names by a pattern. */
const TASK_FILES = /^(?:[^/]+\/){0,3}tasks\/(?:[^/]+\/)?[^/]+\.ya?ml$/;

/** Graders of Claude Code's evals, each in a folder with a `prompt.md`. */
const CLAUDE_GRADERS = /^(evals\/[^/]+)\/graders\/[^/]+\.(?:json|ya?ml)$/;

/** Names that only files with cases have. */
const CANONICAL = /(?:^|\/)(?:evals\.json|trigger_tests\.ya?ml|trigger[-_]evals?\.json)$/;

/** True for a path of a skill at which `skillwright eval` looks for cases. */
export function isEvalPath(path: string): boolean {
  return EVAL_FILES.some((pattern) => pattern.test(path));
}

/** True for a path of a skill that may be a file with cases or a task of a suite. */
export function mayHaveCases(path: string): boolean {
  return isEvalPath(path) || TASK_FILES.test(path) || CLAUDE_GRADERS.test(path);
}

/** Returns the path of the prompt that a grader of Claude Code's evals belongs to; undefined for another path. */
export function promptOfGrader(path: string): string | undefined {
  const folder = CLAUDE_GRADERS.exec(path)?.[1];
  return folder === undefined ? undefined : `${folder}/prompt.md`;
}

/** Returns the reason why a case of Claude Code is not read. */
export function claudeCaseMessage(prompt: string): string {
  return `Cases of Claude Code, folders such as \`${prompt.slice(0, prompt.lastIndexOf('/'))}\` with a \`prompt.md\` and graders, are not read. Write them into evals/evals.json.`;
}

/** True for a name by which a file is meant to have cases, whatever it contains. */
export function isCanonicalName(path: string): boolean {
  return CANONICAL.test(path);
}
