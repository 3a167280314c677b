import { describe, expect, it } from 'vitest';
import { applyFix, findingsOf, HEAD, markFindings, removeMarks, settings, workspaceOf } from '../testing.ts';

const found = (code: string, files: Readonly<Record<string, string>>, using = settings({})) =>
  findingsOf(files, 'SKILL.md', using).filter((one) => one.code === code);

/** Returns the text that the rule reports. */
const markReported = (text: string, code: string, files: Readonly<Record<string, string>> = {}): string =>
  markFindings(removeMarks(text), findingsOf({ 'SKILL.md': text, ...files }), code);

describe('skill.too-long', () => {
  const name = HEAD.replace('notes', '«notes»');

  it('counts the lines', () => {
    expect(markReported(name + 'x\n'.repeat(496), 'skill.too-long')).toBe(name + 'x\n'.repeat(496));
    const fits = HEAD + 'x\n'.repeat(495);
    expect(markReported(fits, 'skill.too-long')).toBe(fits);
  });

  it('counts the tokens of the body', () => {
    const [finding] = found('skill.too-long', { 'SKILL.md': `${HEAD}${'Some words of a sentence. '.repeat(1_000)}` });
    expect(finding?.message).toMatch(/SKILL\.md has about [56],\d00 tokens/);
    // A script without Latin letters needs a token per character.
    expect(found('skill.too-long', { 'SKILL.md': `${HEAD}${'漢'.repeat(6_000)}` })).toHaveLength(1);
    expect(found('skill.too-long', { 'SKILL.md': `${HEAD}${'Some words. '.repeat(1_000)}` })).toEqual([]);
  });

  it('applies to SKILL.md only', () => {
    expect(findingsOf({ 'SKILL.md': HEAD, 'references/a.md': 'x\n'.repeat(900) }, 'references/a.md')).toEqual([]);
  });
});

describe('skill.duplicate', () => {
  const skill = (name: string) => `---\nname: ${name}\ndescription: Does it.\n---\n`;
  const messages = (files: Readonly<Record<string, string>>, path: string): readonly string[] =>
    (workspaceOf(files).diagnose(path)?.findings ?? [])
      .filter(({ code }) => code === 'skill.duplicate')
      .map(({ message }) => message);

  it('reports two skills with the same name in one collection', () => {
    const files = { '/work/skills/a/x/SKILL.md': skill('x'), '/work/skills/b/x/SKILL.md': skill('x') };
    expect(messages(files, '/work/skills/a/x/SKILL.md')).toEqual([expect.stringMatching(/`b\/x` is also named `x`/)]);
    expect(messages(files, '/work/skills/b/x/SKILL.md')).toEqual([expect.stringMatching(/`a\/x` is/)]);
  });

  it('ignores copies for other clients and packages, samples inside a skill, and other names', () => {
    const files = {
      '/work/.claude/skills/x/SKILL.md': skill('x'),
      '/work/.github/skills/x/SKILL.md': skill('x'),
      '/work/one/skills/x/SKILL.md': skill('x'),
      '/work/one/skills/owner/repository/x/SKILL.md': skill('x'),
      '/work/one/skills/x/examples/x/SKILL.md': skill('x'),
      '/work/one/skills/deep/x/SKILL.md': skill('y'),
      '/work/one/skills/none/SKILL.md': '# No frontmatter\n',
      '/work/one/skills/sub/none/SKILL.md': '# No frontmatter\n',
    };
    for (const path of Object.keys(files)) expect(messages(files, path), path).toEqual([]);
  });
});

describe('script.unsupported', () => {
  const adk = settings({ profile: 'adk' });
  const targets = (files: Record<string, string>) =>
    found('script.unsupported', files, adk).map(({ target }) => target);

  it('reports a script that run_skill_script refuses, at its first occurrence', () => {
    const text = `${HEAD}Run \`scripts/fill.ps1\`, then \`scripts/fill.ps1\` again.\n`;
    const [finding, ...others] = found('script.unsupported', { 'SKILL.md': text, 'scripts/fill.ps1': '' }, adk);
    expect(finding?.range.start).toBe(text.indexOf('scripts/fill.ps1'));
    expect(others).toEqual([]);
  });

  it('allows anything if a client has a shell', () => {
    const files = { 'SKILL.md': `${HEAD}Run \`scripts/fill.ps1\`.\n`, 'scripts/fill.ps1': '' };
    expect(targets(files)).toEqual(['scripts/fill.ps1']);
    for (const profile of ['auto', 'spec', 'vscode', 'claude', 'codex'])
      expect(found('script.unsupported', files, settings({ profile }))).toEqual([]);
  });

  it('allows a script if the text says how to run it', () => {
    const text = `${HEAD}See \`scripts/fill.ps1\`: \`pwsh -File scripts/fill.ps1\`.\n`;
    expect(targets({ 'SKILL.md': text, 'scripts/fill.ps1': '' })).toEqual([]);
  });

  it('reports each kind once', () => {
    const text = `${HEAD}Run scripts/b.rb, scripts/a.rb or scripts/c.pl.\n`;
    const files = { 'SKILL.md': text, 'scripts/a.rb': '', 'scripts/b.rb': '', 'scripts/c.pl': '', 'scripts/d.lua': '' };
    expect(targets(files)).toEqual(['scripts/a.rb', 'scripts/c.pl']);
  });

  it('ignores supported scripts and their twins, data and other folders', () => {
    const files = Object.fromEntries(
      ['a.py', 'b.sh', 'd.json', 'd.ps1.txt', 'run.ps1', 'run.sh'].map((name) => [`scripts/${name}`, '']),
    );
    const text = `${HEAD}${Object.keys(files).join(' ')} assets/x.rb\n`;
    expect(targets({ 'SKILL.md': text, ...files, 'assets/x.rb': '' })).toEqual([]);
    expect(targets({ 'SKILL.md': `${text} scripts/e.js`, ...files, 'scripts/e.js': '' })).toEqual(['scripts/e.js']);
  });
});

describe('tools.unknown', () => {
  const head = (tools: string) =>
    `---\nname: notes\ndescription: Sorts notes.\nmetadata:\n  adk_additional_tools:\n${tools}---\n`;
  const agents = (...additionalTools: string[]) =>
    JSON.stringify({ agents: { one: { tools: ['./base.mjs'], additionalTools } } });
  const base = { '/work/base.mjs': 'export default {\n  read_mail: {\n    description: "Reads mail." },\n};\n' };

  it('reports a name that no agent’s module has, and suggests the likely one', () => {
    const text = head('    - read_mail\n    - «read_mial»\n');
    const files = { 'SKILL.md': text, ...base, '/work/.skillwright.json': agents() };
    expect(markReported(text, 'tools.unknown', files)).toBe(text);
    expect(applyFix(removeMarks(text), found('tools.unknown', files))).toBe(head('    - read_mail\n    - read_mail\n'));
  });

  it('accepts a server’s tool by name', () => {
    const files = { ...base, '/work/.skillwright.json': agents('mail/send_mail') };
    expect(markReported(head('    - send_mail\n    - «find_mail»\n'), 'tools.unknown', files)).toBe(
      head('    - send_mail\n    - «find_mail»\n'),
    );
  });

  it.each<[string, Record<string, string>]>([
    ['no agents', {}],
    ['a file without agents', { '/work/.skillwright.json': '{"rules":{}}' }],
    ['a file that is not JSON', { '/work/.skillwright.json': '{' }],
    ['all tools of a server', { ...base, '/work/.skillwright.json': agents('mail/*') }],
    ['a missing module', { '/work/.skillwright.json': agents() }],
    [
      'a module that imports tools from another',
      {
        '/work/base.mjs': "import { all } from './all.mjs';\nexport default all;\n",
        '/work/.skillwright.json': agents(),
      },
    ],
    [
      'a module that returns tools dynamically',
      {
        '/work/base.mjs': 'export default (context) => ({});\n',
        '/work/.skillwright.json': agents(),
      },
    ],
  ])('reports nothing with %s', (_what, files) => {
    expect(found('tools.unknown', { 'SKILL.md': head('    - nobody_knows\n'), ...files })).toEqual([]);
  });

  it('reports nothing for clients other than ADK, or if the value is not a list', () => {
    const files = { ...base, '/work/.skillwright.json': agents() };
    const text = head('    - nobody_knows\n');
    expect(found('tools.unknown', { 'SKILL.md': text, ...files }, settings({ profile: 'claude' }))).toEqual([]);
    const one = text.replace(/tools:\n.*\n/, 'tools: nobody_knows\n');
    expect(found('tools.unknown', { 'SKILL.md': one, ...files })).toEqual([]);
  });
});
