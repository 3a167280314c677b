import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { confined, temporaryFolder, writeFiles } from '../../testing/folders.ts';
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
