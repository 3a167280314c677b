import { expect, it } from 'vitest';
import { skillOnDisk } from '../../../test/equipment/runtime/folders.ts';
import { readSkills } from '../../toolset/read-skills.ts';
import { contentHash } from '../trials/content-hash.ts';
import { collectCases } from './collect-cases.ts';
import { copiedFiles } from './copied-files.ts';

const GUIDE = '# Guide\n\nBegin with the changes that users notice.\n';

async function warningsOf(files: Readonly<Record<string, string>>, paths: readonly unknown[]) {
  const cases = paths.map((path, index) => ({ id: `case-${index}`, prompt: 'Do it.', files: [path] }));
  const evals = { 'evals/evals.json': JSON.stringify(cases), 'references/guide.md': GUIDE };
  const read = readSkills([skillOnDisk('demo', { ...evals, ...files }).root]);
  const [skill] = read.kind === 'failed' ? [] : read.skills;
  if (skill === undefined) throw new Error('no skill');
  const { cases: collected, problems } = await collectCases(skill, []);
  expect(problems).toEqual([]);
  const content = await contentHash(skill.root, new AbortController().signal);
  return content.kind === 'hash' ? copiedFiles(collected, content.files) : [content.message];
}

it('names copies of bundled files, also those written into the case', async () => {
  const files = { 'evals/in/copy.md': GUIDE, 'evals/in/data.csv': 'a,b\n'.repeat(20) };
  const inner = { path: 'inner.md', content: GUIDE };
  expect(await warningsOf(files, ['evals/in/copy.md', 'evals/in/data.csv', inner])).toEqual([
    'Leave out evals/in/copy.md of case case-0 unless it is input: the baseline has references/guide.md of the skill by it.',
    'Leave out inner.md of case case-2 unless it is input: the baseline has references/guide.md of the skill by it.',
  ]);
});

it('ignores files that are equal by chance, and other eval files', async () => {
  const files = { 'assets/empty.txt': '', 'evals/in/empty.txt': '', 'evals/in/a.csv': 'a,b\n'.repeat(20) };
  expect(await warningsOf(files, ['evals/in/empty.txt', 'evals/in/a.csv', 'evals/in/a.csv'])).toEqual([]);
});

it('counts the copies after the first three', async () => {
  const copies = Array.from({ length: 4 }, (_, index) => ({ path: `${index}.md`, content: GUIDE }));
  const warnings = await warningsOf({}, copies);
  expect(warnings).toHaveLength(4);
  expect(warnings[3]).toBe('Check 1 more file of cases, too: it equals one of the skill.');
});
