import { expect, it } from 'vitest';
import { findJournal, readEarlierRun } from './earlier-run.ts';

it('reads a run to resume, and a fork with its changes', () => {
  expect(readEarlierRun({ continue: '2026-a' })).toEqual({ kind: 'continue', run: '2026-a' });
  const fields = { edits: { prompt: 'Go.' }, model: 'simulated/weak', guards: 'off', skills: 'today' };
  expect(readEarlierRun({ fork: '2026-a', at: 7, ...fields })).toEqual({ kind: 'fork', run: '2026-a', at: 7, fields });
});

it.each([
  [{ continue: 'a', prompt: 'Go.' }, 'Set one of'],
  [{ fork: 'a', continue: 'b' }, 'Set one of'],
  [{ continue: '../a' }, 'Set "continue"'],
  [{ continue: 7 }, 'Set "continue"'],
  [{ fork: 'a/b', at: 1 }, 'Set "fork"'],
  [{ fork: 'a' }, 'Set "at"'],
  [{ fork: 'a', at: 0 }, 'Set "at"'],
  [{ fork: 'a', at: '1' }, 'Set "at"'],
  [{ fork: 'a', at: 1, edits: [] }, 'Set "edits"'],
  [{ fork: 'a', at: 1, edits: { prompt: 1 } }, 'Set "edits"'],
  [{ fork: 'a', at: 1, model: {} }, 'Set "model"'],
  [{ fork: 'a', at: 1, guards: 'none' }, 'Set "guards"'],
  [{ fork: 'a', at: 1, skills: ['a'] }, 'Set "skills"'],
])('says what is wrong with %j', (config, message) => {
  const problem = readEarlierRun(config);
  expect(problem).toContain(message);
  expect(String(problem).length).toBeLessThanOrEqual(160);
});

it('finds the journal in the first folder that has it', () => {
  expect(findJournal('a', ['/x', '/y', '/z'], (path) => !path.startsWith('/x'))).toBe('/y/a/journal.jsonl');
  expect(findJournal('a', ['/x'], () => false)).toBeUndefined();
});
