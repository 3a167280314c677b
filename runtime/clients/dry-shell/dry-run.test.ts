import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { confined, temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { scaledLimit } from '../../../test/equipment/runtime/scaled-limit.ts';
import { dryRun } from './dry-run.ts';

function makeOptions() {
  const root = temporaryFolder();
  writeFiles(root, {
    'workspace/a.txt': 'one\n',
    'workspace/scripts/x.py': 'open("made", "w")\n',
    'home/skill/y.sh': '',
  });
  return { files: confined(root), home: join(root, 'home'), cwd: join(root, 'workspace') };
}

describe('a command that is not run', () => {
  test.each(['python3 scripts/x.py', 'cd scripts && python3 x.py --all | head', 'bash -lc "bash ~/skill/y.sh"'])(
    '%s exists and is not run',
    (command) => {
      const options = makeOptions();
      const result = dryRun(command, options);
      expect(result).toMatchObject({ kind: 'answered', output: expect.stringContaining('was not run'), exitCode: 0 });
      expect(existsSync(join(options.cwd, 'made'))).toBe(false);
    },
  );

  test('gives the directory in which it ended', () => {
    const options = makeOptions();
    expect(dryRun('cd scripts && pwd', options)).toMatchObject({ cwd: join(options.cwd, 'scripts') });
    expect(dryRun('(cd scripts)', options)).toMatchObject({ cwd: options.cwd });
  });

  test.each([
    ['npm test', /npm/],
    ['python3 -c "print(1)"', /code given to python3/],
    ['python3 -m pytest', /no script/],
    ['cat "unclosed', /parsed/],
    ['python3 scripts/x.py > out.json; cat out.json', /would have written/],
    ['for f in *; do cat $f; done', /for is not evaluated/],
    ['cat $UNKNOWN/a.txt', /\$UNKNOWN/],
    ['cat /etc/passwd', /outside the copy/],
    ['echo /etc/*', /outside the copy/],
    ['find / -name x', /outside the copy/],
    ['cat ~root/x', /another user/],
    ['sleep 100 &', /background/],
    ['cat', /waits for input/],
    ['rm -rf a.txt', /rm/],
    ['ls -la', /ls -la/],
    [`${'bash -c "'.repeat(3)}${'('.repeat(5_000)}`, /./],
  ])('%s is not simulated', (command, reason) => {
    expect(dryRun(command, makeOptions())).toEqual({ kind: 'not-simulated', reason: expect.stringMatching(reason) });
  });
});

test.each<readonly [string, string]>([
  ['a variable that doubles', `a=xxxx; ${'a="$a$a"; '.repeat(26)} echo "$a"`],
  ['a substitution that doubles', `a=xxxx; ${'a=$(echo "$a$a"); '.repeat(26)} echo "$a"`],
  ['nested substitutions that double', `${'echo "$('.repeat(18)}echo x${')"'.repeat(18)}`],
  ['a word of many variables', `a=${'x'.repeat(8000)}; echo "${'$a'.repeat(5000)}"`],
  ['many readings of a file', `cat ${'large.txt '.repeat(1900)}`],
  ['many readings of a file in variables', `a=$(cat large.txt); echo "${'$a'.repeat(5000)}"`],
  ['a file through many programs', `cat large.txt ${'|cat'.repeat(4000)}`],
  ['a file through many subshells', `${'('.repeat(18)}cat large.txt; cat large.txt${')|cat'.repeat(18)}`],
  ['a file as input', 'cat < large.txt;'.repeat(1200)],
  ['a text as input', `a=${'x'.repeat(8000)}; ${'cat <<< "$a";'.repeat(800)}`],
  ['many look-ups', `cat ${'f '.repeat(9000)}`],
  ['many searches', 'find;'.repeat(3900)],
  ['many tests of a search', `find ${'-name a '.repeat(2000)}`],
  ['many lists', 'ls;'.repeat(6000)],
  ['patterns over links to the folder', `echo ${'*/'.repeat(2000)}`],
  ['patterns', `echo ${'* '.repeat(9000)}`],
  ['messages with a line', './x;'.repeat(4900)],
  ['variables in subshells', `${Array.from({ length: 900 }, (_, i) => `a${i}=1`).join(';')};${'(:);'.repeat(2000)}`],
  ['nested commands', `${"bash -c '".repeat(9)}:${"'".repeat(9)};`.repeat(100)],
  ['a long line', 'ls '.repeat(30_000)],
])('costs little: %s', (_, command) => {
  const root = temporaryFolder();
  writeFiles(root, { 'workspace/large.txt': 'line\n'.repeat(200_000), 'workspace/b/c.txt': '' });
  for (const name of ['x', 'y', 'z']) symlinkSync('.', join(root, 'workspace', name));
  const options = { files: confined(root), home: root, cwd: join(root, 'workspace') };
  dryRun('cat large.txt', options);
  const start = performance.now();
  dryRun(command, options);
  const time = performance.now() - start;
  expect(time).toBeLessThan(scaledLimit(5000));
});
