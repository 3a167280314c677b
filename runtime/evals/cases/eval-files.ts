/** Files of a skill with its eval cases, which are not part of what is evaluated. */
export const EVAL_FILES = /^(?:evals\/|(?:evals?|trigger_tests|trigger[-_]evals?)\.(?:json|ya?ml)$)/;
