import { expect, it } from 'vitest';
import type { AnyEvent } from './event-fields.ts';
import { SpanBuilder } from './span-builder.ts';

/** Returns the processor time, in microseconds, of a run whose tool calls all stay unanswered. */
function timeOf(calls: number): number {
  const events: AnyEvent[] = [];
  const add = (type: string, fields: object): number => {
    const seq = events.length + 1;
    events.push({ seq, type, time: '2026-11-23T10:00:00.000Z', invocation: 'i', agent: 'a', ...fields });
    return seq;
  };
  const parent = add('run_started', { run: 'r', model: 'scripted/model' });
  for (let call = 1; call <= calls; call++) {
    const request = add('llm_request', { call, parent });
    add('llm_response', { call, toolCalls: [], finish: 'stop', parent: request });
    add('tool_call', { id: `c${call}`, tool: 'brew', args: {}, parent: request });
  }
  const builder = new SpanBuilder({ run: 'r' });
  const start = process.cpuUsage();
  const early = events.flatMap((event) => builder.add(event));
  const { user } = process.cpuUsage(start);
  expect(early.length + builder.finish().length).toBe(1 + 2 * calls);
  return user;
}

it('builds spans in time linear in the number of unanswered calls', () => {
  timeOf(500);
  expect(timeOf(2000)).toBeLessThan(12 * timeOf(500) + 50_000);
});
