import { expect, test } from 'vitest';
import type { MissingKey } from '../../runtime/protocol/models.ts';
import type { StartOutcome } from '../runtime-process/process.ts';
import { beginWithKeys } from './needed-keys.ts';

const ANTHROPIC: MissingKey = { provider: 'anthropic', origin: 'https://api.anthropic.com', agents: ['first'] };
const OPENAI: MissingKey = { provider: 'openai', origin: 'https://api.openai.com', agents: ['second'] };
const STARTED: StartOutcome = { kind: 'started', run: { run: 'r', journal: '/r/journal.jsonl' } };

/** A runtime that needs these keys; what it was begun with, and what the user was asked for. */
function begins(needs: readonly MissingKey[], gives: (missing: MissingKey) => 'key' | 'leaves' | 'lost') {
  const kept: Record<string, string> = {};
  const asked: MissingKey[] = [];
  let begun = 0;
  const started = beginWithKeys({
    keys: async () => ({ keys: { ...kept } }),
    begin: async ({ keys = {} }) => {
      begun++;
      const missingKeys = needs.filter(({ origin }) => keys[origin] === undefined);
      return missingKeys.length === 0 ? STARTED : { kind: 'failed', message: 'Keys are missing.', missingKeys };
    },
    ask: async (missing) => {
      asked.push(missing);
      const given = gives(missing);
      if (given === 'key') kept[missing.origin] = 'sk';
      return given !== 'leaves';
    },
  });
  return started.then((result) => ({ result, asked, begun }));
}

test('a run that lacks nothing is begun once, and nobody is asked', async () => {
  expect(await begins([], () => 'key')).toEqual({ result: STARTED, asked: [], begun: 1 });
});

test('all keys are asked for before it is begun again', async () => {
  expect(await begins([ANTHROPIC, OPENAI], () => 'key')).toEqual({
    result: STARTED,
    asked: [ANTHROPIC, OPENAI],
    begun: 2,
  });
});

test('who leaves at any of them starts nothing', async () => {
  const left = await begins([ANTHROPIC, OPENAI], ({ provider }) => (provider === 'openai' ? 'leaves' : 'key'));
  expect(left).toMatchObject({ result: undefined, begun: 1 });
});

test('a key that could not be kept is asked for once, and what is wrong is told', async () => {
  const lost = await begins([ANTHROPIC], () => 'lost');
  expect(lost).toMatchObject({
    result: { kind: 'failed', message: 'Keys are missing.' },
    asked: [ANTHROPIC],
    begun: 2,
  });
});
