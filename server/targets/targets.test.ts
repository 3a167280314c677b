import { describe, expect, it } from 'vitest';
import { type FileSystem, memoryFiles, overlay } from '../../skill/index.ts';
import { HEAD, workspaceOf } from '../../test/equipment/server/server.ts';
import { Workspace } from '../workspace/workspace.ts';
import { nameWords } from './skill-names.ts';
import type { Occurrence, TargetQuery } from './target.ts';
import { Targets } from './targets.ts';

const ROOT = '/work/notes';
const skill = (name: string, body = '', more = '') =>
  `---\nname: ${name}\ndescription: Does ${name}. Use it for that.\n${more}---\n\n${body}`;

/** Returns each occurrence as `document:written form kind`, the document without `/work/`. */
const describeOccurrences = (occurrences: readonly Occurrence[]) =>
  occurrences.map(
    ({ document, written, form, kind }) => `${document.slice('/work/'.length)}:${written} ${form} ${kind}`,
  );

const leadsTo = (files: Readonly<Record<string, string>>, query: TargetQuery) =>
  describeOccurrences(new Targets(workspaceOf(files)).occurrencesOf(query));

describe('from a file', () => {
  const body = [
    'Read [the rules](references/tax%20rules.md#rates "Rules"), ![x](<references/tax rules.md>) and [r].',
    '',
    '[r]: ./references/a.md',
    '',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as in skills
    'Then `references/a.md`, `cat references/a.md`, references/a.md and `${CLAUDE_SKILL_DIR}/references/a.md`.',
    '',
    '```bash',
    'cat "references/a.md"',
    '```',
    '',
    '@references/a.md and `@references/a.md`',
    '',
    '```',
    'references/',
    '├── a.md',
    '└── tax rules.md',
    '```',
  ].join('\n');
  const files = {
    'SKILL.md': skill('notes', body, 'metadata:\n  reads:\n    - "references/a.md"\n'),
    'references/a.md': '# A\n\nSee [b](b.md), `../SKILL.md`.\n',
    'references/b.md': '# B\n',
    'references/tax rules.md': '# Rates\n',
  };

  it('finds every form, with the exact range of the path', () => {
    expect(leadsTo(files, { kind: 'file', path: `${ROOT}/references/a.md` })).toEqual([
      'notes/SKILL.md:references/a.md frontmatter path',
      'notes/SKILL.md:./references/a.md definition path',
      'notes/SKILL.md:references/a.md code path',
      'notes/SKILL.md:references/a.md code-command path',
      'notes/SKILL.md:references/a.md bare path',
      'notes/SKILL.md:references/a.md code path',
      'notes/SKILL.md:references/a.md fence-command path',
      'notes/SKILL.md:references/a.md import path',
      'notes/SKILL.md:references/a.md import path',
      'notes/SKILL.md:a.md tree path',
    ]);
    expect(leadsTo(files, { kind: 'file', path: `${ROOT}/references/tax rules.md` })).toEqual([
      'notes/SKILL.md:references/tax%20rules.md link path',
      'notes/SKILL.md:references/tax rules.md image path',
    ]);
  });

  it('returns the base and the range of each path', () => {
    const targets = new Targets(workspaceOf(files));
    const text = files['SKILL.md'];
    const all = targets.occurrencesOf({ kind: 'file', path: `${ROOT}/references/a.md` });
    for (const { range, written, form } of all) expect(text.slice(range.start, range.end), form).toBe(written);
    expect(all.map(({ base, from }) => `${base.kind} ${from}`)).toEqual([
      ...Array(5).fill(`document ${ROOT}`),
      `skill ${ROOT}`,
      ...Array(4).fill(`document ${ROOT}`),
    ]);
    expect(targets.occurrencesOf({ kind: 'file', path: `${ROOT}/references/b.md` })).toMatchObject([
      { document: `${ROOT}/references/a.md`, from: `${ROOT}/references`, path: 'b.md' },
    ]);
  });

  it('finds scripts, bare names, other letter cases, mentions and installed paths', () => {
    const body =
      'Run the setup script.\n\n`Scripts/Setup.py`, or `setup.py`. Look at `.claude/skills/notes/scripts/setup.py`.\n';
    const files = { 'SKILL.md': skill('notes', body), 'scripts/setup.py': '' };
    expect(leadsTo(files, { kind: 'file', path: `${ROOT}/scripts/setup.py` })).toEqual([
      'notes/SKILL.md:the setup script mention guess',
      'notes/SKILL.md:Scripts/Setup.py code case',
      'notes/SKILL.md:setup.py code bare',
      'notes/SKILL.md:.claude/skills/notes/scripts/setup.py code installed',
    ]);
  });
});

describe('from a folder', () => {
  const files = {
    'SKILL.md': skill('notes', 'Look into `references/`, then at `references/a.md` and `scripts/x.py`.'),
    'references/a.md': '# A\n',
    'scripts/x.py': '',
    '/work/other/SKILL.md': skill('other', 'See `../notes/references/a.md`.'),
  };
  it('finds references to it, and to its contents', () => {
    const folder = { kind: 'folder', path: `${ROOT}/references` } as const;
    expect(leadsTo(files, folder)).toEqual(['notes/SKILL.md:references/ code path']);
    expect(leadsTo(files, { ...folder, inside: true })).toEqual([
      'notes/SKILL.md:references/ code path',
      'notes/SKILL.md:references/a.md code path',
      'other/SKILL.md:../notes/references/a.md code path',
    ]);
  });
});

describe('from a heading', () => {
  const files = {
    'SKILL.md': skill(
      'notes',
      'See [rates](references/a.md#the-rates), [own](#own) and [all](references/a.md).\n\n# Own\n',
    ),
    'references/a.md': '# The rates\n\n[up](#the-rates)\n',
  };
  it('finds links from everywhere, with the range of the anchor', () => {
    const targets = new Targets(workspaceOf(files));
    const found = targets.occurrencesOf({ kind: 'heading', path: `${ROOT}/references/a.md`, slug: 'the-rates' });
    expect(describeOccurrences(found)).toEqual([
      'notes/SKILL.md:references/a.md link path',
      'notes/references/a.md: anchor path',
    ]);
    const texts = [files['SKILL.md'], files['references/a.md']];
    expect(found.map(({ fragment }, index) => texts[index]?.slice(fragment?.range.start, fragment?.range.end))).toEqual(
      ['the-rates', 'the-rates'],
    );
    const own = targets.occurrencesOf({ kind: 'heading', path: `${ROOT}/SKILL.md`, slug: 'own' });
    expect(describeOccurrences(own)).toEqual(['notes/SKILL.md: anchor path']);
  });
});

describe('from a skill', () => {
  const files = {
    'SKILL.md': skill('notes', 'Use the billing skill, or `tax-rules`. Billing is hard.\n'),
    '/work/billing/SKILL.md': skill('billing', 'Not the notes skill. [Notes](../notes/SKILL.md) and `../notes/`.\n'),
    '/work/tax/SKILL.md': skill('tax-rules', '', 'skills: [billing, notes]\n'),
  };
  it('finds its name, its folder and its SKILL.md in other skills', () => {
    expect(leadsTo(files, { kind: 'skill', path: '/work/billing' })).toEqual([
      'notes/SKILL.md:billing name name',
      'tax/SKILL.md:billing name name',
    ]);
    expect(leadsTo(files, { kind: 'skill', path: '/work/tax' })).toEqual(['notes/SKILL.md:tax-rules name guess']);
    expect(leadsTo(files, { kind: 'skill', path: ROOT })).toEqual([
      'billing/SKILL.md:notes name name',
      'billing/SKILL.md:../notes/SKILL.md link path',
      'billing/SKILL.md:../notes/ code path',
      'tax/SKILL.md:notes name name',
    ]);
  });

  it('recognizes names by their context', () => {
    const names = (text: string) => nameWords(text).map(({ name }) => name);
    expect(names('the pdf skill, skill `x`, `a-b`, "f-g", /c-d, skills__e, and/or, x/y-z, well-known')).toEqual([
      ...['pdf', 'x', 'a-b', 'c-d', 'e'],
    ]);
    expect(names('skills:\n  - one\n  - "two"\nother:\n  - three\n')).toEqual(['one', 'two']);
    expect(names('{ "agents": { "a": {\n "skills": ["one",\n "two"] } } }')).toEqual(['one', 'two']);
  });
});

describe('from a place', () => {
  const body = 'Read `references/a.md#top`, `references/b.md`.\n\nSee the user guide for more.\n\n# Tops\n';
  const files = {
    'SKILL.md': skill('notes', body),
    'references/a.md': '# Top\n',
    'references/user-guide.md': '',
  };
  const at = (words: string) =>
    new Targets(workspaceOf(files)).at(`${ROOT}/SKILL.md`, files['SKILL.md'].indexOf(words));
  it('finds a path, its fragment, a mention, a heading, the name', () => {
    const path = `${ROOT}/references/a.md`;
    expect(at('references/a.md')).toMatchObject({
      kind: 'occurrence',
      on: 'path',
      occurrence: { targets: [{ path }] },
    });
    expect(at('op`, `ref')).toMatchObject({
      kind: 'occurrence',
      on: 'fragment',
      occurrence: { fragment: { heading: { slug: 'top' } } },
    });
    expect(at('ferences/b.md')).toMatchObject({
      occurrence: { targets: [{ kind: 'missing', path: `${ROOT}/references/b.md` }] },
    });
    expect(at('user guide')).toMatchObject({ occurrence: { targets: [{ path: `${ROOT}/references/user-guide.md` }] } });
    expect(at('Tops')).toMatchObject({ kind: 'heading', heading: { slug: 'tops' } });
    expect(at('notes')).toMatchObject({ kind: 'skill-name' });
    expect(at('for more')).toBeUndefined();
  });
});

/** Creates a workspace over mutable files. */
function changing(files: Record<string, string>) {
  const read: string[] = [];
  const disk: FileSystem = {
    read: (path) => {
      read.push(path);
      return memoryFiles(files).read(path);
    },
    list: (path) => memoryFiles(files).list(path),
    kind: (path) => memoryFiles(files).kind(path),
    realPath: (path) => memoryFiles(files).realPath(path),
  };
  const buffers = new Map<string, string>();
  const workspace = new Workspace(overlay(disk, buffers), (_, __, error) => {
    throw error;
  });
  workspace.setFolders(['/work']);
  return { workspace, targets: new Targets(workspace), files, buffers, read };
}

describe('a change', () => {
  const a = '/work/notes/references/a.md';
  const query = { kind: 'file', path: a } as const;
  const files = () => ({
    '/work/notes/SKILL.md': `${HEAD}Read \`references/b.md\`.`,
    [a]: '# A',
    '/work/other/SKILL.md': skill('other', 'Nothing.'),
  });

  it('of a text is reflected in it and in other skills', () => {
    const { workspace, targets, buffers } = changing(files());
    expect(targets.occurrencesOf(query)).toEqual([]);
    buffers.set('/work/other/SKILL.md', skill('other', 'See `../notes/references/a.md`.'));
    workspace.textChanged('/work/other/SKILL.md', false);
    expect(describeOccurrences(targets.occurrencesOf(query))).toEqual([
      'other/SKILL.md:../notes/references/a.md code path',
    ]);
    buffers.set('/work/notes/SKILL.md', `${HEAD}Read \`references/a.md\`.`);
    workspace.textChanged('/work/notes/SKILL.md', false);
    expect(targets.occurrencesOf(query)).toHaveLength(2);
  });

  it('of files is reflected', () => {
    const { workspace, targets, files: now } = changing(files());
    const missing = targets.of('/work/notes/SKILL.md');
    expect(missing).toMatchObject([{ kind: 'missing' }]);
    now['/work/notes/references/b.md'] = '# B';
    workspace.filesChanged([{ path: '/work/notes/references/b.md', kind: 'created' }]);
    expect(targets.of('/work/notes/SKILL.md')).toMatchObject([{ kind: 'path' }]);
    delete now['/work/other/SKILL.md'];
    workspace.filesChanged([{ path: '/work/other/SKILL.md', kind: 'deleted' }]);
    expect(targets.occurrencesOf(query)).toEqual([]);
  });

  it('of another skill’s name is reflected', () => {
    const {
      workspace,
      targets,
      files: now,
    } = changing({
      ...files(),
      '/work/notes/SKILL.md': `${HEAD}Use the later-name skill.`,
    });
    expect(targets.occurrencesOf({ kind: 'skill', path: '/work/other' })).toEqual([]);
    now['/work/other/SKILL.md'] = skill('later-name');
    workspace.filesChanged([{ path: '/work/other/SKILL.md', kind: 'changed' }]);
    expect(targets.occurrencesOf({ kind: 'skill', path: '/work/other' })).toHaveLength(1);
  });
});

it('reads nothing the second time, and parses only skills that name the file', () => {
  const others = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `/work/s${index}/SKILL.md`,
      skill(`s${index}`, 'Read `references/a.md`.'),
    ]),
  );
  const { targets, read } = changing({
    ...others,
    '/work/notes/SKILL.md': `${HEAD}Read \`references/a.md\`.`,
    '/work/notes/references/a.md': '# A',
  });
  const query = { kind: 'file', path: '/work/notes/references/a.md' } as const;
  expect(targets.occurrencesOf(query)).toHaveLength(1);
  read.length = 0;
  expect(targets.occurrencesOf(query)).toHaveLength(1);
  expect(read).toEqual([]);
});
