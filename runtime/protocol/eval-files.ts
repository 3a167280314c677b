/** The paths of files of a skill with its eval cases and their files, which are not part of what is evaluated. */
export const EVAL_FILES = /^(?:evals\/|(?:evals?|trigger_tests|trigger[-_]evals?)\.(?:json|ya?ml)$)/;
