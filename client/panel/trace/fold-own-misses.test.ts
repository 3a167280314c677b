import { expect, it } from 'vitest';
import { addEvents } from './fold.ts';
import { lanesOf } from './lanes.ts';
import { createTrace, type Trace } from './span.ts';

const BASE = { time: '2026-11-12T10:00:00.000Z', agent: 'agent', invocation: 'i' };
const MISS = { skill: 'tea', path: 'references/tone.md', kind: 'resource' };

/** The trace of a run as a client of ours with one miss, and the events that follow it. */
function run(...more: readonly object[]): Trace {
  const trace = createTrace();
  const started = { type: 'run_started', run: 's', model: 'a/m', prompt: 'Brew', client: 'codex', guards: 'off' };
  addEvents(trace, [
    { ...BASE, seq: 1, ...started, skills: [{ name: 'tea', root: '/skills/tea' }] },
    {
      ...BASE,
      seq: 2,
      type: 'tool_call',
      id: 'c',
      tool: 'exec_command',
      args: { cmd: 'cat references/tone.md' },
      parent: 1,
    },
    {
      ...BASE,
      seq: 3,
      type: 'tool_result',
      id: 'c',
      tool: 'exec_command',
      result: '',
      error_code: 'COMMAND_FAILED',
      miss: MISS,
      parent: 2,
    },
    ...more,
  ]);
  return trace;
}

it('withdraws the miss of a file that the run creates later', () => {
  expect(lanesOf(run())[0]?.text).toContain('1 miss');
  const write = {
    type: 'tool_call',
    id: 'd',
    tool: 'exec_command',
    args: { cmd: 'echo x > references/tone.md' },
    parent: 1,
  };
  const later = [{ ...MISS, result: 3, created: true }];
  const trace = run(
    { ...BASE, seq: 4, ...write },
    { ...BASE, seq: 5, type: 'tool_result', id: 'd', tool: 'exec_command', result: '', later, parent: 4 },
  );
  expect(trace.spans.map(({ status }) => status)).not.toContain('miss');
  expect(lanesOf(trace)[0]?.text).not.toContain('miss');
});

it('has a row for each skill whose files were not all read, until the next prompt', () => {
  const instructed = [
    { skill: 'tea', read: ['references/a.md'], unread: [{ path: 'references/tone.md', missedAt: 1 }] },
    { skill: 'cake', read: ['references/b.md'], unread: [] },
  ];
  const finished = {
    ...BASE,
    seq: 4,
    type: 'run_finished',
    reason: 'final',
    text: 'Done.',
    llmCalls: 1,
    usage: {},
    instructed,
  };
  const trace = run({ ...finished, parent: 1 });
  const name = 'Instructed to read by tea: 1 of 2 read; references/tone.md missed at turn 1 and never read';
  const rows = (from: Trace) =>
    from.spans.filter(({ icon }) => icon === 'page-missed').map((row) => [row.name, row.label]);
  expect(rows(trace).filter(([text]) => text?.startsWith('Instructed'))).toEqual([[name, undefined]]);
  expect(lanesOf(trace)[0]?.text).toContain('1 of 2 instructed files never read');
  addEvents(trace, [
    { ...BASE, seq: 5, type: 'run_started', run: 's', model: 'a/m', prompt: 'More', client: 'codex', skills: [] },
  ]);
  expect(rows(trace).filter(([text]) => text?.startsWith('Instructed'))).toEqual([[name, 'until the next prompt']]);
});
