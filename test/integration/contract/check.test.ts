import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { check, createFolder, type Diagnostic, skill, skillwright } from './command.ts';

/** Returns the text marked by a diagnostic. As in the contract, positions are 1-based UTF-16. */
function textAt(root: string, { file, line, column, endLine, endColumn }: Diagnostic): string {
  const lines = readFileSync(join(root, file), 'utf8')
    .replace(/^\uFEFF/, '')
    .split('\n')
    .slice(line - 1, endLine);
  const complete = lines.join('\n');
  const last = lines.at(-1)?.length ?? 0;
  return complete.slice(column - 1, complete.length - last + endColumn - 1);
}

const CRLF = `\uFEFF${skill('crlf', 'Read it: [x](references/gone.md)\n\n- `./scripts/gone.py`').replaceAll('\n', '\r\n')}`;
const GUIDE = { 's/demo/references/billing-guide.md': '# Billing\n' };
const withCode = (diagnostics: readonly Diagnostic[], code: string): readonly Diagnostic[] =>
  diagnostics.filter((one) => one.code === code);

describe('json', () => {
  test('the report has exactly the documented fields', async () => {
    const root = createFolder({ 's/demo/SKILL.md': skill('demo', 'Read [it](references/biling-guide.md).'), ...GUIDE });
    const { report, code, stderr } = await check(['s'], { cwd: root });
    expect(report).toEqual({
      version: 1,
      skills: 1,
      diagnostics: [
        {
          file: 's/demo/SKILL.md',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 37,
          code: 'reference.missing',
          severity: 'error',
          message: expect.stringContaining('references/biling-guide.md'),
          skill: 'demo',
          target: 'references/biling-guide.md',
          suggestions: ['references/billing-guide.md'],
        },
      ],
    });
    expect([code, stderr]).toEqual([1, '']);
  });

  describe('the range covers exactly the path', () => {
    const written: Record<string, readonly [text: string, target: string]> = {
      title: ['[x](references/gone.md#part "The title")', 'references/gone.md'],
      angle: ['[x](<references/gone.md>)', 'references/gone.md'],
      space: ['[x](references/gone%20file.md)', 'references/gone%20file.md'],
      image: ['![x](assets/gone.png)', 'assets/gone.png'],
      code: ['Read `references/gone.md`.', 'references/gone.md'],
      bare: ['Read references/gone.md.', 'references/gone.md'],
      fence: ['```sh\npython scripts/gone.py --fast input.csv\n```', 'scripts/gone.py'],
      command: ['Run `python3 scripts/gone.py --fast`.', 'scripts/gone.py'],
      emoji: ['👩‍💻🎉 then [x](references/gone.md)', 'references/gone.md'],
      definition: ['Read [x][1].\n\n[1]: references/gone.md "Title"', 'references/gone.md'],
    };
    let root = '';
    let found: readonly Diagnostic[] = [];
    beforeAll(async () => {
      const names = Object.entries(written).map(([name, [text]]) => [`s/${name}/SKILL.md`, skill(name, text)] as const);
      root = createFolder({ ...Object.fromEntries(names), 's/crlf/SKILL.md': CRLF });
      found = (await check(['s'], { cwd: root })).report.diagnostics;
    });

    test.for(Object.entries(written))('%s: %j', ([name, [, target]]) => {
      const mine = found.filter((one) => one.skill === name);
      expect(mine.map((one) => [one.code, one.target])).toEqual([['reference.missing', target]]);
      expect(mine.map((one) => textAt(root, one))).toEqual([target]);
    });

    test('with a byte order mark and CRLF, lines and columns are those of an editor', () => {
      const mine = found.filter((one) => one.skill === 'crlf');
      expect(mine.map((one) => [one.line, one.column, one.endColumn, one.target])).toEqual([
        [6, 14, 32, 'references/gone.md'],
        [8, 4, 21, './scripts/gone.py'],
      ]);
    });
  });

  test('the target of a mention is its words', async () => {
    const text = 'Before you start, read the billing guide carefully.';
    const files = { 's/demo/references/rules-of-billing.md': '# Rules\n' };
    const root = createFolder({ 's/demo/SKILL.md': skill('demo', text), ...files });
    const { report, code } = await check(['s'], { cwd: root });
    const [found] = withCode(report.diagnostics, 'reference.guessable');
    expect(found).toMatchObject({ severity: 'warning', skill: 'demo', line: 6 });
    expect(found?.target).toContain('billing guide');
    expect(found && textAt(root, found)).toBe(found?.target);
    expect(code).toBe(0);
  });

  test('file paths are relative to the working folder', async () => {
    const root = createFolder({ 's/demo/SKILL.md': skill('demo', '[x](references/gone.md)'), 'other/a.txt': '' });
    const where = async (cwd: string, ...paths: string[]): Promise<(string | undefined)[]> =>
      (await check(paths, { cwd: join(root, cwd) })).report.diagnostics.map((one) => one.file);
    expect(await where('s/demo')).toEqual(['SKILL.md']);
    expect(await where('other', '../s')).toEqual(['../s/demo/SKILL.md']);
    expect(await where('.', join(root, 's/demo/SKILL.md'))).toEqual(['s/demo/SKILL.md']);
    expect(await where('.', 's', 's/demo', 's/demo/SKILL.md')).toEqual(['s/demo/SKILL.md']);
  });

  test('without skills the report is empty', async () => {
    const { report, code } = await check([], { cwd: createFolder({ 'README.md': '# Nothing\n' }) });
    expect([report, code]).toEqual([{ version: 1, skills: 0, diagnostics: [] }, 0]);
  });
});

describe('exit code', () => {
  const warned = skill('demo', 'Text.').replace('---\n\n', 'colour: red\n---\n\n');

  test('0 for warnings only, 1 for more warnings than allowed', async () => {
    const cwd = createFolder({ 's/demo/SKILL.md': warned });
    expect(await check(['s'], { cwd })).toMatchObject({ code: 0, report: { diagnostics: [{ severity: 'warning' }] } });
    expect(await check(['s', '--max-warnings', '1'], { cwd })).toMatchObject({ code: 0 });
    expect(await check(['s', '--max-warnings', '0'], { cwd })).toMatchObject({ code: 1 });
    expect(await skillwright(['check', 's', '--max-warnings', '0'], { cwd })).toMatchObject({ code: 1 });
  });

  test.for([
    [['--format', 'xml'], /pretty/],
    [['--profile', 'unknown'], /claude/],
    [['--clients', 'codex,other'], /Use some of claude-code, .*spec/],
    [['--clients', 'codex', '--profile', 'adk'], /cannot be used with/],
    [['--max-warnings', 'many'], /number|max-warnings/i],
    [['--max-warnings', '-1'], /number|max-warnings/i],
    [['--colour'], /--colour/],
    [['no/such/folder'], /no\/such\/folder/],
    [['--root', 'no/such/folder'], /no\/such\/folder/],
  ] as const)('2 for wrong use, with instructions on standard error: %j', async ([args, says]) => {
    const { code, stdout, stderr } = await skillwright(['check', '--format', 'json', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('2 for an unknown command, 0 for --help everywhere', async () => {
    expect(await skillwright(['chekc'])).toMatchObject({ code: 2 });
    for (const command of ['check', 'run', 'lsp']) {
      expect(await skillwright([command, '--help'])).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

describe('rules', () => {
  test('each fault is reported with its code and level', async () => {
    const root = createFolder({
      '.git/HEAD': 'ref: refs/heads/main\n',
      'shared/notes.md': '# Notes\n',
      's/case/SKILL.md': skill('case', '[x](References/guide.md)'),
      's/case/references/guide.md': '# G\n',
      's/other/SKILL.md': skill('other', 'Read `references/only-in-case.md` first.'),
      's/case/references/only-in-case.md': '# G\n',
      's/escapes/SKILL.md': skill('escapes', '[x](../../../far/away.md)'),
      's/outside/SKILL.md': skill('outside', '[x](../../shared/notes.md)'),
      's/bare/SKILL.md': '# No frontmatter\n',
      's/syntax/SKILL.md': '---\nname: [syntax\ndescription: x\n---\n',
      's/nameless/SKILL.md': '---\ndescription: Has no name.\n---\n',
      's/Upper/SKILL.md': skill('Upper', ''),
      's/folder/SKILL.md': skill('another', ''),
      's/long/SKILL.md': `---\nname: long\ndescription: ${'d'.repeat(1025)}\n---\n`,
      's/mute/SKILL.md': '---\nname: mute\ndescription: ""\n---\n',
      's/field/SKILL.md': skill('field', '').replace('---\n\n', 'metadata: 5\n---\n\n'),
      's/unknown/SKILL.md': skill('unknown', '').replace('---\n\n', 'colour: red\n---\n\n'),
    });
    const { report } = await check(['s'], { cwd: root });
    const found = report.diagnostics
      .filter((one) => !one.file.includes('only-in-case'))
      .map((one) => `${one.file.split('/')[1]}: ${one.code} ${one.severity}`);
    expect([...new Set(found)].toSorted()).toEqual(
      [
        'Upper: frontmatter.name error',
        'bare: frontmatter.missing error',
        'case: reference.case error',
        'case: reference.unreferenced information',
        'escapes: reference.escapes warning',
        'field: frontmatter.field error',
        'folder: frontmatter.name warning',
        'long: frontmatter.description error',
        'mute: frontmatter.description error',
        'nameless: frontmatter.name error',
        'other: reference.other-skill warning',
        'outside: reference.outside-skill information',
        'syntax: frontmatter.syntax error',
        'unknown: frontmatter.unknown warning',
      ].toSorted(),
    );
    expect(report.skills).toBe(13);
  });

  test('text that only looks like a reference is not reported', async () => {
    const text = readFileSync(join(import.meta.dirname, 'look-alikes.txt'), 'utf8');
    const root = createFolder({ 's/demo/SKILL.md': skill('demo', text), ...GUIDE, 's/demo/scripts/real.py': '' });
    const { report } = await check(['s'], { cwd: root });
    expect(report.diagnostics.map((one) => `${one.line}: ${one.target} ${one.code}`)).toEqual([]);
  });

  test('a field known to one client is known, but not in every profile', async () => {
    const fields = 'model: fast\nuser-invocable: false\nargument-hint: "[file]"\nallowed-tools: Read\n---\n\n';
    const cwd = createFolder({ 's/demo/SKILL.md': skill('demo', '').replace('---\n\n', fields) });
    const unknown = async (profile: string): Promise<readonly number[]> =>
      withCode((await check(['s', '--profile', profile], { cwd })).report.diagnostics, 'frontmatter.unknown').map(
        ({ related = [] }) => 1 + related.length,
      );
    expect([await unknown('auto'), await unknown('claude'), await unknown('spec')]).toEqual([[], [], [3]]);
  });

  test('--clients takes several clients, and old names of profiles', async () => {
    const cwd = createFolder({
      's/demo/SKILL.md': skill('demo', '').replace('---\n\n', 'hooks: {}\n---\n\n'),
      's/.skillwright.json': '{"clients": ["vscode", "codex"]}',
    });
    const found = async (...args: readonly string[]) =>
      withCode((await check(['s', ...args], { cwd })).report.diagnostics, 'frontmatter.unknown').map(
        ({ severity }) => severity,
      );
    expect(await found()).toEqual(['information']);
    expect(await found('--clients', 'claude')).toEqual([]);
    expect(await found('--clients', 'codex, claude-code')).toEqual(['hint']);
    expect(await found('--profile', 'claude')).toEqual([]);
  });

  test('a command that fails in some clients is reported for those that search the folder, or that were chosen', async () => {
    const text = (name: string) => skill(name, '# Title\n\nRun `python scripts/a.py`.');
    const files = (root: string) => ({ [`${root}/a/SKILL.md`]: text('a'), [`${root}/a/scripts/a.py`]: '' });
    const cwd = createFolder({ ...files('skills'), ...files('.gemini/skills'), ...files('.codex/skills') });
    const found = async (...args: readonly string[]) =>
      withCode((await check(['.', ...args], { cwd })).report.diagnostics, 'reference.client').map(
        ({ file, severity, message }) => `${file} ${severity} ${/where (.+) runs? /.exec(message)?.[1]}`,
      );
    expect(await found()).toEqual([
      '.gemini/skills/a/SKILL.md information Gemini CLI',
      'skills/a/SKILL.md information Claude Code, VS Code and 2 more',
    ]);
    expect(await found('--clients', 'adk,codex')).toEqual([]);
    expect(await found('--clients', 'vscode')).toEqual(
      ['.codex', '.gemini', ''].map((root) => `${root === '' ? '' : `${root}/`}skills/a/SKILL.md warning VS Code`),
    );
  });
});

test('nothing is written into the repository', async () => {
  const cwd = createFolder({ 's/demo/SKILL.md': skill('demo', '[x](references/gone.md)'), ...GUIDE });
  const before = readdirSync(cwd, { recursive: true }).toSorted();
  await check(['s'], { cwd });
  expect(readdirSync(cwd, { recursive: true }).toSorted()).toEqual(before);
});

test('pretty prints position and reason, without escape sequences from the skill', async () => {
  const cwd = createFolder({
    's/demo/SKILL.md': skill('demo', '[x](references/\u001b]0;owned\u0007gone.md) Read `scripts/no.py`.'),
  });
  const { code, stdout } = await skillwright(['check', 's', '--max-warnings', '0'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('s/demo/SKILL.md:6:');
  expect(stdout).toContain('reference.missing');
  expect(stdout).not.toContain('\u001b');
  expect(stdout).not.toContain('\u0007');
});
