import { expect, it } from 'vitest';
import { type KeptPrompt, promptsAbout, remembered, runMemory, withPrompt } from './memory.ts';

const same = (a: string, b: string): boolean => a === b;

it('puts the newest first and keeps each once', () => {
  expect(remembered(['a', 'b', 'c'], 'b', same)).toEqual(['b', 'a', 'c']);
});

it('forgets the eleventh', () => {
  const ten = Array.from({ length: 10 }, (_, i) => String(i));
  expect(remembered(ten, 'new', same)).toEqual(['new', ...ten.slice(0, 9)]);
});

/** A Memento in memory. */
function memento() {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string, otherwise?: unknown) => kept.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void kept.set(key, value),
  } as unknown as Parameters<typeof runMemory>[0];
}

const about = (subject: string, ...prompts: readonly string[]): readonly KeptPrompt[] =>
  prompts.map((prompt) => ({ prompt, subjects: [subject] }));

it('prompts are those of the skill, newest first; those of several skills where several are chosen', async () => {
  let told = 0;
  const memory = runMemory(memento(), memento(), {
    event: () => ({ dispose: () => undefined }),
    fire: () => (told += 1),
  });
  const run = { agent: undefined, skills: ['writer'], model: { id: 'simulated/weak' } };
  await memory.remember({ ...run, subjects: ['/writer'], prompt: 'Write the notes' });
  await memory.remember({ ...run, subjects: ['/csv'], prompt: 'Sum it up' });
  await memory.remember({ ...run, subjects: ['/writer', '/csv'], prompt: 'Write of the sums' });
  await memory.remember({ ...run, subjects: ['/writer'], prompt: 'Write the notes' });
  expect(memory.prompts(['/writer'])).toEqual(['Write the notes', 'Write of the sums']);
  expect(memory.prompts(['/csv'])).toEqual(['Write of the sums', 'Sum it up']);
  expect(memory.prompts(['/csv', '/writer'])).toEqual(['Write the notes', 'Write of the sums', 'Sum it up']);
  expect(memory.prompts(['/other'])).toEqual([]);
  expect(told).toBe(4);
});

it('a skill that is run often drives out the prompts of no other', () => {
  let list = about('/rare', 'the only one');
  for (let i = 0; i < 50; i += 1) list = withPrompt(list, { prompt: `prompt ${i}`, subjects: ['/often'] });
  expect(promptsAbout(list, ['/rare'])).toEqual(['the only one']);
  expect(promptsAbout(list, ['/often'])).toHaveLength(10);
  expect(list).toHaveLength(11);
});

it('a model that was chosen and not run is offered again', async () => {
  const memory = runMemory(memento(), memento(), {
    event: () => ({ dispose: () => undefined }),
    fire: () => undefined,
  });
  const model = { id: 'openai-compatible/small', baseUrl: 'http://127.0.0.1:1/v1' };
  await memory.choose(model);
  await memory.choose({ id: 'simulated/weak' });
  expect(memory.models()).toEqual([{ id: 'simulated/weak' }, model]);
  expect(memory.model()).toEqual({ id: 'simulated/weak' });
});
