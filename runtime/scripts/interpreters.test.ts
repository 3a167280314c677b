import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { resolvePython } from './interpreters.ts';

test.skipIf(process.platform === 'win32')('starts Python without our keys when resolving it', async () => {
  const folder = temporaryFolder();
  // Other processes of the same user can read its environment, too.
  writeFiles(folder, {
    python3: `#!/bin/sh\nenv > '${folder}/environment'\necho '["/usr/bin/python3", "/usr", "/usr"]'\n`,
  });
  chmodSync(join(folder, 'python3'), 0o755);
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
  vi.stubEnv('OFFICE_MODEL_TOKEN', 'sk-exported-51d9b7a3f60c');
  vi.stubEnv('PYENV_VERSION', '3.13.0');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await resolvePython(join(folder, 'python3'))).toMatchObject({ path: '/usr/bin/python3' });
  const environment = readFileSync(join(folder, 'environment'), 'utf8');
  expect(environment).not.toContain('sk-exported');
  // A shim reads the selected version from it.
  expect(environment).toMatch(/^PATH=/m);
  expect(environment).toContain('PYENV_VERSION=3.13.0');
});

test.skipIf(process.platform === 'win32')('the paths that Python needs do not expose the home folder', async () => {
  const home = temporaryFolder();
  // Like a Python built with `--prefix=$HOME/.local`, a folder that also holds data of this and other programs.
  writeFiles(home, {
    '.local/bin/python': `#!/bin/sh\necho '["${home}/.local/bin/python", "${home}/.local", "${home}"]'\n`,
    '.local/share/skillwright/addresses/a.json': 'https://example.com/?key=1',
  });
  chmodSync(join(home, '.local/bin/python'), 0o755);
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_DATA_HOME', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { needs = [] } = (await resolvePython(join(home, '.local/bin/python'))) ?? {};
  const secret = join(home, '.local/share/skillwright/addresses/a.json');
  expect(needs.filter((path) => secret.startsWith(`${path}/`))).toEqual([]);
  expect(needs).toEqual(expect.arrayContaining(['bin/python', 'bin', 'lib'].map((one) => join(home, '.local', one))));
});
