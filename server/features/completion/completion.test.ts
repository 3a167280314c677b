import { describe, expect, it } from 'vitest';
import type { CompletionContext, CompletionItem, CompletionList } from 'vscode-languageserver-protocol';
import { BASE_SENTENCE, defined, memoryFiles, overlay } from '../../../skill/index.ts';
import { TRIGGER_SUGGEST } from '../../protocol.ts';
import { readSettings } from '../../settings.ts';
import { Buffers } from '../../workspace/buffers.ts';
import { Lines } from '../../workspace/lines.ts';
import { uriOf } from '../../workspace/uris.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { type CompletionSession, complete, completeItem } from './completion.ts';

const HEAD = '---\nname: notes\ndescription: Sorts notes.\n---\n\n';
const GUIDE = '# The guide\n\n## First steps\n\n## Über uns\n';
const SCRIPT = '#!/usr/bin/env python3\n"""Sorts one note.\n\nMore of it.\n"""\n';
const FILES = {
  'references/guide.md': GUIDE,
  'references/Other Guide.md': '# Other\n',
  'scripts/sort.py': SCRIPT,
  'assets/logo.png': '',
};

interface Options {
  readonly files?: Readonly<Record<string, string>>;
  readonly document?: string;
  readonly context?: CompletionContext;
  readonly snippets?: boolean;
  readonly byEditor?: readonly string[];
  readonly commands?: readonly string[];
  readonly settings?: unknown;
}

/** Returns the items at the `|` of a document, and the document after inserting an item. */
function requestAt(text: string, options: Options = {}) {
  const { files = FILES, document = 'SKILL.md', context, snippets = false, settings } = options;
  const path = document.startsWith('/') ? document : `/work/notes/${document}`;
  const at = text.indexOf('|');
  const plain = text.slice(0, at) + text.slice(at + 1);
  const all = { 'SKILL.md': `${HEAD}# Notes\n`, ...files };
  const disk = memoryFiles({
    ...Object.fromEntries(
      Object.entries(all).map(([name, one]) => [name.startsWith('/') ? name : `/work/notes/${name}`, one]),
    ),
    [path]: plain,
  });
  const buffers = new Buffers();
  const fs = overlay(disk, buffers.texts);
  const workspace = new Workspace(fs, (code, _path, error) => {
    throw new Error(code, { cause: error });
  });
  if (settings !== undefined) workspace.setSettings(readSettings(settings));
  workspace.setFolders(['/work']);
  buffers.open(uriOf(path), 'skill', 1, plain);
  const session: CompletionSession = {
    workspace,
    completedByEditor: new Set(options.byEditor ?? []),
    commands: new Set(options.commands ?? []),
  };
  const support = { snippets, markdown: true };
  const lines = new Lines(plain);
  const list = complete(session, fs, { path, position: lines.position(at), context, support });
  const put = (item: CompletionItem | undefined): string => {
    if (item?.textEdit === undefined || !('range' in item.textEdit)) throw new Error('no edit');
    const { range, newText } = item.textEdit;
    expect(range.start.line).toBe(range.end.line);
    return plain.slice(0, lines.offset(range.start)) + newText + plain.slice(lines.offset(range.end));
  };
  return { list, put, rest: (item: CompletionItem) => completeItem(fs, item, support) };
}

const labels = (list: CompletionList | undefined): readonly string[] =>
  [...(list?.items ?? [])].sort((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1)).map(({ label }) => label);
const offeredLabels = (text: string, options?: Options): readonly string[] => labels(requestAt(text, options).list);

/** Returns the text after choosing an item by its label. */
function textAfterChoosing(text: string, label: string, options?: Options): string {
  const { list, put } = requestAt(text, options);
  expect(labels(list)).toContain(label);
  return put(list?.items.find((one) => one.label === label));
}

describe('A path', () => {
  it.each([
    ['a link', `See [it](|).`, `See [it](references/guide.md).`],
    ['an unclosed link', `See [it](ref|`, `See [it](references/guide.md`],
    ['an unclosed link before more text', `See [it](ref| and more`, `See [it](references/guide.md and more`],
    [
      'the middle of a link',
      `See [it](ref|erences/old.md#first "title").`,
      `See [it](references/guide.md#first "title").`,
    ],
    ['a link in angle brackets', `See [it](<ref|>).`, `See [it](<references/guide.md>).`],
    ['an image', `![it](|)`, `![it](references/guide.md)`],
    ['a definition', `[it]: ref|`, `[it]: references/guide.md`],
    ['a code span', 'See `ref|`.', 'See `references/guide.md`.'],
    ['an empty code span', 'See `|`.', 'See `references/guide.md`.'],
    ['an unclosed code span', 'See `ref| and more', 'See `references/guide.md and more'],
    ['one before another', 'See `ref| and `x.md` too', 'See `references/guide.md and `x.md` too'],
    ['a code span over two lines', 'See `python a\n  ref|` now', 'See `python a\n  references/guide.md` now'],
    ['a command in code', 'Run `cat ref|` now', 'Run `cat references/guide.md` now'],
    ['a command in quotes', 'Run `cat "ref|"` now', 'Run `cat "references/guide.md"` now'],
    ['a fence', '```bash\ncat ref|\n```\n', '```bash\ncat references/guide.md\n```\n'],
    ['an unclosed fence', '```bash\ncat references/|', '```bash\ncat references/guide.md'],
    ['a fence in a list', '- x\n  ```\n  cat ref|\n  ```\n', '- x\n  ```\n  cat references/guide.md\n  ```\n'],
    ['prose, after a folder', 'See references/|.', 'See references/guide.md.'],
    ['prose in bold', 'See **references/gu|**.', 'See **references/guide.md**.'],
    ['a table', '| a | `ref◊` |', '| a | `references/guide.md` |'],
    ['a path with `./`', 'See [it](./ref|).', 'See [it](./references/guide.md).'],
    ['a path with backslashes', 'See `references\\gu|`.', 'See `references\\guide.md`.'],
    ['a prefix for the skill’s folder', 'Run `$SKILL_DIR/ref|`.', 'Run `$SKILL_DIR/references/guide.md`.'],
    ['a prefix with spaces', 'Run `cat <skill dir>/ref|`.', 'Run `cat <skill dir>/references/guide.md`.'],
    ['prose after `@`', 'See @references/gu|.', 'See @references/guide.md.'],
    ['a code span after `@`', 'See `@ref|`.', 'See `@references/guide.md`.'],
    ['a command after `@`', 'Run `cat @ref|`.', 'Run `cat @references/guide.md`.'],
    ['a fence after `@`', '```\n@references/|\n```\n', '```\n@references/guide.md\n```\n'],
    ['another letter case', 'See `REF|`.', 'See `references/guide.md`.'],
    ['Windows line breaks', 'One\r\n\r\nSee `ref|`.\r\n', 'One\r\n\r\nSee `references/guide.md`.\r\n'],
    ['non-ASCII text', 'Größe 🧪🧪 `ref|` ✓', 'Größe 🧪🧪 `references/guide.md` ✓'],
  ])('in %s', (_, before, after) => {
    // In a table, `|` is not the cursor.
    const text = before.includes('◊') ? before.replaceAll('|', '\u0000').replace('◊', '|') : before;
    const expected = before.includes('◊') ? after.replaceAll('|', '\u0000') : after;
    const label = /\.?\.[\\/]ref|\\/.test(before)
      ? before.includes('\\')
        ? 'references\\guide.md'
        : './references/guide.md'
      : 'references/guide.md';
    expect(textAfterChoosing(HEAD + text, label)).toBe(HEAD + expected);
  });

  it('that is unreferenced comes first, folders after files', () => {
    expect(offeredLabels(`${HEAD}Read \`references/guide.md\`, then \`|\`.`)).toEqual([
      'assets/logo.png',
      'references/Other Guide.md',
      'scripts/sort.py',
      'references/guide.md',
      'assets/',
      'references/',
      'scripts/',
      'SKILL.md',
    ]);
  });

  it('is found by file name, but not by every word of a fence', () => {
    expect(textAfterChoosing(`${HEAD}See \`gui|\`.`, 'references/guide.md')).toBe(
      `${HEAD}See \`references/guide.md\`.`,
    );
    expect(offeredLabels(`${HEAD}See [it](gui|`)).toEqual(['references/guide.md']);
    expect(offeredLabels(`${HEAD}\`\`\`\ngui|\n\`\`\`\n`)).toEqual([]);
    expect(offeredLabels(`${HEAD}Run \`x gui|\`.`)).toEqual([]);
  });

  it('that is incomplete does not count as a reference', () => {
    const list = offeredLabels(`${HEAD}Read \`references/guide.md\`, then \`references/|\`.`);
    expect(list).toEqual(['references/Other Guide.md', 'references/guide.md']);
  });

  it('may contain a detour as typed', () => {
    const inReference = { document: 'references/guide.md' };
    expect(offeredLabels('[it](../references/Oth|)', inReference)).toEqual(['../references/Other Guide.md']);
  });

  it('may start with a parent folder of the skill', () => {
    const files = { ...FILES, '/work/tools/skills/other/SKILL.md': '---\nname: other\n---\n' };
    const options = { files, document: '/work/tools/skills/mine/SKILL.md' };
    expect(offeredLabels(`${HEAD}\`skills/|\``, options)).toEqual(
      expect.arrayContaining(['skills/mine/SKILL.md', 'skills/other/SKILL.md']),
    );
    expect(offeredLabels(`${HEAD}\`ski|\``, options)).toContain('skills/other/SKILL.md');
  });

  it('to a picture comes first in an image', () => {
    expect(offeredLabels(`${HEAD}![logo](|)`)[0]).toBe('assets/logo.png');
  });

  it('is relative to the document in a link, to the skill’s folder in code', () => {
    const inReference = { document: 'references/guide.md' };
    expect(textAfterChoosing('See [it](|).', '../scripts/sort.py', inReference)).toBe('See [it](../scripts/sort.py).');
    expect(offeredLabels('See [it](|).', inReference)).toContain('Other Guide.md');
    expect(offeredLabels('See `|`.', inReference)).toEqual(
      expect.arrayContaining(['scripts/sort.py', 'references/Other Guide.md']),
    );
    expect(offeredLabels('See `../|`.', inReference)).toContain('../scripts/sort.py');
    expect(offeredLabels('See `Oth|`.', inReference)).toEqual(['Other Guide.md']);
  });

  it('is not offered if its text would mean another file', () => {
    const files = { ...FILES, 'references/scripts/sort.py': SCRIPT };
    const list = requestAt('Run `scripts/so|`.', { files, document: 'references/guide.md' }).list;
    expect(list?.items.map(({ data }) => data.path)).toEqual(['/work/notes/references/scripts/sort.py']);
  });

  it('is encoded in a link', () => {
    expect(textAfterChoosing(`${HEAD}[it](references/Oth|)`, 'references/Other Guide.md')).toBe(
      `${HEAD}[it](references/Other%20Guide.md)`,
    );
    expect(textAfterChoosing(`${HEAD}[it](<references/Oth|>)`, 'references/Other Guide.md')).toBe(
      `${HEAD}[it](<references/Other Guide.md>)`,
    );
    expect(textAfterChoosing(`${HEAD}[it](references/Other%20G|)`, 'references/Other Guide.md')).toBe(
      `${HEAD}[it](references/Other%20Guide.md)`,
    );
  });

  it('in a tree is relative to its parent entry', () => {
    const tree = '```\nreferences/\n├── gu|\n└── x.md\n```\n';
    expect(offeredLabels(HEAD + tree)).toEqual(['guide.md']);
  });

  it('may be in another skill named before it', () => {
    const files = { ...FILES, '/work/tax-rules/SKILL.md': HEAD, '/work/tax-rules/references/rates.md': '# Rates\n' };
    for (const words of [
      'See `tax-rules`’s `|`.',
      'The `tax-rules` skill has `references/ra|`',
      "See `tax-rules`'s\n`ref|`.",
    ])
      expect(offeredLabels(HEAD + words, { files }), words).toContain('references/rates.md');
    expect(offeredLabels(`${HEAD}See \`ref|\`.`, { files })).not.toContain('references/rates.md');
  });

  it('is offered in a paragraph on one long line', () => {
    expect(offeredLabels(`${HEAD}${'Some words. '.repeat(900)}See \`ref|\`.`)).toContain('references/guide.md');
  });

  it('may be in the parentheses of a tool, and in a description', () => {
    const front = (line: string) => `---\nname: notes\n${line}\n---\n`;
    const path = 'scripts/sort.py';
    expect(textAfterChoosing(front('allowed-tools: Bash(python scripts/s|) Read'), path)).toBe(
      front('allowed-tools: Bash(python scripts/sort.py) Read'),
    );
    expect(textAfterChoosing(front('description: Runs scripts/|, always.'), path)).toBe(
      front('description: Runs scripts/sort.py, always.'),
    );
  });

  it('outside of the skill is the closest one if there are too many', () => {
    const far = Array.from({ length: 1_200 }, (_, at): [string, string] => [`/work/archive/${at}.md`, '']);
    const files = { ...FILES, ...Object.fromEntries(far), '/work/zebra.md': '# Z\n' };
    const document = 'references/guide.md';
    const settings = { rules: { 'reference.outside-skill': 'off' } };
    expect(offeredLabels('See [it](../|).', { files, document, settings })).toContain('../../zebra.md');
  });

  it('outside of the skill is not offered if it is not installed with it, unless that rule is off', () => {
    const files = { ...FILES, '/work/docs/style.md': '# S\n', '/work/other/SKILL.md': HEAD };
    const offered = offeredLabels(`${HEAD}[it](../|)`, { files });
    expect(offered).toContain('../other/SKILL.md');
    expect(offered).not.toContain('../docs/style.md');
    expect(offered).not.toContain('../docs/');
    const off = { rules: { 'reference.outside-skill': 'off' } };
    expect(offeredLabels(`${HEAD}[it](../|)`, { files, settings: off })).toContain('../docs/style.md');
    // The files of a project are there where its skills are.
    const project = { '/work/.claude/skills/notes/SKILL.md': HEAD, '/work/docs/style.md': '# S\n' };
    const document = '/work/.claude/skills/notes/SKILL.md';
    expect(offeredLabels(`${HEAD}[it](../../../do|)`, { files: project, document })).toContain(
      '../../../docs/style.md',
    );
  });

  it('of the skill itself comes before any outside of it, also in a picture', () => {
    const files = { ...FILES, '/work/other/SKILL.md': HEAD, '/work/other/assets/a.png': '' };
    for (const text of ['![it](|)', '[it](|)', '`|`']) {
      const offered = offeredLabels(HEAD + text, { files });
      const outside = offered.findIndex((label) => label.startsWith('../'));
      if (outside >= 0) expect(offered.slice(outside).filter((label) => !label.startsWith('../'))).toEqual([]);
    }
    expect(offeredLabels(`${HEAD}![it](|)`, { files })[0]).toBe('assets/logo.png');
    expect(offeredLabels(`${HEAD}![it](|)`, { files })).toContain('../other/assets/a.png');
  });

  it('of a script in a command brings the sentence on what paths are relative to, where a client needs it', () => {
    const sentence = 'relative to the folder';
    const accepted = (text: string, settings?: unknown) => {
      const { list } = requestAt(text, defined({ settings }));
      const item = list?.items.find(({ label }) => label === 'scripts/sort.py');
      expect(item).toBeDefined();
      return (item?.additionalTextEdits ?? []).map(({ newText }) => newText).join();
    };
    const command = 'Run `python scripts/|`.';
    expect(accepted(`${HEAD}# Notes\n\nThis is for the notes of the user.\n\n${command}`)).toContain(sentence);
    expect(accepted(`${HEAD}# Notes\n\nRead \`scripts/|\`.`)).toBe('');
    expect(accepted(`${HEAD}# Notes\n\n${BASE_SENTENCE}\n\n${command}`)).toBe('');
    // Others lack it already, and one finding is for all of them.
    expect(accepted(`${HEAD}# Notes\n\nRun \`python scripts/sort.py\`. ${command}`)).toBe('');
    expect(accepted(`${HEAD}# Notes\n\n${command}`, { clients: ['codex'] })).toBe('');
    expect(accepted(`${HEAD}# Notes\n\n${command}`, { rules: { 'reference.client': 'off' } })).toBe('');
    expect(accepted(`${HEAD}# Notes\n\nDas ist für die Notizen und das System.\n\n${command}`)).toBe('');
  });

  it('may point to a sibling skill', () => {
    const files = {
      ...FILES,
      '/work/other/SKILL.md': '---\nname: other\n---\n',
      '/work/other/references/x.md': '# X\n',
    };
    expect(offeredLabels(`${HEAD}[it](../|)`, { files })).toEqual(
      expect.arrayContaining(['../other/SKILL.md', '../other/references/x.md', '../other/']),
    );
    expect(offeredLabels(`${HEAD}[it](../other/ref|)`, { files })).toContain('../other/references/x.md');
  });

  it('never leaves the workspace', () => {
    const files = { ...FILES, '/etc/passwd': '' };
    expect(offeredLabels(`${HEAD}[it](../../|)`, { files })).not.toContain('../../etc/passwd');
    expect(offeredLabels(`${HEAD}[it](../../e|)`, { files })).toEqual([]);
  });

  it('shows the first heading or docstring, and the tokens', () => {
    const { list, rest } = requestAt(`${HEAD}Run \`|\`.`);
    const detail = (label: string) => list?.items.find((one) => one.label === label)?.detail;
    expect(detail('references/guide.md')).toMatch(/^The guide \(\d+ tokens\)$/);
    expect(detail('scripts/sort.py')).toMatch(/^Sorts one note\. \(\d+ tokens\)$/);
    const item = list?.items.find(({ label }) => label === 'scripts/sort.py');
    expect(item?.documentation).toBeUndefined();
    expect(item && rest(item).documentation).toEqual({
      kind: 'markdown',
      value: `\`\`\`py\n${SCRIPT.trimEnd()}\n\`\`\``,
    });
  });

  it('shows the first lines of a file as text, whatever it contains', () => {
    const files = { 'references/bad.md': '```` `x`\n[click](command:x)\n````\n' };
    const { list, rest } = requestAt(`${HEAD}Run \`ref|\`.`, { files });
    const item = list?.items[0];
    expect(item && rest(item).documentation).toMatchObject({ value: expect.stringMatching(/^`{5}md\n[\s\S]*\n`{5}$/) });
  });

  it('retriggers suggestions in VS Code after a folder', () => {
    const { list } = requestAt(`${HEAD}[it](|)`, { commands: [TRIGGER_SUGGEST] });
    const commands = list?.items.map(({ label, command }) => `${label} ${command?.command ?? ''}`);
    expect(commands).toContain(`scripts/ ${TRIGGER_SUGGEST}`);
    expect(commands).toContain('scripts/sort.py ');
  });

  it('in a link is left to an editor that completes it itself', () => {
    const byEditor = { byEditor: ['link'] };
    expect(offeredLabels(`${HEAD}[it](|)`, byEditor)).toEqual(expect.arrayContaining(['references/guide.md']));
    expect(offeredLabels(`${HEAD}[it](|)`, byEditor)).not.toContain('references/');
    expect(offeredLabels(`${HEAD}[it](references/|)`, byEditor)).toEqual([]);
    expect(offeredLabels(`${HEAD}\`references/|\``, byEditor)).toContain('references/guide.md');
    expect(offeredLabels(`${HEAD}[it](references/guide.md#|)`, byEditor)).toEqual([]);
  });
});

describe('Nothing is offered', () => {
  it.each([
    ['in a word of prose', 'Read the ref|'],
    ['after a slash in prose', 'Read and/or| not'],
    ['in an address', 'See [it](https://|)'],
    ['after the destination of a link', 'See [it](references/guide.md "|")'],
    ['after a link', 'See [it](references/guide.md)|'],
    ['after a code span', 'See `references/guide.md`|'],
    ['on the line of a fence', '```|\n'],
    ['on the closing line of a fence', '```\nx\n```|\n'],
    ['in an option', 'Run `x --ref|`'],
    ['in an absolute path', 'Run `/ref|`'],
  ])('%s', (_, text) => {
    expect(offeredLabels(`${HEAD}# Notes\n\n${text}`)).toEqual([]);
    expect(offeredLabels(`${HEAD}# Notes\n\n${text}\n`)).toEqual([]);
  });

  it.each([
    ['/', 'Read and/|or'],
    ['`', 'See ``|'],
    ['`', '```|'],
    ['`', 'See `x`|'],
    ['(', 'Notes (|'],
    ['#', '#|'],
    ['#', '## |'],
    ['<', 'if a <|'],
    ['/', 'See `|`'],
  ])('after the character %s in %j', (triggerCharacter, text) => {
    expect(offeredLabels(HEAD + text, { context: { triggerKind: 2, triggerCharacter } })).toEqual([]);
  });

  it.each([
    ['/', 'See references/|'],
    ['/', '`references/|'],
    ['/', '```\ncat scripts/|\n```'],
    ['`', 'See `|'],
    ['`', 'See `|`'],
    ['(', '[x](|'],
    ['<', '[x](<|'],
    ['#', '[x](references/guide.md#|'],
  ])('but something is after %s in %j', (triggerCharacter, text) => {
    expect(offeredLabels(HEAD + text, { context: { triggerKind: 2, triggerCharacter } })).not.toEqual([]);
  });
});

describe('A heading', () => {
  it('of the document itself, as an anchor', () => {
    const text = `${HEAD}# Notes\n\n## How it works\n\n## How it works\n\nSee [above](#how|).\n`;
    expect(offeredLabels(text)).toEqual(['notes', 'how-it-works', 'how-it-works-1']);
    expect(textAfterChoosing(text, 'how-it-works-1')).toContain('[above](#how-it-works-1).');
  });

  it.each([
    '[it](references/guide.md#|)',
    '[it](./references/guide.md#|',
    '`references/guide.md#fi|`',
    'references/guide.md#|',
  ])('of another document in %s', (text) =>
    expect(offeredLabels(HEAD + text)).toEqual(['the-guide', 'first-steps', 'über-uns']),
  );

  it('of a file with an encoded name', () =>
    expect(offeredLabels(`${HEAD}[it](references/Other%20Guide.md#|)`)).toEqual(['other']));

  it('is not offered for a file without headings', () =>
    expect(offeredLabels(`${HEAD}[it](scripts/sort.py#|)`)).toEqual([]));
});

describe('The frontmatter', () => {
  const front = (fields: string): string => `---\n${fields}\n---\n\n# Notes\n`;

  it('offers unused fields, with their meaning and readers', () => {
    const { list } = requestAt(front('name: notes\n|'));
    expect(labels(list)).toEqual(expect.arrayContaining(['description', 'allowed-tools', 'user-invocable']));
    expect(labels(list)).not.toContain('name');
    const field = list?.items.find(({ label }) => label === 'user-invocable');
    expect(field?.detail).toBe('Claude Code, VS Code, GitHub Copilot CLI, Qwen Code');
    expect(field?.documentation).toMatchObject({
      value: expect.stringContaining('Claude Code: `false` takes the skill out'),
    });
    expect(field?.documentation).toMatchObject({
      value: expect.stringContaining('`true` or `false`, `true` by default'),
    });
  });

  it.each([
    ['a partially typed name', 'name: notes\ndesc|', 'description', 'name: notes\ndescription: '],
    ['a name before its colon', 'name: notes\ndes|c: x', 'description', 'name: notes\ndescription: x'],
  ])('%s', (_, before, label, after) => expect(textAfterChoosing(front(before), label)).toBe(front(after)));

  it('offers fields if it is not closed', () => expect(offeredLabels('---\nname: notes\n|')).toContain('description'));

  it('offers fields with Windows line breaks', () => {
    expect(textAfterChoosing(front('name: notes\ndesc|').replaceAll('\n', '\r\n'), 'description')).toBe(
      front('name: notes\ndescription: ').replaceAll('\n', '\r\n'),
    );
  });

  it('offers only the fields of the profile', () => {
    expect(offeredLabels(front('|'), { settings: { profile: 'spec' } })).toEqual([
      'name',
      'description',
      'license',
      'compatibility',
      'metadata',
      'allowed-tools',
    ]);
  });

  it('leaves a field to an editor that completes it itself', () => {
    const byEditor = ['field/description', 'value/user-invocable'];
    expect(offeredLabels(front('|'), { byEditor })).not.toContain('description');
    expect(offeredLabels(front('user-invocable: |'), { byEditor })).toEqual([]);
  });

  it.each([
    ['user-invocable: |', ['false', 'true']],
    ['user-invocable:|', ['false', 'true']],
    ['disable-model-invocation: t|', ['true', 'false']],
    ['context: |', ['fork']],
    ['effort: |', ['low', 'medium', 'high', 'xhigh', 'max']],
    ['name: |', ['notes']],
    ['description: |', []],
    ['license: |', ['LICENSE.txt', 'SKILL.md']],
  ])('offers the values of %s', (text, values) => {
    expect(offeredLabels(front(text), { files: { 'LICENSE.txt': 'x' } })).toEqual(values);
  });

  it('inserts a missing space after a colon', () =>
    expect(textAfterChoosing(front('context:|'), 'fork')).toBe(front('context: fork')));

  it.each([
    ['allowed-tools: |', 'Read', 'allowed-tools: Read'],
    ['allowed-tools: Read, Gr|', 'Grep', 'allowed-tools: Read, Grep'],
    ['allowed-tools: Bash(git *) Re|', 'Read', 'allowed-tools: Bash(git *) Read'],
    ['allowed-tools: [Read, |]', 'Grep', 'allowed-tools: [Read, Grep]'],
    ['allowed-tools:\n  - Read\n  - Gr|', 'Grep', 'allowed-tools:\n  - Read\n  - Grep'],
    ['allowed-tools:\n- Gr|\n- Read', 'Grep', 'allowed-tools:\n- Grep\n- Read'],
    ['allowed-tools:\n  -|', 'Grep', 'allowed-tools:\n  - Grep'],
  ])('offers tools in %j', (before, label, after) =>
    expect(textAfterChoosing(front(before), label)).toBe(front(after)),
  );

  it('offers no tool twice, and none in the parentheses of another', () => {
    expect(offeredLabels(front('allowed-tools: Read |'))).not.toContain('Read');
    expect(offeredLabels(front('allowed-tools: Bash(Re|)'))).toEqual([]);
    expect(offeredLabels(front('allowed-tools: |'), { settings: { profile: 'codex' } })).toEqual([
      'exec_command',
      'write_stdin',
      'shell_command',
      'apply_patch',
    ]);
  });

  it('offers the workspace’s MCP servers and the tools of its agents', () => {
    const files = {
      '/work/.mcp.json': '{"mcpServers": {"issue tracker": {}}}',
      '/work/.vscode/mcp.json': '{// with comments\n"servers": {"db": {},}}',
      '/work/.skillwright.json': '{"agents": {"helper": {"tools": ["server/lookup"]}}}',
    };
    const tools = offeredLabels(front('allowed-tools: |'), { files });
    expect(tools.slice(0, 3)).toEqual(['lookup', 'mcp__issue_tracker__*', 'db/*']);
    const adk = 'metadata:\n  adk_additional_tools: [|]';
    expect(offeredLabels(front(adk), { files })).toEqual(['lookup']);
  });

  it('offers skills in a list of skills', () => {
    const files = { '/work/other/SKILL.md': '---\nname: other-name\ndescription: Does it.\n---\n' };
    expect(textAfterChoosing(front('skills:\n  - |'), 'other-name', { files })).toBe(front('skills:\n  - other-name'));
    expect(offeredLabels(front('skills: [other-name, |]'), { files })).toEqual([]);
  });

  it('offers tools and skills in an agent', () => {
    const options = { document: '/work/.claude/agents/helper.md' };
    expect(offeredLabels(front('tools: Read, |'), options)).toEqual(expect.arrayContaining(['Grep']));
    expect(offeredLabels(front('tools: Read, |'), options)).not.toContain('exec_command');
    expect(offeredLabels(front('skills: |'), options)).toEqual(['notes']);
    expect(offeredLabels(front('tools: |'), { document: '/work/.github/agents/helper.agent.md' })).toContain('search');
    expect(offeredLabels(front('tools: |'), { document: '/work/readme.md' })).toEqual([]);
  });
});

describe('A skill', () => {
  const files = { '/work/other/SKILL.md': '---\nname: other-name\ndescription: Does it.\n---\n', ...FILES };

  it.each(['Use the `|` skill.', 'Use the `oth|', 'Load skills `notes` and `|`', 'Hand off to the `o|` skill'])(
    'is offered in %s',
    (text) => expect(offeredLabels(HEAD + text, { files })).toContain('other-name'),
  );

  it('is described when resolved', () => {
    const { list, rest } = requestAt(`${HEAD}Use the \`oth|\` skill.`, { files });
    const item = list?.items.find(({ label }) => label === 'other-name');
    expect(item && rest(item).documentation).toBe('Does it.');
  });

  it('comes before all paths if the following words name a skill', () => {
    expect(offeredLabels(`${HEAD}Use the \`|\` skill.`, { files })[0]).toBe('other-name');
    expect(offeredLabels(`${HEAD}Use the \`|\`.`, { files })[0]).not.toBe('other-name');
  });

  it('is offered nowhere else', () =>
    expect(offeredLabels(`${HEAD}The value \`|\` is`, { files })).not.toContain('other-name'));
});

describe('A section for a bundled file', () => {
  it('is offered on an empty line as a snippet', () => {
    const { list, put } = requestAt(`${HEAD}# Notes\n\n|\n`, { snippets: true });
    expect(list?.items.map(({ label }) => label)).toContain('Section: references/guide.md');
    const item = list?.items.find(({ label }) => label === 'Section: references/guide.md');
    expect(item?.insertTextFormat).toBe(2);
    expect(put(item)).toBe(`${HEAD}# Notes\n\n## \${1:The guide}\n\nRead \`references/guide.md\` \${2:when …}.$0\n`);
  });

  it('is plain text for a client without snippets, with the typed heading level', () => {
    expect(textAfterChoosing(`${HEAD}# Notes\n\n### |\n`, 'Section: scripts/sort.py')).toBe(
      `${HEAD}# Notes\n\n### Sort\n\nRun \`scripts/sort.py\` when it is needed.\n`,
    );
  });

  it('is not offered for a referenced file, or while words are typed', () => {
    expect(offeredLabels(`${HEAD}Read \`references/guide.md\`.\n\n|\n`)).not.toContain('Section: references/guide.md');
    expect(offeredLabels(`${HEAD}# Notes\n\nRe|\n`)).toEqual([]);
  });
});
