import { expect, it } from 'vitest';
import { inOrder, isolated, modelOf, timeOf } from '../runs/describe.ts';
import type { LibraryRun } from '../runs/library.ts';
import { groupsOf, matching } from './grouping.ts';

function run(id: string, skills: readonly string[], more: Partial<LibraryRun> & { model?: string } = {}): LibraryRun {
  const { model = 'simulated/weak', ...rest } = more;
  return {
    run: {
      journal: `/runs/${id}/journal.jsonl`,
      started: {
        type: 'run_started',
        seq: 1,
        time: '2026-01-05T10:20:00.000Z',
        invocation: 'i',
        agent: id === 'other' ? 'editor' : 'agent',
        run: id,
        model,
        skills: skills.map((name) => ({ name, root: `/skills/${name}` })),
        guards: 'default',
        maxLlmCalls: 500,
        prompt: `Prompt of ${id}\nand more`,
        simulated: model.startsWith('simulated/'),
      },
    },
    meta: {},
    held: false,
    atWork: undefined,
    calls: undefined,
    ...rest,
  };
}

const shown = (runs: readonly LibraryRun[], by: 'skill' | 'agent') =>
  groupsOf(runs, by).map(({ label, runs }) => `${label}: ${runs.map((one) => one.run.started.run).join(' ')}`);

it('runs stand under each skill that they offered, or under their agent, pinned ones above', () => {
  const runs = [
    run('one', ['writer']),
    run('other', ['writer', 'csv']),
    run('kept', ['csv'], { meta: { pinned: true } }),
  ];
  expect(shown(runs, 'skill')).toEqual(['Pinned: kept', 'csv: other', 'writer: one other']);
  expect(shown(runs, 'agent')).toEqual(['Pinned: kept', 'agent: one', 'editor: other']);
  expect(shown([run('bare', [])], 'skill')).toEqual(['(no skill): bare']);
});

it('a run that offers ten thousand skills is not shown ten thousand times', () => {
  const many = run(
    'many',
    Array.from({ length: 10_000 }, (_, place) => `skill-${place}`),
  );
  expect(groupsOf([many], 'skill')).toHaveLength(20);
});

it('every word must be found, in whatever is shown of a run', () => {
  const runs = [run('one', ['writer']), run('two', ['csv'], { meta: { name: 'Before the fix' } })];
  const found = (query: string) => matching(runs, query).map((one) => one.run.started.run);
  expect(found(' ')).toEqual(['one', 'two']);
  expect(found('CSV fix')).toEqual(['two']);
  expect(found('csv writer')).toEqual([]);
  expect(found('interrupted simulated')).toEqual(['one', 'two']);
});

it('a simulated model is called so, and a run of today has no day', () => {
  const { run: saved } = run('one', []);
  expect(modelOf(saved)).toBe('simulated: weak');
  expect(modelOf(run('real', [], { model: 'openai/gpt' }).run)).toBe('openai/gpt');
  const began = new Date(saved.started.time);
  expect(timeOf(saved, began).length).toBeLessThan(timeOf(saved, new Date('2026-03-05T10:20:00Z')).length);
  expect(timeOf({ ...saved, started: { ...saved.started, time: '?' } }, began)).toBe('');
});

it('a title from right to left keeps apart from what stands behind it, any other is as it was', () => {
  expect(isolated('Write the notes')).toBe('Write the notes');
  expect(isolated('اكتب 2.4')).toBe('\u2068اكتب 2.4\u2069');
});

it('a run that a stress test played is told as that, and never offered before those of the user', () => {
  const played = run('played', []);
  const stress: LibraryRun = { ...played, run: { ...played.run, started: { ...played.run.started, stress: true } } };
  expect(modelOf(stress.run)).toBe('simulated: weak, stress test');
  const names = (runs: readonly LibraryRun[]) => inOrder(runs).map((one) => one.run.started.run);
  expect(names([stress, run('one', []), run('two', [], { meta: { pinned: true } })])).toEqual(['two', 'one', 'played']);
});
