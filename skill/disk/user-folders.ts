/**
 * The product's folders in a user's home directory, for data outside of a workspace. They follow the XDG Base Directory
 * Specification, whose variables also apply on macOS and Windows. Without them, each system's usual locations are used.
 * As the specification requires, a relative path in a variable is ignored.
 */
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';

const NAME = 'skillwright';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the folder for data that can be recreated and may be deleted at any time. An absolute path. */
export function cacheFolder(environment: Environment = process.env, platform = process.platform): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (xdg?.startsWith('/')) return join(xdg, NAME);
  if (platform === 'win32') return join(local ?? join(homeFolder(), 'AppData', 'Local'), NAME);
  return platform === 'darwin' ? join(homeFolder(), 'Library', 'Caches', NAME) : join(homeFolder(), '.cache', NAME);
}

/**
 * Returns the folder for a user's decisions and the history of this machine: lost for good if deleted. An absolute
 * path.
 */
export function dataFolder(environment: Environment = process.env, platform = process.platform): string {
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (xdg?.startsWith('/')) return join(xdg, NAME);
  // Next to the cache rather than in APPDATA, which roams with the user to other machines.
  if (platform === 'win32') return join(local ?? join(homeFolder(), 'AppData', 'Local'), NAME, 'data');
  const below = platform === 'darwin' ? join('Library', 'Application Support') : join('.local', 'share');
  return join(homeFolder(), below, NAME);
}

/** Returns the folder for files that a user writes by hand. An absolute path. */
export function configFolder(environment: Environment = process.env, platform = process.platform): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData } = environment;
  if (xdg?.startsWith('/')) return join(xdg, NAME);
  return platform === 'win32'
    ? join(appData ?? join(homeFolder(), 'AppData', 'Roaming'), NAME)
    : join(homeFolder(), '.config', NAME);
}

/**
 * Returns the user's home directory. An empty or relative `HOME` is ignored: it would point into the workspace, which
 * could then approve its own scripts. Falls back to the root directory, in which nothing can be stored, if no home is
 * known.
 */
export function homeFolder(): string {
  const reported = homedir();
  if (isAbsolute(reported)) return reported;
  try {
    const known = userInfo().homedir;
    if (isAbsolute(known)) return known;
  } catch {
    // The system may not know the user, e.g. in a container.
  }
  return parse(process.cwd()).root;
}
