import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AgentRun, createDemo, DONE, resource, runAgainst, script, step } from './agent-run.ts';
import { createFolder, skill, skillwright } from './command.ts';

const SECRET = 'canary-5f1d-outside';

/** Creates the skill `demo` next to what a path could escape to: a file, another skill, and links to them. */
function createHostileFolder(): string {
  const skills = createDemo({
    'outside.md': SECRET,
    'outside.sh': `echo ${SECRET}\n`,
    'elsewhere/deep.md': SECRET,
    'other/SKILL.md': skill('other', 'Another one.'),
    'other/references/own.md': SECRET,
    'demo/notes.md': 'At the root of the skill.',
    'demo/scripts/list.sh': 'cat references/* scripts/* assets/* */*/* ../* 2>/dev/null; true\n',
    'demo/references/inner.md': 'Inside.',
  });
  mkdirSync(join(skills, 'demo/assets'));
  symlinkSync('../../outside.md', join(skills, 'demo/references/link.md'));
  symlinkSync('../../elsewhere', join(skills, 'demo/references/linked'));
  symlinkSync(join(skills, 'outside.sh'), join(skills, 'demo/scripts/link.sh'));
  symlinkSync('../../other/references', join(skills, 'demo/assets/linked'));
  return skills;
}

/** Checks that the secret occurs nowhere: not in a result, not in a file of the run, not in the output. */
function expectNoLeak(runResult: AgentRun): void {
  expect(JSON.stringify(runResult.requests)).not.toContain(SECRET);
  expect(runResult.stdout + runResult.stderr).not.toContain(SECRET);
  for (const name of readdirSync(runResult.runFolder)) {
    expect(readFileSync(join(runResult.runFolder, name), 'utf8')).not.toContain(SECRET);
  }
}

const hostilePaths = (skills: string): readonly string[] => [
  '../outside.md',
  'references/../../outside.md',
  'references/../../other/references/own.md',
  'references/linked/../../../outside.md',
  'references/./.././../outside.md',
  '..\\outside.md',
  'references\\..\\..\\outside.md',
  'references/%2e%2e/%2e%2e/outside.md',
  '%2e%2e%2foutside.md',
  'references/..%2f..%2foutside.md',
  'references/%252e%252e/%252e%252e/outside.md',
  join(skills, 'outside.md'),
  `file://${join(skills, 'outside.md')}`,
  `//${join(skills, 'outside.md')}`,
  `\\\\?\\${join(skills, 'outside.md')}`,
  'C:\\outside.md',
  '~/outside.md',
  'references/link.md',
  'references/linked/deep.md',
  'assets/linked/own.md',
  'references/inner.md\0.png',
  '\0',
  '',
  '.',
  '/',
  'references',
  'references/',
  'references/inner.md/..',
  `references/${'a'.repeat(4096)}.md`,
  `references/${'../'.repeat(1300)}outside.md`,
  'references/．．/．．/outside.md',
  'references/\u202e../dm.edistuo',
  'references/__proto__',
  'constructor',
  'references/toString',
];

test('no path that a model requests leads out of the skill', async () => {
  const skills = createHostileFolder();
  const paths = hostilePaths(skills);
  const invalidPaths = [5, null, true, ['references/inner.md'], { path: 'references/inner.md' }];
  const names = ['../other', '.', '', join(skills, 'other'), '__proto__', 'constructor', 'demo/../other', 'demo\0', 7];
  const runResult = await runAgainst(
    [
      step(...paths.map((path) => resource(path))),
      step(...invalidPaths.map((path) => resource(path)), ...names.map((name) => resource('references/own.md', name))),
      step(...names.map((name) => ['load_skill', { skill_name: name }] as const)),
      DONE,
    ],
    ['--skills', join(skills, 'demo')],
  );
  expectNoLeak(runResult);
  const answers = runResult.results('load_skill_resource');
  const hits = answers.filter((one) => one.error_code === undefined).map((one) => one.result);
  expect(hits).toEqual([]);
  const outside = paths.filter((path) => /(^|[\\/])\.\.([\\/]|$)|^[\\/]/.test(path));
  for (const path of outside) {
    expect([path, answers[paths.indexOf(path)]?.error_code]).toEqual([path, 'INVALID_RESOURCE_PATH']);
  }
  for (const answer of answers.slice(paths.length, paths.length + invalidPaths.length)) {
    expect(answer.error_code).toBe('INVALID_ARGUMENTS');
  }
  expect(runResult.end).toMatchObject({ reason: 'final', llmCalls: 4 });
});

test('no script outside the skill runs, and scripts do not see the targets of links', async () => {
  const skills = createHostileFolder();
  const paths = [
    '../outside.sh',
    '../../outside.sh',
    join(skills, 'outside.sh'),
    'scripts/../../outside.sh',
    'link.sh',
  ];
  const encoded = ['..%2f..%2foutside.sh', '..\\..\\outside.sh', 'hello.sh\0', `${'a'.repeat(4096)}.sh`, '.', '..'];
  const runResult = await runAgainst(
    [step(...[...paths, ...encoded].map((path) => script(path))), step(script('list.sh')), DONE],
    ['--skills', join(skills, 'demo'), '--yes'],
    // The script's folder contains nothing from other tests.
    { env: { TMPDIR: createFolder() } },
  );
  expectNoLeak(runResult);
  expect(runResult.ofType('script')).toHaveLength(1);
  const results = runResult.results('run_skill_script');
  for (const result of results.slice(0, -1)) expect(result.error_code).toMatch(/NOT_FOUND|INVALID|UNSUPPORTED/);
  expect(results.at(-1)?.result).toMatchObject({ stdout: expect.stringContaining('The guide says') });
});

test('files inside are found in every harmless spelling', async () => {
  const spellings = ['references/inner.md', './references/inner.md', 'references\\inner.md', 'references/./inner.md'];
  const runResult = await runAgainst(
    [step(...spellings.map((path) => resource(path))), DONE],
    ['--skills', createHostileFolder()],
  );
  for (const [index, result] of runResult.results().entries()) {
    expect([spellings[index], result.result]).toEqual([
      spellings[index],
      expect.objectContaining({ content: 'Inside.' }),
    ]);
  }
});

test('two skills with the same name are refused, and the message names them', async () => {
  const skills = createFolder({
    'a/demo/SKILL.md': skill('demo', 'The first.'),
    'b/demo/SKILL.md': skill('demo', 'The second.'),
  });
  const both = ['--skills', join(skills, 'a/demo'), join(skills, 'b/demo')];
  const runResult = await skillwright(['run', 'Do it.', ...both, '--json']);
  expect(runResult.code).toBe(2);
  expect(runResult.stderr).toContain('demo');
});
