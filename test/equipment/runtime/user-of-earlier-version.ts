import { join } from 'node:path';
import { vi } from 'vitest';
import { temporaryFolder, writeFiles } from './folders.ts';

/**
 * Creates the folders of a user with files that an earlier version left in the cache folder. The environment refers to them
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
