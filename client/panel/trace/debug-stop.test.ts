import { expect, it } from 'vitest';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { script } from '../harness/events.ts';
import { call, result, startRun, turn } from '../harness/steps.ts';
import { setDebugStop } from './debug-stop.ts';
import { addEvents } from './fold.ts';
import { headerOf } from './rows.ts';
import { createTrace } from './span.ts';

const LOOK = { tool: 'look', args: { at: 'sky' } };

/** Returns the events of a run that stops for 7.4 s before a call of 1 ms, in two parts, before and after the stop. */
function stoppedRun(): readonly [before: readonly RunEvent[], after: readonly RunEvent[]] {
  const run = startRun('/skills');
  const request = turn(run, 100, [10, 5], [LOOK]);
  const made = call(run, request, LOOK);
  const before = run.journal.events.slice();
  const stop = {
    at: 'tool_call',
    call: made.id,
    why: 'Breakpoint on look',
    durationMs: 7400,
    parent: request,
  } as const;
  run.journal.add(7400, { type: 'debug_pause', ...stop });
  result(run, made, 'look', 1, 'blue');
  return [before, run.journal.events.slice(before.length)];
}

it('a stop is a wait of the call and of a row of its own', () => {
  const trace = createTrace();
  addEvents(trace, stoppedRun().flat());
  const look = trace.spans.find((span) => span.verb === 'look');
  const note = trace.spans.find((span) => span.kind === 'note');
  expect(look?.waits).toEqual([[look?.start, (look?.start ?? 0) + 7400]]);
  expect(look?.end).toBe((look?.start ?? 0) + 7401);
  expect(note).toMatchObject({ verb: 'paused', name: 'Breakpoint on look', waits: look?.waits });
});

it('a stop before a call with the id of an earlier one is no wait of that', () => {
  const trace = createTrace();
  const [before, after] = stoppedRun();
  const [pause, ended] = after;
  addEvents(
    trace,
    [...before, ended, pause].map((event, index) => ({ ...event, seq: index + 1 })),
  );
  expect(trace.spans.find((span) => span.verb === 'look')?.waits).toBeUndefined();
});

it('a stop that lasts is in the header and on the row of the call', () => {
  const [before, after] = stoppedRun();
  const trace = createTrace();
  addEvents(trace, before);
  const look = trace.spans.find((span) => span.verb === 'look');
  setDebugStop(trace, { why: 'Breakpoint on look' }, 200);
  setDebugStop(trace, { why: 'Breakpoint on look', seq: look?.seq }, 200);
  expect(headerOf(trace, 'this-window').debugStop).toBe('Breakpoint on look');
  expect(look?.waits).toEqual([[200, null]]);
  setDebugStop(trace, undefined, 7600);
  expect(headerOf(trace, 'this-window').debugStop).toBeUndefined();
  expect(look?.waits).toBeUndefined();
  addEvents(trace, after);
  expect(look?.waits).toHaveLength(1);
});

it('a stop that is known before its call is read is shown on the row of the call, from when it began', () => {
  const [before, after] = stoppedRun();
  const trace = createTrace();
  addEvents(trace, before);
  const seq = trace.spans.find((span) => span.verb === 'look')?.seq ?? 0;
  const ahead = createTrace();
  setDebugStop(ahead, { why: 'Step', seq }, 200);
  addEvents(ahead, before);
  const look = ahead.spans.find((span) => span.verb === 'look');
  expect(look?.waits).toEqual([[Math.max(200, look?.start ?? 0), null]]);
  setDebugStop(ahead, undefined, 300);
  addEvents(ahead, after);
  expect(look?.waits).toHaveLength(1);
});

it('a stop of a journal with other fields changes nothing else', () => {
  const trace = createTrace();
  const journal = script();
  journal.add(0, { type: 'debug_pause', at: 'end', why: '', durationMs: -5 });
  addEvents(trace, journal.events);
  expect(trace.spans.at(-1)).toMatchObject({ kind: 'note', name: 'paused', waits: [[0, 0]] });
});
