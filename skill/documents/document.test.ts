// biome-ignore-all lint/suspicious/noTemplateCurlyInString: prefixes as authors write them
import { describe, expect, it } from 'vitest';
import { readDocument } from './document.ts';

/** Returns the references of a body as `form path`, with the text at their range in parentheses if it differs. */
function references(body: string): string[] {
  const document = readDocument('/s/SKILL.md', body);
  return document.references.map(({ form, path, range }) => {
    const text = body.slice(range.start, range.end);
    return text === path ? `${form} ${path}` : `${form} ${path} (${text})`;
  });
}

describe('finds references in every form', () => {
  it.each([
    ['a link', 'See [guide](references/guide.md).', ['link references/guide.md']],
    ['a link with anchor and title', '[g](references/guide.md#top "the title")', ['link references/guide.md']],
    ['a link in angle brackets', '[g](<references/my guide.md>)', ['link references/my guide.md']],
    ['an encoded link', '[g](references/my%20guide.md)', ['link references/my guide.md (references/my%20guide.md)']],
    ['a dotted link', '[g](./references/guide.md)', ['link references/guide.md (./references/guide.md)']],
    ['an image', '![logo](assets/logo.png)', ['image assets/logo.png']],
    ['a definition', 'See [g].\n\n[g]: references/guide.md', ['definition references/guide.md']],
    ['a code path', 'See `references/guide.md`.', ['code references/guide.md']],
    ['a code path as a link text', '[`references/guide.md`](references/guide.md)', ['link references/guide.md']],
    ['a command in code', 'Run `python scripts/run.py --all`.', ['code-command scripts/run.py']],
    ['a command in a fence', '```bash\npython scripts/run.py in.json\n```', ['fence-command scripts/run.py']],
    [
      'a command in a list',
      '1. Run:\n   ```bash\n   # first\n   ./scripts/run.sh\n   ```',
      ['fence-command scripts/run.sh (./scripts/run.sh)'],
    ],
    ['a comment in a fence', '```python\n# See references/guide.md\nx = 1\n```', ['fence references/guide.md']],
    ['a bare path', 'Read references/guide.md, then continue.', ['bare references/guide.md']],
    ['a bold path', 'Read **references/guide.md**.', ['bare references/guide.md']],
    ['a folder', 'Templates are in `assets/`.', ['code assets/']],
    [
      'a tree',
      '```\nreferences/\n├── guide.md\n└── deep/\n    └── more.md\n```',
      [
        'tree references/',
        'tree references/guide.md (guide.md)',
        'tree references/deep/ (deep/)',
        'tree references/deep/more.md (more.md)',
      ],
    ],
    [
      'a table',
      '| File | Use |\n|---|---|\n| `references/a.md` | [b](references/b.md) |',
      ['code references/a.md', 'link references/b.md'],
    ],
  ])('%s', (_, body, expected) => {
    expect(references(body)).toEqual(expected);
  });

  it('strips prefixes for the skill’s own folder', () => {
    for (const prefix of [
      '{baseDir}',
      '${CLAUDE_SKILL_DIR}',
      '$SKILL_DIR',
      '{skill_path}',
      '<skill-dir>',
      '<path-to-skill>',
      '<this-skill>',
    ]) {
      const document = readDocument('/s/SKILL.md', `Run \`python ${prefix}/scripts/run.py\`.`);
      expect(document.references).toMatchObject([{ target: 'scripts/run.py', base: { kind: 'skill' } }]);
    }
    const plugin = readDocument('/s/SKILL.md', 'Run `${CLAUDE_PLUGIN_ROOT}/scripts/run.py`.');
    expect(plugin.references).toMatchObject([{ target: 'scripts/run.py', base: { kind: 'plugin' } }]);
  });

  it('separates the anchor from the path', () => {
    const text = '[g](references/guide.md#the-end)';
    const [reference] = readDocument('/s/SKILL.md', text).references;
    expect(reference?.anchor?.name).toBe('the-end');
    expect(text.slice(reference?.anchor?.range.start, reference?.anchor?.range.end)).toBe('the-end');
  });

  it('ignores targets that are not files', () => {
    expect(
      references('[a](https://x.org/a.md) <https://x.org/b.md> [c](#top) [d](mailto:a@b.c) Node.js and/or TCP/IP'),
    ).toEqual(['bare Node.js']);
    expect(references('Write `[text](references/example.md)` to link.')).toEqual([]);
    expect(references('Absolute: `/etc/passwd`, `~/x.md`, `@scope/pkg`')).toEqual([]);
  });
});

describe('ranges', () => {
  it('counts from the start of the text, including a byte order mark and CRLF', () => {
    const text =
      '\uFEFF---\r\nname: x\r\n---\r\n# Title\r\n\r\nSee `references/a.md`.\r\n\r\n```sh\r\nsh scripts/b.sh\r\n```\r\n';
    const document = readDocument('/s/SKILL.md', text);
    expect(document.frontmatter).toMatchObject({ kind: 'valid', data: { name: 'x' } });
    expect(document.references.map(({ range }) => text.slice(range.start, range.end))).toEqual([
      'references/a.md',
      'scripts/b.sh',
    ]);
    expect(document.headings.map(({ range }) => text.slice(range.start, range.end))).toEqual(['# Title']);
  });

  it('finds headings with GitHub’s anchors', () => {
    const { headings } = readDocument(
      '/s/a.md',
      '# The `x` & *y*\n\n## Same\n\n## Same\n\nTitle\n=====\n\n```sh\n# no heading\n```\n',
    );
    expect(headings.map(({ depth, slug }) => `${depth} ${slug}`)).toEqual([
      '1 the-x--y',
      '2 same',
      '2 same-1',
      '1 title',
    ]);
  });

  it('does not treat a comment in a list’s fence as a heading', () => {
    const { headings } = readDocument('/s/a.md', '- a\n  ```\n# x\n  ```\n\n# Real\n');
    expect(headings.map(({ text }) => text)).toContain('Real');
  });
});
