import { expect, test } from 'vitest';
import type { EstimateTokensResult, RequestTokens } from '../../runtime/protocol/request-tokens.ts';
import type { RunControl } from './control.ts';
import { guardedRun } from './harness/runs.ts';
import { TokenEstimates } from './token-estimates.ts';
import { addEvents } from './trace/fold.ts';
import { createTrace, type TraceSpan } from './trace/span.ts';

const ref = { run: 'r', journal: '/none/journal.jsonl' };

/** Returns a trace, its model calls, and a control whose estimates are numbered by the requests for them. */
function open(events = guardedRun('/skills')) {
  const trace = createTrace();
  addEvents(trace, events);
  const models = () => trace.spans.filter(({ kind }) => kind === 'model');
  let requests = 0;
  const estimateTokens = (): Promise<EstimateTokensResult> => {
    requests++;
    const tokens: RequestTokens = {
      calls: models().map(({ seq }, index, all) => {
        const since = all[index - 1]?.seq;
        const changes = since === undefined ? {} : { changes: { since, messages: 2 } };
        return { seq, shares: [{ kind: 'conversation', tokens: 10 * (index + 1) }], ...changes };
      }),
      sent: [{ kind: 'conversation', tokens: 60, calls: 3 }],
      incomplete: 0,
    };
    return Promise.resolve({ kind: 'estimated', tokens });
  };
  const estimates = new TokenEstimates();
  const control = { estimateTokens } as unknown as RunControl;
  const read = (span: TraceSpan | undefined) => estimates.read(control, ref, trace, span as TraceSpan);
  return { trace, models, read, requests: () => requests };
}

test('the estimates of a model call come with those of the previous one, and those of the run with all', async () => {
  const { trace, models, read, requests } = open();
  const [first, second] = models();
  expect(await read(first)).toEqual({ kind: 'request', shares: [{ kind: 'conversation', tokens: 10 }] });
  expect(await read(second)).toEqual({
    kind: 'request',
    shares: [{ kind: 'conversation', tokens: 20 }],
    changes: { since: first?.seq, messages: 2 },
    before: [{ kind: 'conversation', tokens: 10 }],
  });
  expect(await read(trace.root)).toEqual({
    kind: 'run',
    sent: [{ kind: 'conversation', tokens: 60, calls: 3 }],
    calls: models().length,
    incomplete: 0,
  });
  expect(requests()).toBe(1);
});

test('the run is read again when a later model call is selected, but not for an earlier one', async () => {
  const events = guardedRun('/skills');
  const half = events.findIndex(({ type }, index) => type === 'llm_request' && index > events.length / 2);
  const { trace, models, read, requests } = open(events.slice(0, half));
  const [first] = models();
  await read(first);
  addEvents(trace, events.slice(half));
  await read(first);
  expect(requests()).toBe(1);
  expect(await read(models().at(-1))).toMatchObject({ kind: 'request' });
  expect(requests()).toBe(2);
});

test('a page without estimates reports that', async () => {
  const { trace } = open();
  const read = new TokenEstimates().read({} as RunControl, ref, trace, trace.root as TraceSpan);
  expect(await read).toEqual({ kind: 'failed', message: 'This page has no estimates.' });
});
