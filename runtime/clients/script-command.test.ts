import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { confined, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { runsMissingScript as runsMissing } from './script-command.ts';

const runsMissingScript = (command: string, directory: string) =>
  runsMissing(command, directory, { files: confined(directory), needs: ['/needed'] });

const folder = () =>
  writeFiles(realpathSync(temporaryFolder()), {
    'hello.py': '',
    'plain.js': '',
    'a/b/c.txt': '',
    'a/evil.py': '',
  });

test.each([
  'python3 scripts/x.py',
  'python scripts/x.py --input a.csv',
  ' python3 x.py ',
  'node scripts/x.mjs',
  'bash scripts/x.sh',
  'sh ./x.sh',
  'ruby scripts/x.rb -v',
  'scripts/x.sh',
  './x --all',
  '/absent/scripts/x.py',
  'python3 /absent/scripts/x.py',
  'python3 /dev/shm/absent/x.py',
])('a script that does not exist: %s', (command) => {
  expect(runsMissingScript(command, folder())).toBe(true);
});

test.each([
  'A=/x touch bypass.txt',
  'A=/x git init repo',
  './a=/x touch bypass.txt',
  'python3.13 evil.py',
  'mkfs.ext4 disk.img',
  'node --import=./evil.mjs missing.js',
  'python3 -m missing.py',
  'python3 -X dev missing.py',
  'python3 hello.py',
  './hello.py',
  'git status',
  'time ./x.sh',
  '! ./x.sh',
  'env ./x.sh',
  // The sandbox shows a part of these folders.
  'python3 /usr/absent.py',
  '/needed/absent.py',
  './x.sh && touch bypass.txt',
  './x.sh; touch bypass.txt',
  './x.sh & touch bypass.txt',
  './x.sh | touch bypass.txt',
  './x.sh\ntouch bypass.txt',
  './x.sh > bypass.txt',
  './x.sh $(touch bypass.txt)',
  './x.sh `touch bypass.txt`',
  './x.sh <(touch bypass.txt)',
  // Node adds the extension, and bash looks for a name without a slash in `PATH`.
  'node ./plain',
  'bash gettext.sh',
  // In the sandbox these are other files.
  'python3 /proc/self/cwd/evil.py',
  'python3 /dev/fd/0/x.py',
  'python3 /dev/shm',
  '/dev/other/x.py',
  // The system resolves these differently from `path.resolve`.
  'python3 link/../evil.py',
  'python3 x.py\u00a0',
  '',
])('may do something: %s', (command) => {
  const directory = folder();
  symlinkSync('a/b', join(directory, 'link'));
  expect(runsMissingScript(command, directory)).toBe(false);
});

test('is false behind a link, whose target may differ in the sandbox', () => {
  const directory = folder();
  mkdirSync(join(directory, 'real'));
  symlinkSync('/proc/self/cwd', join(directory, 'link'));
  symlinkSync('absent', join(directory, 'dangling.py'));
  expect(runsMissingScript('python3 link/evil.py', directory)).toBe(false);
  expect(runsMissingScript('python3 dangling.py', directory)).toBe(false);
  expect(runsMissingScript('python3 real/x.py', directory)).toBe(true);
});
