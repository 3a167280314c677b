import { realpathSync } from 'node:fs';
import { findGit } from './find-git.ts';
import { LOG_FORMAT, LogParser } from './log-parser.ts';
import { PathChanges } from './path-changes.ts';
import { runGit } from './run-git.ts';

/** Maximum time for a repository in milliseconds. What was read until then counts. */
const TIME_LIMIT = 1_000;
/** Maximum number of commits. */
const MAX_COMMITS = 5_000;
/** Maximum number of paths that are kept. */
const MAX_PATHS = 200_000;
/** Maximum bytes of an answer about the current commit: a path and two words. */
const MAX_ANSWER = 16 * 1024;

export interface HistoryRequest {
  /** The folder with `.git`; absolute, with `/`, without symbolic links. */
  readonly root: string;
  /** The current commit when the history was read last. */
  readonly head?: string | undefined;
  /** Folders whose programs are not run, apart from the repository. */
  readonly workspace: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** Maximum time in milliseconds. */
  readonly limit?: number;
}

export type HistoryAnswer =
  /** There is no git, no commit, or no repository that git may read and whose history is complete. */
  | { readonly kind: 'none' }
  /** The current commit is still `head`. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'read'; readonly head: string; readonly changes: PathChanges };

/**
 * Reads which files the last commits of a repository deleted and renamed. Reads no file of the working tree and no content
 * of any file in the history: renames are found by equal ids.
 */
export async function readHistory({
  root,
  head,
  workspace,
  environment = process.env,
  limit = TIME_LIMIT,
}: HistoryRequest): Promise<HistoryAnswer> {
  const until = performance.now() + limit;
  const git = findGit(environment.PATH ?? environment.Path ?? '', [...workspace, root]);
  if (git === undefined) return { kind: 'none' };
  const run = { git, root, environment };
  let answer = '';
  const succeeded = await runGit({
    ...run,
    args: ['rev-parse', '--show-toplevel', '--is-shallow-repository', 'HEAD'],
    limit,
    onOutput(part) {
      answer += part.toString('utf8');
      return answer.length <= MAX_ANSWER;
    },
  });
  const [, folder = '', isShallow, current = ''] = /^([\s\S]+)\n(true|false)\n([\da-f]{40,64})\n$/.exec(answer) ?? [];
  // In a broken repository, git would answer for one around it.
  if (!succeeded || isShallow !== 'false' || !isSameFolder(folder, root)) return { kind: 'none' };
  if (current === head) return { kind: 'unchanged' };

  const changes = new PathChanges();
  let commits = 0;
  const parser = new LogParser((commit) => {
    commits++;
    changes.add(commit);
  });
  const isWhole = await runGit({
    ...run,
    args: ['log', ...LOG_OPTIONS, current, '--'],
    limit: Math.max(1, until - performance.now()),
    onOutput: (part) => parser.read(part) && changes.size <= MAX_PATHS,
  });
  if (isWhole) parser.end();
  if (isWhole && commits < MAX_COMMITS) changes.complete();
  return { kind: 'read', head: current, changes };
}

/** Each option that a repository could set otherwise is given, so that the output has one form and runs no program. */
const LOG_OPTIONS = [
  '-z',
  '--raw',
  '--no-abbrev',
  '--no-renames',
  '--no-merges',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--no-decorate',
  '--no-notes',
  '--no-mailmap',
  '--no-color',
  '--encoding=UTF-8',
  '--ignore-submodules=all',
  // Instead of the file that `diff.orderFile` names.
  '-O/dev/null',
  `--max-count=${MAX_COMMITS}`,
  `--format=${LOG_FORMAT}`,
];

function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [one, other].map(plainPath);
  return a === b;
}

function plainPath(path: string): string {
  try {
    const real = realpathSync.native(path).replaceAll('\\', '/');
    return process.platform === 'win32' ? real.toLowerCase() : real;
  } catch {
    return path;
  }
}
