/**
 * A home of its own for whatever runs the product without a person: tests and benches neither read what the user keeps
 * (approvals, keys, settings, agents, runs) nor leave anything there.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The variables that name a user's folders, and where each leads below the new home. */
const FOLDERS = {
  HOME: '',
  USERPROFILE: '',
  XDG_CACHE_HOME: '.cache',
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  XDG_STATE_HOME: '.local/state',
  APPDATA: 'AppData/Roaming',
  LOCALAPPDATA: 'AppData/Local',
};

/** Makes the folders of a user below `home`, an absolute path. @returns the environment that names them */
export function ownFolders(home: string): Record<string, string> {
  const named = Object.entries(FOLDERS).map(([variable, folder]) => [variable, join(home, folder)] as const);
  for (const [, folder] of named) mkdirSync(folder, { recursive: true });
  return Object.fromEntries(named);
}
