import { describe, expect, it } from 'vitest';
import type { LibraryRun } from '../runs/library.ts';
import { earlierRepetitions, inOrder, likeness, sortByLikeness } from './candidates.ts';

type Run = Pick<LibraryRun, 'run'>;

function run(name: string, time: string, fields: object = {}): Run {
  const started = {
    prompt: 'Write.',
    agent: 'agent',
    skills: [{ name: 'letters', root: '/letters' }],
    time,
    ...fields,
  };
  return { run: { journal: `/${name}`, started } } as unknown as Run;
}

const NOW = run('now', '2026-11-12T12:00:00.000Z');
const BEFORE = run('before', '2026-11-12T10:00:00.000Z');
const LATER = run('later', '2026-11-12T13:00:00.000Z');
const OTHER_PROMPT = run('prompt', '2026-11-12T11:00:00.000Z', { prompt: 'Read.' });
const OTHER_AGENT = run('agent', '2026-11-12T11:30:00.000Z', { agent: 'writer' });
const OTHER_CLIENT = run('client', '2026-11-12T11:40:00.000Z', { client: 'codex' });
const OTHER_SKILL = run('skill', '2026-11-12T11:50:00.000Z', { skills: [{ name: 'reports', root: '/reports' }] });
const ALL = [LATER, NOW, OTHER_SKILL, OTHER_CLIENT, OTHER_AGENT, OTHER_PROMPT, BEFORE];
const names = (runs: readonly Run[]): readonly string[] => runs.map(({ run: { journal } }) => journal.slice(1));

describe('the runs to compare a run with', () => {
  it('are those with the most in common, then the newest', () => {
    expect(names(sortByLikeness(ALL, NOW))).toEqual(['later', 'before', 'prompt', 'client', 'agent', 'skill']);
    expect([BEFORE, OTHER_PROMPT, OTHER_CLIENT, OTHER_SKILL].map((one) => likeness(one, NOW))).toEqual([3, 2, 1, 0]);
  });

  it('are, before an edit, the earlier ones of the same prompt, agent, client and skills', () => {
    expect(names(earlierRepetitions(ALL, NOW))).toEqual(['before']);
  });

  it('are in the order of their starts', () => {
    expect(inOrder(NOW, BEFORE)).toEqual(['/before', '/now']);
    expect(inOrder(BEFORE, NOW)).toEqual(['/before', '/now']);
  });
});
