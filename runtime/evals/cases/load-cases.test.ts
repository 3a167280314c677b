import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { findEvalFiles, loadCases } from './load-cases.ts';

describe('findEvalFiles', () => {
  it('finds the files in evals/ and the usual names next to SKILL.md', () => {
    const files = [
      'evals/evals.json',
      'evals/triggers.yaml',
      'evals/notes.md',
      'evals/files/a.json',
      'eval.yaml',
      'x.json',
    ];
    const root = writeFiles(temporaryFolder(), Object.fromEntries(files.map((file) => [file, '{}'])));
    const found = findEvalFiles(root).map((file) => file.slice(root.length + 1));
    expect(found).toEqual(['eval.yaml', 'evals/evals.json', 'evals/triggers.yaml']);
  });

  it('ignores links out of the skill', () => {
    const outside = writeFiles(temporaryFolder(), { 'evals.json': '{}' });
    const root = writeFiles(temporaryFolder(), { 'evals/a.json': '{}' });
    symlinkSync(join(outside, 'evals.json'), join(root, 'evals/b.json'));
    symlinkSync('a.json', join(root, 'evals/c.json'));
    expect(findEvalFiles(root).map((file) => file.slice(root.length + 1))).toEqual(['evals/a.json', 'evals/c.json']);
  });
});

describe('loadCases', () => {
  const SUITE =
    'name: s\nskill: demo\nconfig: {}\ngraders: [{type: text, name: calm, config: {not_contains: [crash]}}]\n';

  it('adds the skill and the graders of a suite to its task files', async () => {
    const root = writeFiles(temporaryFolder(), {
      'eval.yaml': `${SUITE}tasks: ["tasks/*.yaml"]\n`,
      'tasks/b.yaml': 'id: b\ninputs: {prompt: Sum it.}\nexpected: {output_contains: ["4"]}\n',
      'tasks/a.yaml': 'id: a\ninputs: {prompt: Sing.}\n',
      'tasks/off.yaml': 'id: off\nenabled: false\ninputs: {prompt: Sing.}\n',
    });
    const { cases, problems } = await loadCases(`${root}/eval.yaml`);
    expect(problems).toEqual([]);
    expect(cases.map(({ id, skill }) => [id, skill])).toEqual([
      ['a', 'demo'],
      ['b', 'demo'],
    ]);
    expect(cases.map((one) => (one.kind === 'task' ? one.checks.length : 0))).toEqual([1, 2]);
  });

  it('reports patterns without a file, and task files that cannot be read', async () => {
    const root = writeFiles(temporaryFolder(), {
      'eval.yaml': `${SUITE}tasks: ["tasks/*.yaml", "../*.yaml"]\n`,
      'tasks/a.yaml': 'id: [\n',
    });
    const { cases, problems } = await loadCases(`${root}/eval.yaml`);
    expect(cases).toEqual([]);
    expect(problems.map(({ file, message }) => [file.slice(root.length + 1), message])).toEqual([
      ['tasks/a.yaml', expect.stringMatching(/^The YAML is not valid/)],
      ['eval.yaml', expect.stringContaining('../*.yaml')],
    ]);
  });

  it('reports a missing file', async () => {
    expect((await loadCases('/no/such/evals.json')).problems).toMatchObject([
      { message: expect.stringContaining('not exist') },
    ]);
  });
});
