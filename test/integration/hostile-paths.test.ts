import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AgentRun, createDemo, DONE, resource, runAgainst, script, step } from './contract/agent-run.ts';
import { skill, writeFiles } from './contract/command.ts';

/** Contained in every file outside the skill: where it occurs, such a file was read. */
const CANARY = 'canary-91c4-outside';
/** Created by every script outside the skill if it runs. */
const RAN = 'has-run';

/** Creates the skill `demo` with files and folders next to and above it. */
function createHostileFolder(): string {
  const skills = createDemo({
    'outside.md': CANARY,
    'outside.sh': `echo ${CANARY}; touch "$(dirname "$0")/${RAN}"\n`,
    'elsewhere/deep.md': CANARY,
    'elsewhere/deep.sh': `echo ${CANARY}\n`,
    'other/SKILL.md': skill('other', CANARY),
    'other/references/own.md': CANARY,
    'demo/notes.md': 'At the root of the skill.',
    'demo/references/inner.md': 'Inside.',
    'demo/assets/kept.txt': 'Kept.',
    'demo/scripts/list.sh': 'find . ! -type d | sort; cat $(find . -type f ! -name "* *") 2>/dev/null; true\n',
    'demo/scripts/links.sh': [
      'ln -s "$1/outside.md" references/made.md; ln -s "$1/elsewhere" references/made; ln -s / assets/root',
      'ln -s "$1/outside.sh" scripts/made.sh; rm references/guide.md; ln -s "$1/outside.md" references/guide.md',
      'echo made',
    ].join('\n'),
    'linked/SKILL.md': skill('linked', 'Its folders are links.'),
  });
  symlinkSync('../../outside.md', join(skills, 'demo/references/link.md'));
  symlinkSync('../../elsewhere', join(skills, 'demo/references/folder'));
  symlinkSync(join(skills, 'outside.sh'), join(skills, 'demo/scripts/link.sh'));
  symlinkSync('../../elsewhere', join(skills, 'demo/scripts/folder'));
  symlinkSync('link.md', join(skills, 'demo/references/twice.md'));
  symlinkSync('loop.md', join(skills, 'demo/references/loop.md'));
  symlinkSync('/dev/zero', join(skills, 'demo/assets/endless.txt'));
  symlinkSync('/', join(skills, 'demo/assets/root'));
  for (const name of ['references', 'assets', 'scripts']) symlinkSync('../elsewhere', join(skills, 'linked', name));
  return skills;
}

/** Paths that lead out of the skill, by technique; `OUT` stands for the folder that contains the skill. */
const ESCAPES: Readonly<Record<string, readonly string[]>> = {
  'two dots': [
    '../outside',
    'references/../../outside',
    'scripts/../../outside',
    './.././outside',
    'references/x/../../../outside',
  ],
  'two dots and more': [
    '.../outside',
    '....//outside',
    'references/.. /../outside',
    'references/..\t/outside',
    '..;/outside',
  ],
  'many of them': [`references/${'../'.repeat(1300)}outside`, `${'a/../'.repeat(800)}../outside`],
  absolute: [
    'OUT/outside',
    '//OUT/outside',
    'references//OUT/outside',
    'file://OUT/outside',
    'file:OUT/outside',
    '/proc/self/cwd/../outside',
  ],
  'home folders': ['~/outside', '~root/outside', '$HOME/outside', '%USERPROFILE%\\outside'],
  Windows: [
    'C:\\outside',
    'C:outside',
    'c:/outside',
    '\\\\server\\share\\outside',
    '\\\\?\\OUT/outside',
    '\\??\\OUT/outside',
  ],
  backslashes: ['..\\outside', 'references\\..\\..\\outside', 'references/..\\../outside', '\\outside'],
  'percent-encoded': [
    '%2e%2e/outside',
    '..%2foutside',
    '%2e%2e%2foutside',
    'references/%2E%2E/%2E%2E/outside',
    '..%5coutside',
    '%2fetc/outside',
  ],
  'encoded twice': [
    '%252e%252e/outside',
    '%252e%252e%252foutside',
    'references/%25252e%25252e/outside',
    '..%255coutside',
  ],
  'encoded otherwise': [
    '%c0%ae%c0%ae/outside',
    '%u002e%u002e/outside',
    '&#46;&#46;/outside',
    '\\u002e\\u002e/outside',
    '..%00/outside',
  ],
  'look-alikes': [
    '．．/outside',
    'references/．．／．．／outside',
    '‥/outside',
    '..∕outside',
    '..⁄outside',
    '\u202e../outside',
    '\u200b../outside',
    '.\u200d./outside',
  ],
  links: [
    'references/link',
    'references/twice',
    'references/folder/deep',
    'scripts/link',
    'scripts/folder/deep',
    'assets/root/etc/passwd',
    'references/loop',
    'assets/endless',
  ],
  'NUL and control characters': [
    'references/inner.md\0',
    '\0',
    'references/\0../outside',
    'references/inner\n',
    '\u001b[2Joutside',
    '\u007f',
  ],
  devices: [
    'CON',
    'references/NUL',
    'scripts/aux',
    'references/COM1',
    'LPT9',
    'references/CON.',
    '/dev/stdin',
    '/dev/fd/0',
    '/dev/tcp/127.0.0.1/80',
  ],
  'trailing dots and spaces': [
    'references/inner.md.',
    'references/inner.md ',
    'references./inner',
    'references /inner',
    'scripts/hello.sh.',
  ],
  'alternate data streams': [
    'references/inner.md:stream',
    'references/inner.md::$DATA',
    'references:x/inner',
    'scripts/hello.sh:x',
  ],
  'too long': [`references/${'a'.repeat(4096)}`, 'a'.repeat(70_000), `references/${'a/'.repeat(2048)}b`],
  nothing: ['', '.', '/', './', 'references', 'references/', 'scripts/.'],
  'words of JavaScript': [
    '__proto__',
    'constructor',
    'references/__proto__',
    'references/toString',
    'scripts/hasOwnProperty',
  ],
  'other skills': ['../other/references/own', 'other/references/own', '../demo/../outside'],
};

/** Returns all variants of a path: unchanged, and with the suffixes that would make it a hit. */
const variantsOf = (ways: readonly string[], skills: string): string[] =>
  ways.flatMap((way) => ['', '.md', '.sh'].map((ending) => way.replace('OUT', skills) + ending));

/** Checks that the canary occurs in no result, no file of the run and no output, and that nothing outside ran. */
function expectNoLeak(runResult: AgentRun, skills: string): void {
  expect(JSON.stringify(runResult.requests)).not.toContain(CANARY);
  expect(runResult.stdout + runResult.stderr).not.toContain(CANARY);
  for (const name of readdirSync(runResult.runFolder))
    expect(readFileSync(join(runResult.runFolder, name), 'latin1'), name).not.toContain(CANARY);
  expect(existsSync(join(skills, RAN))).toBe(false);
  expect(readdirSync(skills).toSorted()).toEqual(['demo', 'elsewhere', 'linked', 'other', 'outside.md', 'outside.sh']);
}

describe('[28] [54] no path leads out of the skill, for resources and for scripts', () => {
  test.each(Object.entries(ESCAPES))('%s', async (_, ways) => {
    const skills = createHostileFolder();
    const forms = variantsOf(ways, skills);
    const calls = forms.flatMap((form) => [resource(form), script(form, { args: ['x'] })]);
    const runResult = await runAgainst([step(...calls), DONE], ['--skills', join(skills, 'demo'), '--yes']);
    expectNoLeak(runResult, skills);
    const results = runResult.results();
    expect(results).toHaveLength(calls.length);
    for (const [index, { error_code, result }] of results.entries()) {
      const call = JSON.stringify(calls[index]).slice(0, 300);
      // `references/inner.md` with a harmless suffix may be the file itself; a hit then has the skill's content.
      if (error_code === undefined)
        expect([call, result]).toEqual([call, expect.objectContaining({ content: 'Inside.' })]);
      else expect([call, error_code]).toEqual([call, expect.stringMatching(/^(INVALID_\w+|\w+_NOT_FOUND)$/)]);
    }
    expect(runResult.ofType('script')).toEqual([]);
    expect(runResult.end).toMatchObject({ reason: 'final', llmCalls: 2 });
  });
});

test('[54] a skill whose folders are links includes nothing from them', async () => {
  const skills = createHostileFolder();
  const of = (tool: string, file_path: string) => [tool, { skill_name: 'linked', file_path }] as const;
  const calls = [
    of('load_skill_resource', 'references/deep.md'),
    of('load_skill_resource', 'assets/deep.md'),
    of('load_skill_resource', 'scripts/deep.sh'),
    of('run_skill_script', 'deep.sh'),
  ];
  const runResult = await runAgainst([step(...calls), DONE], ['--skills', join(skills, 'linked'), '--yes']);
  expectNoLeak(runResult, skills);
  expect(runResult.results().map((one) => one.error_code)).toEqual(Array(4).fill('INVALID_RESOURCE_PATH'));
});

describe('the files available to a script', () => {
  const list = (runResult: AgentRun, index = 0) =>
    (runResult.results('run_skill_script')[index]?.result as { stdout: string } | undefined)?.stdout ?? '';

  test('[54] no links out of the skill and no files of others; unusual names are preserved', async () => {
    const skills = createHostileFolder();
    const odd = [
      'a b.md',
      '-rf',
      '..\\evil.md',
      'con.md',
      'dot.md.',
      'x:y.md',
      'ä\u0308.md',
      '$(id).md',
      '...',
      '%2e%2e',
    ];
    mkdirSync(join(skills, 'demo/references/odd'));
    writeFiles(join(skills, 'demo/references/odd'), Object.fromEntries(odd.map((name) => [name, 'Odd.'])));
    const runResult = await runAgainst([step(script('list.sh')), DONE], ['--skills', join(skills, 'demo'), '--yes']);
    expectNoLeak(runResult, skills);
    const files = list(runResult)
      .split('\n')
      .filter((line) => line.startsWith('./'));
    expect(files.toSorted()).toEqual(
      [
        './SKILL.md',
        './assets/kept.txt',
        './notes.md',
        './references/guide.md',
        './references/inner.md',
        ...odd.map((name) => `./references/odd/${name}`),
        './scripts/hello.sh',
        './scripts/links.sh',
        './scripts/list.sh',
      ].toSorted(),
    );
    expect(runResult.ofType('note').map((event) => event.message)).toContainEqual(
      expect.stringMatching(/were not copied/),
    );
  });

  test('[53] links made by a script are removed with its folder, and cannot be followed', async () => {
    const skills = createHostileFolder();
    const made = ['references/made.md', 'references/made/deep.md', 'assets/root/etc/hostname', 'references/guide.md'];
    const runResult = await runAgainst(
      [
        step(script('links.sh', { args: [skills] })),
        step(...made.map((path) => resource(path)), script('made.sh')),
        step(script('list.sh')),
        DONE,
      ],
      ['--skills', join(skills, 'demo'), '--yes'],
    );
    expectNoLeak(runResult, skills);
    expect(list(runResult)).toBe('made\n');
    expect(runResult.results('load_skill_resource').map((one) => one.error_code ?? one.result)).toEqual([
      'RESOURCE_NOT_FOUND',
      'RESOURCE_NOT_FOUND',
      'INVALID_RESOURCE_PATH',
      expect.objectContaining({ content: 'The guide says: be kind.\n' }),
    ]);
    expect(runResult.results('run_skill_script')[1]?.error_code).toBe('SCRIPT_NOT_FOUND');
    expect(list(runResult, 2)).not.toMatch(/^\.\/.*made/m);
    expect(list(runResult, 2)).not.toContain('./assets/root');
  });
});
