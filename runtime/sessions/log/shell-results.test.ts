import { describe, expect, it } from 'vitest';
import { codexCommand, importRecords } from '../../../test/equipment/runtime/session.ts';

const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Makes ${name}.\n---\n\n${body}\n`;
const BREWER = skill('brewer', '# Brewing\n\nRun `<this-skill>/scripts/heat.js` first. Then read the brewing guide.');
const STEEPER = skill('steeper', '# Steeping\n\nRead the steeping guide.');
const load = codexCommand('cat skills/brewer/SKILL.md', BREWER);

async function imported(...commands: readonly object[]) {
  const { events, summary, finished } = await importRecords([{ type: 'thread.started', thread_id: 't' }, ...commands]);
  const results = events.filter((event) => event.type === 'tool_result');
  const loads = events.filter((event) => event.type === 'skill_loaded').map((event) => event.skill);
  const tokens = finished.skillTokens;
  return { results, loads, summary, tokens, misses: results.flatMap(({ miss }) => (miss === undefined ? [] : [miss])) };
}

describe('results of shell commands', () => {
  it.each([
    ['a list', 'cat skills/brewer/SKILL.md skills/steeper/SKILL.md', BREWER + STEEPER],
    [
      'a loop',
      'for f in skills/brewer/SKILL.md skills/steeper/SKILL.md; do echo "--- $f"; sed -n 1,200p "$f"; done',
      `--- skills/brewer/SKILL.md\n${BREWER}--- skills/steeper/SKILL.md\n${STEEPER}`,
    ],
    [
      'a loop in quotes of Codex',
      `/bin/bash -lc 'for f in skills/brewer/SKILL.md skills/steeper/SKILL.md; do sed -n '"'1,200p' \\""'$f"; done'`,
      BREWER + STEEPER,
    ],
    ['other order', 'cat skills/{steeper,brewer}/SKILL.md', STEEPER + BREWER],
  ])('load each skill of %s, with its own text', async (_, text, output) => {
    const { loads, results } = await imported(
      codexCommand(text, output),
      codexCommand(
        'cat skills/steeper/references/steeping_guide.md',
        'cat: steeping_guide.md: No such file or directory',
        1,
      ),
      codexCommand(
        'cat skills/brewer/references/brewing_guide.md',
        'cat: brewing_guide.md: No such file or directory',
        1,
      ),
    );
    expect([...loads].sort()).toEqual(['brewer', 'steeper']);
    expect(
      results.slice(1).map(({ miss, cause }) => [miss?.skill, cause?.recorded?.line, cause?.recorded?.text]),
    ).toEqual([
      ['steeper', 8, 'the steeping guide'],
      ['brewer', 8, 'the brewing guide'],
    ]);
  });

  it('keep the text of a skill that a line reads in several parts', async () => {
    const file = 'skills/brewer/SKILL.md';
    const { results } = await imported(
      codexCommand(`sed -n 1,99p ${file} && sed -n 100,200p ${file}; cat skills/brewer/a.md`, BREWER),
      codexCommand(
        'cat skills/brewer/references/brewing_guide.md',
        'cat: brewing_guide.md: No such file or directory',
        1,
      ),
    );
    expect(results[1]?.cause?.recorded).toMatchObject({ line: 8, text: 'the brewing guide' });
  });

  it('load a skill although a later command of the same line fails', async () => {
    const { loads } = await imported(
      codexCommand('cat skills/brewer/SKILL.md && npm test', `${BREWER}\n> test\n1 failed`, 1),
    );
    expect(loads).toEqual(['brewer']);
  });

  it('count each bundled file of one command, and their texts once', async () => {
    const { summary, tokens } = await imported(
      load,
      codexCommand('cd skills/brewer; cat a.md references/b.md; node scripts/heat.js', 'tea '.repeat(1000)),
    );
    const { tokens: before } = await imported(load);
    expect((tokens?.brewer ?? 0) - (before?.brewer ?? 0)).toBeLessThan(1500);
    expect([...summary.filesRead]).toEqual(['brewer/a.md', 'brewer/references/b.md']);
    expect([...summary.scriptsRun]).toEqual(['brewer/scripts/heat.js']);
  });

  it.each([
    ['that reports a failure', 'node skills/brewer/scripts/heat.js', 'too cold', 1, true],
    ['before another one that fails', 'node skills/brewer/scripts/heat.js; npm test', '1 failed', 1, true],
    ['after another one that fails', 'npm test && node skills/brewer/scripts/heat.js', '1 failed', 1, false],
    ['that the system does not start', 'skills/brewer/scripts/heat.js', 'heat.js: Permission denied', 126, false],
  ])('count a script %s', async (_, text, output, code, isRun) => {
    const { summary, misses } = await imported(load, codexCommand(text, output, code));
    expect(summary.scriptsRun.has('brewer/scripts/heat.js')).toBe(isRun);
    expect(misses).toEqual([]);
  });

  const BODY = 'skills/steeper/SKILL.md';
  it.each([
    ['a sandbox', `cat ${BODY}`, 'bwrap: execvp codex-linux-sandbox: No such file or directory'],
    [
      'a sandbox, with lines of the client',
      `cat ${BODY}`,
      'Chunk ID: 76\nWall time: 0.0000 seconds\nProcess exited with code 1\nOriginal token count: 16\nOutput:\nbwrap: execvp codex-linux-sandbox: No such file or directory\n',
    ],
    [
      'a sandbox, before a script',
      'python3 skills/brewer/scripts/heat.py',
      'bwrap: execvp codex-linux-sandbox: No such file or directory',
    ],
    [
      'a sandbox of macOS',
      'python3 skills/brewer/scripts/heat.py',
      'sandbox-exec: sandbox_apply: Operation not permitted',
    ],
    ['a sandbox in words', `cat ${BODY}`, 'Failed to create the sandbox.\nInstall bubblewrap.'],
    ['a missing program', 'python3 skills/brewer/scripts/heat.py', 'bash: line 1: python3: command not found'],
    [
      'a missing program of Windows',
      'python skills/brewer/scripts/heat.py',
      "'python' is not recognized as an internal or external command,",
    ],
    [
      'a script without the right to run',
      'skills/brewer/scripts/heat.sh',
      'bash: skills/brewer/scripts/heat.sh: Permission denied',
    ],
    ['a file without the right to read', `cat ${BODY}`, `cat: ${BODY}: Permission denied`],
    ['a folder', `cat ${BODY}`, `cat: ${BODY}: Is a directory`],
    ['an error of the disk', `head -n 20 ${BODY}`, `head: error reading '${BODY}': Input/output error`],
    ['an error before a pipe', `cat ${BODY} | head; exit 1`, `cat: ${BODY}: Input/output error`],
    ['no process', `cat ${BODY}`, 'bash: fork: retry: Resource temporarily unavailable'],
  ])('load, read and run nothing if the line fails because of %s', async (_, text, output) => {
    const { summary, loads, misses } = await imported(load, codexCommand(text, output, 1));
    expect([loads, [...summary.filesRead], [...summary.scriptsRun], misses]).toEqual([['brewer'], [], [], []]);
  });

  it.each([
    [
      'a traceback',
      'python3 skills/brewer/scripts/heat.py',
      'Traceback (most recent call last):\n  File "heat.py"\nValueError: cold',
    ],
    ['words of its own', 'python3 skills/brewer/scripts/heat.py', 'heat: it is too cold'],
    ['the output of another one', 'python3 skills/brewer/scripts/heat.py; npm test', '1 failed'],
  ])('run a script that fails with %s', async (_, text, output) => {
    const { summary } = await imported(load, codexCommand(text, output, 1));
    expect([...summary.scriptsRun]).toEqual(['brewer/scripts/heat.py']);
  });

  it('miss a script in the folder where the model takes the skill to be installed', async () => {
    const path = '/root/.codex/skills/.system/brewer/scripts/heat.js';
    const { misses, results } = await imported(
      load,
      codexCommand(`node ${path} --strict`, `Error: Cannot find module '${path}'\n    at Function._resolveFilename`, 1),
      codexCommand('node /opt/tea/scripts/heat.js', "Error: Cannot find module '/opt/tea/scripts/heat.js'", 1),
    );
    expect(misses).toMatchObject([{ skill: 'brewer', path: 'scripts/heat.js', kind: 'script', outside: true }]);
    expect(results[1]?.cause?.recorded).toMatchObject({ line: 8, text: expect.stringContaining('scripts/heat.js') });
  });

  it('miss each file that one command does not find', async () => {
    const { misses, summary } = await imported(
      load,
      codexCommand(
        'cat skills/brewer/references/{brewing_guide,b}.md skills/brewer/a.md',
        'cat: skills/brewer/references/brewing_guide.md: No such file or directory\ncat: skills/brewer/references/b.md: No such file or directory\n# A',
        1,
      ),
    );
    expect(misses.map(({ path }) => path)).toEqual(['references/brewing_guide.md']);
    expect([...summary.misses.values()].map(({ path, words }) => [path, words])).toEqual([
      ['references/brewing_guide.md', 'the brewing guide'],
      ['references/b.md', undefined],
    ]);
    expect([...summary.filesRead]).toEqual(['brewer/a.md']);
  });

  const GUIDE = 'skills/brewer/references/brewing_guide.md';
  it.each([
    ['without its error', `cat ${GUIDE} 2>/dev/null`, '', 1],
    ['without any output', `cat ${GUIDE} &>/dev/null`, '', 1],
    ['without its error, in a pipe', `cat ${GUIDE} 2>/dev/null | head -20`, '', 0],
    ['of which lines are printed', `sed -n '1,80p' ${GUIDE} 2>/dev/null`, '(Bash completed with no output)', 0],
    ['with another text', `cat ${GUIDE} 2>/dev/null || echo "There is none."`, 'There is none.', 0],
    ['that is copied', `cp ${GUIDE} guide.md`, `cp: cannot stat '${GUIDE}': No such file or directory`, 1],
  ])('miss a file %s', async (_, text, output, code) => {
    expect((await imported(load, codexCommand(text, output, code))).misses).toMatchObject([
      { skill: 'brewer', path: 'references/brewing_guide.md' },
    ]);
  });

  const LEAVES = 'skills/brewer/references/leaves.md';
  it.each([
    ['is searched without a match', `grep green ${LEAVES} 2>/dev/null`, '', 1],
    ['is searched, with another text', `grep green ${LEAVES} || echo none`, 'none', 0],
    ['is filtered', `cat ${LEAVES} 2>/dev/null | grep green`, '', 1],
    ['is written to another one', `cat ${LEAVES} 2>/dev/null > out.md`, '', 0],
    ['is tested', `test -f ${LEAVES} && echo yes || echo no`, 'yes', 0],
    ['is run, and fails', `python ${LEAVES} || echo failed`, 'failed', 0],
    ['may not be read', `command -v node >/dev/null && cat ${LEAVES} 2>/dev/null`, '', 1],
    ['is one of two', `cat ${LEAVES} ${LEAVES} 2>/dev/null || echo none`, '# Leaves\nnone', 0],
  ])('miss no file that %s', async (_, text, output, code) => {
    expect((await imported(load, codexCommand(text, output, code))).misses).toEqual([]);
  });

  it('do not miss what is listed or tested for existence', async () => {
    const { misses } = await imported(
      load,
      codexCommand(
        'ls skills/brewer/templates/',
        "ls: cannot access 'skills/brewer/templates/': No such file or directory",
        2,
      ),
      codexCommand(
        'ls skills/brewer/assets/*.txt',
        "ls: cannot access 'skills/brewer/assets/*.txt': No such file or directory",
        2,
      ),
      codexCommand(`test -f ${GUIDE} && echo yes || echo no`, 'no'),
    );
    expect(misses).toEqual([]);
  });

  it('find nothing if the client says so in words', async () => {
    const { misses } = await imported(
      codexCommand('cat skills/steeper/SKILL.md', STEEPER),
      codexCommand('find . -name "steeping_guide*"', '(Bash completed with no output)'),
    );
    expect(misses.map(({ path }) => path)).toEqual(['references/steeping_guide.md']);
  });
});

describe('a file that a command names', () => {
  const readOf = async (text: string, output: string, code = 0) => {
    const { results } = await imported(load, codexCommand(text, output, code));
    const { read, ran, unproven } = results.at(-1) ?? {};
    return `${ran === true ? 'ran ' : ''}${read?.path}${unproven === true ? '?' : ''}`;
  };

  it.each([
    ['cat skills/brewer/SKILL.md', BREWER, 'SKILL.md'],
    ['exit 0; cat skills/brewer/SKILL.md', '', 'SKILL.md?'],
    ['true || cat skills/brewer/SKILL.md; echo ok', 'ok', 'SKILL.md?'],
    ['if [ -f skills/brewer/SKILL.md ]; then cat skills/brewer/SKILL.md; fi', BREWER, 'SKILL.md'],
    ['cd skills/brewer && cat a.md', 'Text.', 'a.md'],
    ['cd skills/brewer && cat a.md; echo ok', 'Text.\nok', 'a.md'],
    ['cd skills/brewer && node heat.js', 'Hot.', 'ran heat.js'],
    ['true || node skills/brewer/heat.js', '', 'ran heat.js?'],
    ['if false; then node skills/brewer/heat.js; fi', '', 'ran heat.js?'],
  ])('was certainly read or run only if the line or the text shows it: %s', async (text, output, expected) => {
    expect(await readOf(text, output)).toBe(expected);
  });
});
