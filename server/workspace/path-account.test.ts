import { describe, expect, it } from 'vitest';
import { skimDocument } from '../../skill/index.ts';
import { HEAD, settings, workspaceOf } from '../../test/equipment/server/server.ts';
import { countPaths } from '../unresolved-path.ts';
import { accountOf } from './path-account.ts';

const CONFIG = '/work/.skillwright.json';

/** Returns the account of the SKILL.md of a skill `notes`. */
function accountFor(files: Readonly<Record<string, string>>, section: unknown = {}) {
  const workspace = workspaceOf(files, settings(section));
  const path = '/work/notes/SKILL.md';
  const entry = workspace.skillOf(path);
  const document = entry?.document(path);
  const { analysis, findings = [] } = workspace.diagnose(path) ?? {};
  if (entry === undefined || document === undefined || 'unreadable' in document || analysis === undefined)
    throw new Error('the skill cannot be read');
  return accountOf({ document, analysis, findings, settings: workspace.settingsOf(entry, path) });
}

/** Returns the kind and the reason of each path without a file. */
const kindsIn = (text: string, files: Readonly<Record<string, string>> = {}, section: unknown = {}) =>
  accountFor({ 'SKILL.md': HEAD + text, ...files }, section).map(({ target, kind, because }) => [
    target,
    kind,
    because,
  ]);

describe('the account of paths without a file', () => {
  it.each<[text: string, kind: string, because: string]>([
    ['Read `references/none.md` first.', 'broken', 'reference.missing'],
    ['Write the result to `reports/out.md`.', 'made-at-run-time', expect.stringContaining('.')],
    ['Look at `src/app.ts` of the project.', 'user-project', expect.stringContaining('.')],
    ['It was formerly `scripts/run.sh`.', 'absent', 'absent.formerly'],
    ['Read `references/{topic}.md` for it.', 'placeholder', 'written.placeholder'],
    ['Read `references/*.md` for it.', 'placeholder', 'written.glob'],
    ['Read [it](mdc:references/x.md) for it.', 'no-path', 'written.pseudo-link'],
  ])('%s', (text, kind, because) => {
    expect(kindsIn(text)).toEqual([[expect.any(String), kind, because]]);
  });

  it('says which name of a bundled file is meant', () => {
    expect(kindsIn('Read `a/x.md` and `b/x.md`, then `x.md`.', { 'a/x.md': '', 'b/x.md': '' })).toEqual([
      ['x.md', 'by-name', 'resolved.bundled-names'],
    ]);
    expect(kindsIn('Read `a/x.md`, then `x.md`.', { 'a/x.md': '' })).toEqual([
      ['x.md', 'by-name', 'resolved.bundled-name'],
    ]);
  });

  it('has the paths that a comment or a level silences', () => {
    const text = 'Read `references/none.md` first.';
    expect(kindsIn(`<!-- skillwright-disable-next-line reference.missing -->\n${text}`)).toEqual([
      ['references/none.md', 'silenced', 'silenced.comment'],
    ]);
    expect(kindsIn(text, {}, { rules: { 'reference.missing': 'off' } })).toEqual([
      ['references/none.md', 'silenced', 'silenced.level'],
    ]);
  });

  it('takes a hint for uncertain', () => {
    const certainty = { error: 1, warning: 1 };
    expect(kindsIn('Read `references/none.md` first.', {}, { certainty })).toEqual([
      ['references/none.md', 'uncertain', 'reference.missing'],
    ]);
  });

  it('has each place, and counts a path once for each kind', () => {
    const account = accountFor({
      'SKILL.md': `${HEAD}Read \`references/a.md\`, \`references/b.md\` and \`references/a.md\`. It was formerly \`scripts/run.sh\`.`,
    });
    expect(account.map(({ target }) => target)).toEqual([
      'references/a.md',
      'references/b.md',
      'references/a.md',
      'scripts/run.sh',
    ]);
    expect(countPaths(account)).toEqual({ broken: 2, absent: 1 });
  });
});

describe('what the author says of a path', () => {
  const text = `${HEAD}Read \`references/none.md\`, \`references/other.md\` and [it](references/none.md#part).\n`;

  it.each([
    ['made-at-run-time', 'made-at-run-time'],
    ['user-project', 'user-project'],
    ['installed-later', 'installed-later'],
    ['example', 'example'],
  ])('%s is never reported, at all places, and is listed with the pattern', (meaning, kind) => {
    const paths = { 'references/none.md': meaning };
    const account = accountFor({ 'SKILL.md': text, [CONFIG]: JSON.stringify({ paths }) });
    expect(account.map(({ target, kind, pattern }) => [target, kind, pattern?.pattern])).toEqual([
      ['references/none.md', kind, 'references/none.md'],
      ['references/other.md', 'broken', undefined],
      ['references/none.md', kind, 'references/none.md'],
    ]);
    expect(account[0]).toMatchObject({
      because: `paths.${meaning}`,
      says: 'you said so: .skillwright.json has "references/none.md"',
    });
  });

  it.each([undefined, skimDocument])('withdraws findings of every rule about paths and names', (read) => {
    const files = {
      'SKILL.md': `${HEAD}Read \`References/Guide.md\`, [far](../../../etc/x.md), and [b](bare.md).\n\nFiles in \`references/\`:\n\n- \`tax.md\`: rates\n`,
      'references/guide.md': '',
      'assets/bare.md': '',
    };
    const codesWith = (paths: unknown) =>
      workspaceOf({ ...files, [CONFIG]: JSON.stringify({ paths }) }, undefined, read)
        .diagnose('/work/notes/SKILL.md')
        ?.findings.flatMap(({ code }) => (code === 'reference.unreferenced' ? [] : [code]));
    expect(new Set(codesWith({}))).toEqual(
      new Set(['reference.case', 'reference.escapes', 'reference.guessable', 'reference.bare']),
    );
    const meaning = 'example';
    expect(
      codesWith({
        'References/*': meaning,
        '../**': meaning,
        '**/x.md': meaning,
        'tax.md': meaning,
        'bare.md': meaning,
      }),
    ).toEqual([]);
  });

  it('does not hide a file that exists', () => {
    const files = { 'SKILL.md': `${HEAD}See [it](references/a.md#none).`, 'references/a.md': '# A' };
    const config = { [CONFIG]: JSON.stringify({ paths: { 'references/**': 'example' } }) };
    expect(accountFor({ ...files, ...config })).toEqual([]);
    const found = workspaceOf({ ...files, ...config }).diagnose('/work/notes/SKILL.md')?.findings;
    expect(found?.map(({ code }) => code)).toEqual(['reference.anchor']);
  });

  it('can hold for some files only, the last part that says something first', () => {
    const config = {
      paths: { 'references/none.md': 'example' },
      overrides: [{ files: ['notes'], paths: { 'references/none.md': 'user-project' } }],
    };
    const account = accountFor({ 'SKILL.md': text, [CONFIG]: JSON.stringify(config) });
    expect(account.map(({ kind }) => kind)).toEqual(['user-project', 'broken', 'user-project']);
  });
});
