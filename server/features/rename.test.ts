import { describe, expect, it } from 'vitest';
import { ResponseError, type WorkspaceEdit } from 'vscode-languageserver-protocol';
import { HEAD, sessionOf, workspaceOf } from '../../test/equipment/server/server.ts';
import { Lines } from '../workspace/lines.ts';
import { prepareRename, rename } from './rename.ts';
import type { RenameSupport } from './workspace-edit.ts';

const ALL: RenameSupport = { documentChanges: true, files: true, annotations: true };
const OTHER = '---\nname: other\ndescription: Does other things. Use it for them.\n---\n\n';

interface RequestedRename {
  /** The current text. */
  readonly shown: string;
  /** The text to change, or the error. */
  readonly placeholder: string | undefined;
  /** The resulting documents and files by path from `/work`, or the error. */
  readonly answer: (typed: string, support?: RenameSupport, mayWrite?: (path: string) => boolean) => unknown;
}

/** Renames at `|` in one of the files of the skill `notes`. */
function renameAtCursor(marked: Readonly<Record<string, string>>): RequestedRename {
  const [name = '', text = ''] = Object.entries(marked).find(([, one]) => one.includes('|')) ?? [];
  const files = { ...marked, [name]: text.replace('|', '') };
  const workspace = workspaceOf(files);
  const session = sessionOf(workspace);
  const path = name.startsWith('/') ? name : `/work/notes/${name}`;
  const lines = new Lines(files[name] ?? '');
  const position = lines.position(text.indexOf('|'));
  const prepared = prepareRename(session, path, position);
  const isPlace = prepared !== null && !(prepared instanceof ResponseError);
  return {
    shown: isPlace
      ? lines.text.slice(lines.offset(prepared.range.start), lines.offset(prepared.range.end))
      : String(prepared === null ? null : prepared.message),
    placeholder: isPlace ? prepared.placeholder : undefined,
    answer(typed, support = ALL, mayWrite = () => true) {
      const answer = rename(session, path, position, typed, support, mayWrite);
      if (answer === undefined) return null;
      if (answer instanceof ResponseError) return answer.message;
      return describeEdit(answer.edit, (one) => workspace.text(one) ?? '');
    },
  };
}

const from = (uri: string): string => decodeURIComponent(uri).replace('file:///work/', '');

function describeEdit(
  { documentChanges = [], changes = {} }: WorkspaceEdit,
  textOf: (path: string) => string,
): unknown {
  const out: Record<string, string> = {};
  for (const [uri, edits] of Object.entries(changes)) out[from(uri)] = edit(textOf(`/work/${from(uri)}`), edits);
  for (const change of documentChanges) {
    if ('edits' in change) {
      const path = from(change.textDocument.uri);
      out[path] = edit(
        textOf(`/work/${path}`),
        change.edits.flatMap((one) => ('newText' in one ? [one] : [])),
      );
    } else if (change.kind === 'rename')
      out[from(change.oldUri)] = `${out[from(change.oldUri)] ?? ''} → ${from(change.newUri)}`;
  }
  return Object.fromEntries(
    Object.entries(out).map(([path, text]) => [path, text.replace(HEAD, '').replace(OTHER, '')]),
  );
}

function edit(
  text: string,
  edits: readonly {
    range: Parameters<Lines['offset']>[0] extends infer P ? { start: P; end: P } : never;
    newText: string;
  }[],
): string {
  const lines = new Lines(text);
  return [...edits]
    .reverse()
    .reduce(
      (out, { range, newText }) =>
        out.slice(0, lines.offset(range.start)) + newText + out.slice(lines.offset(range.end)),
      text,
    );
}

describe('rename of a path', () => {
  const files = { 'references/a.md': '# A\n', 'scripts/run.py': '' };

  it('renames the file and its references', () => {
    const at = renameAtCursor({ ...files, 'SKILL.md': `${HEAD}[x](references/|a.md#a) and \`references/a.md\`` });
    expect([at.shown, at.placeholder]).toEqual(['references/a.md', 'references/a.md']);
    expect(at.answer('references/b c.md', { ...ALL, annotations: false })).toEqual({
      'notes/SKILL.md': '[x](references/b%20c.md#a) and `references/b c.md`',
      'notes/references/a.md': ' → notes/references/b c.md',
    });
    expect(at.answer('docs/b.md')).toEqual({
      'notes/SKILL.md': '[x](docs/b.md#a) and `docs/b.md`',
      'notes/references/a.md': ' → notes/docs/b.md',
    });
    expect(at.answer('references/a.md')).toEqual({});
  });

  it('shows it decoded, relative to its base', () => {
    const skill = { 'SKILL.md': HEAD, 'my notes/a b.md': '', 'my notes/c.md': '[x](./a%20|b.md)' };
    const at = renameAtCursor(skill);
    expect([at.shown, at.placeholder]).toEqual(['./a%20b.md', './a b.md']);
    expect(at.answer('../d.md')).toEqual({
      'notes/my notes/a b.md': ' → notes/d.md',
      'notes/my notes/c.md': '[x](../d.md)',
    });
  });

  it('renames a folder', () => {
    const at = renameAtCursor({ ...files, 'SKILL.md': `${HEAD}All of \`refer|ences/\`, so [x](references/a.md).` });
    expect(at.placeholder).toBe('references/');
    expect(at.answer('docs/')).toEqual({
      'notes/SKILL.md': 'All of `docs/`, so [x](docs/a.md).',
      'notes/references': ' → notes/docs',
    });
  });

  it('keeps a file in its folder if only a name is entered', () => {
    const at = renameAtCursor({ ...files, 'SKILL.md': `${HEAD}Read \`references/a.md\`, and \`a|.md\` again.` });
    expect(at.placeholder).toBe('a.md');
    expect(at.answer('b.md')).toEqual({
      'notes/SKILL.md': 'Read `references/b.md`, and `b.md` again.',
      'notes/references/a.md': ' → notes/references/b.md',
    });
  });

  it.each([
    ['an existing path', 'scripts/run.py', /already exists/],
    ['a path outside of the skill', '../a.md', /^Keep it inside `notes\/`/],
    ['an empty path', ' ', /^Enter a path/],
    ['an absolute path', '/etc/x.md', /^Enter a path/],
    ['a name that some systems do not support', 'references/a:b.md', /^Choose a name other than `a:b.md`/],
    ['a file used as a folder', 'scripts/run.py/a.md', /`scripts\/run.py` is a file/],
  ])('rejects %s', (_, typed, why) => {
    const at = renameAtCursor({ ...files, 'SKILL.md': `${HEAD}[x](references/|a.md)` });
    expect(at.answer(typed)).toMatch(why);
    expect(String(at.answer(typed)).length).toBeLessThanOrEqual(160);
  });

  it('rejects read-only files, SKILL.md, missing files, and editors that cannot rename files', () => {
    const at = renameAtCursor({ ...files, 'SKILL.md': `${HEAD}[x](references/|a.md)` });
    expect(at.answer('references/b.md', ALL, (path) => !path.endsWith('a.md'))).toBe(
      'Make `references/a.md` writable first: it is read-only.',
    );
    expect(at.answer('references/b.md', { ...ALL, files: false })).toMatch(/^Rename the file in your file manager/);
    const manifest = renameAtCursor({ 'SKILL.md': HEAD, 'references/a.md': '[x](../SKILL|.md)' });
    expect(manifest.answer('../skill.txt')).toMatch(/^Rename the skill instead/);
    expect(renameAtCursor({ 'SKILL.md': `${HEAD}[x](references/no|ne.md)` }).shown).toMatch(/^Correct the path first/);
    expect(renameAtCursor({ ...files, 'SKILL.md': `${HEAD}Some wor|ds.` }).shown).toBe('null');
  });
});

describe('rename of a heading', () => {
  it('changes its text and the anchors that target it', () => {
    const at = renameAtCursor({
      'SKILL.md': `${HEAD}[x](references/a.md#set-up) \`references/a.md#set-up\` [y](references/a.md#other)`,
      'references/a.md': '# A\r\n\r\n## Set |up ##\r\n\r\n## Other\r\n\r\n[up](#set-up) [enc](#set%2Dup)\r\n',
    });
    expect([at.shown, at.placeholder]).toEqual(['Set up', 'Set up']);
    expect(at.answer('Get *ready*')).toEqual({
      'notes/SKILL.md': '[x](references/a.md#get-ready) `references/a.md#get-ready` [y](references/a.md#other)',
      'notes/references/a.md':
        '# A\r\n\r\n## Get *ready* ##\r\n\r\n## Other\r\n\r\n[up](#get-ready) [enc](#get-ready)\r\n',
    });
    expect(at.answer('a\nb')).toMatch(/one line/);
    expect(at.answer(' ')).toMatch(/^Enter the heading/);
  });

  it('works from an anchor, with duplicate headings, underlined headings', () => {
    const at = renameAtCursor({
      'SKILL.md': `${HEAD}[1](references/a.md#us|e) [2](references/a.md#use-1)`,
      'references/a.md': 'Use\n===\n\n## Use\n',
    });
    expect([at.shown, at.placeholder]).toEqual(['use', 'Use']);
    expect(at.answer('Über')).toEqual({
      'notes/SKILL.md': '[1](references/a.md#über) [2](references/a.md#use)',
      'notes/references/a.md': 'Über\n===\n\n## Use\n',
    });
  });
});

describe('rename of a skill', () => {
  const others = {
    '/work/other/SKILL.md': `${OTHER}Load the \`notes\` skill: ../notes/SKILL.md, [a](../notes/references/a.md).`,
    'references/a.md': '[o](../../other/SKILL.md)',
  };

  it('renames the folder, the field and references to it', () => {
    const at = renameAtCursor({ ...others, 'SKILL.md': HEAD.replace('notes', 'no|tes') });
    expect([at.shown, at.placeholder]).toEqual(['notes', 'notes']);
    expect(at.answer('release-notes')).toEqual({
      'notes/SKILL.md': HEAD.replace('name: notes', 'name: release-notes'),
      'other/SKILL.md':
        'Load the `release-notes` skill: ../release-notes/SKILL.md, [a](../release-notes/references/a.md).',
      notes: ' → release-notes',
    });
  });

  it('works from another skill that names it', () => {
    const at = renameAtCursor({
      'SKILL.md': HEAD,
      '/work/other/SKILL.md': `${OTHER}Load the \`not|es\` skill.`,
    });
    expect(at.placeholder).toBe('notes');
    expect(at.answer('memos')).toMatchObject({ notes: ' → memos', 'other/SKILL.md': 'Load the `memos` skill.' });
  });

  it.each([
    ['Notes', /lowercase letters/],
    ['a--b', /lowercase letters/],
    ['', /lowercase letters/],
    ['other', /already exists/],
    ['a'.repeat(65), /at most 64/],
  ])('rejects %j', (typed, why) => {
    expect(renameAtCursor({ ...others, 'SKILL.md': HEAD.replace('notes', 'no|tes') }).answer(typed)).toMatch(why);
  });

  it('changes only the field if the folder has a different name', () => {
    const at = renameAtCursor({ 'SKILL.md': '---\nname: "wro|ng"\ndescription: x\n---\n' });
    expect(at.answer('notes')).toEqual({ 'notes/SKILL.md': '---\nname: "notes"\ndescription: x\n---\n' });
  });
});
