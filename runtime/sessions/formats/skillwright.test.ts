import { expect, it } from 'vitest';
import { MADE_UP_SESSIONS } from '../../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { importRecords } from '../../../test/equipment/runtime/session.ts';
import { skillwrightOtlp } from './skillwright-otlp.ts';

const LINES = (MADE_UP_SESSIONS.skillwright ?? '').split('\n');

interface Trace {
  readonly resourceSpans: readonly object[];
}

/** Returns the journal with other values in the fields of its events of a type. */
function journalWith(type: string, values: object): readonly object[] {
  const events = LINES.map((line) => JSON.parse(line) as { readonly type: string });
  return events.map((event) => (event.type === type ? { ...event, ...values } : event));
}

it.each([
  ['llm_response', { usage: undefined }],
  ['run_started', { skills: undefined }],
  ['run_started', { skills: [null] }],
  ['llm_response', { usage: { inputTokens: '7' } }],
  ['run_finished', { usage: null }],
  ['run_started', { model: 7 }],
  ['run_started', { prompt: undefined }],
] as const)('keeps a %s of a journal with %j as an unknown record', async (type, values) => {
  const records = journalWith(type, values);
  const broken = records.filter((record) => (record as { readonly type: string }).type === type).length;
  const { finished } = await importRecords(records);
  expect(broken).toBeGreaterThan(0);
  expect(finished).toMatchObject({ records: records.length, raw: broken, used: records.length - broken });
});

it('reads our own export in the order of the run, as lines and as one document', async () => {
  const lines = (MADE_UP_SESSIONS['skillwright-otlp'] ?? '').split('\n').map((line) => JSON.parse(line) as Trace);
  const resourceSpans = lines.flatMap((line) => line.resourceSpans);
  // The copy has been exported twice.
  for (const records of [lines, [{ resourceSpans }], [...lines, lines[0] ?? {}]]) {
    const { events, finished } = await importRecords(records);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(finished).toMatchObject({ raw: 0, broken: 0, steps: 1 });
  }
});

it('holds only the events of the run itself, whether its span comes first or last', async () => {
  const lines = (MADE_UP_SESSIONS['skillwright-otlp'] ?? '').split('\n').map((line) => JSON.parse(line) as Trace);
  for (const records of [lines, lines.toReversed()]) {
    const survey = skillwrightOtlp.survey?.({ records: [] });
    for (const [index, record] of records.entries()) survey?.note({ ...record }, index + 1);
    expect((survey as unknown as { readonly events: readonly object[] }).events).toMatchObject([
      { event: { type: 'run_started' } },
      { event: { type: 'run_finished' } },
    ]);
    const { events } = await importRecords(records);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  }
});

it('counts the tokens of a resumed run once, and those of a process that was killed', async () => {
  const event = (seq: number, type: string, values: object) => ({
    seq,
    time: '2026-01-05T10:00:00.000Z',
    type,
    invocation: 'i1',
    agent: 'agent',
    ...values,
  });
  const call = (seq: number, number: number) => [
    event(seq, 'llm_request', { call: number, tools: [], parent: 1 }),
    event(seq + 1, 'llm_response', {
      call: number,
      text: '',
      toolCalls: [],
      usage: { inputTokens: 7, outputTokens: 2 },
      finish: 'stop',
      parent: seq,
    }),
  ];
  const journal = [
    event(1, 'run_started', { run: '20260105T100000000Z-aaaaaaaa', model: 'test/m', skills: [], prompt: 'Brew.' }),
    ...call(2, 1),
    event(4, 'run_finished', { reason: 'paused', llmCalls: 1, text: '', usage: { inputTokens: 7, outputTokens: 2 } }),
    event(5, 'run_resumed', { by: 'approve' }),
    ...call(6, 2),
  ];
  const end = event(8, 'run_finished', { reason: 'final', llmCalls: 2, text: '', usage: { inputTokens: 14 } });
  for (const records of [journal, [...journal, end]]) {
    const { summary, finished } = await importRecords(records);
    expect([summary.usage.inputTokens, finished.usage.inputTokens]).toEqual([14, 14]);
  }
});
