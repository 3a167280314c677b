import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { within } from '../../skill/index.ts';

const IS_WINDOWS = process.platform === 'win32';

/** On Windows only a program: `git.cmd` would need a shell. */
const NAME = IS_WINDOWS ? 'git.exe' : 'git';

/** Apple's stand-in for git, which opens a dialog if the developer tools are not installed; and where these have git. */
const APPLE_STAND_IN = '/usr/bin/git';
const APPLE_TOOLS = [
  '/Library/Developer/CommandLineTools/usr/bin/git',
  '/Applications/Xcode.app/Contents/Developer/usr/bin/git',
];

/**
 * Returns the absolute path of git; undefined if it is not installed. A program called git in one of the folders is never
 * returned, even if `PATH` leads there: these are the workspace's.
 * @param path the value of `PATH`; relative entries, which depend on the working directory, are skipped
 * @param folders absolute, with `/`
 */
export function findGit(path: string, folders: readonly string[]): string | undefined {
  const closed = folders.flatMap((folder) => [folder, realPath(folder) ?? folder]);
  for (const entry of path.split(delimiter)) {
    if (!isAbsolute(entry)) continue;
    for (const program of programsAt(join(entry, NAME))) {
      const real = realPath(program);
      if (real === undefined || !isProgram(program)) continue;
      const places = [program.replaceAll('\\', '/'), real];
      if (!closed.some((folder) => places.some((place) => within(folder, place) !== undefined))) return program;
    }
  }
  return undefined;
}

const programsAt = (program: string): readonly string[] =>
  process.platform === 'darwin' && program === APPLE_STAND_IN ? APPLE_TOOLS : [program];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns a path without symbolic links, with `/`; undefined if it does not exist. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path).replaceAll('\\', '/');
  } catch {
    return undefined;
  }
}
