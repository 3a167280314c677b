import pc from 'picocolors';
import { expect, test } from 'vitest';
import type { GuardEvent } from '../protocol/events.ts';
import { prettyEvent } from './pretty-event.ts';

const guard = (count: number, threshold: number): string => {
  const base = { seq: 1, time: '2026-01-01T00:00:00.000Z', parent: 0, invocation: 'i', agent: 'a' };
  const event: GuardEvent = {
    ...base,
    type: 'guard',
    rule: 'resource_not_found',
    verdict: 'stop',
    count,
    threshold,
    evidence: [],
  };
  return prettyEvent(event, pc.createColors(false)).trim();
};

test('a guard shows its count, also beyond its threshold', () => {
  expect(guard(3, 3)).toBe('guard resource_not_found: stop, 3 of 3');
  expect(guard(4, 3)).toBe('guard resource_not_found: stop, 4, threshold 3');
});
