import { expect, it } from 'vitest';
import {
  inOrder,
  isolated,
  modelOf,
  shortCallsOf,
  shortModelOf,
  timeOf,
  timesOf,
  toResume,
  waitsForUser,
} from '../runs/describe.ts';
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
  expect(timeOf(saved, began, 'en').length).toBeLessThan(timeOf(saved, new Date('2026-03-05T10:20:00Z'), 'en').length);
  expect(timeOf({ ...saved, started: { ...saved.started, time: '?' } }, began, 'en')).toBe('');
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

const began = (id: string, prompt: string, time: string): LibraryRun => {
  const one = run(id, ['writer']);
  return { ...one, run: { ...one.run, started: { ...one.run.started, prompt, time } } };
};

const withModel = (one: LibraryRun, model: string): LibraryRun => ({
  ...one,
  run: { ...one.run, started: { ...one.run.started, model } },
});

it('runs of one model within a minute are told apart by their second, others need none', () => {
  const runs = [
    began('a', 'Same', '2026-01-05T10:20:05.000Z'),
    began('b', 'Other', '2026-01-05T10:20:41.000Z'),
    began('c', 'Same', '2026-01-05T10:31:00.000Z'),
    withModel(began('d', 'Same', '2026-01-05T10:31:02.000Z'), 'openai/gpt'),
  ];
  const told = timesOf(runs, new Date('2026-01-05T10:40:00.000Z'), 'de');
  const of = (id: string) => told.get(`/runs/${id}/journal.jsonl`) ?? '';
  const hourless = ['a', 'b', 'c', 'd'].map((id) => of(id).replace(/^\d+/, 'h'));
  expect(hourless).toEqual(['h:20:05', 'h:20:41', 'h:31', 'h:31']);
  expect(timesOf([began('a', 'Same', '?')], new Date(), 'de').size).toBe(0);
});

it('a narrow list has the model without its provider, and calls in one word', () => {
  const short = (model: string) => shortModelOf(run('one', [], { model }).run);
  expect(short('anthropic/claude-x')).toBe('claude-x');
  expect(short('openai-compatible/org/small')).toBe('org/small');
  expect(short('simulated/weak:7')).toBe('weak:7');
  expect([1, 1200].map(shortCallsOf)).toEqual(['1 call', '1,200 calls']);
});

const ended = (reason: 'paused' | 'final' | 'guard', more: Partial<LibraryRun> = {}): LibraryRun => {
  const one = run('one', [], more);
  const finished = { ...one.run.started, type: 'run_finished', reason, llmCalls: 1, text: '', usage: {} } as const;
  return { ...one, run: { ...one.run, finished } };
};

it('a run waits for the user in this window, and after its window was closed; not where it ended or another has it', () => {
  expect(waitsForUser(run('one', [], { atWork: 'waiting' }), true)).toBe(true);
  expect(waitsForUser(ended('paused'), true)).toBe(true);
  expect(waitsForUser(ended('final'), true)).toBe(false);
  expect(waitsForUser(ended('paused', { atWork: 'running' }), true)).toBe(false);
  expect(waitsForUser(run('one', []), true)).toBe(false);
});

it('a run that was left waiting is not counted where it cannot be resumed', () => {
  expect(waitsForUser(ended('paused'), false)).toBe(false);
  expect(waitsForUser(run('one', [], { atWork: 'waiting' }), false)).toBe(true);
});

it('of several runs those go on that have not ended, one alone is told why it does not', () => {
  const [paused, final, guard, interrupted] = [ended('paused'), ended('final'), ended('guard'), run('two', [])];
  expect(toResume([paused, final, interrupted, guard])).toEqual([paused, interrupted]);
  expect(toResume([final])).toEqual([final]);
  expect(toResume([final, guard])).toEqual([final]);
  expect(toResume([])).toEqual([]);
});
