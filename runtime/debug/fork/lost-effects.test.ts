import { expect, test } from 'vitest';
import type { RunEvent } from '../../protocol/events.ts';
import { describeLostEffects } from './lost-effects.ts';

const base = { time: '2026-11-23T10:00:00.000Z', invocation: 'i', agent: 'a' };
let seq = 0;
const event = (fields: object): RunEvent => ({ ...base, seq: ++seq, ...fields }) as unknown as RunEvent;
const result = (tool: string, changes: boolean, parent = 1): RunEvent =>
  event({ type: 'tool_result', tool, parent, changes: changes || undefined });

test('names the own tools that may have changed something', () => {
  expect(describeLostEffects([result('pay', true), result('look', false), result('load_skill', true)], false)).toBe(
    'Check what these changed before the fork, because it is not undone: pay; servers and modules start without their earlier state.',
  );
});

test('names five tools at most', () => {
  const results = Array.from({ length: 7 }, (_, index) => result(`t${index}`, true));
  expect(describeLostEffects(results, false)).toContain('t0, t1, t2, t3, t4 and 2 more;');
});

const failed = (tool: string, error_code: string, parent: number, more: object = {}): RunEvent =>
  event({ type: 'tool_result', tool, parent, error_code, ...more });
const call = (tool: string, step: number): RunEvent => event({ type: 'tool_call', tool, parent: step });

test.each(['MCP_ERROR', 'TOOL_PROCESS_ENDED', 'TOOL_ERROR', 'INTERRUPTED', 'CANCELLED'])(
  'names a call that ran and ended with %s, because it may have acted before',
  (code) => {
    const pay = call('pay', 90_001);
    expect(describeLostEffects([pay, failed('pay', code, pay.seq)], false)).toContain(': pay;');
  },
);

test('names of the cancelled calls of a step those that had started', () => {
  const [pay, add] = [call('pay', 90_001), call('add', 90_001)];
  const started = event({ type: 'tool_started', tool: 'pay', parent: pay.seq });
  const results = [pay, add].map(({ seq }, index) => failed(index === 0 ? 'pay' : 'add', 'CANCELLED', seq));
  expect(describeLostEffects([pay, add, started, ...results], false)).toContain(': pay;');
});

test('does not name a call that was cancelled while it waited for approval', () => {
  const pay = call('pay', 90_001);
  const pause = event({ type: 'pause', kind: 'confirmation', id: 'p', parent: pay.seq });
  expect(describeLostEffects([pay, pause, failed('pay', 'CANCELLED', pay.seq)], false)).toBeUndefined();
});

test('names scripts that ran without a sandbox', () => {
  const script = (sandbox: string) => event({ type: 'script', sandbox });
  expect(describeLostEffects([script('bubblewrap')], false)).toBeUndefined();
  expect(describeLostEffects([script('none')], true)).toMatch(/: scripts without a sandbox\.$/);
});

test.each([
  ['tools that only read', [result('look', false)], false],
  ['a call that was rejected', [failed('pay', 'REJECTED', 1)], false],
  ['a call that a guard denied', [failed('pay', 'TOOL_ERROR', 1, { denied: true })], false],
  ['a call whose tool reports that it failed', [failed('pay', 'MCP_TOOL_ERROR', 1)], false],
  ['tools of a client, which work on a copy', [result('Bash', true)], true],
  [
    'a called agent, apart from its own calls',
    [event({ type: 'llm_request', parent: 7 }), result('helper', true, 7)],
    false,
  ],
])('does not name %s', (_, events, isClientRun) => {
  expect(describeLostEffects(events, isClientRun)).toBeUndefined();
});
