import { existsSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFolders } from '../../scripts/lib/own-folders.ts';
import { cacheFolder, configFolder, dataFolder } from '../../skill/disk.ts';

test('tests have their own home folder, which contains everything that the product stores', () => {
  const home = homedir();
  expect(home.startsWith(join(realpathSync(tmpdir()), 'skillwright-test-homes-'))).toBe(true);
  for (const folder of [cacheFolder(), dataFolder(), configFolder()]) expect(folder.startsWith(home)).toBe(true);
});

test.each(['linux', 'darwin', 'win32'] as const)(
  'the home folder of tests is effective on every system: %s',
  (platform) => {
    const home = join(homedir(), 'another');
    const environment = ownFolders(home);
    for (const folder of [cacheFolder, dataFolder, configFolder])
      expect(folder(environment, platform).startsWith(home)).toBe(true);
    expect(Object.values(environment).every((folder) => existsSync(folder))).toBe(true);
  },
);
