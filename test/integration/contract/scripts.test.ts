import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDemo, DONE, runAgainst, script, step } from './agent-run.ts';

const SECRET = 'canary-77aa-environment';

/** Only a sandbox hides the parent process; without one a script runs as the user. */
const SANDBOXED = existsSync('/usr/bin/bwrap');

interface Result {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: string;
}

test('results, arguments and statuses as in ADK', async () => {
  const skills = createDemo({
    'demo/scripts/args.sh': 'printf "<%s>" "$@"\n',
    'demo/scripts/fail.sh': 'echo out; echo err >&2; exit 3\n',
    'demo/scripts/warn.sh': 'echo out; echo err >&2\n',
    'demo/scripts/main.mjs':
      "import { word } from './sibling.mjs';\nconsole.log(word, process.argv.slice(2).join());\n",
    'demo/scripts/sibling.mjs': "export const word = 'sibling';\n",
    'demo/scripts/files.sh': 'find . -type f | sort; cat references/guide.md\n',
    'demo/assets/empty.txt': '',
    'demo/assets/bytes.bin': Buffer.from([0, 255, 254]),
  });
  const calls = step(
    script('scripts/hello.sh', { args: ['a', 'b c'] }),
    script('args.sh', { args: { key: 'v w' }, short_options: { k: '1' }, positional_args: ['-x'] }),
    script('args.sh', { args: ['$(id)', ';id', '"'] }),
    script('fail.sh'),
    script('warn.sh'),
    script('main.mjs', { args: ['z'] }),
    script('files.sh'),
  );
  const result = await runAgainst([calls, DONE], ['--skills', skills, '--yes']);
  const results = result.results().map((one) => one.result as Result);
  expect(results[0]).toEqual({
    skill_name: 'demo',
    file_path: expect.stringMatching(/hello\.sh$/),
    stdout: 'hello a b c\n',
    stderr: '',
    status: 'success',
    sandbox: expect.stringMatching(/^(bubblewrap|seatbelt|none)$/),
  });
  expect(results[1]?.stdout).toBe('<--key><v w><-k><1><--><-x>');
  expect(results[2]?.stdout).toBe('<$(id)><;id><">');
  expect(results[3]).toMatchObject({ status: 'error', stdout: 'out\n' });
  expect(results[3]?.stderr.trimEnd().split('\n')).toEqual(['err', expect.stringMatching(/^Exit code 3/i)]);
  expect(results[4]).toMatchObject({ status: 'warning', stdout: 'out\n', stderr: 'err\n' });
  expect(results[5]?.stdout).toBe('sibling z\n');
  for (const file of ['./assets/empty.txt', './assets/bytes.bin', './scripts/hello.sh', 'be kind']) {
    expect(results[6]?.stdout).toContain(file);
  }
  expect(result.ofType('script')).toHaveLength(7);
  const failed = result.ofType('script').find((event) => String(event.path).includes('fail'));
  expect(failed).toMatchObject({ sandbox: expect.any(String), exitCode: 3, durationMs: expect.any(Number) });
  expect(result.code).toBe(0);
});

test('a clean environment, a temporary folder that is removed, and no write access to the skill or the working folder', async () => {
  const skills = createDemo({
    'demo/scripts/look.sh': `env; ${SANDBOXED ? 'cat /proc/$PPID/environ "$HOME"/*;' : ''} pwd > where.txt; cat where.txt\n`,
    'demo/scripts/write.sh': 'echo owned > references/guide.md; echo owned > new.md; cat new.md\n',
    'demo/scripts/again.sh': 'cat new.md where.txt; cat references/guide.md\n',
  });
  const env = { CANARY: SECRET, OPENAI_API_KEY: SECRET, MY_KEY: SECRET, NODE_OPTIONS: '--no-warnings' };
  const result = await runAgainst(
    [step(script('look.sh')), step(script('write.sh')), step(script('again.sh')), DONE],
    ['--skills', skills, '--yes', '--api-key-env', 'MY_KEY'],
    { env },
  );
  const [look, wrote, again] = result.results().map((one) => one.result as Result);
  expect(`${result.stdout}${result.stderr}`).not.toContain(SECRET);
  expect(look?.stdout).not.toMatch(/NODE_|SKILLWRIGHT/);
  const where = look?.stdout.trimEnd().split('\n').at(-1) ?? '';
  expect(where).toMatch(/^\//);
  expect(existsSync(join(where, 'where.txt'))).toBe(false);
  expect(wrote?.stdout).toBe('owned\n');
  expect(again?.stdout).toBe('The guide says: be kind.\n');
  expect(readdirSync(join(skills, 'demo')).toSorted()).toEqual(['SKILL.md', 'references', 'scripts']);
  expect(readdirSync(result.cwd)).toEqual(['.skillwright']);
});
