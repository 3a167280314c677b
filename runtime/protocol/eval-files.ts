/** The paths of files in a skill's folder that can contain cases of evals, with `/`. Their content determines the format. */
export const EVAL_FILE_PATTERNS: readonly RegExp[] = [
  /^evals\/[^/]+\.(?:json|ya?ml)$/,
  /^(?:evals|eval|trigger_tests|trigger[-_]evals?)\.(?:json|ya?ml)$/,
];

/** The paths of files of a skill with its eval cases and their files, which are not part of what is evaluated. */
export const EVAL_FILES = /^(?:evals\/|(?:evals?|trigger_tests|trigger[-_]evals?)\.(?:json|ya?ml)$)/;
