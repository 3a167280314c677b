import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defined } from '../../skill/index.ts';
import { manifest, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { HEADLESS } from '../loop/interfaces/host.ts';
import type { RunEvent } from '../protocol/events.ts';
import { startFromEditor } from './start.ts';

/** Returns the first event of a run with these limits in the settings and in the agent. */
async function startedWith(settings: object, agent?: object): Promise<RunEvent | undefined> {
  const folder = writeFiles(temporaryFolder(), {
    'demo/SKILL.md': manifest('demo'),
    '.skillwright.json': JSON.stringify({ agents: { own: agent ?? {} } }),
  });
  const events: RunEvent[] = [];
  const params = {
    prompt: 'Please.',
    skills: [join(folder, 'demo')],
    model: 'seeded/1',
    guards: 'default',
    maxLlmCalls: 1,
    runs: join(folder, '.skillwright', 'runs'),
    trusted: false,
  } as const;
  const started = await startFromEditor(
    defined({
      ...params,
      ...settings,
      agent: agent !== undefined ? 'own' : undefined,
      folder: agent !== undefined ? folder : undefined,
    }),
    { host: HEADLESS, signal: new AbortController().signal, onEvent: (event) => events.push(event) },
    { ask: () => Promise.reject(new Error('There is no editor.')) },
  );
  if (started.kind === 'failed') throw new Error(started.message);
  await started.finished;
  return events[0];
}

test('takes token and cost limits from the settings unless the agent sets its own', async () => {
  const settings = { maxTokens: 100, maxCost: 2 };
  expect(await startedWith(settings)).toMatchObject(settings);
  expect(await startedWith(settings, { maxTokens: 50 })).toMatchObject({ maxTokens: 50, maxCost: 2 });
  const none = await startedWith({ maxTokens: 0, maxCost: 0 });
  expect(none).not.toHaveProperty('maxTokens');
  expect(none).not.toHaveProperty('maxCost');
});

test('takes the guards of the client from the settings, and those of ADK for a run without one', async () => {
  const guards = { guards: 'client' };
  expect(await startedWith({ ...guards, client: 'claude-code' })).toMatchObject(guards);
  expect(await startedWith(guards)).toMatchObject({ guards: 'adk' });
});

test('an agent with the guards of its client has those of ADK if it is run as ADK', async () => {
  const agent = { client: 'claude-code', guards: 'client' };
  expect(await startedWith({}, agent)).toMatchObject({ client: 'claude-code', guards: 'client' });
  expect(await startedWith({ client: 'adk' }, agent)).toMatchObject({ guards: 'adk' });
});
