import { describe, expect, it } from 'vitest';
import { defined } from '../../skill/index.ts';
import type { AnyEvent } from '../otlp/event-fields.ts';
import { selectPart } from './part.ts';

const base = { time: '2026-11-23T10:00:00.000Z', invocation: 'i', agent: 'a' };
const event = (seq: number, type: string, parent?: number): AnyEvent =>
  defined({
    ...base,
    seq,
    type,
    parent,
  });
const RUN: readonly AnyEvent[] = [
  event(1, 'run_started'),
  event(2, 'llm_request', 1),
  event(3, 'llm_response', 2),
  event(4, 'tool_call', 2),
  event(5, 'tool_result', 4),
  event(6, 'guard', 4),
  event(7, 'llm_request', 1),
  event(8, 'llm_response', 7),
  event(9, 'run_finished', 1),
];
const part = (from: number, to: number) => [...selectPart(RUN, { from, to })].map(({ seq }) => seq);

describe('a part of a run', () => {
  it('is the entire run by default', () => {
    expect(selectPart(RUN, {})).toBe(RUN);
    expect(part(1, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('has what encloses its events, and complete calls', () => {
    expect(part(6, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(part(8, 8)).toEqual([1, 7, 8]);
    expect(part(2, 2)).toEqual([1, 2, 3]);
  });

  it('is empty outside of the run', () => {
    expect(part(20, 30)).toEqual([]);
    expect(part(5, 4)).toEqual([]);
  });
});
