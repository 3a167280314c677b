import { describe, expect, it } from 'vitest';
import { RowPacker } from '../../timeline/columns.ts';
import { guardedRun, liveRun, multiPauseRun, stoppedRun, waitingRun } from '../harness/runs.ts';
import { addEvents } from './fold.ts';
import { lanesOf } from './lanes.ts';
import { headerOf, restOf } from './rows.ts';
import { createTrace } from './span.ts';

const RUNS = [
  guardedRun('/skills'),
  liveRun('/skills'),
  waitingRun('/skills'),
  stoppedRun('/skills'),
  multiPauseRun('/skills'),
];

/** Answers and ends of later versions, which no table of ours has. */
const MORE = (name: string) => [
  { seq: 9001, type: 'pause', id: 'p', kind: name, hint: 'Continue?' },
  { seq: 9002, type: 'answer', id: 'p', answer: name },
  { seq: 9003, type: 'run_resumed', by: name },
  { seq: 9004, type: 'run_finished', reason: name, text: '' },
];

describe.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])('%s, which every object inherits', (name) => {
  it.each(RUNS.map((run, index) => [index, run] as const))('is an ordinary text in any field of run %i', (_, run) => {
    for (const [at, event] of run.entries())
      for (const other of replaced(event, name)) {
        const events: readonly unknown[] = [...run.with(at, other as never), ...MORE(name)];
        const trace = createTrace();
        expect(() => {
          addEvents(trace, events);
          headerOf(trace, undefined as never);
          lanesOf(trace);
          new RowPacker().pack(trace.spans, restOf);
        }, JSON.stringify(other)).not.toThrow();
        for (const span of trace.spans) expect(typeof span.name).toBe('string');
      }
  });
});

/** Returns copies of a value, each with another text replaced by `name`. */
function replaced(value: unknown, name: string): readonly unknown[] {
  if (typeof value === 'string') return [name];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((one, index) => replaced(one, name).map((other) => value.with(index, other)));
  return Object.entries(value).flatMap(([key, one]) =>
    replaced(one, name).map((other) => ({ ...value, [key]: other })),
  );
}
