/** Findings that the round trip attributes to the rename, and those that follow from the new name alone. */
import { expect, it } from 'vitest';
import { memoryFiles } from '../../skill/index.ts';
import { HEAD } from '../../test/equipment/server/server.ts';
import { RoundTripRunner } from './round-trip.ts';

const ROOT = '/work/skills/notes';

/** Renames a file of the skill and back. */
function renameAndBack(files: Readonly<Record<string, string>>, from: string, to: string) {
  const all = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text]));
  const runner = new RoundTripRunner(memoryFiles(all), '/work');
  const isFolder = runner.workspace.kind(`${ROOT}/${from}`) === 'folder';
  const { failures, excluded } = runner.run({ from: `${ROOT}/${from}`, to: `${ROOT}/${to}`, isFolder }, ROOT);
  return {
    failures: failures.map(({ what, detail }) => `${what}: ${detail}`),
    excluded: excluded.map(({ because, detail }) => `${because}: ${detail}`),
  };
}

it.each<[what: string, files: Record<string, string>, from: string, to: string, excluded: readonly string[]]>([
  [
    'a file with a conventional name that nothing references',
    { 'SKILL.md': HEAD, 'LICENSE.txt': '' },
    'LICENSE.txt',
    'terms.txt',
    ['name of convention: reference.unreferenced in line 2'],
  ],
  [
    'a document for people whose paths are now checked',
    { 'SKILL.md': `${HEAD}See [a](templates/a.md).`, 'templates/a.md': 'See [b](gone.md).' },
    'templates',
    'docs',
    ['name of convention: reference.missing in line 1'],
  ],
  [
    'a file that only a script names',
    {
      'SKILL.md': `${HEAD}Run \`scripts/run.sh\`.`,
      'scripts/run.sh': 'cat data/rates.txt\n',
      'data/rates.txt': '',
    },
    'data/rates.txt',
    'data/prices.txt',
    ['named by a script: reference.unreferenced in line 2'],
  ],
  [
    'a file that shares words with the text',
    { 'SKILL.md': `${HEAD}Think about step-by-step reasoning.`, 'references/step-by-step.md': '# X\n' },
    'references/step-by-step.md',
    'references/q.md',
    ['words in common: reference.unreferenced in line 2'],
  ],
  [
    'a reference to the same file that another rule reports',
    {
      'SKILL.md': `${HEAD}Read [a](references/a.md). The long-story ends well.`,
      'references/a.md': 'See [b](long-story.md).\n',
      'references/long-story.md': '',
    },
    'references/long-story.md',
    'references/q.md',
    ['reference kept: reference.too-deep in line 1'],
  ],
])('%s is not lost', (_, files, from, to, excluded) => {
  expect(renameAndBack(files, from, to)).toEqual({ failures: [], excluded });
});

it('an unchanged name is a failure', () => {
  // In an example's data, without its folder, the purpose of a name is unclear.
  const body = '```json\n{"rates": "data_rates.csv"}\n```';
  const files = { 'SKILL.md': HEAD + body, 'data/data_rates.csv': '' };
  const { failures, excluded } = renameAndBack(files, 'data/data_rates.csv', 'data/prices.csv');
  expect({ failures, excluded }).toEqual({ failures: ['finding: reference.unreferenced in line 2'], excluded: [] });
});
