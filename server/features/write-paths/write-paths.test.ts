import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../../skill/index.ts';
import { HEAD, sessionOf } from '../../../test/equipment/server/server.ts';
import type { IncomingFile } from '../../protocol.ts';
import { Lines } from '../../workspace/lines.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { folderFor, freePath } from './incoming.ts';
import { writePaths } from './write-paths.ts';

const BUNDLE = {
  'references/user-guide.md': '# The user guide\n\nWords.\n',
  'references/a b (1).md': 'No heading.\n',
  'references/deep/table.md': '## Tables [old]\n',
  'scripts/run.py': '',
  'scripts/my run.sh': '',
  'assets/flow-chart.png': '',
  'inner/SKILL.md': HEAD,
};

const inSkill = (path: string): IncomingFile => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  uri: new URL(`file:///work/notes/${encodeURI(path)}`).href,
});

/** Returns the text written at `|` of a document, and the targets of copied files. */
function writeAt(
  body: string,
  files: readonly IncomingFile[],
  document = 'SKILL.md',
  more: Readonly<Record<string, string>> = {},
) {
  const text = document === 'SKILL.md' ? HEAD + body : body;
  const offset = text.indexOf('|');
  const plain = text.slice(0, offset) + text.slice(offset + 1);
  const all = { 'SKILL.md': HEAD, ...BUNDLE, ...more, [document]: plain };
  const fs = memoryFiles({
    ...Object.fromEntries(Object.entries(all).map(([path, one]) => [`/work/notes/${path}`, one])),
    '/work/other/data.csv': '',
    '/work/other/Flow-Chart.PNG': '',
    '/work/notes/.git/config': '',
  });
  const workspace = new Workspace(fs, () => undefined);
  workspace.setFolders(['/work']);
  const session = sessionOf(workspace);
  return writePaths(session, fs, `/work/notes/${document}`, new Lines(plain).position(offset), files);
}

const text = (body: string, path: string, document?: string, more?: Readonly<Record<string, string>>) =>
  writeAt(body, [inSkill(path)], document, more)?.text;

describe('a bundled file', () => {
  it('is a code span in prose, or a link if the document uses links', () => {
    expect(text('Read |.', 'references/user-guide.md')).toBe('`references/user-guide.md`');
    expect(text('See [a](references/deep/table.md). Then |.', 'references/user-guide.md')).toBe(
      '[The user guide](references/user-guide.md)',
    );
    expect(text('See [a](x.md). |', 'references/deep/table.md')).toBe('[Tables \\[old\\]](references/deep/table.md)');
    expect(text('See [a](x.md). |', 'references/a b (1).md')).toBe('[a b (1).md](references/a%20b%20%281%29.md)');
    expect(text('See [a](x.md), `b/c.md` and `d/e.md`. |', 'scripts/run.py')).toBe('`scripts/run.py`');
  });

  it('is the bare path if delimiters exist', () => {
    expect(text('Run `python |`.', 'scripts/run.py')).toBe('scripts/run.py');
    expect(text('```sh\npython |\n```', 'scripts/run.py')).toBe('scripts/run.py');
    expect(text('```sh\nsh |\n```', 'scripts/my run.sh')).toBe('"scripts/my run.sh"');
    expect(text('See [a](|).', 'references/a b (1).md')).toBe('references/a%20b%20%281%29.md');
    expect(text('See [|](x.md).', 'references/user-guide.md')).toBe('references/user-guide.md');
  });

  it('is written as a Markdown image if it is an image file', () => {
    expect(text('As here: |', 'assets/flow-chart.png')).toBe('![flow chart](assets/flow-chart.png)');
    expect(text('Copy `|`.', 'assets/flow-chart.png')).toBe('assets/flow-chart.png');
  });

  it('is relative to the base that a model resolves it against', () => {
    const guide = 'references/user-guide.md';
    expect(text('Read |.', 'references/deep/table.md', guide)).toBe('`references/deep/table.md`');
    expect(text('See [a](|).', 'references/deep/table.md', guide)).toBe('deep/table.md');
    expect(text('See [a](|).', 'scripts/run.py', guide)).toBe('../scripts/run.py');
    expect(text('As: |', 'assets/flow-chart.png', guide)).toBe('![flow chart](../assets/flow-chart.png)');
    // In the document's own style.
    expect(text('Read `deep/table.md`, then |.', 'references/a b (1).md', guide)).toBe('`a b (1).md`');
  });

  it('may be a folder, and several are written in sequence', () => {
    expect(text('All of |.', 'references/deep')).toBe('`references/deep/`');
    const files = [inSkill('scripts/run.py'), inSkill('references/user-guide.md')];
    expect(writeAt('Use |.', files)?.text).toBe('`scripts/run.py`, `references/user-guide.md`');
    expect(writeAt('```sh\ncat |\n```', files)?.text).toBe('scripts/run.py references/user-guide.md');
  });

  it('handles CRLF and non-ASCII text', () => {
    expect(text('Überschrift 😀\r\n\r\nLies `|`.\r\n', 'scripts/run.py')).toBe('scripts/run.py');
  });
});

describe('a file from elsewhere', () => {
  const other = (name: string): IncomingFile => ({ name, uri: `file:///work/other/${name}` });

  it('gets an unused name in the folder for its type, and never a path out of the skill', () => {
    expect(writeAt('Use |.', [other('data.csv')])).toEqual({
      text: '`assets/data.csv`',
      copies: [{ file: 0, to: 'file:///work/notes/assets/data.csv' }],
    });
    // On many file systems, names that differ only in letter case are the same file.
    expect(writeAt('Use |', [other('Flow-Chart.PNG')])).toEqual({
      text: '![Flow Chart 2](assets/Flow-Chart-2.PNG)',
      copies: [{ file: 0, to: 'file:///work/notes/assets/Flow-Chart-2.PNG' }],
    });
  });

  it('may not exist yet, like a clipboard image; two get different names', () => {
    const image = { name: 'image.png' };
    expect(writeAt('See [a](|)', [image, image], 'references/user-guide.md')).toEqual({
      text: '../assets/image.png ../assets/image-2.png',
      copies: [
        { file: 0, to: 'file:///work/notes/assets/image.png' },
        { file: 1, to: 'file:///work/notes/assets/image-2.png' },
      ],
    });
  });

  it('is rejected if it is not a file, or is not part of a skill', () => {
    expect(writeAt('Use |.', [{ name: 'x', uri: 'https://example.com/x' }])).toBeUndefined();
    expect(writeAt('Use |.', [other('missing.md')])).toBeUndefined();
    expect(writeAt('Use |.', [{ name: 'other', uri: 'file:///work/other' }])).toBeUndefined();
    expect(writeAt('Use |.', [])).toBeUndefined();
  });

  it('is copied from a nested skill, which is separate', () => {
    expect(writeAt('Use |.', [inSkill('inner/SKILL.md')])?.copies).toEqual([
      { file: 0, to: 'file:///work/notes/references/SKILL.md' },
    ]);
  });
});

it('assigns files to folders by type', () => {
  expect(['x.py', 'x.SH', 'x.md', 'x.pdf', 'x.png', 'x.csv', 'Makefile'].map(folderFor)).toEqual([
    ...['scripts', 'scripts', 'references', 'references', 'assets', 'assets', 'assets'],
  ]);
});

it('makes a portable name', () => {
  const name = (one: string) => freePath(one, { files: new Set(), folders: new Set(), truncated: false }, () => false);
  expect(name('../../etc/pass wd.txt')).toBe('references/pass-wd.txt');
  expect(name('C:\\x\\..\\y?.png')).toBe('assets/y-.png');
  expect(name('.env')).toBe('assets/env');
  expect(name('\u202Egnp.exe\n')).toBe('assets/gnp.exe');
  expect(name('...')).toBe('assets/file');
  expect(name(`${'x'.repeat(300)}.py`)).toMatch(/^scripts\/x{97}\.py$/);
});
