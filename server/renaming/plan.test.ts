// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a variable of a skill's text
import { describe, expect, it } from 'vitest';
import { HEAD, workspaceOf } from '../../test/equipment/server/server.ts';
import { Targets } from '../targets/targets.ts';
import { applyChanges } from './change.ts';
import { planMoves } from './plan.ts';
import type { PathMove } from './rename-context.ts';
import { textOf } from './verify-replacements.ts';

const OTHER = '---\nname: other\ndescription: Does other things. Use it for them.\n---\n\n';

/** Returns the documents that change when a path of the skill `notes` moves, relative to `/work`; `withDoubtful` includes uncertain changes. */
function documentsAfterMove(files: Readonly<Record<string, string>>, from: string, to: string, withDoubtful = false) {
  const workspace = workspaceOf(files);
  const at = (path: string) => (path.startsWith('/') ? path : `/work/notes/${path}`);
  const isFolder = workspace.kind(at(from)) === 'folder';
  const move: PathMove = { from: at(from), to: at(to), isFolder };
  const changes = planMoves({ workspace, targets: new Targets(workspace) }, [move]);
  return Object.fromEntries(
    [...changes].flatMap(([path, all]) => {
      const selected = all.filter(({ doubt }) => withDoubtful || doubt === undefined);
      const text = applyChanges(textOf(workspace, path) ?? '', selected);
      return selected.length === 0 ? [] : [[path.slice('/work/'.length), text.replace(HEAD, '').replace(OTHER, '')]];
    }),
  );
}

describe('a file is renamed', () => {
  it.each<
    [what: string, body: string, expected: string, files?: Record<string, string>, move?: readonly [string, string]]
  >([
    ['a link', '[a](references/a.md)', '[a](references/b.md)'],
    ['a link with a fragment and a title', '[a](./references/a.md#top "T")', '[a](./references/b.md#top "T")'],
    ['an image', '![a](references/a.md)', '![a](references/b.md)'],
    ['a definition', '[a]: references/a.md\n\n[a]', '[a]: references/b.md\n\n[a]'],
    ['angle brackets', '[a](<references/a.md>)', '[a](<references/b.md>)'],
    ['a code span', 'Read `references/a.md`.', 'Read `references/b.md`.'],
    ['a command', 'Run `cat references/a.md`.', 'Run `cat references/b.md`.'],
    ['a command in a fence', '```bash\ncat references/a.md\n```', '```bash\ncat references/b.md\n```'],
    ['a fence', '```text\nSee references/a.md\n```', '```text\nSee references/b.md\n```'],
    ['plain words', 'Read references/a.md first.', 'Read references/b.md first.'],
    [
      'the folder of the skill',
      'Read `${CLAUDE_SKILL_DIR}/references/a.md`.',
      'Read `${CLAUDE_SKILL_DIR}/references/b.md`.',
    ],
    ['a name alone', 'Read `references/a.md`; `a.md` has more.', 'Read `references/b.md`; `b.md` has more.'],
    ['an import', '@references/a.md', '@references/b.md'],
    ['CRLF and non-ASCII text', 'Ä\r\n\r\n[ü](references/a.md)\r\n', 'Ä\r\n\r\n[ü](references/b.md)\r\n'],
    [
      'the end of a path that the text has in full elsewhere',
      'Read `deep/references/a.md` first. Then `references/a.md` has more.',
      'Read `deep/references/b.md` first. Then `references/b.md` has more.',
      { 'deep/references/a.md': '' },
      ['deep/references/a.md', 'deep/references/b.md'],
    ],
    [
      'a path with backslashes in a command',
      '```powershell\n.\\scripts\\go.ps1 -Name x\n```',
      '```powershell\n.\\scripts\\run.ps1 -Name x\n```',
      { 'scripts/go.ps1': '' },
      ['scripts/go.ps1', 'scripts/run.ps1'],
    ],
    [
      'a script that is run by its name',
      '```bash\ncd x && python3 -u make_plan.py --out plan.md\n```\n\nSave make_plan.py.bak elsewhere.',
      '```bash\ncd x && python3 -u draw_plan.py --out plan.md\n```\n\nSave make_plan.py.bak elsewhere.',
      { 'scripts/make_plan.py': '' },
      ['scripts/make_plan.py', 'scripts/draw_plan.py'],
    ],
    [
      'a module of Python',
      '```python\nfrom scripts.make_plan import Plan\nimport scripts.make_plan\n```\n\n`python -m scripts.make_plan`',
      '```python\nfrom scripts.draw_plan import Plan\nimport scripts.draw_plan\n```\n\n`python -m scripts.draw_plan`',
      { 'scripts/make_plan.py': '' },
      ['scripts/make_plan.py', 'scripts/draw_plan.py'],
    ],
    [
      'the package of a module of Python',
      '```python\nfrom scripts.make_plan import Plan\n```',
      '```python\nfrom tools.make_plan import Plan\n```',
      { 'scripts/make_plan.py': '' },
      ['scripts', 'tools'],
    ],
    [
      'a tree',
      '```\nnotes/\n├── SKILL.md\n└── references/\n    └── a.md  # it\n```',
      '```\nnotes/\n├── SKILL.md\n└── references/\n    └── b.md  # it\n```',
    ],
  ])(
    '%s',
    (_, body, expected, more = { 'references/a.md': '# A\n' }, [from, to] = ['references/a.md', 'references/b.md']) => {
      expect(documentsAfterMove({ 'SKILL.md': HEAD + body, ...more }, from, to)).toEqual({
        'notes/SKILL.md': expected,
      });
    },
  );

  it('imports stay if the new name is not valid for a module', () => {
    const body = '```python\nfrom scripts.make_plan import Plan\n```';
    const files = { 'SKILL.md': HEAD + body, 'scripts/make_plan.py': '' };
    expect(documentsAfterMove(files, 'scripts/make_plan.py', 'scripts/make-plan.py')).toEqual({});
  });

  it('in the frontmatter', () => {
    const head = (name: string) => `---\nname: notes\ndescription: Sorts notes.\nguide: references/${name}\n---\n`;
    const files = { 'SKILL.md': head('a.md'), 'references/a.md': '' };
    expect(documentsAfterMove(files, 'references/a.md', 'references/b.md')).toEqual({ 'notes/SKILL.md': head('b.md') });
  });

  it('with spaces: encoded in a link, quoted in a command, unchanged in code', () => {
    const body =
      '[a](references/a.md) <references/a.md>\n\n[b](<references/a.md>) `references/a.md`\n\n```bash\ncat references/a.md x\n```';
    const files = { 'SKILL.md': HEAD + body, 'references/a.md': '' };
    expect(documentsAfterMove(files, 'references/a.md', 'references/b (1).md', true)['notes/SKILL.md']).toBe(
      '[a](references/b%20%281%29.md) <references/b (1).md>\n\n[b](<references/b (1).md>) `references/b (1).md`\n\n```bash\ncat "references/b (1).md" x\n```',
    );
  });

  it('leaves other targets unchanged', () => {
    const body =
      'Read `references/aa.md`, `other/references/a.md`, https://x.org/references/a.md and [x](../references/a.md).';
    const files = { 'SKILL.md': `${HEAD}${body}`, 'references/a.md': '', 'references/aa.md': '' };
    expect(documentsAfterMove(files, 'references/a.md', 'references/b.md')).toEqual({});
  });

  it('in other skills', () => {
    const body = '[a](../notes/references/a.md) and `references/a.md` of the `notes` skill';
    const files = { 'SKILL.md': HEAD, 'references/a.md': '', '/work/other/SKILL.md': OTHER + body };
    expect(documentsAfterMove(files, 'references/a.md', 'references/b.md')).toEqual({
      'other/SKILL.md': '[a](../notes/references/b.md) and `references/b.md` of the `notes` skill',
    });
  });

  it('in a list of all files of its folder without their extensions', () => {
    const list = (third: string) =>
      `- \`async-api\` - early\n- \`async-defer\` - late\n- **${third}** - never\n\nSee rules/async-api.md.`;
    const rules = Object.fromEntries(['async-api', 'async-defer', 'memo'].map((name) => [`rules/${name}.md`, '']));
    const files = { 'SKILL.md': HEAD + list('memo'), ...rules };
    expect(documentsAfterMove(files, 'rules/memo.md', 'rules/cache.md')).toEqual({ 'notes/SKILL.md': list('cache') });
  });

  it('asks about its name without its extension if it may not be a file', () => {
    const files = { 'SKILL.md': `${HEAD}Install \`react-query\` first.`, 'references/react-query.md': '' };
    expect(documentsAfterMove(files, 'references/react-query.md', 'references/queries.md')).toEqual({});
    expect(documentsAfterMove(files, 'references/react-query.md', 'references/queries.md', true)).toEqual({
      'notes/SKILL.md': 'Install `queries` first.',
    });
  });

  it('asks about mentions that match its name', () => {
    const files = { 'SKILL.md': `${HEAD}Follow the pricing rules guide.`, 'references/pricing-rules.md': '# Rules\n' };
    expect(documentsAfterMove(files, 'references/pricing-rules.md', 'references/q.md')).toEqual({});
    expect(documentsAfterMove(files, 'references/pricing-rules.md', 'references/q.md', true)).toEqual({
      'notes/SKILL.md': 'Follow the pricing rules guide (`references/q.md`).',
    });
  });
});

describe('a file is moved', () => {
  it('its own references are adjusted', () => {
    const files = {
      'SKILL.md': `${HEAD}Read [a](references/a.md).`,
      'references/a.md': '[b](b.md) [s](../SKILL.md) `scripts/run.py` `b.md` ![i](./img.png)',
      'references/b.md': 'Back to [a](a.md), or `../references/a.md`.',
      'references/img.png': '',
      'scripts/run.py': '',
    };
    expect(documentsAfterMove(files, 'references/a.md', 'docs/deep/a.md')).toEqual({
      'notes/SKILL.md': 'Read [a](docs/deep/a.md).',
      'notes/references/a.md':
        '[b](../../references/b.md) [s](../../SKILL.md) `scripts/run.py` `../../references/b.md` ![i](../../references/img.png)',
      'notes/references/b.md': 'Back to [a](../docs/deep/a.md), or `../docs/deep/a.md`.',
    });
  });

  it('an entry of a tree stays, since its folder is a separate entry', () => {
    const body = '```\nnotes/\n├── SKILL.md\n└── references/\n    └── a.md\n```\n\nRead `references/a.md`.';
    const files = { 'SKILL.md': HEAD + body, 'references/a.md': '' };
    expect(documentsAfterMove(files, 'references/a.md', 'docs/a.md')).toEqual({
      'notes/SKILL.md': body.replace('`references/a.md`', '`docs/a.md`'),
    });
  });
});

describe('a folder is renamed', () => {
  it('in paths to it and through it', () => {
    const body =
      'All of `references/`: [a](references/a.md), `references/b/c.md`.\n\n```\nnotes/\n├── SKILL.md\n└── references/\n    └── a.md\n```';
    const files = {
      'SKILL.md': HEAD + body,
      'references/a.md': '[c](b/c.md)',
      'references/b/c.md': '`../a.md` [x](../../SKILL.md)',
    };
    expect(documentsAfterMove(files, 'references', 'docs')).toEqual({
      'notes/SKILL.md': body.replaceAll('references', 'docs'),
    });
  });

  it('of a skill: relative paths into it, out of it, and its name', () => {
    const files = {
      'SKILL.md': `${HEAD}[o](../other/SKILL.md) \`../other/a.md\` and \`scripts/x.py\``,
      'scripts/x.py': '',
      '/work/other/SKILL.md': `${OTHER}[n](../notes/SKILL.md) \`../notes/scripts/x.py\``,
      '/work/other/a.md': '',
    };
    expect(documentsAfterMove(files, '/work/notes', '/work/deep/notes')).toEqual({
      'notes/SKILL.md': '[o](../../other/SKILL.md) `../../other/a.md` and `scripts/x.py`',
      'other/SKILL.md': '[n](../deep/notes/SKILL.md) `../deep/notes/scripts/x.py`',
    });
  });
});
