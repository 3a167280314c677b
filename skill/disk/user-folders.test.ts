import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cacheFolder, configFolder, dataFolder } from './user-folders.ts';

const home = homedir();

describe.each([
  ['cache', cacheFolder, 'XDG_CACHE_HOME'],
  ['data', dataFolder, 'XDG_DATA_HOME'],
  ['configuration', configFolder, 'XDG_CONFIG_HOME'],
] as const)('the folder for %s', (_, folder, variable) => {
  test.each(['linux', 'darwin', 'win32'] as const)('is the one that its variable names: %s', (platform) => {
    expect(folder({ [variable]: '/x' }, platform)).toBe(join('/x', 'skillwright'));
  });

  test.each(['linux', 'darwin'] as const)(
    'is in the home directory if the variable is relative or empty: %s',
    (platform) => {
      expect(folder({ [variable]: 'x' }, platform)).toBe(folder({}, platform));
      expect(folder({ [variable]: '' }, platform)).toBe(folder({}, platform));
    },
  );
});

test('without variables the folders are in the usual locations of each system', () => {
  expect([cacheFolder, dataFolder, configFolder].map((folder) => folder({}, 'linux'))).toEqual([
    join(home, '.cache/skillwright'),
    join(home, '.local/share/skillwright'),
    join(home, '.config/skillwright'),
  ]);
  expect([cacheFolder, dataFolder].map((folder) => folder({}, 'darwin'))).toEqual([
    join(home, 'Library/Caches/skillwright'),
    join(home, 'Library/Application Support/skillwright'),
  ]);
  const windows = { LOCALAPPDATA: '/local', APPDATA: '/roaming' };
  expect([cacheFolder, dataFolder, configFolder].map((folder) => folder(windows, 'win32'))).toEqual([
    join('/local', 'skillwright'),
    join('/local', 'skillwright', 'data'),
    join('/roaming', 'skillwright'),
  ]);
});

test.skipIf(process.platform === 'win32').each(['', '.', 'work'])(
  'ignores a home directory that is not an absolute path: HOME=%j',
  (relative) => {
    vi.stubEnv('HOME', relative);
    onTestFinished(() => void vi.unstubAllEnvs());
    const folders = [cacheFolder({}, 'linux'), dataFolder({}, 'linux'), configFolder({}, 'linux')];
    const real = userInfo().homedir;
    expect(folders).toEqual(['.cache', '.local/share', '.config'].map((name) => join(real, name, 'skillwright')));
  },
);
