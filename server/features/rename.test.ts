import { describe, expect, it } from 'vitest';
import { ResponseError, type WorkspaceEdit } from 'vscode-languageserver-protocol';
import { HEAD, sessionOf, workspaceOf } from '../testing.ts';
import { Lines } from '../workspace/lines.ts';
import { prepareRename, rename } from './rename.ts';
import type { RenameSupport } from './workspace-edit.ts';

const ALL: RenameSupport = { documentChanges: true, files: true, annotations: true };
const OTHER = '---\nname: other\ndescription: Does other things. Use it for them.\n---\n\n';

interface Asked {
  /** What is written there. */
  readonly shown: string;
  /** What the user gets to change; or why not. */
  readonly placeholder: string | undefined;
  /** What becomes of the documents, and of files, by their paths from `/work`; or why not. */
  readonly answer: (typed: string, support?: RenameSupport, mayWrite?: (path: string) => boolean) => unknown;
}

/** F2 at `|` in one of the files of the skill `notes`. */
function f2(marked: Readonly<Record<string, string>>): Asked {
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
      return applied(answer.edit, (one) => workspace.text(one) ?? '');
    },
  };
}

const from = (uri: string): string => decodeURIComponent(uri).replace('file:///work/', '');

function applied({ documentChanges = [], changes = {} }: WorkspaceEdit, textOf: (path: string) => string): unknown {
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

describe('F2 on a path', () => {
  const files = { 'references/a.md': '# A\n', 'scripts/run.py': '' };

  it('renames the file and what leads to it', () => {
    const at = f2({ ...files, 'SKILL.md': `${HEAD}[x](references/|a.md#a) and \`references/a.md\`` });
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

  it('shows it decoded, from where it is told', () => {
    const skill = { 'SKILL.md': HEAD, 'my notes/a b.md': '', 'my notes/c.md': '[x](./a%20|b.md)' };
    const at = f2(skill);
    expect([at.shown, at.placeholder]).toEqual(['./a%20b.md', './a b.md']);
    expect(at.answer('../d.md')).toEqual({
      'notes/my notes/a b.md': ' → notes/d.md',
      'notes/my notes/c.md': '[x](../d.md)',
    });
  });

  it('of a folder', () => {
    const at = f2({ ...files, 'SKILL.md': `${HEAD}All of \`refer|ences/\`, so [x](references/a.md).` });
    expect(at.placeholder).toBe('references/');
    expect(at.answer('docs/')).toEqual({
      'notes/SKILL.md': 'All of `docs/`, so [x](docs/a.md).',
      'notes/references': ' → notes/docs',
    });
  });

  it('of a file alone keeps it in its folder', () => {
    const at = f2({ ...files, 'SKILL.md': `${HEAD}Read \`references/a.md\`, and \`a|.md\` again.` });
    expect(at.placeholder).toBe('a.md');
    expect(at.answer('b.md')).toEqual({
      'notes/SKILL.md': 'Read `references/b.md`, and `b.md` again.',
      'notes/references/a.md': ' → notes/references/b.md',
    });
  });

  it.each([
    ['what is there already', 'scripts/run.py', /exists already/],
    ['what lies outside of the skill', '../a.md', /^Keep it inside `notes\/`/],
    ['nothing', ' ', /^Type a path/],
    ['an absolute path', '/etc/x.md', /^Type a path/],
    ['a name that not every system has', 'references/a:b.md', /^Choose another name than `a:b.md`/],
    ['a file for a folder', 'scripts/run.py/a.md', /`scripts\/run.py` is a file/],
  ])('refuses %s', (_, typed, why) => {
    const at = f2({ ...files, 'SKILL.md': `${HEAD}[x](references/|a.md)` });
    expect(at.answer(typed)).toMatch(why);
    expect(String(at.answer(typed)).length).toBeLessThanOrEqual(160);
  });

  it('refuses what is read-only, SKILL.md, what is not there, and editors that rename no files', () => {
    const at = f2({ ...files, 'SKILL.md': `${HEAD}[x](references/|a.md)` });
    expect(at.answer('references/b.md', ALL, (path) => !path.endsWith('a.md'))).toBe(
      'Make `references/a.md` writable first: it is read-only.',
    );
    expect(at.answer('references/b.md', { ...ALL, files: false })).toMatch(/^Rename the file in your file manager/);
    const manifest = f2({ 'SKILL.md': HEAD, 'references/a.md': '[x](../SKILL|.md)' });
    expect(manifest.answer('../skill.txt')).toMatch(/^Rename the skill instead/);
    expect(f2({ 'SKILL.md': `${HEAD}[x](references/no|ne.md)` }).shown).toMatch(/^Mend the path first/);
    expect(f2({ ...files, 'SKILL.md': `${HEAD}Some wor|ds.` }).shown).toBe('null');
  });
});

describe('F2 on a heading', () => {
  it('writes its words and the anchors that lead to it', () => {
    const at = f2({
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
    expect(at.answer(' ')).toMatch(/^Type the words/);
  });

  it('from an anchor, with headings of the same words, below a line', () => {
    const at = f2({
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

describe('F2 on the name of a skill', () => {
  const others = {
    '/work/other/SKILL.md': `${OTHER}Load the \`notes\` skill: ../notes/SKILL.md, [a](../notes/references/a.md).`,
    'references/a.md': '[o](../../other/SKILL.md)',
  };

  it('renames the folder, the field and what names it', () => {
    const at = f2({ ...others, 'SKILL.md': HEAD.replace('notes', 'no|tes') });
    expect([at.shown, at.placeholder]).toEqual(['notes', 'notes']);
    expect(at.answer('release-notes')).toEqual({
      'notes/SKILL.md': HEAD.replace('name: notes', 'name: release-notes'),
      'other/SKILL.md':
        'Load the `release-notes` skill: ../release-notes/SKILL.md, [a](../release-notes/references/a.md).',
      notes: ' → release-notes',
    });
  });

  it('from another skill that names it', () => {
    const at = f2({
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
    ['other', /exists already/],
    ['a'.repeat(65), /at most 64/],
  ])('refuses %j', (typed, why) => {
    expect(f2({ ...others, 'SKILL.md': HEAD.replace('notes', 'no|tes') }).answer(typed)).toMatch(why);
  });

  it('only the field where the folder is called otherwise', () => {
    const at = f2({ 'SKILL.md': '---\nname: "wro|ng"\ndescription: x\n---\n' });
    expect(at.answer('notes')).toEqual({ 'notes/SKILL.md': '---\nname: "notes"\ndescription: x\n---\n' });
  });
});
