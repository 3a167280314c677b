import { describe, expect, it } from 'vitest';
import type { MemoryFile } from '../../../skill/index.ts';
import { KNOWN_CLIENTS, sessionOf, settings, workspaceOf } from '../../../test/equipment/server/server.ts';
import { Lines } from '../../workspace/lines.ts';
import { usageOf } from './file.ts';
import { hover } from './hover.ts';

const HEAD = '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\n';
const PATH = '/work/notes/SKILL.md';

interface HoverOptions {
  readonly files?: Readonly<Record<string, MemoryFile>>;
  readonly editor?: readonly string[];
  readonly markdown?: boolean;
  readonly widths?: boolean;
  readonly meanings?: boolean;
  /** Relative to the start of the words. */
  readonly offset?: number;
}

/** Returns the hover at words of a SKILL.md with this body. */
function hoverAt(
  body: string,
  words: string,
  { files = {}, editor = [], markdown = true, widths = false, meanings = false, offset = 0 }: HoverOptions = {},
) {
  const text = HEAD + body;
  const session = sessionOf(workspaceOf({ 'SKILL.md': text, ...files }, settings({ clients: KNOWN_CLIENTS })), editor);
  const lines = new Lines(text);
  const found = hover(session, PATH, lines.position(text.lastIndexOf(words) + offset), { markdown, widths, meanings });
  const range = found?.range && text.slice(lines.offset(found.range.start), lines.offset(found.range.end));
  const { contents } = found ?? {};
  return { range, value: typeof contents === 'object' && 'value' in contents ? contents.value : undefined };
}

/** The resolution of a path in each client, if the text does not explain it. */
const READ = [
  '- Claude Code, VS Code: the client gives the skill’s folder, but no rule',
  '- Codex, opencode, pi: the client says that it is relative to the skill',
  '- GitHub Copilot CLI, Gemini CLI: listed when the skill is loaded',
  '- ADK: loaded by this path',
].join('\n');

describe('on a path', () => {
  it('shows the path, size and tokens of a text, and its first lines after the frontmatter', () => {
    const files = { 'references/a.md': '---\ntitle: x\n---\n\n# Rates\n\nTax is 20 %.\n' };
    const { range, value } = hoverAt('Read `references/a.md`.', 'references/a.md', { files });
    expect(range).toBe('references/a.md');
    expect(value).toBe(
      `\`references/a.md\` (40 bytes, about 14 tokens)\n\n${READ}\n\n\`\`\`markdown\n# Rates\n\nTax is 20 %.\n\`\`\``,
    );
  });

  it('shows the part that a fragment targets', () => {
    const files = { 'references/a.md': '# A\n\nOne.\n\n## Rates\n\nTwenty.\n' };
    const shown = hoverAt('Read [x](references/a.md#rates).', 'rates', { files });
    expect(shown.range).toBe('references/a.md#rates');
    expect(shown.value).toContain('```markdown\n## Rates\n\nTwenty.\n```');
    expect(shown.value).not.toContain('One');
  });

  it('shows the usage of a script', () => {
    const script = '#!/usr/bin/env python3\n"""Sorts.\n\nUsage: sort.py [--by DATE] FILE\n"""\nimport sys\n';
    const { value } = hoverAt('Run `python scripts/sort.py x`.', 'scripts/sort', {
      files: { 'scripts/sort.py': script },
    });
    expect(value).toContain('Usage: `sort.py [--by DATE] FILE`');
    expect(value).toContain('```python\n#!/usr/bin/env python3');
    expect(usageOf('# usage:\n#   go.sh --now\n')).toBe('go.sh --now');
    expect(usageOf('echo "Usage: $0 <in>"\n')).toBe('$0 <in>');
    expect(usageOf('print("the usage of words")\n')).toBeUndefined();
  });

  it('shows an image of the skill, with a width if supported', () => {
    const files = { 'assets/a b(1).png': { kind: 'binary' } } as const;
    const body = 'See ![x](<assets/a b(1).png>).';
    expect(hoverAt(body, 'assets', { files }).value).toBe(
      '`assets/a b(1).png`\n\n![](file:///work/notes/assets/a%20b%281%29.png)',
    );
    expect(hoverAt(body, 'assets', { files, widths: true }).value).toContain('.png|width=320)');
    // VS Code's Markdown support shows it.
    expect(hoverAt(body, 'assets', { files, editor: ['markdown.links'] }).value).toBe('`assets/a b(1).png`');
    expect(hoverAt(body, 'assets', { files, markdown: false }).value).toBe('assets/a b(1).png');
    const far = { '/work/shared/a.png': { kind: 'binary' } } as const;
    expect(hoverAt('See `../shared/a.png`.', '../shared', { files: far }).value).toBe('`shared/a.png`');
  });

  it('lists the files of a folder', () => {
    const files = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`assets/x/${index + 10}.md`, '']));
    const { value } = hoverAt('Look into `assets/`.', 'assets/', { files });
    expect(value).toContain('`assets/` (15 files)\n\n- `x/10.md`\n');
    expect(value).toContain('and 3 more');
  });

  it('explains a target that differs from the text', () => {
    const files = { 'scripts/go.py': '' };
    expect(hoverAt('Run `Scripts/go.py`.', 'Scripts', { files }).value).toContain(
      'The file is `scripts/go.py`, in a different letter case.',
    );
    expect(hoverAt('Run `go.py`.', 'go.py', { files }).value).toContain('`go.py` is bundled as `scripts/go.py`.');
    const two = { 'a/go.py': '', 'b/go.py': '' };
    expect(hoverAt('Run `go.py`.', 'go.py', { files: two }).value).toContain(
      'Bundled files with this name:\n\n- `a/go.py`\n- `b/go.py`',
    );
  });
});

describe('a file’s text', () => {
  it('stays in its fence, whatever it contains', () => {
    const files = { 'references/a.md': '# A\n\n```js\n1\n```\n\n````\n[x](command:y) <img src=x>\n' };
    const { value = '' } = hoverAt('Read `references/a.md`.', 'references/a.md', { files });
    expect(value).toContain('`````markdown\n# A');
    expect(value.endsWith('\n`````')).toBe(true);
  });

  it('is not shown for a symbolic link out of the skill', () => {
    const files = { 'references/a.md': { link: '/home/me/secret.md' }, '/home/me/secret.md': 'hunter2' } as const;
    const { value } = hoverAt('Read `references/a.md`.', 'references/a.md', { files });
    expect(value).toBe('`references/a.md` is a symbolic link that leaves the skill; its content is not shown.');
  });

  it('is truncated', () => {
    const files = { 'references/a.md': `${'x'.repeat(500)}\n`.repeat(2_000) };
    const { value = '' } = hoverAt('Read `references/a.md`.', 'references/a.md', { files });
    expect(value).toContain('more than ');
    expect(value.length).toBeLessThan(2_500);
  });

  it('is replaced by a reason if it cannot be read', () => {
    const big = { 'references/a.md': { kind: 'too-large', size: 5_000_000 } } as const;
    expect(hoverAt('Read `references/a.md`.', 'references/a.md', { files: big }).value).toBe(
      '`references/a.md` (5.00 MB, too large to be read as text)',
    );
    const pdf = { 'references/a.pdf': { kind: 'binary' } } as const;
    expect(hoverAt('Read `references/a.pdf`.', 'references/a.pdf', { files: pdf }).value).toBe(
      '`references/a.pdf` (no text)',
    );
  });

  it('is plain if the editor does not support Markdown', () => {
    const files = { 'references/a.md': '# A_b\n' };
    expect(hoverAt('Read `references/a.md`.', 'references/a.md', { files, markdown: false }).value).toBe(
      `references/a.md (6 bytes, about 3 tokens)\n\n${READ}\n\n# A_b`,
    );
  });
});

describe('on words', () => {
  it('shows the paths that a model guesses, and the existing file', () => {
    const files = { 'references/team-guide.md': '# Team\n' };
    const { range, value } = hoverAt('For the tone, see the team guide.', 'team guide', { files });
    expect(range).toBe('the team guide');
    expect(value).toMatch(
      /^These words name no path, so a model asks for one like `references\/team_guide\.md` or `references\/team-guide\.md`\./,
    );
    expect(value).toContain('The file is:\n\n`references/team-guide.md`');
  });

  it('describes another skill', () => {
    const other = '---\nname: billing\ndescription: "Bills *all* [x](y) customers."\n---\n';
    const { value } = hoverAt('Use the billing skill.', 'billing', { files: { '/work/billing/SKILL.md': other } });
    expect(value).toBe('The skill `billing`, in `billing/`\n\nBills \\*all\\* \\[x\\]\\(y\\) customers\\.');
  });

  it('shows nothing for other words', () => {
    expect(hoverAt('Nothing here.', 'Nothing').value).toBeUndefined();
  });
});

describe('on a field', () => {
  it('shows its meaning, readers and limits', () => {
    const { range, value } = hoverAt('', 'description:');
    expect(range).toBe('description');
    expect(value).toContain('What the skill does and when to use it.');
    expect(value).toMatch(/at most 1,024 characters/);
    expect(value).toContain('Claude Code');
    expect(hoverAt('', 'Sorts notes').value).toBeUndefined();
  });

  it('omits the meaning if the editor shows it', () => {
    const { value } = hoverAt('', 'description:', { meanings: true });
    expect(value).not.toContain('What the skill does');
    expect(value).toMatch(/^Value: string of at most/);
  });
});
