import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { longRun } from '../../test/equipment/runtime/long-run.ts';
import { exportPerfetto } from './perfetto.ts';
import type { ExportSource } from './source.ts';

/** The JSON object format of Chromium's Trace Event Format, for the phases that we write. */
const common = { name: { type: 'string' }, pid: { type: 'integer' }, args: { type: 'object' } } as const;
const SCHEMA = {
  type: 'object',
  required: ['traceEvents'],
  properties: {
    displayTimeUnit: { enum: ['ms', 'ns'] },
    otherData: { type: 'object' },
    traceEvents: {
      type: 'array',
      items: {
        type: 'object',
        required: ['ph', 'pid', 'name'],
        oneOf: [
          {
            required: ['ts', 'dur', 'tid', 'cat'],
            properties: {
              ...common,
              ph: { const: 'X' },
              ts: { type: 'integer', minimum: 0 },
              dur: { type: 'integer', minimum: 0 },
              tid: { type: 'integer' },
              cat: { type: 'string' },
            },
            additionalProperties: false,
          },
          {
            required: ['ts', 'tid', 's'],
            properties: {
              ...common,
              ph: { const: 'i' },
              ts: { type: 'integer' },
              tid: { type: 'integer' },
              cat: { type: 'string' },
              s: { enum: ['g', 'p', 't'] },
            },
            additionalProperties: false,
          },
          {
            required: ['ts', 'args'],
            properties: {
              ...common,
              ph: { const: 'C' },
              ts: { type: 'integer' },
              args: { type: 'object', additionalProperties: { type: 'number' } },
            },
            additionalProperties: false,
          },
          {
            required: ['args'],
            properties: {
              ...common,
              ph: { const: 'M' },
              name: { enum: ['process_name', 'thread_name', 'thread_sort_index'] },
              tid: { type: 'integer' },
            },
            additionalProperties: false,
          },
        ],
      },
    },
  },
};

interface Traced {
  readonly ph: string;
  readonly name: string;
  readonly tid?: number;
  readonly ts: number;
  readonly dur: number;
}

it('writes valid trace events, of which none overlap on one track', () => {
  const source: ExportSource = { run: 'r', events: longRun(1500), requestOf: () => undefined };
  const text = [...exportPerfetto(source)].join('');
  const data = JSON.parse(text) as { readonly traceEvents: readonly Traced[] };
  const ajv = new Ajv({ strict: false });
  const validate = ajv.compile(SCHEMA);
  expect(validate(data) ? [] : validate.errors?.slice(0, 3)).toEqual([]);
  const spans = data.traceEvents.filter(({ ph }) => ph === 'X');
  expect(spans).toHaveLength(1500);
  const ends = new Map<number, number>();
  const overlapping = spans.filter(({ tid = 0, ts, dur }) => {
    const isEarly = ts < (ends.get(tid) ?? 0);
    ends.set(tid, ts + dur);
    return isEarly;
  });
  expect(overlapping).toEqual([]);
  const tracks = data.traceEvents.filter(({ name }) => name === 'thread_name');
  // The calls of a step run at the same time.
  expect(tracks.length).toBeGreaterThan(3);
  expect(data.traceEvents.filter(({ ph }) => ph === 'C').length).toBeGreaterThan(250);
  expect(data.traceEvents.filter(({ ph, name }) => ph === 'i' && name === 'guard').length).toBeGreaterThan(2);
});
