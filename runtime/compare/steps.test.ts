import { expect, it } from 'vitest';
import type { RunEvent } from '../protocol/events.ts';
import { stepsOf } from './steps.ts';

const call = (seq: number, parent: number, tool: string): RunEvent =>
  ({ seq, type: 'tool_call', id: `c${seq}`, tool, args: {}, parent }) as unknown as RunEvent;
const reply = (seq: number, parent: number, text: string): RunEvent =>
  ({ seq, type: 'llm_response', text, toolCalls: [], usage: {}, parent }) as unknown as RunEvent;
const result = (seq: number, parent: number): RunEvent =>
  ({ seq, type: 'tool_result', tool: 't', result: `${seq}`, parent }) as unknown as RunEvent;

it('puts the steps of a loop after the call in which it ran, whatever their order in the journal', () => {
  const events = [
    ...[call(1, 0, 'outer'), call(2, 0, 'other'), reply(3, 1, 'in outer'), call(4, 3, 'inner'), result(5, 2)],
    ...[reply(6, 4, 'in inner'), result(7, 4), reply(8, 3, 'still in outer'), result(9, 1), reply(10, 0, 'end')],
  ];
  expect(stepsOf(events).map(({ seq }) => seq)).toEqual([1, 3, 4, 6, 8, 2, 10]);
  expect(stepsOf(events).map(({ result: answer }) => answer?.seq)).toEqual([
    9,
    undefined,
    7,
    undefined,
    undefined,
    5,
    undefined,
  ]);
});

it('reads loops that are nested in any depth, and numbers that repeat', () => {
  const events = Array.from({ length: 20_000 }, (_, index) => [
    reply(2 * index + 1, 2 * index, `level ${index}`),
    call(2 * index + 2, 2 * index + 1, 'agent'),
  ]).flat();
  expect(stepsOf(events)).toHaveLength(40_000);
  expect(stepsOf([call(1, 0, 'a'), reply(2, 1, 'b'), call(1, 2, 'c')]).length).toBeGreaterThan(0);
});
