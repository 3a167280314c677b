import { expect, test } from 'vitest';
import type { RunEvent } from '../../protocol/events.ts';
import type { Position } from '../position.ts';
import { RunView } from '../run-view.ts';
import { firstStep, restartOf, runningTool, stepBefore } from './earlier-step.ts';

/** A run whose first model call has called the agent `clerk` (3) and the tool `slow` (4), which is still running. */
const EVENTS = [
  { seq: 1, agent: 'main', type: 'run_started', skills: [], prompt: 'Go.' },
  { seq: 2, agent: 'main', type: 'llm_request', call: 1, parent: 1 },
  { seq: 3, agent: 'main', type: 'tool_call', id: 'a', tool: 'clerk', args: {}, parent: 2 },
  { seq: 4, agent: 'main', type: 'tool_call', id: 'b', tool: 'slow', args: {}, parent: 2 },
  { seq: 5, agent: 'clerk', type: 'llm_request', call: 2, parent: 3 },
  { seq: 6, agent: 'clerk', type: 'tool_call', id: 'c', tool: 'mark', args: {}, parent: 5 },
];

function viewOf(events: readonly object[]): RunView {
  const view = new RunView();
  for (const event of events) view.add({ time: '', invocation: 'i', ...event } as unknown as RunEvent);
  return view;
}

const at = (where: Position['at'], parent: number, agent: string): Position =>
  ({ at: where, boundary: { parent, scope: { agent }, tool: 'mark' } }) as unknown as Position;

test('the step before a position is the call that has run, the last step of its agent, or the call that the agent runs in', () => {
  const view = viewOf(EVENTS);
  expect(stepBefore(at('tool_result', 6, 'clerk'), view)).toBe(6);
  expect(stepBefore(at('tool_call', 5, 'clerk'), view)).toBe(6);
  expect(stepBefore(at('model_call', 1, 'main'), view)).toBe(6);
  expect(stepBefore(at('model_call', 3, 'clerk'), viewOf(EVENTS.slice(0, 4)))).toBe(3);
  expect(stepBefore(at('tool_call', 5, 'clerk'), viewOf(EVENTS.slice(0, 5)))).toBe(5);
  expect(stepBefore(at('model_call', 1, 'main'), viewOf(EVENTS.slice(0, 1)))).toBeUndefined();
  expect(firstStep(view)).toBe(2);
});

test('a frame restarts at its step, that of a turn at its first one', () => {
  const view = viewOf(EVENTS);
  expect([5, 1, undefined].map((seq) => restartOf(seq, view))).toEqual([5, 2, undefined]);
});

test('a tool is reported as running if a fork would copy its call, but not an agent or the call to repeat', () => {
  const view = viewOf(EVENTS);
  const position = at('tool_result', 6, 'clerk');
  expect(runningTool(6, position, view)).toBe('slow');
  expect(runningTool(2, position, view)).toBeUndefined();
  const result = { seq: 7, agent: 'main', type: 'tool_result', id: 'b', tool: 'slow', result: '', parent: 4 };
  expect(runningTool(6, position, viewOf([...EVENTS, result]))).toBeUndefined();
});
