import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { addEvents } from './fold.ts';
import { lanesOf } from './lanes.ts';
import { headerOf, restOf } from './rows.ts';
import { createTrace, type Trace } from './span.ts';

/** The trace of a session whose events follow its start, one per second. */
function session(...events: readonly object[]): Trace {
  const trace = createTrace();
  const start = { type: 'run_started', run: 's', model: 'a/m', skills: [], prompt: 'Brew', imported: { file: 's' } };
  addEvents(
    trace,
    [start, ...events].map((event, index) => ({
      seq: index + 1,
      time: new Date(Date.UTC(2026, 0, 5, 10, 0, index)).toISOString(),
      agent: 'agent',
      parent: index === 0 ? undefined : 1,
      ...event,
    })),
  );
  return trace;
}
let calls = 0;
const request = (more: object = {}) => ({ type: 'llm_request', call: ++calls, ...more });
const response = (parent: number, usage: Partial<RunEvent & { inputTokens: number; contextWindow: number }>) => ({
  type: 'llm_response',
  call: calls,
  usage,
  parent,
});
const call = (parent: number, tool = 'Skill') => ({ type: 'tool_call', id: `c${parent}`, tool, args: {}, parent });
const loaded = (skill: string, parent = 1, more: object = {}) => ({ type: 'skill_loaded', skill, parent, ...more });
const compacted = (more: object = {}) => ({
  type: 'note',
  message: 'The conversation was compacted.',
  compacted: { summary: '', ...more },
});
const compactions = ({ spans }: Trace) =>
  spans.flatMap(({ id, compaction }) => (compaction === undefined ? [] : [{ id, ...compaction }]));

describe('a compaction', () => {
  it('says which skills it lost, with the rows that loaded them before and again', () => {
    const trace = session(
      request(),
      call(2),
      loaded('tea', 3),
      loaded('cup', 3),
      compacted({ lost: ['tea', 'cup'] }),
      request(),
      call(7),
      loaded('tea', 8),
    );
    expect(compactions(trace)).toEqual([
      {
        id: 3,
        lost: [
          { skill: 'tea', loaded: 2, again: 5 },
          { skill: 'cup', loaded: 2 },
        ],
        kept: [],
      },
    ]);
    expect(trace.spans[3]).toMatchObject({ icon: 'compaction', name: 'lost cup; lost and loaded again: tea' });
    expect(restOf(trace.spans[3]!)?.compaction?.lost).toHaveLength(2);
    expect(
      lanesOf(trace).map(({ name, text, marks }) => [name, text, marks.map(({ kind, at }) => [kind, at])]),
    ).toEqual([
      [
        'tea',
        'loaded, lost in a compaction, loaded again',
        [
          ['loaded', 2000],
          ['lost', 5000],
          ['loaded', 7000],
        ],
      ],
      [
        'cup',
        'loaded, lost in a compaction',
        [
          ['loaded', 2000],
          ['lost', 5000],
        ],
      ],
    ]);
  });

  it('changes when a skill is loaded again, so that its row is sent again', () => {
    const trace = session(loaded('tea'), compacted({ lost: ['tea'] }));
    trace.dirty.clear();
    addEvents(trace, [{ seq: 9, time: '2026-01-05T10:00:09.000Z', ...loaded('tea') }]);
    expect([...trace.dirty]).toContain(1);
  });

  it('has what the client adds again at that time', () => {
    const trace = session(loaded('tea'), compacted({ lost: ['tea'] }), loaded('tea', 1, { by: 'client', again: true }));
    expect(compactions(trace)[0]?.lost).toEqual([{ skill: 'tea', loaded: 0, again: 1, byClient: true }]);
    expect(lanesOf(trace)[0]?.marks.at(-1)).toEqual({ kind: 'loaded', at: 3000, row: 1 });
  });

  it('is one row if the note of its summary follows, and another one after a model call', () => {
    const summary = compacted({ summary: 'So far.' });
    expect(compactions(session(compacted(), summary, request(), compacted()))).toHaveLength(2);
  });

  it('names the skills that it kept, and claims nothing without any', () => {
    const trace = session(compacted({ kept: ['tea'] }), request(), compacted());
    expect(trace.spans.map(({ name }) => name)).toEqual([
      'Brew',
      'kept tea',
      `turn ${calls}`,
      'The conversation was compacted.',
    ]);
  });

  it('of a sub-agent is none of the session, and its loads are not in the conversation', () => {
    const inFile = { source: { records: [1], file: 'agent-1.jsonl' } };
    const trace = session(
      request(),
      call(2, 'Task'),
      loaded('tea'),
      { ...compacted({ lost: ['tea'] }), ...inFile },
      compacted({ lost: ['tea'] }),
      request({ parent: 3, agent: 'helper' }),
      call(7),
      loaded('tea', 8),
      loaded('tea', 1, inFile),
    );
    expect(compactions(trace)).toMatchObject([{ lost: [{ skill: 'tea', loaded: 0 }] }]);
    expect(compactions(trace)[0]?.lost[0]?.again).toBeUndefined();
  });

  it.each([1, null, [], { lost: 'x', kept: [1] }, { lost: [{}] }])('reads forged fields: %j', (forged) => {
    expect(() => session({ type: 'note', message: 'x', compacted: forged })).not.toThrow();
  });
});

it('the context window is that of the main agent', () => {
  const trace = session(
    request(),
    response(2, { contextWindow: 200 }),
    call(2, 'Task'),
    request({ parent: 4, agent: 'helper' }),
    response(5, { contextWindow: 50 }),
  );
  expect(headerOf(trace, 'none').contextWindow).toBe(200);
});
