import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check, createFolder, skill, skillwright } from './command.ts';

describe('check --fix', () => {
  const BODY = [
    '[a](References/Guide%2Emd) and [b](references/my%20notes.md "title").',
    '[c](./References//guide.md#top), `references\\Guide.md`, [d](references/../References/guide.md?raw=1).',
    '[e](<References/My Notes.md>)\n\n```sh\ncat References/guide.md\n```\n\n[f]: References%2Fguide.md',
  ].join('\n\n');
  const files = { 'references/guide.md': '# Top\n', 'references/My notes.md': '' };
  /** The part of a path that fixing letter case may not change. */
  const bare = (text: string): string => decodeURIComponent(text).toLowerCase();

  test.each([
    ['lines that end in LF', '', '\n'],
    ['CRLF and a byte order mark', '\uFEFF', '\r\n'],
  ])('letter case is fixed in every notation of a path, and nothing else changes: %s', async (_, bom, eol) => {
    const text = bom + skill('demo', BODY).replaceAll('\n', eol);
    const cwd = createFolder({
      'demo/SKILL.md': text,
      ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`demo/${name}`, content])),
    });
    const fixed = await check(['demo', '--fix'], { cwd });
    expect(fixed.report.diagnostics.map(({ code, target }) => [code, target])).toEqual([]);
    const after = readFileSync(join(cwd, 'demo/SKILL.md'), 'utf8');
    expect(after).not.toBe(text);
    expect(bare(after)).toBe(bare(text));
    const again = await check(['demo', '--fix'], { cwd });
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(readFileSync(join(cwd, 'demo/SKILL.md'), 'utf8')).toBe(after);
  });
});

describe('in a GitHub workflow', () => {
  test.each(['pretty', 'github'])('no line of %s begins with words of a skill', async (format) => {
    const name = 'a%0A::error::x\r\n::warning file=x::y';
    const field = '"f\\n::add-mask::\\r::error::x": 1';
    const text = `---\nname: a\ndescription: Does it.\n${field}\n---\n\n[x](references/no%0A.md)\n`;
    const { stdout } = await skillwright(['check', '.', '--format', format], {
      cwd: createFolder({ [`${name}/SKILL.md`]: text }),
    });
    expect(stdout).toContain('frontmatter.unknown');
    const own = format === 'github' ? /^::(?:error|warning|notice) file=[^,:]*,line=\d+,[^:]*::[^\r]*$/ : /^(?!)/;
    const commands = stdout.split('\n').filter((line) => /^\s*::/.test(line));
    expect(commands.filter((line) => !own.test(line))).toEqual([]);
  });
});

test.each([
  ['run', ['Go', '--skills', '.', '--model', 'openai-compatible/m', '--base-url', 'http://127.0.0.1:9/v1']],
  ['models', ['openai']],
])('%s: a value given in place of a variable name is not repeated', async (command, args) => {
  const secret = 'sk-canary-5f2a91c07b';
  const { code, stdout, stderr } = await skillwright([command, ...args, '--api-key-env', secret], {
    cwd: createFolder({ 'demo/SKILL.md': skill('demo', 'Do it.') }),
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--api-key-env')]);
  expect(stdout + stderr).not.toContain(secret);
});
