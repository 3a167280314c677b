import { expect, test } from 'vitest';
import type { MissingKey } from '../../runtime/protocol/models.ts';
import type { StartOutcome } from '../runtime-process/controls.ts';
import { startWithKeys } from './start-with-keys.ts';

const ANTHROPIC: MissingKey = { provider: 'anthropic', origin: 'https://api.anthropic.com', agents: ['first'] };
const OPENAI: MissingKey = { provider: 'openai', origin: 'https://api.openai.com', agents: ['second'] };
const STARTED: StartOutcome = { kind: 'started', run: { run: 'r', journal: '/r/journal.jsonl' } };

/** Starts a run that needs these keys. Returns the result, the keys prompted for and the number of attempts. */
function startRun(needs: readonly MissingKey[], reply: (missing: MissingKey) => 'key' | 'cancel' | 'not stored') {
  const stored: Record<string, string> = {};
  const prompted: MissingKey[] = [];
  let attempts = 0;
  const started = startWithKeys({
    readKeys: async () => ({ keys: { ...stored } }),
    start: async ({ keys = {} }) => {
      attempts++;
      const missingKeys = needs.filter(({ origin }) => keys[origin] === undefined);
      return missingKeys.length === 0 ? STARTED : { kind: 'failed', message: 'Keys are missing.', missingKeys };
    },
    promptForKey: async (missing) => {
      prompted.push(missing);
      const answer = reply(missing);
      if (answer === 'key') stored[missing.origin] = 'sk';
      return answer !== 'cancel';
    },
  });
  return started.then((result) => ({ result, prompted, attempts }));
}

test('starts a run without missing keys once, with no prompt', async () => {
  expect(await startRun([], () => 'key')).toEqual({ result: STARTED, prompted: [], attempts: 1 });
});

test('prompts for all missing keys before starting again', async () => {
  expect(await startRun([ANTHROPIC, OPENAI], () => 'key')).toEqual({
    result: STARTED,
    prompted: [ANTHROPIC, OPENAI],
    attempts: 2,
  });
});

test('starts nothing if a prompt is cancelled', async () => {
  const result = await startRun([ANTHROPIC, OPENAI], ({ provider }) => (provider === 'openai' ? 'cancel' : 'key'));
  expect(result).toMatchObject({ result: undefined, attempts: 1 });
});

test('prompts only once for a key that could not be stored', async () => {
  const result = await startRun([ANTHROPIC], () => 'not stored');
  expect(result).toMatchObject({
    result: { kind: 'failed', message: 'Keys are missing.' },
    prompted: [ANTHROPIC],
    attempts: 2,
  });
});
