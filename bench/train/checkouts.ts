import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A repository to learn from. */
export interface Source {
  /** OWNER/NAME on GitHub. */
  readonly slug: string;
  readonly commit: string;
}

/** Reads the list next to this file, in its order. */
export function readSources(file = join(import.meta.dirname, 'repositories.tsv')): readonly Source[] {
  const [, ...rows] = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return rows.map((row) => {
    const [slug = '', commit = ''] = row.split('\t');
    return { slug, commit };
  });
}

/** Returns the checkout of a repository in `folder`, as OWNER+NAME; undefined if there is none. */
export function checkoutOf({ slug }: Source, folder: string): string | undefined {
  const path = join(folder, slug.replace('/', '+'));
  return existsSync(path) ? path : undefined;
}

/** Fetches a repository at its commit with git into `folder`; false if it is no longer available. */
export function clone(source: Source, folder: string): boolean {
  const path = join(folder, source.slug.replace('/', '+'));
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-C', path, ...args], { stdio: 'ignore', env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } });
  };
  try {
    mkdirSync(path, { recursive: true });
    git('init', '--quiet');
    git('fetch', '--quiet', '--depth=1', `https://github.com/${source.slug}.git`, source.commit);
    git('checkout', '--quiet', 'FETCH_HEAD');
    return true;
  } catch {
    return false;
  }
}
