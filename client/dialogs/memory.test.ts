import { expect, it } from 'vitest';
import { promptsAbout, runMemory, type SavedPrompt, withNewest, withPrompt } from './memory.ts';

const same = (a: string, b: string): boolean => a === b;

it('puts the newest first, without duplicates', () => {
  expect(withNewest(['a', 'b', 'c'], 'b', same)).toEqual(['b', 'a', 'c']);
});

it('keeps at most ten entries', () => {
  const ten = Array.from({ length: 10 }, (_, i) => String(i));
  expect(withNewest(ten, 'new', same)).toEqual(['new', ...ten.slice(0, 9)]);
});

/** Creates an in-memory `Memento`. */
function memento() {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string, fallback?: unknown) => values.get(key) ?? fallback,
    update: async (key: string, value: unknown) => void values.set(key, value),
  } as unknown as Parameters<typeof runMemory>[0];
}

const about = (subject: string, ...prompts: readonly string[]): readonly SavedPrompt[] =>
  prompts.map((prompt) => ({ prompt, subjects: [subject] }));

it('returns the prompts of the given skills, newest first', async () => {
  let notifications = 0;
  const memory = runMemory(memento(), memento(), {
    event: () => ({ dispose: () => undefined }),
    fire: () => (notifications += 1),
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
  expect(notifications).toBe(4);
});

it('writes all answers in one step, because VS Code writes what is updated together in one message', async () => {
  const written: string[] = [];
  const never = { get: (_key: string, fallback?: unknown) => fallback, keys: () => [] };
  const store = { ...never, update: (key: string) => new Promise<void>(() => void written.push(key)) };
  const memory = runMemory(store as never, store as never, {
    event: () => ({ dispose: () => undefined }),
    fire: () => 1,
  });
  void memory.remember({
    agent: undefined,
    skills: ['a'],
    subjects: ['/a'],
    prompt: 'Go',
    model: { id: 'simulated/weak' },
  });
  expect(written).toEqual(['run.agent', 'run.skills', 'run.promptsBySubject', 'run.model', 'run.models']);
});

it('does not evict the prompts of a skill that is rarely run', () => {
  let list = about('/rare', 'the only one');
  for (let i = 0; i < 50; i += 1) list = withPrompt(list, { prompt: `prompt ${i}`, subjects: ['/often'] });
  expect(promptsAbout(list, ['/rare'])).toEqual(['the only one']);
  expect(promptsAbout(list, ['/often'])).toHaveLength(10);
  expect(list).toHaveLength(11);
});

it('remembers a model that was chosen but never run', async () => {
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
