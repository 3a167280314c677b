/** Each action has exactly the effect that its title describes. */
import { describe, expect, it } from 'vitest';
import { actionTester, crlf, type Files } from '../../../test/equipment/server/actions.ts';
import { HEAD, workspaceOf } from '../../../test/equipment/server/server.ts';
import { KINDS } from './offer.ts';

const NOTHING = { documentChanges: true, create: false };

describe.each([
  ['LF', (files: Files) => files],
  ['CRLF', crlf],
])('with %s', (_, ends) => {
  const same = (before: Files, after: Files): void => expect(after).toEqual(before);

  describe('fix all', () => {
    const text = `${HEAD}# Ünïcode 🎉\n\nRead [a](references/A.md), \`references/B.md\`,\nand \`references/a.md\` \u200bnow.\n`;
    const files = ends({ 'SKILL.md': text, 'references/a.md': '# A\n', 'references/b.md': '# B\n' });
    it('writes the same as `check --fix`', () => {
      const right = text.replace('A.md)', 'a.md)').replace('B.md', 'b.md').replace('\u200b', '');
      same(
        { ...files, ...ends({ 'SKILL.md': right }) },
        actionTester(files).filesAfter('---', /^Fix all problems/, ['source.fixAll']),
      );
    });
    it('is not offered without safe fixes', () => {
      const nothing = ends({ 'SKILL.md': `${HEAD}Read \`references/gone.md\`.\n` });
      expect(actionTester(nothing).titles('---', ['source'])).toEqual([]);
    });
    it('applies the first fix of each finding of a rule', () => {
      const tester = actionTester(files);
      expect(tester.titles('references/A.md')).toContain('Fix all 2 problems of reference.case in this file');
      const right = text.replace('A.md)', 'a.md)').replace('B.md', 'b.md');
      same(
        { ...files, ...ends({ 'SKILL.md': right }) },
        tester.filesAfter('references/A.md', /^Fix all 2 problems of reference.case/),
      );
    });
    it('counts the findings without a fix, and is not offered for them', () => {
      const body = 'Read `references/A.md`, `references/B.md`, `references/gone.md`, `references/invoices.md`.\n';
      const typos = body.replace('A.md', 'guides.md').replace('B.md', 'table.md');
      const tester = actionTester(
        ends({ 'SKILL.md': `${HEAD}${typos}`, 'references/guide.md': '# A\n', 'references/tables.md': '# B\n' }),
      );
      const title = 'Fix 2 of 4 problems of reference.missing in this file';
      expect(tester.titles('references/guides.md')).toContain(title);
      expect(tester.titles('references/gone.md').filter((one) => one.startsWith('Fix '))).toEqual([]);
    });
    it('is not offered for a single finding of a rule', () => {
      expect(
        actionTester(files)
          .titles('\u200b')
          .filter((title) => title.startsWith('Fix all')),
      ).toEqual(['Fix all problems that can be fixed safely']);
    });
  });

  describe('a missing file', () => {
    const files = ends({
      'SKILL.md': `${HEAD}Read [the **price** list](references/prices.md#early-birds) and \`references/prices.md\`.\nRun \`scripts/go.py\`.\n`,
    });
    it('is created with the link’s text as the heading, and the targeted headings', () => {
      same(
        { ...files, ...ends({ 'references/prices.md': '# The price list\n\n## Early birds\n' }) },
        actionTester(files).filesAfter('references/prices.md', 'Create references/prices.md'),
      );
    });
    it('is empty if it is not Markdown', () => {
      same({ ...files, 'scripts/go.py': '' }, actionTester(files).filesAfter('scripts/go.py', 'Create scripts/go.py'));
    });
    it('has its file name as the heading if the link text says no more', () => {
      const plain = ends({
        'SKILL.md': `${HEAD}Read \`references/style-guide.md\`, see [here](references/style-guide.md).\n`,
      });
      expect(actionTester(plain).filesAfter('references/style', /^Create/)['references/style-guide.md']).toBe(
        ends({ x: '# Style guide\n' }).x,
      );
    });
    it('is not offered to a client that cannot create files', () => {
      expect(actionTester(files, 'SKILL.md', NOTHING).titles('references/prices.md').join()).not.toContain('Create');
    });
  });

  describe('an unreferenced file', () => {
    const more = ends({ 'references/tax [EU].md': '# Tax in the EU [2024]\n', 'scripts/go.py': '' });
    it('is appended to the existing list of resources', () => {
      const text = `${HEAD}# Notes\n\n## Resources\n\n* [A](references/a.md)\n  continues\n\n## More\n\nText.\n`;
      const files = { ...ends({ 'SKILL.md': text, 'references/a.md': '# A\n' }), ...more };
      const tester = actionTester(files);
      const with1 = text.replace('continues\n', 'continues\n* [Tax in the EU \\[2024\\]](references/tax%20[EU].md)\n');
      same(
        { ...files, ...ends({ 'SKILL.md': with1 }) },
        tester.filesAfter('notes', 'Add references/tax [EU].md to the section “Resources”'),
      );
      const both = with1.replace('[EU].md)\n', '[EU].md)\n* `scripts/go.py`\n');
      same(
        { ...files, ...ends({ 'SKILL.md': both }) },
        tester.filesAfter('notes', 'Add all 2 unreferenced files to the section “Resources”'),
      );
    });
    it('creates the section if there is none', () => {
      for (const end of ['', '\n', '\n\n']) {
        const text = `${HEAD}# Notes\n\nText.${end}`;
        const files = { ...ends({ 'SKILL.md': text }), ...more };
        const [added] = [actionTester(files).filesAfter('notes', /^Add scripts\/go.py/)];
        const after = `${HEAD}# Notes\n\nText.\n\n## Resources\n\n- \`scripts/go.py\`${end === '' ? '\n' : end}`;
        same({ ...files, ...ends({ 'SKILL.md': after }) }, added);
      }
    });
    it('is referenced afterwards', () => {
      const files = { ...ends({ 'SKILL.md': `${HEAD}# Notes\n` }), ...more };
      const after = actionTester(files).filesAfter('notes', /^Add all 2/);
      expect(workspaceOf(after).diagnose('/work/notes/SKILL.md')?.findings).toEqual([]);
    });
  });
});

describe('a relative path', () => {
  const around = {
    '/work/.git/HEAD': '',
    'references/a b.md': '# A\n',
    'references/a.md': '# A\n',
    '/work/docs/x.md': '',
  };
  it.each([
    ['Read `/work/notes/references/a.md`.', 'Read `references/a.md`.'],
    ['Read [a](/work/notes/references/a%20b.md#a).', 'Read [a](references/a%20b.md#a).'],
    ['Read `~/.claude/skills/notes/references/a.md` now.', 'Read `references/a.md` now.'],
    ['Read `notes/references/a.md`.', 'Read `references/a.md`.'],
    ['Read `.claude/skills/notes/references/a.md`.', 'Read `references/a.md`.'],
    ['Read `docs/x.md`.', 'Read `../docs/x.md`.'],
    ['Read /work/docs/x.md.', 'Read ../docs/x.md.'],
  ])('%s', (body, after) => {
    const tester = actionTester({ 'SKILL.md': `${HEAD}${body}\n`, ...around });
    const at = body.slice(body.search(/[/~.]|notes|docs/));
    expect(tester.filesAfter(at, /^Write the relative path/, ['refactor'])['SKILL.md']).toBe(`${HEAD}${after}\n`);
  });
  it.each(['Read `references/a.md`.', 'Read `/etc/passwd`.', 'Read `/work/gone.md`.', 'Read `/work`.'])(
    'not of %s',
    (body) => {
      const tester = actionTester({ 'SKILL.md': `${HEAD}${body}\n`, ...around });
      expect(tester.titles(body.slice(6), ['refactor.rewrite'])).toEqual([]);
    },
  );
  it('replaces a bare name without a finding', () => {
    const text = `${HEAD}Read \`references/guide.md\`.\n\nSee \`guide.md\` again.\n`;
    const files = { 'SKILL.md': text, 'references/guide.md': '# G\n' };
    expect(
      actionTester(files).filesAfter('guide.md` again', 'Write the relative path references/guide.md')['SKILL.md'],
    ).toBe(text.replace('`guide.md`', '`references/guide.md`'));
  });
});

describe('kinds', () => {
  const files = { 'SKILL.md': `${HEAD}# N\n\n## Part\n\nRead \`references/A.md\`.\n`, 'references/a.md': '# A\n' };
  it('are filtered by the request', () => {
    const tester = actionTester(files);
    for (const kind of [...Object.values(KINDS), 'quickfix', 'refactor', 'source', 'source.organizeImports']) {
      for (const words of ['references/A.md', '## Part', '---']) {
        for (const action of tester.actions(words, [kind]))
          expect(action.kind === kind || action.kind?.startsWith(`${kind}.`)).toBe(true);
      }
    }
    expect(tester.titles('references/A.md', ['source.organizeImports'])).toEqual([]);
  });
  it('have edits immediately if the client cannot resolve them', () => {
    const tester = actionTester(files, 'SKILL.md', { documentChanges: true, create: true });
    for (const action of [...tester.actions('references/A.md'), ...tester.actions('## Part')])
      expect(action.edit).toBeDefined();
  });
  it('rename a file with another spelling of SKILL.md, if the client can', () => {
    const head = '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n';
    const support = { documentChanges: true, create: true };
    const fixes = (rename: boolean) =>
      actionTester({ 'skill.md': head }, 'skill.md', { ...support, rename })
        .actions('notes', ['quickfix'])
        .filter(({ kind }) => kind === KINDS.fix);
    expect(fixes(true)).toMatchObject([
      {
        title: 'Rename the file to SKILL.md',
        edit: {
          documentChanges: [
            { kind: 'rename', oldUri: 'file:///work/notes/skill.md', newUri: 'file:///work/notes/SKILL.md' },
          ],
        },
      },
    ]);
    expect(fixes(false)).toEqual([]);
  });
  it('an action that no longer applies is returned unchanged', () => {
    const tester = actionTester(files);
    const [action] = tester.actions('## Part', ['refactor.extract']);
    expect(action?.edit).toBeUndefined();
    expect(action?.data).toBeDefined();
  });
});

describe('stating what paths are relative to', () => {
  const TITLE = 'State that paths are relative to this SKILL.md';
  const only = [KINDS.stateBase];
  const files = (body: string): Files => ({ 'SKILL.md': `${HEAD}${body}\n`, 'references/a.md': '# A\n' });

  it('is offered for a path of the skill if it is requested by name', () => {
    const tester = actionTester(files('# Notes\n\nRead `references/a.md`.'));
    expect(tester.titles('references/a.md', only)).toEqual([TITLE]);
    expect(tester.titles('references/a.md')).not.toContain(TITLE);
    expect(tester.titles('references/a.md', ['quickfix'])).not.toContain(TITLE);
    const after = tester.filesAfter('references/a.md', TITLE, only)['SKILL.md'] ?? '';
    expect(after).toContain(
      '# Notes\n\nPaths in this file are relative to the folder of this SKILL.md; if you know that folder, put it before them, in commands too.\n\nRead',
    );
    expect(actionTester({ ...files(''), 'SKILL.md': after }).titles('references/a.md', only)).toEqual([]);
  });

  it('is not offered for a path that does not exist, or in a bundled file', () => {
    expect(actionTester(files('Read `references/b.md`.')).titles('references/b.md', only)).toEqual([]);
    const bundled = { ...files('Read `references/a.md`.'), 'references/a.md': 'See `references/a.md`.\n' };
    expect(actionTester(bundled, 'references/a.md').titles('references/a.md', only)).toEqual([]);
  });
});
