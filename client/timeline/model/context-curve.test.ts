import { describe, expect, it } from 'vitest';
import { RowPacker } from '../columns.ts';
import type { CompactionInfo, SpanRow } from '../row.ts';
import { ContextCurve } from './context-curve.ts';
import { loadedPeriods } from './loaded-periods.ts';
import { Table } from './table.ts';
import { FULL_ZOOM, timeScale } from './time-scale.ts';

type PartialRow = Partial<SpanRow> & Pick<SpanRow, 'kind'>;
const BASE = { icon: 'info', status: 'ok', verb: '', name: '', start: 0, end: 0 } as const;

/** A table and a curve that receive rows as the page does. */
function page() {
  const table = new Table();
  const curve = new ContextCurve(table);
  const packer = new RowPacker();
  const receive = (...rows: readonly (PartialRow & { readonly id?: number })[]): void => {
    const from = table.count;
    const complete = rows.map((row, index): SpanRow => {
      const id = row.id ?? from + index;
      return { ...BASE, parent: id === 0 ? -1 : 0, seq: id + 1, ...row, id };
    });
    const batch = packer.pack(complete, ({ id, compaction }) =>
      compaction === undefined ? undefined : { id, compaction },
    );
    table.apply(batch);
    for (const id of batch.ids) curve.update(id);
  };
  return { curve, receive };
}
const agent: PartialRow = { kind: 'agent' };
const call = (start: number, tokensIn: number, more: Partial<SpanRow> = {}): PartialRow => ({
  kind: 'model',
  start,
  tokensIn,
  ...more,
});
const compaction = (start: number, info: Partial<CompactionInfo> = {}): PartialRow => ({
  kind: 'note',
  start,
  compaction: { lost: [], kept: [], ...info },
});
const SCALE = timeScale(100, [], false);
const paint = (curve: ContextCurve, zoom = FULL_ZOOM, end = 100) => curve.paint(SCALE, zoom, 100, 100, 11, end);

describe('the curve of the context', () => {
  it('has each request of the main agent up to the next one, and a break after a compaction', () => {
    const { curve, receive } = page();
    receive(agent, call(10, 20), call(40, 80), compaction(60), call(70, 30));
    const { line, compactions } = paint(curve);
    expect(line).toBe('M10 8.5H40L40 2.5H60M70 7.5H100');
    expect(compactions).toEqual([{ x: 60, id: 3, loses: false }]);
    expect(curve.largest).toBe(80);
  });

  it('leaves out the requests of agents that a call started, and calls without tokens or with none', () => {
    const { curve, receive } = page();
    receive(
      agent,
      call(10, 20),
      { kind: 'tool', parent: 1 },
      { kind: 'agent', parent: 2 },
      call(20, 90, { parent: 3 }),
      { kind: 'model', start: 50 },
      call(60, 0),
    );
    expect(paint(curve).line).toBe('M10 8.5H100');
    expect(curve.largest).toBe(20);
  });

  it('is the same if rows arrive one by one, or change', () => {
    const rows = [agent, call(10, 20), call(10.1, 60), call(40, 80), compaction(40.2), call(70, 30), call(90, 90)];
    const { curve, receive } = page();
    receive(...rows);
    const single = page();
    for (const row of rows) {
      single.receive(row);
      paint(single.curve);
    }
    single.receive({ ...compaction(40.2, { kept: ['tea'] }), id: 4 }, { ...call(10, 20), id: 1 });
    expect(paint(single.curve)).toEqual(paint(curve));
  });

  it('has what came before the range in view at its left edge', () => {
    const { curve, receive } = page();
    receive(agent, call(10, 20), call(40, 80), call(90, 30));
    expect(paint(curve, { from: 0.5, to: 1 }).line).toBe('M0 2.5H80L80 7.5H100');
  });

  it('ends where the run is', () => {
    const { curve, receive } = page();
    receive(agent, call(10, 20));
    expect(paint(curve, FULL_ZOOM, 50).line).toBe('M10 8.5H50');
  });

  it('finds the request at a time, none after a compaction', () => {
    const { curve, receive } = page();
    receive(agent, call(10, 20), call(40, 80), compaction(60), call(70, 30));
    expect([5, 10, 45, 65, 99].map((time) => curve.callAt(time))).toEqual([undefined, 1, 2, undefined, 4]);
  });

  it('paints only what is new', () => {
    const { curve, receive } = page();
    receive(agent, ...Array.from({ length: 20_000 }, (_, index) => call(index / 250, 50)));
    paint(curve);
    let read = 0;
    const table = (curve as unknown as { table: Table }).table;
    const start = table.start.bind(table);
    table.start = (id) => {
      read++;
      return start(id);
    };
    receive(call(90, 60));
    paint(curve);
    expect(read).toBeLessThan(10);
  });
});

it('the skills that compactions lost are sorted by what became of them last', () => {
  const { curve, receive } = page();
  const lost = (...skills: readonly string[]) => ({ lost: skills.map((skill) => ({ skill })) });
  receive(agent, compaction(10, { lost: [{ skill: 'tea', again: 2 }, { skill: 'cup' }, { skill: 'pot', again: 2 }] }));
  expect(curve.lostSkills).toEqual({ lost: ['cup'], again: ['tea', 'pot'] });
  receive(compaction(20, lost('tea')));
  expect(curve.lostSkills).toEqual({ lost: ['tea', 'cup'], again: ['pot'] });
  curve.clear();
  expect(curve.lostSkills).toEqual({ lost: [], again: [] });
});

it.each([
  ['never loaded', undefined, [], []],
  ['loaded', 10, [['loaded', 9]], [[10, null]]],
  [
    'lost and loaded again',
    10,
    [
      ['loaded', 9],
      ['read', 15],
      ['lost', 20],
      ['loaded', 30],
    ],
    [
      [10, 20],
      [30, null],
    ],
  ],
  [
    'lost twice',
    10,
    [
      ['lost', 20],
      ['lost', 25],
    ],
    [[10, 20]],
  ],
] as const)(
  'the text of a skill that was %s is in the conversation in these periods',
  (_, loadedAt, marks, expected) => {
    const lane = { loadedAt, marks: marks.map(([kind, at]) => ({ kind, at, row: 0 })) };
    expect(loadedPeriods(lane as Parameters<typeof loadedPeriods>[0])).toEqual(expected);
  },
);
