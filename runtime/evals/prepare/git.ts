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

/**
 * Runs git in a folder. A monitor that a repository configures is a command, and is not run; missing objects of a partial clone
 * are not fetched.
 * @param input for its standard input
 */
export function git(folder: string, args: readonly string[], input = ''): Promise<GitResult> {
  const all = ['-c', 'core.fsmonitor=false', '-C', folder, ...args];
  const env = { ...process.env, GIT_NO_LAZY_FETCH: '1' };
  return new Promise((resolve) => {
    const child = execFile('git', all, { maxBuffer: MAX_OUTPUT, encoding: 'buffer', env }, (error, output, errors) => {
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
