import { expect, it } from 'vitest';
import {
  formatCallsShort,
  isolateRtl,
  isWaitingForUser,
  modelOf,
  selectResumable,
  sortForDisplay,
  timeOf,
  timesOf,
} from '../runs/describe.ts';
import type { LibraryRun } from '../runs/library.ts';
import { filterRuns, groupRuns } from './grouping.ts';

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
    locked: false,
    activity: undefined,
    calls: undefined,
    ...rest,
  };
}

const formatGroups = (runs: readonly LibraryRun[], by: 'skill' | 'agent') =>
  groupRuns(runs, by).map(({ label, runs }) => `${label}: ${runs.map((one) => one.run.started.run).join(' ')}`);

it('groups runs by each of their skills or by agent, with pinned runs first', () => {
  const runs = [
    run('one', ['writer']),
    run('other', ['writer', 'csv']),
    run('kept', ['csv'], { meta: { pinned: true } }),
  ];
  expect(formatGroups(runs, 'skill')).toEqual(['Pinned: kept', 'csv: other', 'writer: one other']);
  expect(formatGroups(runs, 'agent')).toEqual(['Pinned: kept', 'agent: one', 'editor: other']);
  expect(formatGroups([run('bare', [])], 'skill')).toEqual(['(no skill): bare']);
});

it('limits the number of groups of a run with ten thousand skills', () => {
  const many = run(
    'many',
    Array.from({ length: 10_000 }, (_, index) => `skill-${index}`),
  );
  expect(groupRuns([many], 'skill')).toHaveLength(20);
});

it('matches runs that contain every word', () => {
  const runs = [run('one', ['writer']), run('two', ['csv'], { meta: { name: 'Before the fix' } })];
  const found = (query: string) => filterRuns(runs, query).map((one) => one.run.started.run);
  expect(found(' ')).toEqual(['one', 'two']);
  expect(found('CSV fix')).toEqual(['two']);
  expect(found('csv writer')).toEqual([]);
  expect(found('interrupted simulated')).toEqual(['one', 'two']);
});

it('marks simulated models and omits the date of today', () => {
  const { run: saved } = run('one', []);
  expect(modelOf(saved)).toBe('simulated/weak');
  expect(modelOf(run('real', [], { model: 'openai/gpt' }).run)).toBe('openai/gpt');
  const began = new Date(saved.started.time);
  expect(timeOf(saved, began, 'en').length).toBeLessThan(timeOf(saved, new Date('2026-03-05T10:20:00Z'), 'en').length);
  expect(timeOf({ ...saved, started: { ...saved.started, time: '?' } }, began, 'en')).toBe('');
});

it('isolates only right-to-left titles', () => {
  expect(isolateRtl('Write the notes')).toBe('Write the notes');
  expect(isolateRtl('اكتب 2.4')).toBe('\u2068اكتب 2.4\u2069');
});

it("marks runs of stress tests and sorts them after the user's", () => {
  const stressRun = run('played', []);
  const stress: LibraryRun = {
    ...stressRun,
    run: { ...stressRun.run, started: { ...stressRun.run.started, stress: true } },
  };
  expect(modelOf(stress.run)).toBe('simulated/weak, stress test');
  const names = (runs: readonly LibraryRun[]) => sortForDisplay(runs).map((one) => one.run.started.run);
  expect(names([stress, run('one', []), run('two', [], { meta: { pinned: true } })])).toEqual(['two', 'one', 'played']);
});

const startedRun = (id: string, prompt: string, time: string): LibraryRun => {
  const one = run(id, ['writer']);
  return { ...one, run: { ...one.run, started: { ...one.run.started, prompt, time } } };
};

const withModel = (one: LibraryRun, model: string): LibraryRun => ({
  ...one,
  run: { ...one.run, started: { ...one.run.started, model } },
});

it('shows seconds only for runs of one model within a minute', () => {
  const runs = [
    startedRun('a', 'Same', '2026-01-05T10:20:05.000Z'),
    startedRun('b', 'Other', '2026-01-05T10:20:41.000Z'),
    startedRun('c', 'Same', '2026-01-05T10:31:00.000Z'),
    withModel(startedRun('d', 'Same', '2026-01-05T10:31:02.000Z'), 'openai/gpt'),
  ];
  const times = timesOf(runs, new Date('2026-01-05T10:40:00.000Z'), 'de');
  const of = (id: string) => times.get(`/runs/${id}/journal.jsonl`) ?? '';
  const hourless = ['a', 'b', 'c', 'd'].map((id) => of(id).replace(/^\d+/, 'h'));
  expect(hourless).toEqual(['h:20:05', 'h:20:41', 'h:31', 'h:31']);
  expect(timesOf([startedRun('a', 'Same', '?')], new Date(), 'de').size).toBe(0);
});

it('names the model of a run as the picker does', () => {
  const real = run('real', [], { model: 'openai-compatible/org/small' }).run;
  const baseUrl = 'https://models.example/v1';
  const served = { ...real, started: { ...real.started, baseUrl } };
  expect(modelOf(served)).toBe('openai-compatible/org/small');
  expect(modelOf(served, { office: baseUrl })).toBe('office/org/small');
  const seeded = run('seeded', []).run;
  expect(modelOf({ ...seeded, started: { ...seeded.started, model: 'seeded/7' } })).toBe('seeded/7, simulated');
});

it('formats calls for a narrow list', () => {
  expect([1, 1200].map(formatCallsShort)).toEqual(['1 call', '1,200 calls']);
});

const endedRun = (reason: 'paused' | 'final' | 'guard', more: Partial<LibraryRun> = {}): LibraryRun => {
  const one = run('one', [], more);
  const finished = { ...one.run.started, type: 'run_finished', reason, llmCalls: 1, text: '', usage: {} } as const;
  return { ...one, run: { ...one.run, finished } };
};

it('reports a waiting run in this window or of a closed one', () => {
  expect(isWaitingForUser(run('one', [], { activity: 'waiting' }), true)).toBe(true);
  expect(isWaitingForUser(endedRun('paused'), true)).toBe(true);
  expect(isWaitingForUser(endedRun('final'), true)).toBe(false);
  expect(isWaitingForUser(endedRun('paused', { activity: 'running' }), true)).toBe(false);
  expect(isWaitingForUser(run('one', []), true)).toBe(false);
});

it('ignores a waiting run that cannot be resumed', () => {
  expect(isWaitingForUser(endedRun('paused'), false)).toBe(false);
  expect(isWaitingForUser(run('one', [], { activity: 'waiting' }), false)).toBe(true);
});

it('selects the resumable runs, or the first one if none is resumable', () => {
  const [paused, final, guard, interrupted] = [
    endedRun('paused'),
    endedRun('final'),
    endedRun('guard'),
    run('two', []),
  ];
  expect(selectResumable([paused, final, interrupted, guard])).toEqual([paused, interrupted]);
  expect(selectResumable([final])).toEqual([final]);
  expect(selectResumable([final, guard])).toEqual([final]);
  expect(selectResumable([])).toEqual([]);
});

it('finds the runs of a simulated client by its name and its id', () => {
  const codex = run('a', ['writer']);
  const runs = [
    { ...codex, run: { ...codex.run, started: { ...codex.run.started, client: 'claude-code' } } },
    run('b', ['writer']),
  ];
  const found = (query: string) => filterRuns(runs, query).map((one) => one.run.started.run);
  expect(found('claude code')).toEqual(['a']);
  expect(found('claude-code')).toEqual(['a']);
  expect(found('adk')).toEqual(['b']);
});
