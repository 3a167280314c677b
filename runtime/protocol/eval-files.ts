/** The names of files with eval cases. */

/** The paths of files of a skill with its eval cases and their files, which are not part of what is evaluated. */
export const EVAL_FILES = /^(?:evals\/|(?:evals?|trigger_tests|trigger[-_]evals?)\.(?:json|ya?ml)$)/;

/** True for a file of a skill, relative to it, that an agent under test must not find: it has the expected answers. */
export function isEvalFile(path: string): boolean {
  return EVAL_FILES.test(path.replaceAll('\\', '/'));
}
