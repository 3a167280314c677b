import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { defined } from '../../skill/index.ts';

/**
 * Commands that read commits and trees. They apply no filter to a file, show no content and write nothing. `git diff` and
 * `git status` do not qualify: they run filters and monitors, and start git in submodules.
 */
type ReadingCommand = 'rev-parse' | 'log';

/** Replaces the settings of a repository that run a program in these commands, or change their output. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
  'diff.relative=false',
  // A folder can look like a repository without a `.git`, with settings of its own. Ignored before git 2.38.
  'safe.bareRepository=explicit',
];

/**
 * Missing objects of a partial clone are not fetched: the program for that can be configured. Versions of git before 2.45
 * ignore the first variable; the second one allows no protocol.
 */
const ENVIRONMENT = {
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  LC_ALL: 'C',
};

export interface GitRun {
  /** Absolute path of git. */
  readonly git: string;
  /** The folder with `.git`. */
  readonly root: string;
  readonly args: readonly [ReadingCommand, ...(readonly string[])];
  readonly environment: NodeJS.ProcessEnv;
  /** Time limit in milliseconds. */
  readonly limit: number;
  /** Receives the output in parts. Git is killed if it returns false. */
  readonly onOutput: (part: Buffer) => boolean;
}

/** The processes that are running, which end with this one. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) kill(child);
});

/**
 * Runs git in a repository, without running anything that the repository configures. Returns true if it ended with success;
 * false if it failed, was killed after the time limit or by the reader, or could not be started.
 */
export function runGit({ git, root, args, environment, limit, onOutput }: GitRun): Promise<boolean> {
  return new Promise((resolve) => {
    const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
    let child: ChildProcess;
    try {
      // The repository is found below `-C`, not given by `--git-dir`, which would bypass git's check of its owner.
      child = spawn(git, [...settings, '--no-pager', '-C', root, ...args], {
        // Not in the workspace: on Windows, programs and libraries are searched in the working directory, too.
        cwd: dirname(git),
        env: { ...inherited(environment, git), ...ENVIRONMENT },
        stdio: ['ignore', 'pipe', 'ignore'],
        windowsHide: true,
        // A group of its own, which is killed with all of its processes.
        detached: process.platform !== 'win32',
      });
    } catch {
      return resolve(false);
    }
    running.add(child);
    let isCut = false;
    const cut = (): void => {
      isCut = true;
      child.stdout?.destroy();
      kill(child);
      end(false);
    };
    const timer = setTimeout(cut, limit);
    const end = (succeeded: boolean): void => {
      clearTimeout(timer);
      running.delete(child);
      resolve(succeeded);
    };
    child.stdout?.on('data', (part: Buffer) => {
      if (!isCut && !onOutput(part)) cut();
    });
    child.on('error', () => end(false));
    child.on('close', (code) => end(code === 0 && !isCut));
  });
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Returns the variables that git needs to find the user's settings, such as `safe.directory`; none that starts with `GIT_`. */
function inherited(environment: NodeJS.ProcessEnv, git: string): NodeJS.ProcessEnv {
  const { HOME, USERPROFILE, XDG_CONFIG_HOME, SYSTEMROOT, PROGRAMDATA } = environment;
  return defined({ HOME, USERPROFILE, XDG_CONFIG_HOME, SYSTEMROOT, PROGRAMDATA, PATH: dirname(git) });
}
