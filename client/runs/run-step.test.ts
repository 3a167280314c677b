import { expect, test } from 'vitest';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { describeStep } from './run-step.ts';

const steps = (events: readonly object[]): readonly (string | undefined)[] => {
  const calls = new Map<number, string>();
  return events.map((event) => describeStep(event as RunEvent, calls));
};

test('describes each event that is a step', () => {
  expect(
    steps([
      { type: 'run_started', seq: 1 },
      { type: 'llm_request', seq: 2, call: 3 },
      { type: 'tool_call', seq: 4, tool: 'load_skill_resource', args: { file_path: 'references/guide.md' } },
      { type: 'tool_result', seq: 5, parent: 4, error_code: 'RESOURCE_NOT_FOUND' },
      { type: 'tool_result', seq: 6, parent: 4 },
      { type: 'guard', seq: 7, verdict: 'fatal' },
      { type: 'guard', seq: 8, verdict: 'stop' },
      { type: 'pause', seq: 9 },
      { type: 'run_finished', seq: 10, reason: 'guard' },
      { type: 'run_finished', seq: 11, reason: 'final' },
    ]),
  ).toEqual([
    undefined,
    'model call 3',
    'load_skill_resource references/guide.md',
    'load_skill_resource references/guide.md: RESOURCE_NOT_FOUND',
    'load_skill_resource references/guide.md: done',
    'guard intervened (fatal)',
    'guard stopped the run',
    'waiting for you',
    'run ended (guard)',
    'run finished',
  ]);
});

test('truncates long names from a model', () => {
  const [step] = steps([{ type: 'tool_call', seq: 1, tool: 'x'.repeat(500), args: {} }]);
  expect(step?.length).toBeLessThanOrEqual(60);
});
