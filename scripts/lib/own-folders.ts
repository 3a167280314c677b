/**
 * Separate home folders for automated runs, so that tests and benchmarks neither read the user's data (approvals, keys,
 * settings, agents, runs) nor write to it.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The environment variables of user folders, with their paths relative to the new home. */
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

/** Creates user folders below `home`, an absolute path. @returns the environment variables for them */
export function ownFolders(home: string): Record<string, string> {
  const named = Object.entries(FOLDERS).map(([variable, folder]) => [variable, join(home, folder)] as const);
  for (const [, folder] of named) mkdirSync(folder, { recursive: true });
  return Object.fromEntries(named);
}
