/** Names that match a query, best first, with updates after changes. */
import { expect, it } from 'vitest';
import { SymbolKind } from 'vscode-languageserver-protocol';
import { memoryFiles, overlay } from '../../../skill/index.ts';
import { sessionOf } from '../../../test/equipment/server/server.ts';
import { DEFAULT_SETTINGS } from '../../settings.ts';
import { lettersOf, outlineOf } from '../../workspace/outline.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { rankOf, workspaceSymbols } from './workspace-symbols.ts';

const skill = (name: string, body: string): string => `---\nname: ${name}\ndescription: d\n---\n\n${body}`;
const FILES = {
  '/work/tax-notes/SKILL.md': skill('tax-notes', '# Taxes\r\n\r\n```\n# no heading\n```\n\n## Set up `it` ##\n'),
  '/work/tax-notes/references/setup.md': '# Set up\n\nText.\n\n### The taxes\n',
  '/work/tax-notes/scripts/tax.py': '',
  '/work/bills/SKILL.md': skill('bills', '# Bills\n'),
};

function start() {
  const buffers = new Map<string, string>();
  const workspace = new Workspace(overlay(memoryFiles(FILES), buffers), () => {});
  workspace.setSettings(DEFAULT_SETTINGS);
  workspace.setFolders(['/work']);
  const session = sessionOf(workspace);
  const ask = async (query: string, sections = true) =>
    (await workspaceSymbols(session, query, sections, () => false)).map(
      ({ name, kind, location, containerName = '' }) =>
        `${kind === SymbolKind.Package ? 'skill' : kind === SymbolKind.File ? 'file' : 'section'} ${name} (${containerName}) ${location.uri.slice(13)}:${location.range.start.line}`,
    );
  return { buffers, workspace, ask };
}

it('finds skills, files and sections', async () => {
  const { ask } = start();
  expect(await ask('TAX')).toEqual([
    'skill tax-notes () tax-notes/SKILL.md:0',
    'section Taxes (tax-notes) tax-notes/SKILL.md:5',
    'file scripts/tax.py (tax-notes) tax-notes/scripts/tax.py:0',
    'section The taxes (tax-notes: references/setup.md) tax-notes/references/setup.md:4',
  ]);
  expect(await ask('set up')).toEqual([
    'section Set up it (tax-notes) tax-notes/SKILL.md:11',
    'section Set up (tax-notes: references/setup.md) tax-notes/references/setup.md:0',
    'file references/setup.md (tax-notes) tax-notes/references/setup.md:0',
  ]);
  expect(await ask('stup')).toHaveLength(3);
  expect(await ask('')).toHaveLength(9);
  expect(await ask('heading')).toEqual([]);
});
it('leaves sections to an editor that finds them itself', async () => {
  expect(await start().ask('tax', false)).toEqual([
    'skill tax-notes () tax-notes/SKILL.md:0',
    'file scripts/tax.py (tax-notes) tax-notes/scripts/tax.py:0',
  ]);
});
it('reflects typed changes', async () => {
  const { ask, buffers, workspace } = start();
  expect(await ask('Bills')).toHaveLength(2);
  buffers.set('/work/bills/SKILL.md', skill('bills', '# Invoices\n'));
  workspace.textChanged('/work/bills/SKILL.md', false);
  expect(await ask('Bills')).toHaveLength(1);
  expect(await ask('Invoices')).toHaveLength(1);
});
it('ends when cancelled', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, index) => [`/work/s${index}/SKILL.md`, skill(`s${index}`, '# Part\n')]),
  );
  const workspace = new Workspace(memoryFiles(files), () => {});
  workspace.setSettings(DEFAULT_SETTINGS);
  workspace.setFolders(['/work']);
  const session = sessionOf(workspace);
  let cancelChecks = 0;
  expect(await workspaceSymbols(session, 'part', true, () => ++cancelChecks > 0)).toEqual([]);
  expect(cancelChecks).toBe(1);
  expect(await workspaceSymbols(session, 'part', true, () => false)).toHaveLength(500);
});
it.each([
  ['set up', 'set up', 0],
  ['the set up', 'set up', 1],
  ['references/setup.md', 'set up', 2],
  ['setup', 'tes', undefined],
  ['anything', '', 0],
] as const)('the rank of %s for the query %j is %s', (name, query, rank) => expect(rankOf(name, query)).toBe(rank));
it.each([
  ['# A\n## B ##\n', ['A 0', 'B 1']],
  ['---\nname: x\n# no\n---\n# A\n', ['A 4']],
  ['---\nnot closed\n# A\n', ['A 2']],
  ['\r\n\r\n# A\r\ntext\r\n# B', ['A 2', 'B 4']],
  ['#\n# \n#no\n', []],
  ['# C#\n', ['C# 0']],
] as const)('the outline of %j', (text, outline) =>
  expect(outlineOf(text).map((one) => `${one.text} ${one.line}`)).toEqual(outline),
);
it('the letters of a name include those of a query that it matches', () => {
  for (const [name, query] of [
    ['set up it', 'stp'],
    ['références 2', 'éf2'],
    ['a/b', 'a/'],
  ] as const)
    expect(lettersOf(name) & lettersOf(query)).toBe(lettersOf(query));
  expect(lettersOf('setup') & lettersOf('guide')).not.toBe(lettersOf('guide'));
});
