import { execFile, spawn } from 'node:child_process';
import { SAFE_GIT_ENVIRONMENT, SAFE_GIT_SETTINGS } from '../../skill/index.ts';

/** The end of a git command. */
export interface GitResult {
  /** Undefined if git could not be started, or was killed. */
  readonly code: number | undefined;
  readonly output: Buffer;
  readonly errors: string;
}

/** The end of a git command whose output was read entry by entry. */
export interface GitListing extends Pick<GitResult, 'code' | 'errors'> {
  /** True if the reader wanted no further entry, and git was killed. */
  readonly isStopped: boolean;
}

/** Maximum number of files of a skill that is compared with a revision or read from one. */
export const MAX_GIT_FILES = 20_000;
/** Maximum bytes of one entry of a listing, and of its errors. */
const MAX_ENTRY = 64 * 1024;
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

/**
 * Runs git in a folder, without running anything that the repository configures.
 * @param input for its standard input
 */
export function git(
  folder: string,
  args: readonly [ReadingCommand, ...(readonly string[])],
  input = '',
): Promise<GitResult> {
  const all = argumentsOf(folder, args);
  const options = { maxBuffer: MAX_OUTPUT, timeout: TIMEOUT, encoding: 'buffer', env: environment() } as const;
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

/**
 * Runs git as `git` does, and passes each entry of its output, which ends with NUL, to a reader. Git is killed as soon as
 * that returns false: the folders of a small repository can share their content, so that it lists any number of files.
 * @param args with `-z`
 */
export function readGitEntries(
  folder: string,
  args: readonly ['ls-tree' | 'ls-files', ...(readonly string[])],
  onEntry: (entry: string) => boolean,
): Promise<GitListing> {
  return new Promise((resolve) => {
    const child = spawn('git', argumentsOf(folder, args), {
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT,
    });
    let isStopped = false;
    let failure = '';
    let errors = '';
    /** The beginning of an entry whose end is in a later part of the output. */
    let start: Buffer = Buffer.alloc(0);
    const kill = (): void => {
      isStopped = true;
      child.stdout.destroy();
      child.kill('SIGKILL');
    };
    child.stdout.on('data', (part: Buffer) => {
      const output = start.length === 0 ? part : Buffer.concat([start, part]);
      let from = 0;
      for (let end = output.indexOf(0); end >= 0 && !isStopped; end = output.indexOf(0, from)) {
        if (!onEntry(output.toString('utf8', from, end))) kill();
        from = end + 1;
      }
      start = output.subarray(from);
      if (isStopped || start.length <= MAX_ENTRY) return;
      failure = 'A path is too long.';
      kill();
    });
    child.stderr.on('data', (part: Buffer) => {
      if (errors.length < MAX_ENTRY) errors += part.toString('utf8');
    });
    child.on('error', ({ message }) => resolve({ code: undefined, errors: message, isStopped: false }));
    child.on('close', (code) => {
      if (failure !== '') resolve({ code: undefined, errors: failure, isStopped: false });
      else resolve({ code: code ?? undefined, errors: errors || (code === 0 ? '' : 'git was ended.'), isStopped });
    });
  });
}

function argumentsOf(folder: string, args: readonly string[]): readonly string[] {
  return [...SAFE_GIT_SETTINGS.flatMap((setting) => ['-c', setting]), '--no-pager', '-C', folder, ...args];
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, ...SAFE_GIT_ENVIRONMENT };
}

/** Returns the first line of what git reported. */
export function gitError({ errors }: Pick<GitResult, 'errors'>): string {
  return errors.trim().split('\n')[0] ?? '';
}
