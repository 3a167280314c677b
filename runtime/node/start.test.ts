import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defined } from '../../skill/index.ts';
import { manifest, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { HEADLESS } from '../loop/interfaces/host.ts';
import type { RunEvent } from '../protocol/events.ts';
import { promptFromEditor, startFromEditor } from './start.ts';

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

/** A run of the extension that has ended, and a function that continues it with a further prompt. */
async function endedRun() {
  const folder = writeFiles(temporaryFolder(), { 'demo/SKILL.md': manifest('demo') });
  const runs = join(folder, '.skillwright', 'runs');
  const editor = { ask: () => Promise.reject(new Error('There is no editor.')) };
  const signal = new AbortController().signal;
  const first = await startFromEditor(
    {
      prompt: 'Please.',
      skills: [join(folder, 'demo')],
      model: 'simulated/weak',
      guards: 'adk',
      maxLlmCalls: 7,
      runs,
      trusted: false,
    },
    { host: HEADLESS, signal, onEvent: () => undefined },
    editor,
  );
  if (first.kind === 'failed') throw new Error(first.message);
  await first.finished;
  const { run, journal } = first;
  const prompt = async (text: string, more: object = {}) => {
    const events: RunEvent[] = [];
    const started = await promptFromEditor(
      { run, runs, prompt: text, trusted: false, ...more },
      { host: HEADLESS, signal, onEvent: (event) => events.push(event) },
      editor,
    );
    if (started.kind === 'failed') return started.message;
    await started.finished;
    return { run: started.run, events };
  };
  return { folder, run, journal, prompt };
}

test('continues a run with a further prompt, and everything else as before', async () => {
  const { run, prompt } = await endedRun();
  const next = await prompt('And now?');
  if (typeof next === 'string') throw new Error(next);
  expect(next.run).toBe(run);
  const [first] = next.events;
  expect(first).toMatchObject({
    type: 'run_started',
    prompt: 'And now?',
    model: 'simulated/weak',
    guards: 'adk',
    maxLlmCalls: 7,
  });
  expect(first?.seq).toBeGreaterThan(3);
  expect(next.events.at(-1)).toMatchObject({ type: 'run_finished', reason: 'final' });
});

test('notes that a skill has changed since the conversation read it', async () => {
  const { folder, prompt } = await endedRun();
  writeFileSync(join(folder, 'demo', 'SKILL.md'), manifest('demo', 'Another body.'));
  const next = await prompt('And now?');
  if (typeof next === 'string') throw new Error(next);
  const notes = next.events.flatMap((event) => (event.type === 'note' ? [event.message] : []));
  expect(notes).toContainEqual(expect.stringContaining('the earlier text of demo.'));
});

test('refuses a further prompt of a damaged journal, of one from elsewhere, and an empty one', async () => {
  const { run, journal, prompt } = await endedRun();
  expect(await prompt(' ')).toBe('Write a prompt: it is empty.');
  const whole = readFileSync(journal, 'utf8');
  writeFileSync(journal, whole.replace('"model":"simulated/weak"', '"model":"simulated/stubborn"'));
  expect(await prompt('And?')).toContain(`Add --trust to continue run ${run}: its journal has changed`);
  writeFileSync(journal, whole);
  appendFileSync(journal, '{broken\n{"seq":99}\n');
  expect(await prompt('And?')).toContain('the journal is damaged');
});
