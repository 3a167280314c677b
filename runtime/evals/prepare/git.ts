import { execFile } from 'node:child_process';

/** The end of a git command. */
export interface GitResult {
  /** Undefined if git could not be started, or was killed. */
  readonly code: number | undefined;
  readonly output: Buffer;
  readonly errors: string;
}

/** Maximum bytes of the output. */
const MAX_OUTPUT = 300 * 1024 * 1024;
/** Maximum duration in milliseconds: a repository can configure a pipe as a file that git reads. */
const TIMEOUT = 120_000;

/**
 * Commands that read names, commits, objects and the index. They apply no filter to a file, show no difference and write
 * nothing, so that nothing which a repository configures for these cases is run. `git diff` and `git status` do not qualify:
 * they run filters, and start git again in submodules, without the options below.
 */
type ReadingCommand = 'rev-parse' | 'merge-base' | 'ls-tree' | 'ls-files' | 'cat-file' | 'check-attr' | 'config';

/** Replaces the settings of a repository that run a program even in these commands. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  // A folder of a skill can look like a repository without a `.git`, with settings of its own. Ignored before git 2.38.
  'safe.bareRepository=explicit',
];

/**
 * Missing objects of a partial clone are not fetched: the program for that can be configured. The first variable is ignored
 * by older versions of git; the second one allows no protocol.
 */
const ENVIRONMENT = {
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
};

/**
 * Runs git in a folder, without running anything that the repository configures.
 * @param input for its standard input
 */
export function git(
  folder: string,
  args: readonly [ReadingCommand, ...(readonly string[])],
  input = '',
): Promise<GitResult> {
  const all = [...SETTINGS.flatMap((setting) => ['-c', setting]), '--no-pager', '-C', folder, ...args];
  const env = { ...process.env, ...ENVIRONMENT };
  const options = { maxBuffer: MAX_OUTPUT, timeout: TIMEOUT, encoding: 'buffer', env } as const;
  return new Promise((resolve) => {
    const child = execFile('git', all, options, (error, output, errors) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      resolve({ code, output, errors: errors.length === 0 ? (error?.message ?? '') : errors.toString('utf8') });
    });
    // It may end without reading everything.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Returns the first line of what git reported. */
export function gitError({ errors }: GitResult): string {
  return errors.trim().split('\n')[0] ?? '';
}
