/** The paths of files in a skill's folder that can contain cases of evals, with `/`. Their content determines the format. */
export const EVAL_FILE_PATTERNS: readonly RegExp[] = [
  /^evals\/[^/]+\.(?:json|ya?ml)$/,
  /^(?:evals|eval|trigger_tests|trigger[-_]evals?)\.(?:json|ya?ml)$/,
];
