import { expect, it } from 'vitest';
import type { SessionEvent } from '../../sessions/log/session-event.ts';
import { PromptReader } from './prompt-reader.ts';

const LONG = `Use token=hunter2hunter2 for ${'tea '.repeat(200)}`;

/** A run with two prompts, an empty one, and a sub-agent. */
const EVENTS = (
  [
    { type: 'run_started', prompt: 'First.' },
    { type: 'skill_loaded', skill: 'first', by: 'user' },
    { type: 'tool_call', id: 'c1', tool: 'Read', args: {} },
    { type: 'tool_result', id: 'c1', tool: 'Read', result: '', parent: 3, read: { skill: 'first', path: 'a.md' } },
    { type: 'run_started', prompt: LONG },
    { type: 'tool_call', id: 'c2', tool: 'Read', args: {} },
    { type: 'run_started', prompt: ' ' },
    { type: 'run_started', prompt: 'Of a sub-agent.', parent: 6 },
    { type: 'skill_loaded', skill: 'second', by: 'tool' },
    { type: 'tool_result', id: 'c2', tool: 'Read', result: '', parent: 6, read: { skill: 'second', path: 'b.md' } },
    { type: 'tool_result', id: 'c2', tool: 'Read', result: '', parent: 6, read: { skill: 'second', path: 'b.md' } },
    { type: 'run_started', prompt: 'Last.' },
    { type: 'skill_loaded', skill: 'last', by: 'tool' },
  ] as const
).map((fields, index) => ({ seq: index + 1, time: '2026-01-05T10:00:00.000Z', ...fields }) as unknown as SessionEvent);

function read(number: number): PromptReader {
  const reader = new PromptReader(number);
  for (const event of EVENTS) reader.add(event);
  return reader;
}

it('collects what a run did for one prompt, until the next one', () => {
  const [first, second, last] = [1, 2, 3].map((number) => read(number).chosen);
  expect(first).toMatchObject({ text: 'First.', loaded: new Set(['first']) });
  expect(first?.facts.read).toEqual([{ seq: 4, skill: 'first', path: 'a.md' }]);
  // A call has one result.
  expect(second).toMatchObject({ text: LONG, started: { seq: 5 }, loaded: new Set(['second']) });
  expect(second?.facts).toMatchObject({ loaded: [], read: [{ seq: 10, skill: 'second' }], calls: [{ seq: 6 }] });
  expect(last).toMatchObject({ text: 'Last.', loaded: new Set(['last']), facts: { calls: [], read: [] } });
  expect(read(4).chosen).toBe(undefined);
});

it('lists the beginnings of the prompts, redacted', () => {
  const { prompts } = read(1);
  expect(prompts).toEqual(['First.', expect.stringMatching(/^Use token=\[redacted\].* for tea/), 'Last.']);
  expect(prompts[1]).toHaveLength(300);
});
