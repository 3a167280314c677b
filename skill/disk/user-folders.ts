/**
 * The product's own folders in a user's home, for all that is kept outside of a workspace, and those of the user's skills: after the XDG Base Directory
 * Specification, whose variables also count on macOS and Windows; without them each system's usual places. A relative
 * path in a variable does not count, by that specification.
 */
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';
import type { ClientId } from '../clients/client-id.ts';
import { userFolders } from '../clients/clients.ts';

const NAME = 'skillwright';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What can be made again at any time: anybody may delete it. An absolute path. */
export function cacheFolder(environment: Environment = process.env, platform = process.platform): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (xdg?.startsWith('/')) return join(xdg, NAME);
  if (platform === 'win32') return join(local ?? join(home(), 'AppData', 'Local'), NAME);
  return platform === 'darwin' ? join(home(), 'Library', 'Caches', NAME) : join(home(), '.cache', NAME);
}

/** What a person said, and what this machine did: lost for good where it is deleted. An absolute path. */
export function dataFolder(environment: Environment = process.env, platform = process.platform): string {
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (xdg?.startsWith('/')) return join(xdg, NAME);
  // Beside the cache there: not below APPDATA, which follows a user to other machines.
  if (platform === 'win32') return join(local ?? join(home(), 'AppData', 'Local'), NAME, 'data');
  const below = platform === 'darwin' ? join('Library', 'Application Support') : join('.local', 'share');
  return join(home(), below, NAME);
}

/** What a person writes by hand. An absolute path. */
export function configFolder(environment: Environment = process.env, platform = process.platform): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData } = environment;
  if (xdg?.startsWith('/')) return join(xdg, NAME);
  return platform === 'win32'
    ? join(appData ?? join(home(), 'AppData', 'Roaming'), NAME)
    : join(home(), '.config', NAME);
}

/**
 * The folders of the user's own skills, each once with the clients that look there; which of them exist is not asked.
 * Absolute paths, with `/`.
 */
export function userSkillFolders(
  environment: Environment = process.env,
): readonly { readonly path: string; readonly clients: readonly ClientId[] }[] {
  return userFolders({ home: home().replaceAll('\\', '/').replace(/\/$/, ''), environment });
}

/**
 * The user's home. A `HOME` that is empty or relative does not count: it would lead into the workspace, which could then
 * approve its own scripts. The root where the system knows of no home: nothing is remembered there.
 */
function home(): string {
  const said = homedir();
  if (isAbsolute(said)) return said;
  try {
    const known = userInfo().homedir;
    if (isAbsolute(known)) return known;
  } catch {
    // A user that the system does not know, as in a container.
  }
  return parse(process.cwd()).root;
}
