import { join } from 'node:path';
import { vi } from 'vitest';
import { temporaryFolder, writeFiles } from './folders.ts';

/**
 * Folders of a user, with these files that an earlier version left below the cache folder. The environment leads to them
 * until `vi.unstubAllEnvs`.
 */
export function userOfEarlierVersion(files: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  vi.stubEnv('XDG_CACHE_HOME', join(home, 'cache'));
  vi.stubEnv('XDG_DATA_HOME', join(home, 'data'));
  const [before, now] = [join(home, 'cache/skillwright'), join(home, 'data/skillwright')];
  writeFiles(before, files);
  return { before, now };
}
