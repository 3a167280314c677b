/** Real git repositories and other folders on disk. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A file by its path; null deletes it. */
type Changes = Readonly<Record<string, string | null>>;

export class Repository {
  /** Absolute, without symbolic links. */
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Runs git in the folder, without the user's settings. Returns its output without the line end. */
  git(...args: readonly string[]): string {
    return gitIn(this.root, args);
  }

  /**
   * Changes files and commits all of them. Returns the id of the commit.
   * @param ago age of the commit in seconds
   */
  commit(changes: Changes = {}, ago = 3_600): string {
    for (const [path, text] of Object.entries(changes))
      if (text === null) rmSync(join(this.root, path));
      else writeFiles(this.root, { [path]: text });
    this.git('add', '--all');
    const date = `${Math.floor(Date.now() / 1000) - ago} +0000`;
    gitIn(this.root, ['commit', '--quiet', '--allow-empty', '--message', 'x'], {
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    });
    return this.git('rev-parse', 'HEAD');
  }

  /** Imports commits in the format of `git fast-import`, and checks out the last one. */
  import(stream: string): void {
    execFileSync('git', ['-C', this.root, 'fast-import', '--quiet'], { input: stream });
    this.git('reset', '--quiet', '--hard');
  }

  /** Renames a file or folder. */
  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.root, to)), { recursive: true });
    this.git('mv', from, to);
  }
}

/** Creates an empty repository, which is removed after the test. */
export function createRepository(): Repository {
  const root = temporaryFolder();
  gitIn(root, ['init', '--quiet', '--initial-branch=main', '.']);
  return new Repository(root);
}

/** Creates an empty folder, which is removed after the test; without symbolic links. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-history-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, by path relative to `folder`. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function gitIn(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): string {
  const settings = ['user.name=A', 'user.email=a@example.com', 'protocol.file.allow=always', 'commit.gpgSign=false'];
  return execFileSync('git', [...settings.flatMap((one) => ['-c', one]), '-C', folder, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', ...environment },
  }).trimEnd();
}
