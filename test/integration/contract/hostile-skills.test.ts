import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type CheckResult, check, createFolder, skill, skillwright } from './command.ts';

const root = createFolder();
const marker = join(root, 'js-has-run');
const frontmatter = (language: string): string =>
  `---${language}\n{ name: (require('fs').writeFileSync(${JSON.stringify(marker)}, ''), 'x'), description: 'x' }\n---\n\n# Js\n`;
let checked: CheckResult;

/** All in one folder with a valid and a faulty skill, which must be checked despite the others. */
beforeAll(async () => {
  const files: Record<string, string | Buffer> = {
    'a-sound/SKILL.md': skill('a-sound', 'Read `references/a.md`.'),
    'a-sound/references/a.md': '# A\n',
    'js/SKILL.md': frontmatter('js'),
    'javascript/SKILL.md': frontmatter('javascript'),
    'coffee/SKILL.md': frontmatter('coffee'),
    'binary/SKILL.md': Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 197 + 131) % 256)),
    'utf16/SKILL.md': Buffer.from(`\uFEFF${skill('utf16', 'x')}`, 'utf16le'),
    'nul/SKILL.md': skill('nul', 'Read `references/a\0b.md` and [x](references/c\0d.md).\0'),
    'endless/SKILL.md': '---\nname: endless\ndescription: The frontmatter never ends.\n\n# Title\n',
    'huge/SKILL.md': skill('huge', 'Read `references/gone.md` now.\n'.repeat(700_000)),
    'deep/SKILL.md': skill('deep', `${'['.repeat(20_000)}${'> '.repeat(5_000)}x`),
    'aliases/SKILL.md': `---\nname: aliases\na0: &a0 [x]\n${Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`).join('\n')}\ndescription: x\n---\n`,
    'proto/SKILL.md': '---\nname: proto\ndescription: x\n__proto__:\n  polluted: true\n---\n',
    'empty/SKILL.md': '',
    'loop/SKILL.md': skill('loop', 'Read `references/guide.md`, then `references/gone.md`.'),
    'loop/references/guide.md': '# Guide\n',
    'z-faulty/SKILL.md': skill('z-faulty', '[x](references/gone.md)'),
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  symlinkSync('..', join(root, 'loop/references/again'));
  symlinkSync('.', join(root, 'loop/self'));
  symlinkSync('nowhere', join(root, 'loop/dangling.md'));
  mkdirSync(join(root, 'folder/SKILL.md'), { recursive: true });
  checked = await check(['.'], { cwd: root });
});

const codes = (name: string): string[] =>
  checked.report.diagnostics
    .filter((one) => one.file.startsWith(`${name}/`))
    .map((one) => `${one.code} ${one.severity}`);

test('produces a report that includes the valid and the faulty skill', () => {
  expect(checked.code).toBe(1);
  expect(checked.signal).toBeNull();
  expect(codes('a-sound')).toEqual([]);
  expect(codes('z-faulty')).toEqual(['reference.missing warning']);
});

test.for(['js', 'javascript', 'coffee'])('frontmatter in %s is never executed, and is an error', (language) => {
  expect(existsSync(marker)).toBe(false);
  expect(codes(language)).toContainEqual(expect.stringMatching(/^frontmatter\.\w+ error$/));
});

test.for(['binary', 'utf16', 'endless', 'empty', 'huge'])('%s: reported, not skipped', (name) => {
  expect(codes(name)).toContainEqual(expect.stringMatching(/ (error|warning)$/));
});

test('links in a cycle: the skill is checked once, as any other', () => {
  expect(codes('loop')).toEqual(['reference.missing error']);
});

test('positions are valid: 1-based, the end not before the start', () => {
  for (const one of checked.report.diagnostics) {
    expect(Math.min(one.line, one.column, one.endLine, one.endColumn), JSON.stringify(one)).toBeGreaterThan(0);
    expect(one.endLine * 1e6 + one.endColumn).toBeGreaterThanOrEqual(one.line * 1e6 + one.column);
    expect(one.file).not.toContain('..');
  }
});

test('pretty handles them as well, and prints no control characters', async () => {
  const { code, stdout } = await skillwright(['check', 'nul', 'binary', 'endless', 'js', 'loop'], { cwd: root });
  expect(code).toBe(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not occur
  expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});

test('an agent runs on the valid skill, unaffected by the others', async () => {
  const { code, stdout } = await skillwright(['run', 'Do it.', '--skills', '.', '--json', '--yes'], { cwd: root });
  expect([0, 3]).toContain(code);
  expect(stdout.split('\n')[0]).toContain('"a-sound"');
  expect(existsSync(marker)).toBe(false);
});
