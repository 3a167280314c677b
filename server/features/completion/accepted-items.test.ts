import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskFiles } from '../../../skill/disk.ts';
import { memoryFiles } from '../../../skill/index.ts';
import { HEAD } from '../../../test/equipment/server/server.ts';
import { type AcceptedAt, acceptItems } from './accepted-items.ts';

const root = join(import.meta.dirname, '../../..').replaceAll('\\', '/');
const corpus = join(root, '../shared/corpus');

/** A repository with skills, and with files that are not installed with them. */
const REPOSITORY = {
  '/work/.git/HEAD': 'ref: x',
  '/work/README.md': '# R\n',
  '/work/docs/style.md': '# S\n',
  '/work/assets/logo.png': '',
  '/work/skills/notes/SKILL.md': `${HEAD}# Notes\n\nRead the [guide](references/guide.md) and \`references/style.md\`.\n`,
  '/work/skills/notes/references/guide.md': '# Guide\n\nSee [style](style.md).\n',
  '/work/skills/notes/references/style.md': '# Style\n',
  '/work/skills/notes/scripts/sort.py': '',
  '/work/skills/notes/assets/icon.png': '',
  '/work/skills/other/SKILL.md': '---\nname: other\ndescription: Does it. Use it.\n---\n\n# Other\n',
  '/work/skills/other/references/more.md': '# More\n',
};

/** Returns what is wrong with the lists: findings at accepted items, and own files after others. */
const faultsIn = (all: readonly AcceptedAt[]): readonly string[] =>
  all.flatMap(({ isMixed, items }) => [
    ...(isMixed ? [`order in ${items[0]?.path}: ${items[0]?.typed}`] : []),
    ...items.flatMap(({ path, form, inserted, kind, codes }) =>
      codes
        // A folder is a step on the way to a file, for which completion is requested again.
        .filter((code) => kind !== 'folder' || code !== 'reference.guessable')
        .map((code) => `${code} ${path} ${form} ${inserted}`),
    ),
  ]);

it('offers nothing that is reported then, and own files first, in a repository', () => {
  const all = [...acceptItems(memoryFiles(REPOSITORY), ['/work'], 100)];
  expect(all.flatMap(({ items }) => items).length).toBeGreaterThan(150);
  expect(faultsIn(all)).toEqual([]);
});

it('does so in the examples', () => {
  const all = [...acceptItems(diskFiles(), [join(root, 'examples')], 8, (index) => index % 3 === 0)];
  expect(all.flatMap(({ items }) => items).length).toBeGreaterThan(100);
  expect(faultsIn(all)).toEqual([]);
});

it.skipIf(!existsSync(corpus))('does so in a sample of real skills, except for files that are a level too deep', () => {
  const [first = ''] = readdirSync(corpus, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? one.name : [],
  );
  const all: AcceptedAt[] = [];
  for (const one of acceptItems(diskFiles(), [join(corpus, first)], 5, (index) => index % 40 === 0))
    if (all.push(one) > 80) break;
  expect(all.flatMap(({ items }) => items).length).toBeGreaterThan(100);
  // A hint, and such a file is the skill's own: it is offered after those that SKILL.md leads to.
  expect(faultsIn(all).filter((one) => !one.startsWith('reference.too-deep '))).toEqual([]);
});
