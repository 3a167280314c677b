/** Settings and variables that keep git from running what a repository configures, in commands that read names, commits and objects. */

/** Replaces settings of a repository that run a program even in such commands: the values of `-c`. */
export const SAFE_GIT_SETTINGS: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  // A folder can look like a repository without a `.git`, with settings of its own. Ignored before git 2.38.
  'safe.bareRepository=explicit',
];

/**
 * Missing objects of a partial clone are not fetched: the program for that can be configured. Versions of git before 2.45
 * ignore the first variable; the second one allows no protocol.
 */
export const SAFE_GIT_ENVIRONMENT = {
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
} as const;
