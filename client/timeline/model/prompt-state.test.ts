import { expect, it } from 'vitest';
import type { RunHeader, RunState } from '../row.ts';
import { promptState } from './prompt-state.ts';

const ended: RunHeader = {
  run: 'r',
  title: 't',
  agent: 'a',
  model: 'simulated/weak',
  guards: 'default',
  simulated: true,
  state: 'final',
  live: false,
  owned: false,
  duration: 0,
  llmCalls: 0,
  maxLlmCalls: 0,
  tokensEstimated: false,
};

it.each<RunState>(['final', 'guard', 'max_llm_calls', 'model_error', 'cancelled', 'paused', 'waiting', 'interrupted'])(
  'a run that is no longer active takes a further prompt: %s',
  (state) => {
    expect(promptState({ ...ended, state }).kind).toBe('open');
  },
);

it('says what becomes of an open question and of an interrupted step', () => {
  expect(promptState({ ...ended, state: 'waiting' })).toMatchObject({ hint: expect.stringContaining('does not run') });
  expect(promptState({ ...ended, state: 'interrupted' })).toMatchObject({ hint: expect.stringContaining('Resume') });
  expect(promptState(ended)).toEqual({ kind: 'open', hint: '' });
});

it.each<readonly [string, Partial<RunHeader>, string]>([
  ['that works', { state: 'running', owned: true }, 'working'],
  ['that waits for an answer', { state: 'waiting', owned: true }, 'Answer the question'],
  ['that the user has paused', { state: 'running', owned: true, pausedAt: 'Before model call 3' }, 'paused'],
  ['of another process', { state: 'running' }, 'Another process'],
])('a run %s does not take one yet, and says why', (_title, head, why) => {
  expect(promptState({ ...ended, live: true, ...head })).toEqual({
    kind: 'busy',
    hint: expect.stringContaining(why),
  });
});

it('a session of another agent and a damaged journal take none, and say why', () => {
  const imported = { client: 'Claude Code', file: 'a.jsonl' };
  expect(promptState({ ...ended, imported })).toEqual({
    kind: 'none',
    why: expect.stringMatching(/^A session of Claude Code cannot be continued here/),
  });
  expect(promptState({ ...ended, problem: '1 line of the journal could not be read' })).toEqual({
    kind: 'none',
    why: expect.stringContaining('damaged'),
  });
  expect(promptState({ ...ended, state: 'reading' })).toEqual({ kind: 'none', why: '' });
});
